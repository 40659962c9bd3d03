/** Annexes of instruments: the tables of moves by which the rules act, in Markdown. */
import { acts as appeals } from "../appeals/index.ts"
import { acts as transitions } from "../compliance/index.ts"
import { type Arrow, diagramOf, rowsOf, tableOf } from "../kernel/Moves.ts"
import { moves } from "../matters/index.ts"

/** The moves of a matter (Rules, part 4). */
export const matterMoves = (): string => {
  const rows = moves.map(({ from, act, who, to, opens, sections }) => [
    from.join(", "),
    act,
    who.join(", "),
    to === "same" ? "unchanged" : to,
    opens ?? "–",
    sections.join(", "),
  ])
  const arrows = moves.flatMap(({ from, act, to }) =>
    to === "same" ? [] : from.map((status): Arrow => [status, to, act]),
  )
  return `${tableOf(["From", "Act", "Who", "To", "Opens the period for", "Provision"], rows)}\n\n${diagramOf(arrows)}`
}

/** The moves of an appeal (Rules, part 6). */
export const appealMoves = (): string => {
  const rows = rowsOf(appeals).map(({ from, act, who, to, below, sections }) => [
    from.join(", "),
    act,
    who.join(", "),
    to,
    below,
    sections.join(", "),
  ])
  const arrows = rowsOf(appeals).flatMap(({ from, act, to }) =>
    from.map((status): Arrow => [status, to, act]),
  )
  return `${tableOf(["From", "Act", "Who", "To", "The judgment below", "Provision"], rows)}\n\n${diagramOf(arrows)}`
}

const credits = {
  timely: "credit if in time",
  missed: "adverse adjustment",
  found: "as the status found carries",
  reversed: "all reversed",
  none: "–",
} as const

/** The moves of an entry of the Register of Compliance (PD11). */
export const entryMoves = (): string => {
  const flat = Object.entries(transitions).flatMap(([name, act]) =>
    act.moves.map((move) => ({ name, who: act.who, ...move })),
  )
  const rows = flat.map(({ from, name, who, to, window, credit, sections }) => [
    from.join(", "),
    name,
    who.join(", "),
    to === "same" ? "unchanged" : to === "found" ? "satisfied, unsatisfied or pending" : to,
    window,
    credits[credit],
    sections.join(", "),
  ])
  const arrows = flat.flatMap(({ from, name, to }) => {
    const targets = to === "same" ? [] : to === "found" ? ["satisfied", "unsatisfied", "pending"] : [to]
    return from.flatMap((status) => targets.map((target): Arrow => [status, target, name]))
  })
  return `${tableOf(["From", "Act", "Who", "To", "Window", "Reputation", "Provision"], rows)}\n\n${diagramOf(arrows)}`
}
