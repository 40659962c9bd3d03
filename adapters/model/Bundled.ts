/** A bundle as a model gets it, as data: without what only the records of the court need, and with the names by which findings cite exhibits. */
import type { JudgedBundle } from "../../core/bench/index.ts"
import type { Json } from "../../core/kernel/Json.ts"
import { format } from "../../core/kernel/Time.ts"

/** A paper whose pieces of evidence have the names by which a finding cites them. */
const withExhibits = <A extends { readonly evidence: ReadonlyArray<object> }>(name: string, paper: A) => ({
  ...paper,
  evidence: paper.evidence.map((piece, i) => ({ exhibit: `${name}/${i + 1}`, ...piece })),
})

/** The papers, without what only the court's own records need. */
export const papersOf = ({
  matter,
  claim,
  defence,
  reply,
  questions,
  record,
  deals,
}: JudgedBundle): { readonly [name: string]: unknown } => ({
  matter: {
    title: matter.title,
    claimant: matter.claimant.handle,
    respondent: matter.respondent.handle,
    valueCents: matter.valueCents,
    currency: matter.currency,
    dealingAt: format(matter.dealingAt),
    filedAt: format(matter.filedAt),
    track: matter.track,
    defaultJudgment: matter.call?.default ?? false,
    authorities: matter.tenders.map(({ citation, by, step, grade, outcome, flags }) => ({
      citation,
      by: matter[by].handle,
      step,
      grade,
      outcome,
      flags,
    })),
  },
  claim: withExhibits("claim", claim),
  defence: defence && withExhibits("defence", defence),
  reply: reply && withExhibits("reply", reply),
  questions: questions.map((question) => withExhibits(`answer/${question.n}`, question)),
  record,
  accounts:
    deals === null
      ? []
      : [deals.quote, ...deals.debts.values()].flatMap((deal) =>
          deal === null ? [] : [{ ...deal.sides, account: deal.account }],
        ),
})

/** The value as JSON, without the members that are undefined. */
export const asJson = (value: object): { readonly [key: string]: Json } => JSON.parse(JSON.stringify(value))
