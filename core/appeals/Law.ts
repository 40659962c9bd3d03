/** The law of appeals (Rules, part 6): the words of each section, and beneath them the rule that enforces it. */
import type { Judge } from "../bench/index.ts"
import { Judgment } from "../judgments/index.ts"
import type { Actor, Side } from "../kernel/Actor.ts"
import { needPresent } from "../kernel/Defect.ts"
import type { Next } from "../kernel/Moves.ts"
import { type Refusal, refusal, when } from "../kernel/Refusal.ts"
import type { Terms } from "../kernel/Schedule.ts"
import { chars, count, days, enforced, hours as hoursOf, rule } from "../kernel/Section.ts"
import { format, hours, type Instant } from "../kernel/Time.ts"
import { Account, withinCredit } from "../ledger/index.ts"
import { type Matter, Parties, partyOnly } from "../matters/index.ts"
import * as Appeal from "./Appeal.ts"
import type { ActName } from "./Moves.ts"

export const appealAsOfRight = enforced(
  "Rule 6.0",
  "Appeal as of right",
  (t) =>
    `A party bound by a judgment may appeal to the Upper Court once, as of right, by notice within ${hoursOf(t.appealNoticeHours)} of delivery. The notice states at most ${count(t.appealGroundsMax, "ground")}, each in at most ${chars(t.appealGroundCharsMax)}. The other party may join a pending appeal within its own time; both appeals are then heard together. A judgment that nobody appeals is final when that time has passed. A judgment by consent is final at once.`,
)

export const leaveToTheHighCourt = enforced(
  "Rule 6.1",
  "Leave to the High Court",
  (t) =>
    `A party may appeal from the Upper Court to the High Court by leave of the Registrar, who gives or refuses it with reasons. The party asks for leave within ${hoursOf(t.appealNoticeHours)} of the Upper Court's judgment, or of the lapse of the appeal to it (Rule 6.3). That judgment, and a judgment that it affirmed, are open to appeal until then and final afterwards. Leave that nobody has given ${days(t.leaveDays)} after it was sought is refused by that. When leave is refused, the judgment is final at once. The High Court's judgment is final at once.`,
)

/** To which court an appeal lies from a judgment of each series, and by which act; null if no appeal lies (Rules 6.0, 6.1). */
export const lies: {
  readonly [S in Judgment.Series]: {
    readonly to: Appeal.Court
    readonly act: Extract<ActName, "appeal" | "leave">
  } | null
} = {
  MC: { to: "UC", act: "appeal" },
  FB: { to: "UC", act: "appeal" },
  UC: { to: "HC", act: "leave" },
  HC: null,
}

const seriesOf = (citation: string): Judgment.Series =>
  needPresent(
    Judgment.Series.literals.find((one) => citation.includes(` ${one} `)),
    `the series of ${citation}`,
  )

const sides = ["claimant", "respondent"] as const

/**
 * The appeal that lies from the last judgment in force. If the Upper Court let an appeal from it lapse, the appeal lies from that court
 * (Rule 6.3).
 */
const pathFrom = ({ lapsedIn }: Matter.Review, citation: string) => lies[lapsedIn ?? seriesOf(citation)]

/** Only a party bound by the judgment may appeal (Rule 6.0). */
const refuseUnbound = (matter: Matter.Matter, side: Side | null): Refusal | null =>
  side !== null && matter[side].id === null ? refusal("not_bound_by_judgment", {}) : null

/** Refuses an appeal that does not lie from the judgment in force, that is out of time, or that this side has brought before. */
const isOpenTo = (matter: Matter.Matter, act: "appeal" | "leave", side: Side | null, now: Instant) => {
  const review = Appeal.reviewOf(matter)
  const { inForce, openUntil, appealed } = review
  const citation = inForce.at(-1)
  if (citation === undefined) return [refusal("wrong_status", { status: matter.status, act })]
  const path = pathFrom(review, citation)
  const why =
    path === null
      ? "the High Court has decided, and nothing lies from it"
      : path.act === act
        ? null
        : path.act === "leave"
          ? "an appeal to the High Court needs leave; apply at POST /api/v1/matters/{id}/leave"
          : "an appeal to the Upper Court lies as of right; give notice at POST /api/v1/matters/{id}/appeal"
  if (why !== null) return [refusal("no_appeal_lies", { citation, why })]
  if (side !== null && appealed.includes(side)) return [refusal("already_appealed", { citation })]
  if (openUntil === null) return [refusal("no_appeal_lies", { citation, why: "it is final" })]
  return [when(now >= openUntil, "appeal_time_passed", { citation, until: format(openUntil) })]
}

/** The refusals of a notice of appeal, or of an application for leave to appeal. */
export const mayAppeal = rule(
  ["Rule 6.0", "Rule 6.1", "PD1 §1", "PD2 §7"],
  (
    matter: Matter.Matter,
    act: "appeal" | "leave",
    actor: Actor,
    balance: Account.Balance | null,
    now: Instant,
    terms: Terms,
  ): ReadonlyArray<Refusal | null> => {
    const side = Parties.sideOf(matter, actor)
    const owed = Account.owedCents(balance)
    return [
      partyOnly(actor, side),
      refuseUnbound(matter, side),
      withinCredit(owed, terms),
      ...isOpenTo(matter, act, side, now),
    ]
  },
)

/** Who may still appeal from the judgment in force, or apply for leave to appeal, and until when. */
export const openNext = (
  { review, claimant, respondent }: Matter.Matter,
  now: Instant,
): ReadonlyArray<Next> => {
  const last = review?.inForce.at(-1)
  if (review === undefined || last === undefined || review.openUntil === null || now >= review.openUntil)
    return []
  const path = pathFrom(review, last)
  if (path === null) return []
  return (
    [
      ["claimant", claimant],
      ["respondent", respondent],
    ] as const
  ).flatMap(([side, { id, handle }]) =>
    id === null || review.appealed.includes(side)
      ? []
      : [{ who: handle, act: path.act, dueBy: review.openUntil }],
  )
}

export const feeAndWithdrawal = enforced(
  "Rule 6.2",
  "Fee statement and withdrawal",
  () =>
    "The cost of an appeal is stated before the hearing; an appeal that nobody prices in time is heard without a fee (PD2 §5). The appellant may withdraw before the statement, or within the window that the statement carries, without a fee; the judgment below then stands, and is final once the other party's time to appeal has passed. The hearing begins when the window closes, and after that the appellant may not withdraw.",
)

/**
 * The finality of a judgment that stands after an appeal was withdrawn: open while a party that has not appealed is
 * within its time, final otherwise (Rule 6.0).
 */
export const finalityLeft = rule(
  ["Rule 6.0", "Rule 6.2", "Rule 5.6"],
  (matter: Matter.Matter, { openUntil, appealed }: Matter.Review, now: Instant): Judgment.Finality => {
    const another = sides.some((side) => matter[side].id !== null && !appealed.includes(side))
    return openUntil !== null && now < openUntil && another
      ? { status: "open to appeal", until: openUntil }
      : { status: "final", until: null }
  },
)

export const outcomesOfAnAppeal = enforced(
  "Rule 6.3",
  "Outcomes of an appeal",
  (t) =>
    `On appeal a judgment is affirmed, varied, set aside or remitted. An affirmed judgment stands, and the judgment that affirms it orders nothing to be paid, performed or refrained from; any other outcome replaces it. A remittal sends the matter back to the judge and is final at once, since the judge's next decision may be appealed. The fee falls on the party that loses the appeal. That is the appellant if the judgment is affirmed, and otherwise the respondent, unless the judge says otherwise. If both parties appealed, the party that appealed first is the appellant. An appeal that nobody has decided ${days(t.appealDecisionDays)} after its hearing began lapses: the judgment is affirmed by that, and nobody bears a fee.`,
)

/** The finality of a judgment from which leave to appeal was refused (Rule 6.1). */
export const finalityRefused: Judgment.Finality = { status: "final", until: null }

/**
 * The finality of the judgment on an appeal: the Upper Court's is open to an application for leave, the High Court's is final, and
 * a remittal is final at once, since the judgment that follows it can be appealed (Rules 6.1, 6.3).
 */
export const finalityOnAppeal = rule(
  ["Rule 6.1", "Rule 6.3"],
  (court: Appeal.Court, outcome: Judge.Outcome, now: Instant, terms: Terms): Judgment.Finality =>
    court === "HC" || outcome === "remitted"
      ? { status: "final", until: null }
      : { status: "open to appeal", until: now + hours(terms.appealNoticeHours) },
)

export const vacation = enforced(
  "Rule 7.4",
  "Vacation and rehearing",
  () =>
    "The Registrar vacates, with reasons, a judgment that was obtained by fraud or collusion or was made outside these Rules, and may order a rehearing. The judgment that it affirmed, every judgment that affirmed it, and an appeal from it fall with it. For a rehearing the matter goes back to the judge, and the judgment of the rehearing supersedes the earlier one.",
)

export const mayVacate = rule(
  ["Rule 7.4"],
  (matter: Matter.Matter, { citation, finality }: Judgment.Judgment, now: Instant): Refusal | null =>
    when(!Appeal.reviewOf(matter).inForce.includes(citation), "not_in_force", {
      citation,
      finality: Judgment.finalityAt(finality, now),
    }),
)
