import { Either } from "effect"
import { command } from "../Command.ts"
import { sha256Hex } from "../Hash.ts"
import { firstOf, type Refusal, when } from "../Refusal.ts"
import { rule } from "../Rule.ts"
import { format, hours, type Instant } from "../Time.ts"
import type { Matter, PeriodSetting } from "./Matter.ts"
import { toBoth } from "./Notices.ts"
import { acted, type OnRecord, onRecord } from "./Record.ts"
import { mayAct } from "./Standing.ts"

export interface PeriodInput {
  readonly matterId: string
  readonly setting: PeriodSetting
}

/** The end that a setting gives the running period; null where that step is not running. */
export const newEnd = rule(["Rule 4.9"], ({ period }: Matter, setting: PeriodSetting): Instant | null => {
  if (period === null || period.step !== setting.step) return null
  return "closesAt" in setting ? setting.closesAt : period.opensAt + hours(setting.hours)
})

/** A period is set only while its step runs, and ends after now: what has passed stays passed (Rule 4.9). */
const badPeriod = (matter: Matter, setting: PeriodSetting, now: Instant): Refusal | null => {
  const end = newEnd(matter, setting)
  return when(end === null || end <= now, "bad_period", {})
}

/** The judge extends or abridges the running period (Rule 4.9). The reasons go to the parties; the journal has their hash. */
export const setPeriod = command({
  name: "setPeriod",
  sections: ["Rule 4.9"],
  gather: (input: PeriodInput, context, reader) => onRecord(reader, input.matterId, context),
  decide: (facts: OnRecord, { setting }, context) => {
    const { matter } = facts.passed
    const refused = firstOf([
      ...mayAct(matter, "periods", context.actor),
      badPeriod(matter, setting, context.now),
    ])
    return Either.map(refused, () => {
      const closesAt = newEnd(matter, setting) ?? context.now
      const period = matter.period === null ? null : { ...matter.period, closesAt }
      const text = `The period for the ${setting.step} in matter ${matter.number} now ends at ${format(closesAt)}. Reasons: ${setting.reasons}`
      return acted(
        facts,
        {
          after: { ...matter, period },
          event: "matter.period_set",
          rules: ["Rule 4.9"],
          data: { step: setting.step, reasonsSha256: sha256Hex(setting.reasons) },
          notes: toBoth("matter.period_set", text),
        },
        context,
      )
    })
  },
})
