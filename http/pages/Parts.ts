/** The types of what pages show, taken from the interface, and the parts that pages share. */
import type { Effect } from "effect"
import type { listJudges, readJudge, readOutcome } from "../../core/docket/index.ts"
import { format } from "../../core/kernel/Money.ts"
import type { Query } from "../../core/kernel/Query.ts"
import { sortable } from "../../core/kernel/Time.ts"
import type { AgentsGroup } from "../api/Agents.ts"
import type { ComplianceGroup } from "../api/Compliance.ts"
import type { HoldsGroup } from "../api/Holds.ts"
import type { JudgmentsGroup } from "../api/Judgments.ts"
import type { LawGroup } from "../api/Law.ts"
import type { MattersGroup } from "../api/Matters.ts"
import type { Reply } from "../server/Answer.ts"
import type { Handlers } from "../server/Handler.ts"
import { type Html, html } from "./Html.ts"

type View<Q> = Q extends Query<infer _I, infer V, infer _R> ? V : never
type Answered<H> = H extends (...args: never) => Effect.Effect<Reply<infer A>, infer _E, infer _R> ? A : never

export type Docket = Answered<Handlers<typeof MattersGroup>["docket"]>
export type Matter = Answered<Handlers<typeof MattersGroup>["readMatter"]>
export type Judgments = Answered<Handlers<typeof JudgmentsGroup>["listJudgments"]>
export type Judgment = Answered<Handlers<typeof JudgmentsGroup>["readJudgment"]>
export type Judges = View<typeof listJudges>
export type JudgeRecord = View<typeof readJudge>
export type Agent = Answered<Handlers<typeof AgentsGroup>["readAgent"]>
export type ComplianceRecord = Answered<Handlers<typeof ComplianceGroup>["checkCompliance"]>
export type Check = Omit<Answered<Handlers<typeof ComplianceGroup>["checkCounterparty"]>, "signature">
export type Register = Answered<Handlers<typeof ComplianceGroup>["listCompliance"]>
export type Revocations = Answered<Handlers<typeof HoldsGroup>["holdRevocations"]>
export type Outcome = View<typeof readOutcome>
export type Entry = Answered<Handlers<typeof ComplianceGroup>["readCompliance"]>
export type Instruments = Answered<Handlers<typeof LawGroup>["listInstruments"]>

/** `2026-11-20 09:00 UTC`, with the exact instant for machines. */
export const time = (at: string | null): Html | null =>
  at === null
    ? null
    : html`<time datetime="${at}" class="nowrap">${at.slice(0, 10)} ${at.slice(11, 16)} UTC</time>`

export const money = (cents: number | null, currency: string): string | null =>
  cents === null ? null : format(cents, currency)

/** A link to an agent. `bdi` keeps the writing direction of its handle apart from the text around it. */
export const agent = (handle: string): Html =>
  html`<a href="/agents/${encodeURIComponent(handle)}"><bdi>${handle}</bdi></a>`

/** Of the names on a page, those under which an agent is enrolled. */
export type Enrolled = ReadonlySet<string>

/** A party, which need not be enrolled (Rule 2.4). Only an enrolled agent has a page, and so a link. */
export const party = (handle: string, enrolled: Enrolled): Html =>
  enrolled.has(handle) ? agent(handle) : html`<bdi>${handle}</bdi> <span class="soft">(not enrolled)</span>`

export const judgment = (citation: string): Html =>
  html`<a class="nowrap" href="/judgments/${encodeURIComponent(citation)}">${citation}</a>`

/** The address at which the docket begins with the matter of this number. */
export const docketFrom = (number: number): string =>
  `/docket?cursor=${Buffer.from(sortable(number), "utf8").toString("base64url")}#matter-${number}`

export const hash = (text: string): Html => html`<span class="hash">${text}</span>`

export const quoteWords = (text: string | null | undefined): Html | null =>
  text === null || text === undefined ? null : html`<bdi>${text}</bdi>`

const kinds: Readonly<Record<string, string>> = {
  good: "good",
  trust: "good",
  avoid: "bad",
  caution: "wait",
  satisfied: "good",
  final: "good",
  "in default": "bad",
  unsatisfied: "bad",
  vacated: "bad",
  qualified: "wait",
  disputed: "wait",
  notified: "wait",
  "under appeal": "wait",
  open: "wait",
  "open to appeal": "wait",
}
const classes = (of: string, word: string): string => {
  const kind = kinds[word]
  return kind === undefined ? of : `${of} ${kind}`
}

/** A status or a label with its colour. The word alone says what it means. */
export const status = (word: string): Html => html`<span class="${classes("nowrap", word)}">${word}</span>`

interface Column<A> {
  readonly name: string
  readonly cell: (row: A) => Html | string | number | null
}

/** A list as a table; the words of `empty` if it has no rows. */
export const table = <A>(
  caption: string,
  columns: ReadonlyArray<Column<A>>,
  rows: ReadonlyArray<A>,
  empty: string,
): Html =>
  rows.length === 0
    ? html`<p class="soft">${empty}</p>`
    : html`<div class="wide" tabindex="0" role="region" aria-label="${caption}"><table>
<caption>${caption}</caption>
<thead><tr>${columns.map(({ name }) => html`<th scope="col">${name}</th>`)}</tr></thead>
<tbody>${rows.map((row) => html`<tr>${columns.map(({ name, cell }) => html`<td data-label="${name}">${cell(row)}</td>`)}</tr>\n`)}</tbody>
</table></div>`

export const more = (path: string, nextCursor: string | null): Html | null =>
  nextCursor === null
    ? null
    : html`<p class="screen"><a rel="next" href="${path}?cursor=${encodeURIComponent(nextCursor)}">Next page</a></p>`

/** Where the interface has the rest of a list of which a page shows the latest items. */
export const older = (path: string, cursor: string | null): Html | null =>
  cursor === null
    ? null
    : html`<p class="soft">The rest: <a href="${path}?cursor=${encodeURIComponent(cursor)}"><code>GET ${path}</code></a></p>`

/** Facts as a list of names and values. Empty values are left out. */
export const facts = (
  items: ReadonlyArray<readonly [name: Html | string, value: Html | string | number | null]>,
): Html =>
  html`<dl>${items
    .filter(([, value]) => value !== null && value !== "")
    .map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>\n`)}</dl>`

/** The same as a badge. `word` may say in plain words what `of` is. */
export const badge = (of: string, word = of): Html =>
  html`<span class="${classes("badge", of)}">${word}</span>`

const months = "January February March April May June July August September October November December".split(
  " ",
)
export const day = (at: string): Html =>
  html`<time datetime="${at}" class="nowrap">${Number(at.slice(8, 10))} ${months[Number(at.slice(5, 7)) - 1] ?? ""} ${at.slice(0, 4)}</time>`

export const moment = (at: string): Html => html`${day(at)}, ${at.slice(11, 16)} UTC`

/** Figures that a reader looks for first, each with a remark if it needs one. */
export const figures = (
  items: ReadonlyArray<readonly [name: string, value: Html | string | number, remark: string | null]>,
): Html =>
  html`<dl class="figures">${items.map(
    ([name, value, remark]) =>
      html`<div><dt>${name}</dt><dd>${value}${remark !== null && html`<small>${remark}</small>`}</dd></div>
`,
  )}</dl>`

/** A part that most readers need not open. The words that they need of it stand beside its title. */
export const fold = (title: string, told: Html, body: Html): Html =>
  html`<details class="fold"><summary>${title} <span role="status" class="told">${told}</span></summary>${body}</details>`
