/** What the outcome of an appeal makes of the judgments, the matter, the register and the ledger (Rule 6.3). */
import type { Change } from "../Change.ts"
import type { CommandContext } from "../Command.ts"
import { moveEntries } from "../compliance/ByJudgment.ts"
import { openEntries } from "../compliance/Opening.ts"
import { giveConduct, reverseConduct } from "../judgments/Conduct.ts"
import type { Finality } from "../judgments/Finality.ts"
import { type Judgment, subjectOf as judgmentSubject } from "../judgments/Judgment.ts"
import type { Balance } from "../ledger/Balance.ts"
import { fees } from "../ledger/LedgerEntry.ts"
import { post } from "../ledger/Post.ts"
import type { Matter } from "../matters/Matter.ts"
import { movedBy } from "../matters/Moves.ts"
import { rule } from "../Rule.ts"
import type { Terms } from "../Schedule.ts"
import { hours, type Instant } from "../Time.ts"
import type { Appeal, AppealCourt, Outcome } from "./Appeal.ts"
import type { AppealDelivery } from "./Delivery.ts"
import { type AppealDraft, outcomes } from "./Draft.ts"
import { marked } from "./Ending.ts"
import { reviewOf } from "./Gather.ts"

/**
 * How final the judgment on an appeal is: the Upper Court's is open to an application for leave, the High Court's final; a
 * remittal is final at once, since what is then decided can be appealed (Rules 6.1, 6.3).
 */
export const finalityOnAppeal = rule(
  ["Rule 6.1", "Rule 6.3"],
  (court: AppealCourt, outcome: Outcome, now: Instant, terms: Terms): Finality =>
    court === "HC" || outcome === "remitted"
      ? { status: "final", until: null }
      : { status: "open to appeal", until: now + hours(terms.appealNoticeHours) },
)

/** The judgments below after the outcome: as final as the new one where they stand, superseded by it otherwise. */
const below = (
  judgments: ReadonlyArray<Judgment>,
  judgment: Judgment,
  outcome: Outcome,
): ReadonlyArray<Judgment> => {
  const { stands, setsAside } = outcomes[outcome]
  if (stands) return marked(judgments, judgment.finality)
  return judgments.map((one) => ({
    ...one,
    finality: { status: "superseded", until: null },
    marks: { ...one.marks, setAside: setsAside, supersededBy: judgment.citation },
  }))
}

/** The matter after the outcome: decided by the new judgment, or before the judge again. */
export const matterAfter = (
  facts: AppealDelivery,
  judgment: Judgment,
  outcome: Outcome,
  now: Instant,
): Matter => {
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
  return remitted ? movedBy(matter, "remit", now, facts.terms).after : matter
}

/** The fee of the appeal, on the ledger of the party that bears it (PD2 §5). */
export const charged = rule(
  ["PD2 §5", "Rule 6.3"],
  (appeal: Appeal, balance: Balance | null, judgment: Judgment, id: string): ReadonlyArray<Change> =>
    balance === null || appeal.statement === null
      ? []
      : post(balance, {
          id,
          kind: "charge",
          cents: appeal.statement.totalCents,
          reason: "appeal_fee",
          rule: fees.appeal_fee.rule,
          subject: judgmentSubject(judgment.citation),
          at: judgment.deliveredAt,
        }),
)

/**
 * What becomes of the judgments below, their entries and their findings, then the entries that open and the new findings: each
 * moves the standings that the one before left. Where the judgment below falls, so do its findings of conduct; what the new
 * judgment finds again counts under the new one, so that the sum stays.
 */
export const registerChanges = (
  facts: AppealDelivery,
  { outcome }: Pick<AppealDraft, "outcome">,
  judgment: Judgment,
  context: CommandContext,
) => {
  const { stands } = outcomes[outcome]
  const finality: Finality = stands ? judgment.finality : { status: "superseded", until: null }
  const before = { entries: facts.entries.entries, standings: facts.standings }
  const moved = moveEntries(stands ? "resume" : "supersede", finality, before, context, null)
  const fallen = stands ? [] : facts.judgments
  const reversed = reverseConduct(fallen, moved.standings, context.now)
  const made = { ...judgment, filedAt: facts.matter.filedAt }
  const opened = openEntries(made, context.schedule, (k) => context.id(32 + k), reversed.standings)
  return {
    entries: opened.entries.map(({ id }) => id),
    judgments: below(stands ? facts.judgments : reversed.judgments, judgment, outcome),
    changes: [
      ...moved.changes,
      ...reversed.changes,
      ...opened.changes,
      ...giveConduct(judgment, opened.standings).changes,
    ],
  }
}
