/** The instant of the dealing that a matter is about, by which the stakes of its parties are read. */
import type { Agent } from "../agents/index.ts"
import type { Dealing } from "../dealings/index.ts"
import { type Refusal, when } from "../kernel/Refusal.ts"
import type { Terms } from "../kernel/Schedule.ts"
import { rule } from "../kernel/Section.ts"
import type { Instant } from "../kernel/Time.ts"
import type { Quote } from "../quotes/index.ts"
import type { Matter } from "./Matter.ts"

/** The papers that show when the dealing was. */
interface Shown {
  readonly quote: Quote | null
  /** The entries of the Register of Dealings that the filing names. */
  readonly dealings: ReadonlyArray<Dealing>
  readonly claimant: Agent
  readonly respondent: Agent | null
}

/** Whether the lodger of an entry and the agent that it named at lodgement are the two parties. */
const namesBoth = ({ lodger, counterpartyId }: Dealing, { claimant, respondent }: Shown): boolean =>
  respondent !== null &&
  ((lodger === claimant.handle && counterpartyId === respondent.id) ||
    (lodger === respondent.handle && counterpartyId === claimant.id))

/**
 * The instant of the dealing and the instants at which the stakes count: the acceptance of the quote; else the lodgement of the
 * earliest entry that names both parties; else the instant that the claimant states. Nothing shows that one, so the lower of the
 * stakes at it and at filing counts (Rule 5.3).
 */
export const dealingOf = rule(
  ["Rule 5.3"],
  (shown: Shown, stated: Instant, now: Instant): Pick<Matter, "dealingAt" | "stakeAt"> => {
    const accepted = shown.quote?.acceptedAt ?? null
    const lodged = shown.dealings.filter((dealing) => namesBoth(dealing, shown)).map((one) => one.lodgedAt)
    const shownAt = accepted === null ? lodged : [accepted]
    if (shownAt.length === 0) return { dealingAt: stated, stakeAt: [stated, now] }
    const dealingAt = Math.min(...shownAt)
    return { dealingAt, stakeAt: [dealingAt] }
  },
)

/** Refuses an instant of the dealing that lies before the first year of which the Court hears, or in the future (Rule 4.1). */
export const instantChecks = rule(
  ["Rule 4.1"],
  (stated: Instant, now: Instant, { dealingYearMin }: Terms): Refusal | null =>
    when(stated < Date.UTC(dealingYearMin, 0) || stated > now, "dealing_instant", { year: dealingYearMin }),
)
