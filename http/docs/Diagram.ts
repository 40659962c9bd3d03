/** State and sequence diagrams in Mermaid, from a table of moves. */
import { explore } from "../../core/testing/Ends.ts"
import { machines as waits } from "../../core/testing/Waits.ts"
import type { Machine, Row, Story } from "./Machines.ts"

/** A move from more statuses than this is drawn as one arrow from a joint node. */
const drawnApart = 4

const nodeOf = (status: string): string => (status === "none" ? "[*]" : status)
const by = ({ act, who }: Row): string => `${act} (${who.join(" or ")})`

interface Arrow {
  readonly from: string
  readonly to: string
  readonly label: string
}

const arrowsOf = (row: Row, together: (statuses: ReadonlyArray<string>) => string): ReadonlyArray<Arrow> => {
  const sources = row.from.length > drawnApart ? [together(row.from)] : row.from.map(nodeOf)
  return sources.flatMap((from) => row.to.map((to) => ({ from, to, label: by(row) })))
}

const mergeArrows = (arrows: ReadonlyArray<Arrow>): ReadonlyArray<string> => {
  const labels = new Map<string, Array<string>>()
  for (const { from, to, label } of arrows) {
    const pair = `${from} --> ${to}`
    labels.set(pair, [...(labels.get(pair) ?? []), label])
  }
  return [...labels].map(([pair, all]) => `  ${pair} : ${all.join(", ")}`)
}

export const stateDiagram = ({ rows }: Machine): string => {
  const groups = new Map<string, string>()
  const together = (statuses: ReadonlyArray<string>): string => {
    const words = statuses.join(", ")
    const known = groups.get(words) ?? `any${groups.size + 1}`
    groups.set(words, known)
    return known
  }
  const arrows = rows.flatMap((row) => arrowsOf(row, together))
  const left = new Set(rows.flatMap(({ from, to }) => (to.length > 0 ? from : [])))
  const ends = [...new Set(rows.flatMap(({ to }) => to))].filter((status) => !left.has(status))
  return [
    "stateDiagram-v2",
    ...[...groups].map(([words, id]) => `  state "any of: ${words}" as ${id}`),
    ...mergeArrows(arrows),
    ...ends.map((status) => `  ${status} --> [*]`),
  ].join("\n")
}

interface Walked {
  readonly row: Row
  readonly who: string
  readonly status: string
}

/** The steps of a story with who acts and the status after each. Throws if the table does not allow a step. */
export const walk = ({ name, rows }: Machine, { title, steps }: Story): ReadonlyArray<Walked> => {
  const wrong = (words: string) => new Error(`${name}, ${title}: ${words}`)
  let status = "none"
  return steps.map((step) => {
    const [act, to, by] = typeof step === "string" ? [step] : step
    const row = rows.find((it) => it.act === act && it.from.includes(status))
    if (row === undefined) throw wrong(`no ${act} from ${status}`)
    const who = by ?? row.who[0] ?? ""
    if (!row.who.includes(who)) throw wrong(`${act} is not for ${who}`)
    if (to === undefined && row.to.length > 1) throw wrong(`${act} ends as one of ${row.to.join(", ")}`)
    const after = to ?? row.to[0] ?? status
    if (row.to.length > 0 && !row.to.includes(after)) throw wrong(`${act} never ends as ${after}`)
    status = after
    return { row, who, status }
  })
}

/** The actors that stand for the passing of time. With `court`, they are not drawn as participants. */
const passing = new Set(["time", "clock"])
const isOutside = (who: string): boolean => !passing.has(who) && who !== "court"

const sides = ["bound", "favoured"]
const partiesTold = ({ row, who }: Walked): ReadonlyArray<string> =>
  row.serves
    .map((party) => (party === "other" ? (sides.find((side) => side !== who) ?? "") : party))
    .filter((party) => party !== who)

const participant = (who: string): string => who.replace(/ /g, "_")

const sequenceLines = (walked: Walked): ReadonlyArray<string> => {
  const { row, who, status } = walked
  const rules = `(${row.sections.join(", ")})`
  const line = isOutside(who)
    ? `${participant(who)}->>Court: ${row.act} ${rules}`
    : `Note over Court: ${passing.has(who) ? "the time passes" : row.act} ${rules}`
  const told = partiesTold(walked).map((party) => `Court-->>${participant(party)}: notice`)
  return [line, ...told, `Note right of Court: ${status}`].map((text) => `  ${text}`)
}

const sequenceDiagram = (machine: Machine, story: Story): string => {
  const walked = walk(machine, story)
  const outside = new Set(walked.flatMap((step) => [step.who, ...partiesTold(step)]).filter(isOutside))
  return [
    "sequenceDiagram",
    ...[...outside].map((who) => `  participant ${participant(who)} as ${who}`),
    "  participant Court",
    ...walked.flatMap(sequenceLines),
  ].join("\n")
}

const fence = (text: string): string => `\`\`\`mermaid\n${text}\n\`\`\``

const tableRow = (row: Row): string => {
  const to = row.to.length === 0 ? "unchanged" : row.to.join(" or ")
  return `| ${row.act} | ${row.who.join(", ")} | ${row.from.map((status) => (status === "none" ? "not there yet" : status)).join(", ")} | ${to} | ${row.sections.join(", ")} |`
}

/** How long a record waits at most without an act of an office, with the longest terms that parties may state. */
const longestWait = ({ name }: Machine): string => {
  const found = waits.find(([one]) => one === name)
  if (found === undefined) throw new Error(`${name}: nobody explored how it ends`)
  const [, exits, ends] = found
  const { longest, byParty } = explore(exits, new Set(ends))
  const byTime = `Time alone ends it after at most ${longest.hours} hours, with the longest terms that parties may state: ${longest.through.map((status) => `\`${status}\``).join(" → ")}.`
  const statuses = byParty.map((status) => `\`${status}\``).join(", ")
  return byParty.length === 0
    ? `No status waits for an office. ${byTime}`
    : `No status waits for an office. ${byTime} From ${statuses} the parties may end it, by consent or by another act, and time alone does not.`
}

export const page = (machine: Machine): string =>
  `${[
    `# ${machine.title}`,
    machine.words,
    `Drawn from \`${machine.table}\` of the sources, which is what the court runs, by \`npm run diagrams\`.`,
    fence(stateDiagram(machine)),
    "## Every move",
    ["| act | who | from | to | provisions |", "|---|---|---|---|---|", ...machine.rows.map(tableRow)].join(
      "\n",
    ),
    "## The longest wait",
    longestWait(machine),
    "## How it goes",
    ...machine.stories.flatMap((story) => [`### ${story.title}`, fence(sequenceDiagram(machine, story))]),
  ].join("\n\n")}\n`
