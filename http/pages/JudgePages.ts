/** The pages on judges: how the work of each judge fared, with its versions side by side. */
import { type Html, html } from "./Html.ts"
import { day, figures, type JudgeRecord, type Judges, quoteWords, table } from "./Parts.ts"

type Work = JudgeRecord["total"]

const titles: Readonly<Record<string, string>> = {
  papers: "the papers",
  model: "a model",
  panel: "a panel of models",
  bench: "the bench",
  other: "another judge",
}

const titleOf = (judge: string): string => titles[judge] ?? judge

export const judgeLink = (judge: string): Html =>
  html`<a href="/judges/${encodeURIComponent(judge)}">${titleOf(judge)}</a>`

const units = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
] as const

/** A span as a reader says it: the largest unit of which it is a whole number, and the rest in the next one. */
const span = (seconds: number): string => {
  const [unit, length] = units.find(([, one]) => seconds % one === 0) ?? ["second", 1]
  const count = seconds / length
  return `${count} ${unit}${count === 1 ? "" : "s"}`
}

/** The time within which a share of the judgments were delivered. */
const within = ({ judged }: Work, seconds: number | null): string => {
  if (judged === 0) return ""
  return seconds === null ? "over 60 days" : span(seconds)
}

const failures = ({ failed }: Work): number => failed.reduce((sum, { times }) => sum + times, 0)

const appealsOf = ({ appeals: { lodged, allowed, dismissed } }: Work): string =>
  lodged === 0 ? "0" : `${lodged}: ${allowed} allowed, ${dismissed} dismissed`

const columns = <A>(workOf: (row: A) => Work) =>
  [
    { name: "Judgments", cell: (row: A) => workOf(row).judged },
    { name: "Drafts", cell: (row: A) => workOf(row).drafted },
    { name: "Repaired", cell: (row: A) => workOf(row).repaired },
    { name: "Failed", cell: (row: A) => failures(workOf(row)) },
    { name: "Replaced", cell: (row: A) => workOf(row).replaced },
    { name: "Left to others", cell: (row: A) => workOf(row).left },
    { name: "Half within", cell: (row: A) => within(workOf(row), workOf(row).time.medianSeconds) },
    { name: "Nine in ten within", cell: (row: A) => within(workOf(row), workOf(row).time.p90Seconds) },
    { name: "Appeals", cell: (row: A) => appealsOf(workOf(row)) },
    { name: "Vacated", cell: (row: A) => workOf(row).vacated },
  ] as const

const counted = html`<p class="soft">Counted from <a href="/api/v1/journal">the public journal</a>, from which anybody can count it again. A judgment counts for the judge whose draft the bench confirmed without a change, and else for the bench. Judgments by consent, and those from before the Court recorded its judges, count for nobody. A time runs from the last reservation of the matter to the judgment, and is rounded up to a span.</p>`

export const judgesPage = ({ judges }: Judges): Html => html`
<h1>Judges</h1>
<p class="lede">How the work of each judge of this Court fared: its drafts, their failures, its judgments, and what became of them on appeal.</p>
${table(
  "The judges of this Court",
  [
    { name: "Judge", cell: ({ judge }) => judgeLink(judge) },
    { name: "Versions", cell: ({ versionsTotal }) => versionsTotal },
    ...columns<JudgeRecord>(({ total }) => total),
  ],
  judges,
  "No judge has worked in this Court yet.",
)}
${counted}`

const attempts = ({ drafted, failed }: Work): string => {
  const sum = drafted + failed.reduce((all, { times }) => all + times, 0)
  return sum === 0 ? "it was asked for no draft" : `of ${sum} attempts`
}

type Failure = Work["failed"][number] & { readonly version: string }
const failuresOf = ({ versions }: JudgeRecord): ReadonlyArray<Failure> =>
  versions.flatMap(({ version, failed }) => failed.map((one) => ({ ...one, version })))

export const judgePage = (record: JudgeRecord): Html => html`
<header class="head">
<p class="eyebrow"><a href="/judges">Judges</a></p>
<h1>The judge: ${titleOf(record.judge)}</h1>
</header>
${figures([
  ["Judgments", record.total.judged, null],
  ["Half within", within(record.total, record.total.time.medianSeconds) || "–", null],
  ["Failed drafts", failures(record.total), attempts(record.total)],
  ["Left to others", record.total.left, null],
  ["Appeals allowed", record.total.appeals.allowed, `of ${record.total.appeals.lodged} lodged`],
])}
${table(
  "Its versions side by side, the latest first",
  [
    { name: "Version", cell: ({ version }) => quoteWords(version) },
    { name: "Since", cell: ({ since }) => day(since) },
    ...columns<JudgeRecord["versions"][number]>((version) => version),
  ],
  record.versions,
  "No version is known.",
)}
${record.versionsTotal > record.versions.length && html`<p class="soft">The figures above count ${record.versionsTotal} versions, of which the latest ${record.versions.length} are shown.</p>`}
<h2>Failed drafts</h2>
${table(
  "Attempts at a draft that failed, by version and reason",
  [
    { name: "Version", cell: ({ version }) => quoteWords(version) },
    { name: "Why", cell: ({ means }) => means },
    { name: "Times", cell: ({ times }) => times },
  ],
  failuresOf(record),
  "No draft has failed.",
)}
${counted}`
