/** Runs of a seed: random operations with an audit after each, then the end, when everything due has been done; and the shortest failing run. */
import { minutes } from "../../../core/kernel/Time.ts"
import * as Audit from "./Audit.ts"
import type { Sent } from "./Client.ts"
import * as Log from "./Log.ts"
import { anyOperation, settle } from "./Operations.ts"
import { keptTasks } from "./Waiting.ts"
import type { Broken } from "./World.ts"
import * as World from "./World.ts"

/** The first operation after which something was broken. The end counts as one more operation. */
export interface Problem {
  readonly operation: number
  readonly name: string
  readonly broken: ReadonlyArray<string>
}

export interface Report {
  readonly seed: number
  readonly operations: number
  readonly problem: Problem | null
  /** A hash of the court's records and journal, the same for the same seed; empty if something was broken. */
  readonly hash: string
  /** How often each operation happened, and how often each command ended in each way. */
  readonly counts: ReadonlyMap<string, number>
}

const roundsMax = 3_000

/** Advances the time and runs the schedulers until no task is left, but for looks that would go on without end. */
const finish = (world: World.World): void => {
  for (let round = 0; round < roundsMax; round++) {
    const kept = keptTasks(world)
    if ([...world.store.tasks.keys()].every((id) => kept.has(id))) return
    const next = Math.min(...[...world.store.tasks.values()].map(({ dueAt }) => dueAt))
    // Far enough for a process whose clock is behind, and for the lease of a process that has ended to run out.
    world.advance(Math.max(0, next - world.now()) + minutes(7))
    world.play(settle(world))
  }
}

export const run = (seed: number, operations: number, broken: World.Broken = {}): Report => {
  const world = World.make(seed, broken)
  const audit = Audit.make(world)
  const log = Log.make(world, seed, broken)
  const counts = new Map<string, number>()
  const count = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1)
  const past: Array<Sent> = []
  const found = (operation: number, name: string, wrong: ReadonlyArray<string>): Report => ({
    seed,
    operations,
    problem: { operation, name, broken: wrong },
    hash: "",
    counts,
  })
  for (let operation = 1; operation <= operations; operation++) {
    const { name, sent } = world.play(anyOperation(world, past))
    count(name)
    for (const one of sent) {
      count(`${one.asked.name} ${one.answer._tag}`)
      if (one.keyed && one.answer._tag === "done") past.push(one)
    }
    log.after()
    const wrong = audit.after(sent)
    if (wrong.length > 0) return found(operation, name, wrong)
  }
  finish(world)
  const ofLog = log.atEnd()
  const wrong = [...audit.after([]), ...audit.atEnd(), ...ofLog]
  return wrong.length > 0
    ? found(operations + 1, "the end", wrong)
    : { seed, operations, problem: null, hash: audit.hash(), counts }
}

/** The report of the shortest failing run of a seed, found by bisection; null if the seed does not fail. */
export const shortest = (seed: number, operations: number, broken: Broken = {}): Report | null => {
  const whole = run(seed, operations, broken)
  if (whole.problem === null) return null
  let [passes, fails] = [0, Math.min(operations, whole.problem.operation)]
  let found = run(seed, fails, broken)
  while (fails - passes > 1) {
    const half = Math.floor((passes + fails) / 2)
    const report = run(seed, half, broken)
    if (report.problem === null) passes = half
    else {
      found = report
      fails = half
    }
  }
  return found
}
