/** Change sets as the arguments of the commit function. */
import type { ChangeSet } from "../../core/ChangeSet.ts"
import type { Ref } from "../../core/store/Store.ts"
import { keep } from "../store/Text.ts"
import { type Cell, sections } from "./Sections.ts"

const inOrder = Object.values(sections)

/** A change set ready to be sent. */
export interface Prepared {
  readonly set: ChangeSet
  /** The rows of each section, without the number of the set. */
  readonly rows: ReadonlyArray<ReadonlyArray<ReadonlyArray<Cell>>>
  /** Names of everything that it may write, and of everything else that it rests on. */
  readonly writes: ReadonlySet<string>
  readonly reads: ReadonlySet<string>
  /** How many locks it may take: for those names and for the lists that it adds to. */
  readonly locks: number
  readonly size: number
}

export const recordLock = (ref: Ref): string => `record/${ref.kind}/${ref.id}`
const taskLock = (id: string): string => `task/${id}`

export const prepare = (set: ChangeSet): Prepared => {
  const rows = inOrder.map(({ rowsOf }) => rowsOf(set))
  let size = 0
  for (const section of rows)
    for (const row of section) for (const cell of row) if (typeof cell === "string") size += cell.length
  const writes = new Set([
    ...set.puts.map(({ ref }) => recordLock(ref)),
    ...[...set.claims, ...set.releases].map(({ claim }) => `claim/${claim}`),
    ...[...set.settles.map(({ id }) => id), ...set.cancels, ...set.tasks.map(({ id }) => id)].map(taskLock),
    ...(set.receipt === null ? [] : [`receipt/${set.receipt.id}`]),
  ])
  const reads = new Set(set.checks.map(({ ref }) => recordLock(ref)).filter((name) => !writes.has(name)))
  const lists = sections.placed.rowsOf(set).length
  return { set, rows, writes, reads, locks: writes.size + reads.size + lists, size }
}

// What JSON escapes in a way that an array doesn't know, or a text that looks like it; quotes and backslashes both escape alike.
const foreign = /\\[^"\\]/

/** The literal of an array of texts. */
const arrayOf = (cells: ReadonlyArray<Cell>): string => {
  const json = JSON.stringify(cells)
  if (!foreign.test(json)) return `{${json.slice(1, -1)}}`
  const quoted = (text: string) => `"${keep(text).replace(/["\\]/g, "\\$&")}"`
  return `{${cells.map((cell) => (typeof cell === "string" ? quoted(cell) : JSON.stringify(cell))).join(",")}}`
}

/** The arguments of the commit function for a batch; the place in the batch numbers each set. */
export const argumentsOf = (batch: ReadonlyArray<Prepared>): ReadonlyArray<string | number | null> => [
  Math.min(...batch.map(({ set }) => set.at)),
  batch.length,
  arrayOf(batch.flatMap(({ writes }) => [...writes])),
  arrayOf([...new Set(batch.flatMap(({ reads }) => [...reads]))]),
  ...inOrder.map((_, section) => {
    const cells: Array<Cell> = []
    batch.forEach(({ rows }, s) => {
      for (const row of rows[section] ?? []) cells.push(s, ...row)
    })
    return cells.length === 0 ? null : arrayOf(cells)
  }),
]
