/** When a hold is confirmed, when it lapses, and whether its escrow lasts as long as the Court may need (PD2 §§6D and 6J). */
import { bounds, type Terms } from "../kernel/Schedule.ts"
import { count, days, enforced, rule } from "../kernel/Section.ts"
import { days as daysLong, hours, type Instant } from "../kernel/Time.ts"
import type { Hold } from "./Hold.ts"

export const lapse = enforced(
  "PD2 §6DA",
  "Lapse at the long stop",
  (t) =>
    `A hold that is not confirmed lapses at its long stop. At the long stop of a confirmed hold the service looks whether what it secures is undecided. It is undecided while a matter on its quote, or the matter in which it was named, is undecided. It is also undecided while a judgment there is not final, or while the time of an order between its parties runs or the order is disputed. While it is undecided the hold does not lapse, and the service looks again every ${days(t.holdKeptDays)}. The hold does not lapse before ${days(t.holdKeptDays)} after the last matter or appeal has ended either, nor while an instruction for it is live.`,
)

/** The proceedings about the money that a hold secures, as the Court knows them at an instant. */
export interface Secured {
  readonly undecided: boolean
  /** When the last matter or appeal about it ended; null if no matter or appeal has ended. */
  readonly endedAt: Instant | null
}

/** Until when a confirmed hold is kept past its deadline; null if it lapses. */
export const keptUntil = rule(
  ["PD2 §6DA"],
  ({ undecided, endedAt }: Secured, now: Instant, { holdKeptDays }: Terms): Instant | null => {
    if (undecided) return now + daysLong(holdKeptDays)
    const until = endedAt === null ? now : endedAt + daysLong(holdKeptDays)
    return until > now ? until : null
  },
)

const hoursPerDay = 24

/** The longest times from the service of a claim to a payment, one after the other, in hours. */
const wayHours = (t: Terms): ReadonlyArray<number> => {
  const appeal = t.appealNoticeHours + (t.appealPricingDays + t.appealDecisionDays) * hoursPerDay
  return [
    2 * t.stepHours,
    t.callDays * hoursPerDay,
    t.benchDays * hoursPerDay,
    appeal,
    t.leaveDays * hoursPerDay,
    appeal,
    t.payoutDelayHours,
  ]
}

/** How many days the longest way from the service of a claim to a payment takes, by the times that the law fixes. */
export const longestWayDays = rule(["PD2 §6J"], (t: Terms): number =>
  Math.ceil(wayHours(t).reduce((sum, one) => sum + one, 0) / hoursPerDay),
)

export const lasting = enforced(
  "PD2 §6J",
  "Whether the escrow lasts",
  (t) =>
    `The longest way from the service of a claim to a payment takes ${days(longestWayDays(t))}: a defence, a reply, a call and a judgment at the last instant, an appeal and an appeal by leave that both lapse undecided, and the delay of the instruction. Questions of the judge, and periods that the judge extends, come on top. A hold says in how many days its escrow ends, as the chain showed when it was last read, beside this number. A party whose escrow ends sooner can't count on a payout.`,
)

/** In how many whole days an escrow ends, beside the longest way to a payment. */
export const outlasts = rule(["PD2 §6J"], ({ escrowEndsAt }: Pick<Hold, "escrowEndsAt">, now: Instant) => ({
  escrowDays:
    escrowEndsAt === null ? null : Math.max(0, Math.floor((escrowEndsAt - now) / hours(hoursPerDay))),
  longestWayDays: longestWayDays(bounds),
}))

/** The words about how long the escrow lasts, which the parties are told when a hold is named and when it is confirmed. */
export const outlastsWords = (hold: Pick<Hold, "escrowEndsAt">, now: Instant): string => {
  const { escrowDays, longestWayDays: way } = outlasts(hold, now)
  const longest = `the longest way from a claim to a payout, ${count(way, "day")}`
  if (escrowDays === null)
    return `The court does not know when the escrow ends: make sure that it outlasts ${longest} (PD2 §6J).`
  return escrowDays < way
    ? `The escrow ends in ${count(escrowDays, "day")}, before ${longest} (PD2 §6J).`
    : `The escrow ends in ${count(escrowDays, "day")} and outlasts ${longest} (PD2 §6J).`
}
