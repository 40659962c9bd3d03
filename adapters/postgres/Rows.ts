/** Change sets as the arguments of the commit function, and the answer of the function as the result of each set. */
import type { ChangeSet, Ref } from "../../core/store/ChangeSet.ts"
import type { CommitResult, Receipt } from "../../core/store/Store.ts"
import { keep, readJson } from "../store/Text.ts"
import { type Cell, placesOf, sections } from "./Sections.ts"

const inOrder = Object.values(sections)
/** How many cells a row of each section has, with the place of its set. */
const widths = inOrder.map(({ columns }) => columns.split(", ").length + 1)
const placed = inOrder.indexOf(sections.placed)

/** How many parameters the commit function has: five and the sections. */
export const parameterCount = 5 + inOrder.length

export interface Prepared {
  readonly set: ChangeSet
  /** The cells of each section. Each row begins with the place of the set in its batch, which is 0 until `argumentsOf` knows it. */
  readonly cells: ReadonlyArray<Array<Cell>>
  /**
   * The names of everything that it may write, and of everything else that it reads. A task that it sets counts as read: no set rests on
   * what waits under a task's name, and the acts of many callers may set the same task.
   */
  readonly writes: ReadonlySet<string>
  readonly reads: ReadonlySet<string>
  /** How many locks it may take: for those names and for the lists that it adds to. */
  readonly locks: number
  readonly size: number
}

const recordLock = (ref: Ref): string => `record/${ref.kind}/${ref.id}`
const taskLock = (id: string): string => `task/${id}`

export const prepare = (set: ChangeSet): Prepared => {
  const places = placesOf(set)
  const cells = inOrder.map(({ addRows }) => {
    const all: Array<Cell> = []
    addRows(set, (...row) => void all.push(0, ...row), places)
    return all
  })
  let size = 0
  for (const section of cells) for (const cell of section) if (typeof cell === "string") size += cell.length
  const writes = new Set([
    ...set.puts.map(({ ref }) => recordLock(ref)),
    ...[...set.claims, ...set.releases].map(({ claim }) => `claim/${claim}`),
    ...[...set.settles.map(({ id }) => id), ...set.cancels].map(taskLock),
    ...(set.receipt === null ? [] : [`receipt/${set.receipt.id}`]),
  ])
  const shared = [...set.checks.map(({ ref }) => recordLock(ref)), ...set.tasks.map(({ id }) => taskLock(id))]
  const reads = new Set(shared.filter((name) => !writes.has(name)))
  const lists = (cells[placed]?.length ?? 0) / (widths[placed] ?? 1)
  return { set, cells, writes, reads, locks: writes.size + reads.size + lists, size }
}

// An escape of JSON that array literals don't have, or a text that looks like one. Quotes and backslashes are escaped alike in both.
const foreign = /\\[^"\\]/

/** The array literal of these cells, for a parameter of type `text[]`. */
const arrayOf = (cells: ReadonlyArray<Cell>): string => {
  const json = JSON.stringify(cells)
  if (!foreign.test(json)) return `{${json.slice(1, -1)}}`
  const quote = (text: string) => `"${keep(text).replace(/["\\]/g, "\\$&")}"`
  return `{${cells.map((cell) => (typeof cell === "string" ? quote(cell) : JSON.stringify(cell))).join(",")}}`
}

/** For each set, and for the end, how many numbers the sets before it draw. */
const firstNumbersOf = (batch: ReadonlyArray<Prepared>): ReadonlyArray<number> => {
  const first = [0]
  for (const { set } of batch) first.push((first.at(-1) ?? 0) + set.numbers.length)
  return first
}

/** The cells of a section for a batch. The column `s` of each row is the place of its set in the batch. */
const cellsOf = (batch: ReadonlyArray<Prepared>, section: number): ReadonlyArray<Cell> => {
  batch.forEach(({ cells }, s) => {
    const [all = [], width = 1] = [cells[section], widths[section]]
    // A batch begins with 0, which stands there already unless the set was in another batch that could not be written.
    if (all[0] !== s) for (let i = 0; i < all.length; i += width) all[i] = s
  })
  const [first] = batch
  return batch.length === 1 && first !== undefined
    ? (first.cells[section] ?? [])
    : batch.flatMap(({ cells }) => cells[section] ?? [])
}

export const argumentsOf = (batch: ReadonlyArray<Prepared>): ReadonlyArray<string | number | null> => [
  Math.min(...batch.map(({ set }) => set.at)),
  batch.length,
  arrayOf(batch.flatMap(({ writes }) => [...writes])),
  arrayOf([...new Set(batch.flatMap(({ reads }) => [...reads]))]),
  arrayOf(firstNumbersOf(batch).map((first) => first + 1)),
  ...inOrder.map((_, section) => {
    const cells = cellsOf(batch, section)
    return cells.length === 0 ? null : arrayOf(cells)
  }),
]

/** The answer of the commit function. Each row has the place of its set in the batch, as `s` or as its first cell. */
interface Answer {
  readonly answered: ReadonlyArray<Receipt & { readonly s: number; readonly same: boolean }> | null
  readonly stale: ReadonlyArray<readonly [s: number, kind: string, id: string]> | null
  readonly taken: ReadonlyArray<readonly [s: number, name: string]> | null
  readonly lost: ReadonlyArray<readonly [s: number, id: string]> | null
  /** The numbers drawn for the sets of the batch, one set after the other; null for each number of a set that did not pass. */
  readonly drawn: ReadonlyArray<number | null> | null
}

const distinct = <A>(items: ReadonlyArray<A>, nameOf: (item: A) => string): ReadonlyArray<A> => [
  ...new Map(items.map((item) => [nameOf(item), item])).values(),
]

const resultOf = ({ set }: Prepared, s: number, first: number, answer: Answer): CommitResult => {
  const earlier = answer.answered?.find((row) => row.s === s)
  if (earlier !== undefined) {
    const { fingerprint, reply, numbers, expiresAt } = earlier
    return earlier.same
      ? { _tag: "Replayed", receipt: { fingerprint, reply, numbers, expiresAt } }
      : { _tag: "Mismatch" }
  }
  const stale = new Set(
    answer.stale?.filter((row) => row[0] === s).map(([, kind, id]) => recordLock({ kind, id })),
  )
  const taken = new Set(answer.taken?.filter((row) => row[0] === s).map(([, name]) => name))
  const lost = new Set(answer.lost?.filter((row) => row[0] === s).map(([, id]) => id))
  if (stale.size + taken.size + lost.size > 0) {
    const refs = [...set.checks, ...set.puts].map(({ ref: { kind, id } }) => ({ kind, id }))
    return {
      _tag: "Conflict",
      stale: distinct(
        refs.filter((ref) => stale.has(recordLock(ref))),
        recordLock,
      ),
      taken: [...taken],
      lost: [...lost],
    }
  }
  const drawn = answer.drawn?.slice(first, first + set.numbers.length) ?? []
  return { _tag: "Committed", numbers: drawn.filter((number) => number !== null) }
}

export const resultsOf = (batch: ReadonlyArray<Prepared>, text: string): ReadonlyArray<CommitResult> => {
  const answer = readJson(text) as Answer // the commit function of this module's version builds it
  const first = firstNumbersOf(batch)
  return batch.map((prepared, s) => resultOf(prepared, s, first[s] ?? 0, answer))
}
