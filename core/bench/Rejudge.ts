/** A judgment, at first instance or on appeal, computed again from what its judge read, and where it differs from the judgment that was sealed. */
import { Option } from "effect"
import { needPresent } from "../kernel/Defect.ts"
import { differences, type Json, showValue } from "../kernel/Json.ts"
import type { Terms } from "../kernel/Schedule.ts"
import { rule } from "../kernel/Section.ts"
import type { Manner } from "./Compose.ts"
import { compose } from "./Compose.ts"
import type { Deals } from "./Determined.ts"
import { type AppealDraft, type Draft, isRuling } from "./Judge.ts"
import { type JudgedBundle, judgeDeal } from "./Judged.ts"
import {
  type KeptDeals,
  type KeptDelivery,
  type KeptPapers,
  type PartName,
  type Parts,
  papersFrom,
} from "./Parts.ts"

/** The parts of their texts. The hash of a text has been checked, so its form is the one of a court's own text. */
export const decodeParts = (texts: { readonly [P in PartName]: string }): Parts => ({
  figures: JSON.parse(texts.figures) as Terms,
  delivery: JSON.parse(texts.delivery) as KeptDelivery,
  deals: JSON.parse(texts.deals) as KeptDeals | null,
  papers: JSON.parse(texts.papers) as KeptPapers,
})

const dealsFrom = ({ asOf, quote, debts }: KeptDeals, terms: Terms): Deals => ({
  quote: quote === null ? null : judgeDeal(quote.facts, quote.sides, asOf, terms),
  debts: new Map(
    debts.flatMap(({ facts, sides, on }) => {
      const deal = judgeDeal(facts, sides, asOf, terms)
      return on.map((entry) => [entry, deal] as const)
    }),
  ),
})

/** The manner of a judgment with the outcome of the ruling that is made again, which decides what the Court says of the judgment below. */
const mannerOf = (manner: Manner, draft: Draft | AppealDraft): Manner =>
  manner.appeal === undefined || !isRuling(draft)
    ? manner
    : { ...manner, appeal: { ...manner.appeal, outcome: draft.outcome } }

/** The text that the Court would seal on these parts, by this judge; null if that judge decides nothing on them. */
export const rejudge = rule(
  ["Rule 5.2"],
  (
    { figures, delivery, deals, papers }: Parts,
    draftOf: (bundle: JudgedBundle, deals: Deals) => Draft | AppealDraft,
  ): string | null => {
    if (deals === null) return null
    const judged = dealsFrom(deals, figures)
    const draft = draftOf({ ...papersFrom(papers), deals: judged }, judged)
    const { manner, deliveredAt, counter, stakes, charged, day } = delivery
    const facts = {
      counter: Option.fromNullable(counter),
      stakes: new Map(stakes),
      charged,
      fee: day === null ? null : { day, balances: [] },
      terms: figures,
      sought: needPresent(papers.claim.orders, "the orders that a claim seeks"),
      accountOf: null,
      by: null,
    }
    return compose(draft, mannerOf(manner, draft), facts, papers.matter, deliveredAt).payload
  },
)

const lineOfTable = /^(determinations\.\d+\.lines\.\d+)\b/

/** The order in which differences are told: a line explains a balance, a balance an order, and an order the reasons. */
const telling = [lineOfTable, /^determinations\b/, /^orders\b/, /^reasons$/, /^/]
const rank = (path: string): number => telling.findIndex((pattern) => pattern.test(path))

const memberOf = (value: Json | undefined, path: ReadonlyArray<string>): Json | undefined =>
  path.reduce<Json | undefined>(
    (at, name) =>
      typeof at === "object" && at !== null ? new Map<string, Json>(Object.entries(at)).get(name) : undefined,
    value,
  )

/** The first line in which two texts differ, as two values. */
const firstLine = (ours: string, theirs: string) => {
  const [left, right] = [ours.split("\n"), theirs.split("\n")]
  const i = left.findIndex((line, k) => line !== right[k])
  const at = i === -1 ? left.length : i
  return { n: at + 1, ours: left[at], theirs: right[at] }
}

/** The first place at which a text computed again differs from the sealed one, in a line for a person; null if no byte differs. */
export const firstDifference = (computed: string, sealed: string): string | null => {
  if (computed === sealed) return null
  const [ours, theirs]: [Json, Json] = [JSON.parse(computed), JSON.parse(sealed)]
  const found = [...differences(ours, theirs)].sort((a, b) => rank(a.path) - rank(b.path))[0]
  if (found === undefined) return "the members stand in another order"
  const sayDifference = (a: Json | undefined, b: Json | undefined) =>
    `computed ${showValue(a)}, sealed ${showValue(b)}`
  const table = lineOfTable.exec(found.path)?.[1]
  if (table !== undefined) {
    const path = table.split(".")
    const name = memberOf(ours, [...path, "line"]) ?? memberOf(theirs, [...path, "line"])
    return `the line ${showValue(name)} of the table (${found.path}): ${sayDifference(found.ours, found.theirs)}`
  }
  if (found.path === "reasons" && typeof found.ours === "string" && typeof found.theirs === "string") {
    const line = firstLine(found.ours, found.theirs)
    return `line ${line.n} of the reasons: ${sayDifference(line.ours, line.theirs)}`
  }
  return `${found.path}: ${sayDifference(found.ours, found.theirs)}`
}
