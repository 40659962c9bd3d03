/**
 * The outcome of an appeal: which orders it allows, and its effects on the judgments below, the matter, the Register and the ledger
 * (Rule 6.3).
 */
import type { Either } from "effect"
import type { Standing } from "../agents/index.ts"
import { type Compose, Conduct, Delivery, type Judge } from "../bench/index.ts"
import { moveEntries, openEntries } from "../compliance/index.ts"
import { type AppealFees, Judgment } from "../judgments/index.ts"
import { otherSide, type Side } from "../kernel/Actor.ts"
import type { Change } from "../kernel/Change.ts"
import type { CommandContext } from "../kernel/Command.ts"
import { needPresent } from "../kernel/Defect.ts"
import { firstOf, type Refusal, refusal, when } from "../kernel/Refusal.ts"
import { rule } from "../kernel/Section.ts"
import type { Instant } from "../kernel/Time.ts"
import { Account } from "../ledger/index.ts"
import { advance, type Filer, type Matter, acts as matterActs, type Suits } from "../matters/index.ts"
import { type Appeal, remainingAppellants, reviewOf } from "./Appeal.ts"
import { markFinality, type OnAppeal } from "./Record.ts"

interface Effects {
  /** Whether the judgment below stands, and its entries go on. */
  readonly stands: boolean
  /** Whether the judgment below is marked as set aside, besides being superseded. */
  readonly setsAside: boolean
  /** The orders that would contradict the outcome. */
  readonly refuses: ReadonlyArray<Judgment.OrderKind>
  /** The order that the outcome must contain; null if it needs no order. */
  readonly wants: Judgment.OrderKind | null
}

/** The effects of each outcome, and the orders that it may make (Rule 6.3). */
const outcomes: { readonly [O in Judge.Outcome]: Effects } = {
  affirmed: { stands: true, setsAside: false, refuses: ["pay", "perform", "refrain", "remit"], wants: null },
  varied: { stands: false, setsAside: false, refuses: ["remit"], wants: null },
  set_aside: { stands: false, setsAside: true, refuses: ["remit"], wants: null },
  remitted: { stands: false, setsAside: true, refuses: ["pay", "perform", "refrain"], wants: "remit" },
}

/** Refuses a draft whose orders contradict its outcome, or that puts the fee on somebody who is not a party (Rule 6.3). */
export const checkOutcome = rule(
  ["Rule 6.3"],
  (
    { outcome, orders, feeBorneBy }: Judge.AppealDraft,
    parties: Judgment.Parties,
  ): Either.Either<void, Refusal> => {
    const { refuses, wants } = outcomes[outcome]
    const handles = [parties.claimant.handle, parties.respondent.handle]
    return firstOf([
      feeBorneBy === undefined || handles.includes(feeBorneBy)
        ? null
        : refusal("not_a_party_named", { handle: feeBorneBy }),
      ...orders.map(({ kind }, i) =>
        when(refuses.includes(kind), "outcome_contradicted", { outcome, n: i + 1, kind }),
      ),
      when(wants !== null && !orders.some(({ kind }) => kind === wants), "draft_incomplete", {
        what: `an order to ${wants}`,
      }),
    ])
  },
)

/** The party that bears the fee: the party that the judge names, otherwise the party that loses the appeal (Rule 6.3, PD2 §5). */
export const bearerOf = rule(
  ["Rule 6.3", "PD2 §5"],
  (
    appeal: Appeal,
    { outcome, feeBorneBy }: Pick<Judge.AppealDraft, "outcome" | "feeBorneBy">,
    parties: Judgment.Parties,
  ): Side => {
    if (feeBorneBy === parties.claimant.handle) return "claimant"
    if (feeBorneBy === parties.respondent.handle) return "respondent"
    const appellant = needPresent(remainingAppellants(appeal)[0], "a party that appeals").side
    return outcomes[outcome].stands ? appellant : otherSide(appellant)
  },
)

/** The judgments below whose orders stay in force beside those of the new judgment (Rule 6.3). */
export const standingUnder = rule(
  ["Rule 6.3"],
  (
    below: ReadonlyArray<Judgment.Judgment>,
    { outcome }: Pick<Judge.AppealDraft, "outcome">,
  ): ReadonlyArray<Judgment.Judgment> => (outcomes[outcome].stands ? below : []),
)

/** The judgments below after the outcome: with the finality of the new judgment if they stand, superseded by it otherwise. */
const below = (
  judgments: ReadonlyArray<Judgment.Judgment>,
  judgment: Judgment.Judgment,
  outcome: Judge.Outcome,
): ReadonlyArray<Judgment.Judgment> => {
  const { stands, setsAside } = outcomes[outcome]
  if (stands) return markFinality(judgments, judgment.finality)
  return judgments.map((one) => ({
    ...one,
    finality: { status: "superseded", until: null },
    marks: { ...one.marks, setAside: setsAside, supersededBy: judgment.citation },
  }))
}

const [remitting] = matterActs.remit.moves

/** The matter after the outcome: decided by the new judgment, or before the judge again. */
export const matterAfter = (
  facts: AppealDelivery,
  judgment: Judgment.Judgment,
  outcome: Judge.Outcome,
  now: Instant,
): Matter.Matter => {
  const { inForce, appealId, reheard } = reviewOf(facts.matter)
  const { citation, finality } = judgment
  const remitted = outcome === "remitted"
  const review = {
    inForce: remitted ? [] : [...(outcomes[outcome].stands ? inForce : []), citation],
    openUntil: finality.until,
    appealed: [],
    appealId,
    reheard,
  }
  const matter = { ...facts.matter, citation, review }
  return remitted ? advance(matter, remitting, now, facts.terms) : matter
}

/** Charges the fee of the appeal to the account of the party that bears it (PD2 §5); nothing if no fee was stated. */
export const chargeAppealFee = rule(
  ["PD2 §5", "Rule 6.3"],
  (
    { statement }: Appeal,
    { balance, charged: before }: Pick<AppealDelivery, "balance" | "charged">,
    judgment: Judgment.Judgment,
    id: string,
  ): ReadonlyArray<Change> =>
    balance === null || statement === null
      ? []
      : Account.postIn(
          needPresent(
            before.find(({ agentId }) => agentId === balance.agentId),
            "what the bearer had been charged",
          ),
          balance,
          {
            id,
            cents: statement.totalCents,
            reason: "appeal_fee",
            rule: Account.fees.appeal_fee.rule,
            subject: Judgment.subjectOf(judgment.citation),
            at: judgment.deliveredAt,
          },
        ),
)

/**
 * The effects on the Register: first on the judgments below, their entries and their findings of conduct, then the entries and the findings
 * of the new judgment. Each step starts from the standings that the step before gave. If the judgment below falls, its findings of conduct
 * are reversed; if the new judgment finds the same again, the reputation ends as it was.
 */
export const registerChanges = (
  facts: AppealDelivery,
  { outcome }: Pick<Judge.AppealDraft, "outcome">,
  judgment: Judgment.Judgment,
  context: CommandContext,
) => {
  const { stands } = outcomes[outcome]
  const finality: Judgment.Finality = stands ? judgment.finality : { status: "superseded", until: null }
  const before = { entries: facts.entries.entries, standings: facts.standings }
  const moved = moveEntries(stands ? "resume" : "supersede", finality, before, context, "nobody")
  const fallen = stands ? [] : facts.judgments
  const reversed = Conduct.reverseConduct(fallen, moved.standings, context.now)
  const made = { ...judgment, filedAt: facts.matter.filedAt }
  const opened = openEntries(
    made,
    context.schedule,
    Delivery.entryIds(made, context.fresh),
    reversed.standings,
  )
  return {
    opened: opened.entries,
    judgments: below(stands ? facts.judgments : reversed.judgments, judgment, outcome),
    changes: [
      ...moved.changes,
      ...reversed.changes,
      ...opened.changes,
      ...Conduct.giveConduct(judgment, opened.standings).changes,
    ],
  }
}

/** The facts that a delivery needs besides the appeal. */
export interface AppealDelivery extends OnAppeal, Omit<Compose.ComposeFacts, "terms"> {
  readonly standings: ReadonlyArray<Standing.Standing>
  /** The balance of the party that would bear the fee; null if that party is not enrolled. */
  readonly balance: Account.Balance | null
  /** The claimant's count of matters, if the matter goes back to the judge; null otherwise. */
  readonly filer: Filer | null
  readonly suits: Suits.Between | null
  readonly kept: AppealFees.AppealFees
}
