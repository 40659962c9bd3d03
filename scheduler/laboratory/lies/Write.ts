/** Writes what was played: the page, its chart, and every case as a row of a CSV file. */
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import type { Sum } from "../../../core/account/index.ts"
import { type Row, textOf } from "../Csv.ts"
import { drawSvg } from "../charts/Draw.ts"
import { chartOf } from "./Chart.ts"
import { payments } from "./Conditions.ts"
import { type Lie, playLies } from "./Lies.ts"
import { pageOf } from "./Page.ts"
import { cellsOf, reasonOf, securityOf } from "./Summary.ts"

const least = (sum: Sum | null | undefined): number | null =>
  sum === null || sum === undefined ? null : typeof sum === "number" ? sum : sum.min
const most = (sum: Sum | null | undefined): number | null =>
  sum === null || sum === undefined ? null : typeof sum === "number" ? sum : sum.max

/** The columns, each with what it has of a lie. All sums are in cents. */
const columns: { readonly [name: string]: (lie: Lie) => Row[number] } = {
  side: ({ liar }) => liar.side,
  lie: ({ liar }) => liar.name,
  measure: ({ condition }) => condition.measure,
  paid: ({ condition }) => payments[condition.payment].when,
  by: ({ condition }) => payments[condition.payment].by,
  stake_cents: ({ condition }) => condition.stakeCents,
  otherwise_millionths: ({ condition }) => condition.otherwiseMillionths,
  honoured: ({ honoured }) => honoured,
  security: securityOf,
  gain_cents: ({ gainCents }) => gainCents,
  harm_cents: ({ harmCents }) => harmCents,
  seller_cents: ({ ends }) => ends.sellerCents,
  buyer_cents: ({ ends }) => ends.buyerCents,
  claimant: ({ played }) => played.acts.find(({ act }) => act === "file")?.by,
  owed_min: ({ played }) => least(played.judged?.account.owed),
  owed_max: ({ played }) => most(played.judged?.account.owed),
  paid_min: ({ played }) => least(played.judged?.account.paid),
  paid_max: ({ played }) => most(played.judged?.account.paid),
  undecided_cents: ({ played }) => played.judged?.account.undecided,
  ordered_against: ({ played }) => played.judged?.ordered?.against,
  ordered_cents: ({ played }) => played.judged?.ordered?.cents,
  hold_to_seller_cents: ({ played }) => played.judged?.paidOut?.toPayeeCents,
  hold_to_buyer_cents: ({ played }) => played.judged?.paidOut?.toPayerCents,
  reason: reasonOf,
}

/** The head, and a row for each lie under each condition. */
const rowsOf = (all: ReadonlyArray<Lie>): ReadonlyArray<Row> => [
  Object.keys(columns),
  ...all.map((lie) => Object.values(columns).map((of) => of(lie))),
]

export const writeLies = async (pages: string, results: string): Promise<void> => {
  const all = playLies()
  mkdirSync(results, { recursive: true })
  writeFileSync(join(pages, "lies.md"), pageOf(all))
  writeFileSync(join(pages, "lies.svg"), await drawSvg(chartOf(cellsOf(all))))
  writeFileSync(join(results, "lies.csv"), [...textOf(rowsOf(all))].join(""))
}
