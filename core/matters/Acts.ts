/** The acts that need little more than the matter: the call, the discontinuance, a new end of a period, and the passing of a deadline. */

import { Effect, Either, Option, Schema } from "effect"
import { type Actor, otherSide } from "../kernel/Actor.ts"
import * as Changed from "../kernel/Change.ts"
import { bindTask, type CommandContext, command } from "../kernel/Command.ts"
import { needPresent } from "../kernel/Defect.ts"
import { sha256Hex } from "../kernel/Hash.ts"
import { ById } from "../kernel/Id.ts"
import type { Reader } from "../kernel/Reader.ts"
import { type Refusal, when } from "../kernel/Refusal.ts"
import { rule } from "../kernel/Section.ts"
import { hours, type Instant } from "../kernel/Time.ts"
import { Accounts } from "./Accounts.ts"
import { decideAct } from "./Decide.ts"
import { type DocketList, DocketLists, giveBack, listBeforeFirstMatter } from "./Docket.ts"
import { callMatter, isByDefault } from "./Law.ts"
import { serveLater } from "./Lists.ts"
import { deadlineKind, type Matter, OfMatter } from "./Matter.ts"
import { isGivenUpByBoth } from "./Moves.ts"
import { texts, toBoth, toOther } from "./Notices.ts"
import { actingSide, sideOf } from "./Parties.ts"
import { PeriodSetting } from "./Pleading.ts"
import { type OnRecord, onRecord, onRecordToCall, passingChanges } from "./Record.ts"
import { type Share, shareChanges, sharesOf } from "./Shares.ts"
import { type Assessed, assess, assessTenders } from "./Tenders.ts"

export interface Calling extends OnRecord {
  readonly assessed: ReadonlyArray<Assessed>
  /** Why the account of the matter's quote can't be called now (PD15 §9). */
  readonly waits: Refusal | null
}

/** Calls for judgment (Rule 4.5), or for default judgment if no defence was filed (Rule 4.4A). The matter is then before the judge. */
export const callForJudgment = command({
  name: "call-for-judgment",
  sections: ["Rule 4.4A", "Rule 4.5", "PD15 §9"],
  input: ById,
  gather: (input, context, reader) =>
    Effect.gen(function* () {
      const on = yield* onRecord(reader, input.id, context)
      const at = { now: context.now, terms: on.terms }
      const waits = yield* (yield* Accounts).waits(reader, on.stored, at)
      const assessed = yield* assess(reader, on.stored, context)
      return { ...on, assessed, waits: waits?.refusal ?? null } satisfies Calling
    }),
  decide: (facts: Calling, _input, context) => {
    // Grades rise for the last time here: the judge is told what the Court knows by the call.
    const writes = (matter: Matter) =>
      callMatter(assessTenders(matter, facts.assessed), actingSide(matter, context.actor), context.now)
    return decideAct(facts, { act: "call", against: [facts.waits], writes }, context, () => {
      const { matter } = facts
      const by = matter[actingSide(matter, context.actor)].handle
      return { data: { by, default: isByDefault(matter) }, notes: toBoth(texts.called(matter, by)) }
    })
  },
})

export interface Discontinuing extends OnRecord {
  /** The place that is given back, if the matter waits or has no defence; null if no place is given back. */
  readonly place: Place | null
}

/** A place on the current list or in the queue behind it, with the shares that count it. */
interface Place {
  readonly from: "queue" | "list"
  readonly list: DocketList
  readonly shares: ReadonlyArray<Share>
}

/** Reads the place that a matter gives back when it is discontinued before a defence; a place on an earlier list is gone. */
const placeOf = (reader: Reader, matter: Matter) =>
  Effect.gen(function* () {
    if (matter.defence !== null) return null
    const list = Option.getOrElse(
      yield* reader.find(DocketLists, listBeforeFirstMatter.id),
      () => listBeforeFirstMatter,
    )
    const from = matter.status === "queued" ? "queue" : "list"
    if (from === "list" && matter.list !== list.list) return null
    return { from, list, shares: yield* sharesOf(reader, [matter], list.list) } satisfies Place
  })

/** The changes that give a place back. Matters that wait are served from it. */
const placeChanges = (place: Place | null, matter: Matter, { now }: CommandContext) => {
  if (place === null) return []
  const { from, list, shares } = place
  const after = giveBack(list, from)
  return [
    Changed.put(DocketLists, after),
    ...shareChanges(shares, [matter], from === "queue" ? "stop waiting" : "leave"),
    ...(from === "list" && after.queued > 0 ? [serveLater(now)] : []),
  ]
}

/**
 * How an agent gives a matter up: for the claimant alone it ends at once; an account that was defended is given up by both, the first
 * of whom asks the other to (Rule 4.8).
 */
export const discontinuanceBy = rule(
  ["Rule 4.8"],
  (matter: Matter, actor: Actor): "ends" | "ends for both" | "asks" => {
    const side = sideOf(matter, actor)
    if (side === null || !isGivenUpByBoth(matter)) return "ends"
    return matter.giveUp === otherSide(side) ? "ends for both" : "asks"
  },
)

/** The first of the two parties gives up the account of a quote: the other is told, and may do the same. */
const askToDiscontinue = (facts: OnRecord, context: CommandContext) => {
  const by = sideOf(facts.matter, context.actor)
  const act = {
    act: "discontinue/ask",
    against: [when(by !== null && facts.matter.giveUp === by, "already_asked", {})],
    writes: (matter: Matter): Matter => ({ ...matter, giveUp: actingSide(matter, context.actor) }),
  } as const
  return decideAct(facts, act, context, (after) => {
    const side = actingSide(after, context.actor)
    const asks = [{ act: "discontinue", on: after.id }] as const
    return { notes: toOther(side, texts.discontinuance_asked(after, after[side].handle), asks) }
  })
}

/** A party gives the matter up, any time before the call (Rule 4.8). */
export const discontinue = command({
  name: "discontinue",
  sections: ["Rule 4.8"],
  input: ById,
  gather: (input, context, reader) =>
    Effect.gen(function* () {
      const on = yield* onRecordToCall(reader, input.id, context, true)
      return { ...on, place: yield* placeOf(reader, on.stored) } satisfies Discontinuing
    }),
  decide: (facts: Discontinuing, _input, context) => {
    const { matter } = facts
    const how = discontinuanceBy(matter, context.actor)
    if (how === "asks") return askToDiscontinue(facts, context)
    const tellOther = () => {
      const by = actingSide(matter, context.actor)
      const notes = matter.servedAt === null ? [] : toOther(by, texts.discontinued(matter, matter[by].handle))
      return { notes, also: placeChanges(facts.place, matter, context) }
    }
    return decideAct(
      facts,
      { act: "discontinue" },
      context,
      tellOther,
      how === "ends" ? undefined : ["claimant"],
    )
  },
})

/** The end that a setting gives the running period; null if that step is not running. */
export const newEnd = rule(["Rule 4.9"], ({ period }: Matter, setting: PeriodSetting): Instant | null => {
  if (period === null || period.step !== setting.step) return null
  return "closesAt" in setting ? setting.closesAt : period.opensAt + hours(setting.hours)
})

/** A period is set only while its step runs, and ends after now: what has passed stays passed (Rule 4.9). */
const badPeriod = (matter: Matter, setting: PeriodSetting, now: Instant): Refusal | null => {
  const end = newEnd(matter, setting)
  return when(end === null || end <= now, "bad_period", {})
}

const withEnd = (matter: Matter, setting: PeriodSetting): Matter => {
  const closesAt = needPresent(newEnd(matter, setting), "the new end of the running period")
  return { ...matter, period: { ...needPresent(matter.period, "the running period"), closesAt } }
}

const SetPeriod = Schema.extend(ById, PeriodSetting)

/** The judge extends or abridges the running period (Rule 4.9). The reasons go to the parties; the journal has their hash. */
export const setPeriod = command({
  name: "set-period",
  sections: ["Rule 4.9"],
  input: SetPeriod,
  gather: (input, context, reader) => onRecordToCall(reader, input.id, context),
  decide: (facts: OnRecord, setting, context) => {
    const { step, reasons } = setting
    const act = {
      act: "periods",
      against: [badPeriod(facts.matter, setting, context.now)],
      writes: (matter: Matter) => withEnd(matter, setting),
    } as const
    return decideAct(facts, act, context, (after) => ({
      data: { step, reasonsSha256: sha256Hex(reasons) },
      notes: toBoth(texts.period_set(after, step, reasons)),
    }))
  },
})

/** The work of a matter's deadline: it applies the passings that are due, if no other act has applied them before (Rule 4.9). */
export const passMatterDeadline = bindTask(
  deadlineKind,
  command({
    name: "pass-matter-deadline",
    sections: ["Rule 4.8", "Rule 4.9"],
    input: OfMatter,
    gather: (input, context, reader) => onRecord(reader, input.matterId, context),
    decide: (facts: OnRecord, _input, context) =>
      Either.right({
        changes: passingChanges(facts, context),
        reply: { id: facts.matter.id, status: facts.matter.status },
      }),
  }),
)
