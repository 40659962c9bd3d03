/**
 * The laboratory on one core: `node scheduler/laboratory/engine/Engine.bench.ts [millions of entries]`.
 * 1. The same compliance process, act for act, in the engine, in xstate and in SimPy: moves a second. All outcomes must be equal.
 * 2. Three million entries: events a second and bytes for each entry. 3. Ten million entries: seconds.
 * The engine's time includes what the others are given as input: who deals with whom, who breaks a dealing, and when everybody acts.
 */
import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { fileURLToPath } from "node:url"
import type { Entry, EntryAct } from "../../../core/compliance/index.ts"
import { open as example } from "../../../core/compliance/testing/Given.ts"
import { hours } from "../../../core/kernel/Time.ts"
import { strategies } from "../examples/bandit.ts"
import { horizonOf } from "./Check.ts"
import type { Happening } from "./Result.ts"
import { Course } from "./Run.ts"
import type { Scenario, ScenarioInput } from "./Scenario.ts"
import { followed, type MachineState, machineFrom } from "./testing/Machine.ts"
import { actOf } from "./testing/Replayed.ts"
import { scenarioOf } from "./testing/Scenarios.ts"

const scaled = (agents: number, days: number, extra: Partial<ScenarioInput> = {}): Scenario =>
  scenarioOf({
    name: "bench",
    horizon: { days },
    agents,
    populations: [
      {
        name: "honest",
        share: 0.8,
        stakeCents: 100_000,
        behaviours: [
          { strategy: "honours-promptly", share: 0.8 },
          { strategy: "honours-late", share: 0.2 },
        ],
      },
      {
        name: "dishonest",
        share: 0.2,
        stakeCents: 100_000,
        behaviours: [
          { strategy: "ignores", share: 0.5 },
          { strategy: "attests-falsely", share: 0.25 },
          { strategy: "pays-in-part", share: 0.25 },
        ],
      },
    ],
    dealings: { arrivals: { kind: "poisson", perAgentPerDay: 1, of: "disputes" } },
    judge: { errorRate: 0 },
    // Raises the limits of a claimant (PD1 §2), since the benchmark needs many entries of few agents.
    schedule: { claimsMax: 1_000_000, openMattersMax: 60_000 },
    ...extra,
  })

/** The CPU seconds and the elapsed seconds of a piece of work, and its result. */
const timed = <A>(work: () => A) => {
  globalThis.gc?.()
  const began = performance.now()
  const spent = process.cpuUsage()
  const value = work()
  const { user, system } = process.cpuUsage(spent)
  return { value, wall: (performance.now() - began) / 1000, cpu: (user + system) / 1e6 }
}
const finished = (scenario: Scenario, see?: (happening: Happening) => void): Course => {
  const course = new Course(scenario, { entries: see !== undefined }, see)
  while (course.advance());
  return course
}
const million = (count: number, seconds: number): string => `${(count / seconds / 1e6).toFixed(2)} M/s`

// 1. The same process in all three

const compared = scaled(4000, 40)
const register = new Set(["open", "attest", "confirm", "dispute", "decide", "pass"])
const told: Array<Happening> = []
const course = finished(compared, (happening) => {
  if (happening.refused === null && register.has(happening.act)) told.push(happening)
})
const { entries, names } = course.summary()
assert.ok(entries !== null)
const place = new Map(Array.from(entries.entry, (entry, i) => [entry, i]))
const outcomes = Array.from({ length: entries.length }, (_, i) => [
  names.statuses[entries.status[i] ?? 0],
  entries.reputation[i],
])

finished(scaled(500, 20)) // compiled before it is timed
const engine = timed(() => finished(compared))
const horizon = horizonOf(compared)

/** xstate carries out the acts in their order, so it needs no queue. */
const orders = told.flatMap((happening): ReadonlyArray<readonly [number, EntryAct | null, Happening]> => {
  const i = place.get(happening.entry)
  if (i === undefined) return []
  const act: EntryAct | null = happening.act === "pass" ? { act: "pass", who: "clock" } : actOf(happening)
  return [[i, act, happening]]
})
const openedAt = ({ at, closesAt }: Happening): Entry.Entry => ({
  ...example,
  deliveredAt: at,
  dueAt: closesAt ?? at,
  window: { kind: "performance", opensAt: at, closesAt: closesAt ?? at },
})
const byMachine = (many: typeof orders): ReadonlyArray<MachineState | undefined> => {
  const machines: Array<MachineState | undefined> = []
  for (const [i, act, happening] of many) {
    const machine = machines[i]
    machines[i] =
      act === null || machine === undefined
        ? machineFrom(openedAt(happening))
        : followed(machine, act, happening.at)
  }
  return machines
}
byMachine(orders.slice(0, 50_000))
const xstate = timed(() => byMachine(orders))
const standing = ({ context }: MachineState): number =>
  context.adjustments.reduce((sum, { delta, reversedAt }) => (reversedAt === null ? sum + delta : sum), 0)
assert.deepEqual(
  xstate.value.map((machine) => machine && [String(machine.value), standing(machine)]),
  outcomes,
)

const moves = orders.length
const own = moves / engine.cpu
console.log(
  `the same compliance process: ${entries.length} entries, ${moves} moves, one core, CPU seconds, outcomes equal`,
)
console.log(`  engine  ${million(moves, engine.cpu)}, with dealings, claims, judgments and draws`)
console.log(
  `  xstate  ${million(moves, xstate.cpu)}: engine ${((own * xstate.cpu) / moves).toFixed(1)} times (aim 5)`,
)

/** SimPy gets the instants of the acts, and simulates the windows itself. */
const lives = Array.from({ length: entries.length }, (): [number, number, Array<unknown>] => [0, 0, []])
for (const [i, , { act, at, closesAt, to, stated }] of orders) {
  const life = lives[i]
  if (life === undefined) continue
  const since = (instant: number | null) => (instant === null ? null : instant - compared.start)
  if (act === "open") [life[0], life[1]] = [at - compared.start, (closesAt ?? at) - compared.start]
  else if (act !== "pass") life[2].push([act === "decide" ? to : act, since(at), since(stated)])
}
const figures = {
  dispute: hours(72),
  notice: hours(72),
  honoured: 1,
  unsatisfied: -3,
  horizon: horizon - compared.start,
}
const input = [figures, ...lives].map((line) => JSON.stringify(line)).join("\n")
const script = fileURLToPath(new URL("./testing/process.py", import.meta.url))
const found = ["/usr/bin/python3", "python3"].map((python) =>
  spawnSync(python, [script], { input, maxBuffer: 2 ** 30, encoding: "utf8" }),
)
const simpy = found.find(({ status }) => status === 0)
if (simpy === undefined) {
  console.log("  SimPy   not measured: it is not installed (apt-get install python3-simpy3)")
} else {
  const { version, seconds, moves: made, results } = JSON.parse(simpy.stdout)
  assert.deepEqual(results, outcomes)
  assert.equal(made, moves)
  console.log(
    `  ${version} ${million(moves, seconds)}: engine ${((own * seconds) / moves).toFixed(1)} times (aim 5)`,
  )
}

// The example in TypeScript, asked four times for each dealing and told of each sum

const learning = scaled(5000, 400, {
  populations: [
    {
      name: "traders",
      share: 1,
      stakeCents: 1_000_000,
      strategy: "bandit",
      parameters: { margin: 0.3, explores: 0.1 },
      behaviours: [{ strategy: "honours-promptly" }],
      asCreditor: { sues: 0.5 },
    },
  ],
  dealings: { arrivals: { kind: "poisson", perAgentPerDay: 0.3 } },
})
const asked = (scenario: Scenario): Course => {
  const course = new Course(scenario, { entries: false, strategies })
  while (course.advance());
  return course
}
asked(learning)
const bandit = timed(() => asked(learning))
console.log(
  `examples/bandit.ts: ${bandit.value.world.tally.events} events, ${million(bandit.value.world.tally.events, bandit.cpu)} a CPU second (aim 0.5)`,
)

// 2. Three million entries in memory; 3. ten million

const measured = (label: string, scenario: Scenario, aim: string) => {
  globalThis.gc?.()
  const before = process.memoryUsage().rss
  const run = timed(() => finished(scenario))
  const { tally, bytes, rows } = run.value.world
  const resident = process.memoryUsage().rss - before
  console.log(
    `${label}: ${tally.opened} entries, ${tally.events} events in ${run.wall.toFixed(1)} s (${run.cpu.toFixed(1)} CPU s): ` +
      `${million(tally.events, run.cpu)} (the queue turns ${million(tally.turns, run.cpu)}); ${(bytes / rows.length).toFixed(0)} bytes a matter held, ` +
      `${(resident / rows.length).toFixed(0)} resident; aim ${aim}`,
  )
}
const millions = Number(process.argv[2] ?? 3)
measured("large run", scaled(100_000, millions * 10 + 4), "1 M events a CPU second, under 200 bytes")
if (millions >= 3) measured("largest run", scaled(300_000, 37), "10 M entries within 60 s")
