/**
 * Moves of compliance entries a second on one core: `node scheduler/laboratory/engine/Transitions.bench.ts [entries]`. Every live entry, in
 * shuffled order, goes through three acts in three forms. The first is records, as the court reads entries from its store. The second is
 * the same process in a state machine of xstate. The third is rows of numbers, as the laboratory keeps millions of entries. All outcomes
 * must be equal. For comparison, entries and their windows are also copied without any rule, and entries alone, which is the limit of the
 * machine. Each form is measured three times in turn, each time in a new process, so that it starts without the compiled code and the
 * garbage of another. The median is printed.
 *
 * Like the laboratory (`Foresight` in `Events.ts`), the benchmark reads a batch of entries before it moves them, to load them into the
 * cache. This goes for every form. The records are also measured without it.
 */
import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { fileURLToPath } from "node:url"
import { Either } from "effect"
import { type Entry, type EntryAct, entries } from "../../../core/compliance/index.ts"
import { open, openedAs, terms } from "../../../core/compliance/testing/Given.ts"
import type { Instant } from "../../../core/kernel/Time.ts"
import { emptyRow, Rows } from "./Rows.ts"
import { blank, load, type State } from "./State.ts"
import { step } from "./Step.ts"
import { courses, shuffled } from "./testing/Courses.ts"
import { followed, type MachineState, machineFrom, outcomeOf } from "./testing/Machine.ts"
import { foundBy, statedBy } from "./testing/Replayed.ts"

const count = Number(process.argv[2] ?? 1_000_000)
// xstate moves at most the first 100,000 entries of the order, or the run would take minutes. As many are alive as in every other form.
const compared = Math.min(count, 100_000)
const batch = 32

/** A form in which entries are kept, filled with entries that have just opened. */
interface Kept {
  readonly move: (i: number, act: EntryAct, now: Instant) => void
  /** Reads a part of each entry of a batch, given by indexes. The result has no meaning; it keeps a compiler from removing the reads. */
  readonly look?: ((places: Uint32Array) => number) | undefined
  /** The state, which must be the same in every form; absent if no rule is applied. */
  readonly state?: (i: number) => State
  readonly outcome?: (i: number) => string
}

const courtStep = (entry: Entry.Entry, act: EntryAct, now: Instant): Entry.Entry => {
  const moved = entries.transition(entry, act, now, terms)
  return Either.isRight(moved) ? moved.right.after : entry
}
const copyAlone = (entry: Entry.Entry): Entry.Entry => ({ ...entry })
/** Copies the record and its window without any rule. */
const copyStep = (entry: Entry.Entry, _act: EntryAct, now: Instant): Entry.Entry => ({
  ...entry,
  window: entry.window && { ...entry.window, opensAt: now },
  performedAt: now,
})

const stateOf = (entry: Entry.Entry): State => {
  const state = blank()
  load(state, entry)
  return state
}

/** Reads first the entries, then the objects that they refer to. */
const lookThrough =
  (at: (i: number) => Omit<Entry.Entry, "status">) =>
  (places: Uint32Array): number => {
    let read = 0
    for (let k = 0; k < places.length; k++) if (at(places[k] ?? 0).window === null) read++
    for (let k = 0; k < places.length; k++) {
      const { dueAt, window, tolled, adjustments } = at(places[k] ?? 0)
      read ^= dueAt ^ tolled.length ^ adjustments.length
      if (window !== null) read ^= window.opensAt ^ window.closesAt
    }
    return read
  }

const asEntries = (length: number, step: typeof courtStep) => {
  const live = Array.from({ length }, (_, i) => openedAs(`entry-${i}`))
  const at = (i: number) => live[i] ?? open
  const move: Kept["move"] = (i, act, now) => {
    live[i] = step(at(i), act, now)
  }
  return { move, look: lookThrough(at), at }
}
const asRecords = (length: number) => {
  const { at, ...kept } = asEntries(length, courtStep)
  return {
    ...kept,
    state: (i: number) => stateOf(at(i)),
    outcome: (i: number) => outcomeOf(at(i).status, at(i)),
  }
}
const asMachines = (length: number): Kept => {
  const live = Array.from({ length }, (_, i) => machineFrom(openedAs(`entry-${i}`)))
  const at = (i: number): MachineState => live[i] ?? machineFrom(open)
  return {
    move: (i, act, now) => {
      live[i] = followed(at(i), act, now)
    },
    look: lookThrough((i) => at(i).context),
    outcome: (i) => outcomeOf(String(at(i).value), at(i).context),
  }
}
const asRows = (length: number): Kept => {
  const rows = new Rows()
  const row = emptyRow()
  load(row.state, open)
  for (let i = 0; i < length; i++) rows.save(rows.add(), row)
  const { state } = row
  return {
    move: (i, act, now) => {
      rows.load(i, row)
      step(state, act.act, act.who, statedBy(act), foundBy(act, state.status), now, terms)
      rows.save(i, row)
    },
    look: (places) => {
      let read = 0
      for (let k = 0; k < places.length; k++) read ^= rows.touch(places[k] ?? 0)
      return read
    },
    state: (i) => {
      rows.load(i, row)
      return state
    },
  }
}

const ways: Record<
  string,
  { readonly moved: number; readonly keep: (length: number) => Kept; readonly note: string }
> = {
  records: { moved: count, keep: asRecords, note: `looked at ${batch} ahead` },
  "records, singly": {
    moved: count,
    keep: (length) => ({ ...asRecords(length), look: undefined }),
    note: "each read as it comes",
  },
  rows: { moved: count, keep: asRows, note: `looked at ${batch} ahead` },
  xstate: {
    moved: compared,
    keep: asMachines,
    note: `the first ${compared} moved, looked at ${batch} ahead`,
  },
  copy: {
    moved: count,
    keep: (length) => asEntries(length, copyStep),
    note: `the record and its window copied, no rule asked, looked at ${batch} ahead`,
  },
  "copy alone": {
    moved: count,
    keep: (length) => asEntries(length, copyAlone),
    note: `the record copied, no rule asked, looked at ${batch} ahead`,
  },
}

const played = ({ move, look }: Kept, order: Uint32Array): number => {
  let read = 0
  for (let round = 0; round < 3; round++) {
    for (let place = 0; place < order.length; place++) {
      if (place % batch === 0) read ^= look?.(order.subarray(place, place + batch)) ?? 0
      const i = order[place] ?? 0
      const next = courses[i & 7]?.[round]
      if (next !== undefined) move(i, next[0], next[1])
    }
  }
  return read
}

interface Measured {
  /** Millions of moves a second, and a second of this process on all cores. */
  readonly wall: number
  readonly cpu: number
  readonly states: string | null
  readonly outcomes: string | null
}

const digest = (places: Uint32Array, of: ((i: number) => string) | undefined): string | null => {
  if (of === undefined) return null
  const hash = createHash("sha256")
  for (const i of places) hash.update(`${of(i)}\n`)
  return hash.digest("hex")
}
// A row does not keep what the last move did.
const keptOf = ({ at, opensAt, ...kept }: State): string => Object.values(kept).join(" ")

const measured = ({ keep, moved }: (typeof ways)[string]): Measured => {
  // Compiled before it is timed.
  for (let k = 0; k < 2; k++) played(keep(compared), shuffled(compared))
  const kept = keep(count)
  const order = shuffled(count).subarray(0, moved)
  globalThis.gc?.()
  const began = performance.now()
  const spent = process.cpuUsage()
  assert.ok(Number.isInteger(played(kept, order)))
  const wall = performance.now() - began
  const { user, system } = process.cpuUsage(spent)
  const { state } = kept
  return {
    wall: (moved * 3) / wall / 1000,
    cpu: (moved * 3) / (user + system),
    states: digest(order, state && ((i) => keptOf(state(i)))),
    outcomes: digest(order.subarray(0, compared), kept.outcome),
  }
}

const apart = (name: string): Measured => {
  const args = ["--expose-gc", fileURLToPath(import.meta.url), `${count}`, name]
  const { status, stdout } = spawnSync(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] })
  assert.equal(status, 0)
  return JSON.parse(`${stdout}`)
}

const mine = ways[process.argv[3] ?? ""]
if (mine !== undefined) console.log(JSON.stringify(measured(mine)))
else {
  const names = Object.keys(ways)
  const rounds = Array.from({ length: 3 }, () => names.map((name) => ({ name, ...apart(name) })))
  const runs = rounds.flat()
  for (const what of ["states", "outcomes"] as const)
    assert.equal(new Set(runs.map((run) => run[what]).filter((one) => one !== null)).size, 1, what)
  const median = (name: string, what: "wall" | "cpu") =>
    runs.flatMap((run) => (run.name === name ? [run[what]] : [])).sort((a, b) => a - b)[1] ?? 0
  console.log(`compliance moves: ${count} live entries in shuffled order, three acts each, outcomes equal`)
  for (const name of names) {
    const cpu = median(name, "cpu")
    const ratio = `${(cpu / median("xstate", "cpu")).toFixed(1)} times xstate`
    console.log(
      `  as ${name.padEnd(16)} ${median(name, "wall").toFixed(2)} M/s (${cpu.toFixed(2)} M a CPU second, the collector of garbage included): ${ratio}, ${ways[name]?.note}`,
    )
  }
}
