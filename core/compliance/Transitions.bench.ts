/**
 * Moves of compliance entries on one core: `node core/compliance/Transitions.bench.ts [entries]`. Every live entry, in
 * shuffled order, goes through three acts: as records, which is how the court reads one from its store, beside the same process as a
 * state machine of xstate, and all outcomes must be equal; and as rows, which is how the laboratory keeps millions of them: the state
 * alone, in numbers, which must be that of the records. Prints moves a second, the ratio of records, and their raw limit on this machine:
 * copying an entry and its window without any rule.
 */
import assert from "node:assert/strict"
import { Either } from "effect"
import { emptyRow, Rows } from "../simulation/Rows.ts"
import { hours, type Instant } from "../Time.ts"
import type { EntryAct } from "./Act.ts"
import { foundBy, statedBy, transition } from "./Apply.ts"
import type { Entry } from "./Entry.ts"
import { blank, load, type State } from "./State.ts"
import { step } from "./Step.ts"
import {
  attest,
  confirm,
  decide,
  dispute,
  open,
  pass,
  resume,
  supersede,
  suspend,
  terms,
} from "./testing/Given.ts"
import { followed, type MachineState, machineFrom, outcomeOf } from "./testing/Machine.ts"

const count = Number(process.argv[2] ?? 1_000_000)
const { deliveredAt, dueAt } = open
const late = dueAt + hours(100)

/** Eight courses that entries take: three acts each, with their instants. */
const courses: ReadonlyArray<ReadonlyArray<readonly [EntryAct, number]>> = [
  [
    [attest(deliveredAt + 1), deliveredAt + 2],
    [pass, dueAt + 5],
    [dispute(), late],
  ],
  [
    [confirm, dueAt - 1],
    [dispute(), dueAt],
    [decide("unsatisfied"), late],
  ],
  [
    [pass, dueAt],
    [pass, late],
    [decide("satisfied", deliveredAt + 7, true), late],
  ],
  [
    [attest(deliveredAt), deliveredAt],
    [dispute("bound"), deliveredAt + 3],
    [decide("satisfied"), late],
  ],
  [
    [pass, dueAt],
    [attest(dueAt + 1), dueAt + 2],
    [pass, late],
  ],
  [
    [suspend, dueAt - 1],
    [resume, dueAt + 9],
    [attest(dueAt + 10), dueAt + 11],
  ],
  [
    [attest(deliveredAt), dueAt - 2],
    [suspend, dueAt - 1],
    [resume, late],
  ],
  [
    [pass, dueAt],
    [confirm, dueAt + 1],
    [supersede, late],
  ],
]

/** All indices, shuffled by a fixed generator (mulberry32). */
const shuffled = (length: number): Uint32Array => {
  const order = Uint32Array.from({ length }, (_, i) => i)
  let state = 20261120
  const random = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  for (let i = length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    const held = order[i] ?? 0
    order[i] = order[j] ?? 0
    order[j] = held
  }
  return order
}

type Move = (i: number, act: EntryAct, now: Instant) => void

/** Every entry in turn, in three rounds of one act each; millions of moves a second. `ahead` is told what comes some moves later. */
const timed = (order: Uint32Array, move: Move, ahead: (i: number) => void = () => {}) => {
  const began = performance.now()
  const spent = process.cpuUsage()
  for (let round = 0; round < 3; round++) {
    for (let place = 0; place < order.length; place++) {
      const i = order[place] ?? 0
      const next = courses[i & 7]?.[round]
      ahead(order[place + 8] ?? i)
      if (next !== undefined) move(i, next[0], next[1])
    }
  }
  const wall = performance.now() - began
  const { user, system } = process.cpuUsage(spent)
  const moves = order.length * 3
  return { wall: moves / wall / 1000, cpu: moves / (user + system) }
}
/** The same for things that are replaced by what a step makes of them. */
const timedOf = <A>(live: Array<A>, order: Uint32Array, step: (one: A, act: EntryAct, now: Instant) => A) =>
  timed(order, (i, act, now) => {
    const one = live[i]
    if (one !== undefined) live[i] = step(one, act, now)
  })

/** Rows of as many entries, with the state of a fresh one. */
const rowsOf = (length: number): Rows => {
  const rows = new Rows()
  const row = emptyRow()
  load(row.state, open)
  for (let i = 0; i < length; i++) rows.save(rows.add(), row)
  return rows
}
/** What was read ahead, lest a compiler leaves the reading out. */
let touched = 0
const timedRows = (rows: Rows, order: Uint32Array) => {
  const row = emptyRow()
  const { state } = row
  const move: Move = (i, act, now) => {
    rows.load(i, row)
    step(state, act.act, act.who, statedBy(act), foundBy(act, state.status), now, terms)
    rows.save(i, row)
  }
  return timed(order, move, (i) => {
    touched ^= rows.touch(i)
  })
}

const copies = (length: number) =>
  Array.from(
    { length },
    (_, i): Entry => ({ ...open, id: `entry-${i}`, window: open.window && { ...open.window } }),
  )

const courtStep = (entry: Entry, act: EntryAct, now: number): Entry => {
  const moved = transition(entry, act, now, terms)
  return Either.isRight(moved) ? moved.right.entry : entry
}
/** The fields one by one, which is quicker than spreading the entry. */
const copyStep = (entry: Entry, _act: EntryAct, now: number): Entry => ({
  id: entry.id,
  citation: entry.citation,
  n: entry.n,
  matterId: entry.matterId,
  filedAt: entry.filedAt,
  type: entry.type,
  bound: entry.bound,
  favoured: entry.favoured,
  amountCents: entry.amountCents,
  currency: entry.currency,
  hours: entry.hours,
  deliveredAt: entry.deliveredAt,
  dueAt: entry.dueAt,
  status: entry.status,
  window: entry.window && { kind: entry.window.kind, opensAt: now, closesAt: entry.window.closesAt },
  suspendedSince: entry.suspendedSince,
  tolled: entry.tolled,
  performedAt: now,
  attestation: entry.attestation,
  dispute: entry.dispute,
  decision: entry.decision,
  corrected: entry.corrected,
  address: entry.address,
  adjustments: entry.adjustments,
  finality: entry.finality,
})
const machinesOf = (length: number) => Array.from({ length }, (): MachineState => machineFrom(open))

// Each is compiled before it is timed.
const warm = shuffled(100_000)
timedRows(rowsOf(warm.length), warm)
timedOf(copies(warm.length), warm, courtStep)
timedOf(copies(warm.length), warm, copyStep)
timedOf(machinesOf(20_000), shuffled(20_000), followed)

const order = shuffled(count)
const rows = rowsOf(count)
const byRow = timedRows(rows, order)
assert.ok(Number.isInteger(touched))
const court = copies(count)
const byCourt = timedOf(court, order, courtStep)
const byCopy = timedOf(copies(count), order, copyStep)

// xstate gets a tenth of the entries, or the run would take minutes: fewer live objects are in its favour.
const compared = Math.min(count, 100_000)
const machines = machinesOf(compared)
const byMachine = timedOf(machines, shuffled(compared), followed)
machines.forEach(({ value, context }, i) => {
  const entry = court[i]
  assert.equal(outcomeOf(String(value), context), entry && outcomeOf(entry.status, entry))
})
// What the last move did is not kept in a row.
const keptOf = ({ at, given, reversed, opensAt, ...kept }: State) => kept
const row = emptyRow()
const expected = blank()
court.forEach((entry, i) => {
  rows.load(i, row)
  load(expected, entry)
  assert.deepEqual(keptOf(row.state), keptOf(expected))
})

const figure = ({ wall, cpu }: typeof byCourt) =>
  `${wall.toFixed(2)} M/s (${cpu.toFixed(2)} M a CPU second, the collector of garbage included)`
console.log(`compliance moves: ${count} live entries in shuffled order, three acts each, outcomes equal`)
console.log(`  as records  ${figure(byCourt)}: ${(byCourt.cpu / byMachine.cpu).toFixed(1)} times xstate`)
console.log(`  as rows     ${figure(byRow)}`)
console.log(`  xstate      ${figure(byMachine)}, ${compared} entries`)
console.log(`  copy        ${figure(byCopy)}: the record and its window copied, no rule asked`)
