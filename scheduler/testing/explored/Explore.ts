/** The exploration: every state that acts and the passing of time reach from a scene, breadth first, so that the first way found is the shortest. */
import { Payout } from "../../../core/holds/index.ts"
import { needPresent } from "../../../core/kernel/Defect.ts"
import { Matter } from "../../../core/matters/index.ts"
import type { Task } from "../../../core/store/ChangeSet.ts"
import { registrar } from "../seeded/Asked.ts"
import { ofCourt, situationOf } from "./Acts.ts"
import { nameOf } from "./Canonical.ts"
import type { Court, Led, Tried } from "./Court.ts"
import type { Ended } from "./Ends.ts"
import type { Snapshot } from "./ForkedStore.ts"
import { ofHolds } from "./HoldActs.ts"
import { callable } from "./Next.ts"
import { viewOf } from "./View.ts"

/** One way from a state: an act, or the passing of time. `tried` is null if time passes. */
export interface Step {
  readonly words: string
  readonly tried: Tried | null
  readonly led: Led
}

const firstTask = ({ tasks }: Snapshot): Task | undefined =>
  [...tasks.values()].sort((a, b) => a.dueAt - b.dueAt || (a.id < b.id ? -1 : 1))[0]

/**
 * The instants before which nothing falls due and something can be done for the first time: an instruction takes effect, or a matter may
 * be called.
 */
const firstEffect = (court: Court, state: Snapshot): number =>
  Math.min(
    ...viewOf(state)
      .all(Matter.Matters)
      .filter(({ account }) => account === true)
      .flatMap((matter) => court.ask(state, callable, { matter }, registrar)?.opensAt ?? []),
    ...viewOf(state)
      .all(Payout.Payouts)
      .filter(({ spentAt, revoked }) => spentAt === null && revoked === null)
      // It takes effect after its instant, not at it.
      .map(({ effectiveAt }) => effectiveAt + 1)
      .filter((at) => at > state.at),
  )

const howLong = (ms: number): string =>
  ms < 3_600_000
    ? `${Math.ceil(ms / 60_000)} minutes`
    : ms < 172_800_000
      ? `${Math.round(ms / 3_600_000)} hours`
      : `${Math.round(ms / 86_400_000)} days`

/** Time passes until the next task is due, which is run with all that are due by then; null if nothing is to come. */
export const passTime = (court: Court, state: Snapshot): Step | null => {
  const first = firstTask(state)
  const effect = firstEffect(court, state)
  const until = Math.max(state.at, Math.min(first?.dueAt ?? Number.POSITIVE_INFINITY, effect))
  if (!Number.isFinite(until)) return null
  let at = { ...state, at: until }
  const commits: Array<(Led & { _tag: "Done" })["commits"][number]> = []
  const words = until === state.at ? "the scheduler does what is due" : `${howLong(until - state.at)} pass`
  for (let task = firstTask(at); task !== undefined && task.dueAt <= until; task = firstTask(at)) {
    const led = court.run(at, task)
    if (led._tag !== "Done")
      return { words: `${words}, and a task of kind ${task.kind} is due`, tried: null, led }
    commits.push(...led.commits)
    at = led.state
  }
  return { words, tried: null, led: { _tag: "Done", state: at, commits } }
}

export const actsOf = (court: Court, state: Snapshot): ReadonlyArray<Tried> => {
  const situation = situationOf(court, state)
  return [...ofCourt(situation), ...ofHolds(situation)]
}

export interface Found {
  /** The statements that do not hold, each with what shows it. */
  readonly broken: ReadonlyArray<string>
  readonly story: ReadonlyArray<string>
}

export interface Report {
  readonly states: number
  readonly edges: number
  readonly refusals: number
  /** The number of acts and of passings of time within which every state was found. */
  readonly depth: number
  readonly frontier: number
  /** Whether a bound of time or memory ended it: then every state within `depth` was followed, and some beyond. */
  readonly stopped: boolean
  /** The longest way to an end: the steps to a state, and the passings of time after it. */
  readonly longest: number
  readonly found: Found | null
  readonly codes: ReadonlyMap<string, number>
}

/** The theorems that must hold of every state and of every step. Each gives what is broken, in words. */
export interface Theorems {
  readonly ofState: (state: Snapshot) => ReadonlyArray<string>
  /** The theorem of a state together with all steps that were tried there: what the state says may be done can be done. */
  readonly ofSteps: (state: Snapshot, steps: ReadonlyArray<Step>) => ReadonlyArray<string>
  readonly ofStep: (before: Snapshot, step: Step) => ReadonlyArray<string>
  readonly ofEnd: (state: Snapshot) => Ended
}

interface Node {
  readonly parent: number
  readonly words: string
}

const tell = (nodes: ReadonlyArray<Node>, last: number): ReadonlyArray<string> => {
  const { parent, words } = needPresent(nodes[last], "a state on the way")
  return parent < 0 ? [] : [...tell(nodes, parent), words]
}

/** `goesOn` is asked before each state is followed: the exploration ends early, with what it found, if it says no. */
export const explore = (
  court: Court,
  from: Snapshot,
  depth: number,
  theorems: Theorems,
  goesOn: () => boolean = () => true,
): Report => {
  const nodes: Array<Node> = [{ parent: -1, words: "" }]
  const known = new Set([nameOf(from)])
  const codes = new Map<string, number>()
  let layer: Array<readonly [n: number, state: Snapshot]> = [[0, from]]
  let [edges, refusals, deep, longest] = [0, 0, 0, 0]
  let stopped = false
  const report = (found: Found | null): Report => ({
    states: nodes.length,
    edges,
    refusals,
    depth: deep,
    frontier: layer.length,
    stopped,
    longest,
    found,
    codes,
  })

  const endsFrom = (n: number, state: Snapshot): Found | null => {
    const { passings, left } = theorems.ofEnd(state)
    longest = Math.max(longest, deep + passings)
    return left.length === 0
      ? null
      : {
          broken: [`every matter ends: ${left.join(", ")}`],
          story: [...tell(nodes, n), "nobody does anything more"],
        }
  }

  for (; deep < depth && layer.length > 0; deep++) {
    const next: typeof layer = []
    for (const [n, state] of layer) {
      if (!goesOn()) {
        stopped = true
        break
      }
      const passing = passTime(court, state)
      const steps: ReadonlyArray<Step> = [
        ...actsOf(court, state).map((tried) => ({ words: tried.words, tried, led: court.act(state, tried) })),
        ...(passing === null ? [] : [passing]),
      ]
      const broken = theorems.ofState(state)
      if (broken.length > 0) return report({ broken, story: tell(nodes, n) })
      for (const step of steps) {
        if (step.led._tag === "Refused") {
          refusals++
          codes.set(step.led.code, (codes.get(step.led.code) ?? 0) + 1)
          continue
        }
        const wrong =
          step.led._tag === "Broken" ? [`a defect: ${step.led.what}`] : theorems.ofStep(state, step)
        if (wrong.length > 0) return report({ broken: wrong, story: [...tell(nodes, n), step.words] })
        if (step.led._tag !== "Done") continue
        edges++
        const name = nameOf(step.led.state)
        if (known.has(name)) continue
        known.add(name)
        next.push([nodes.length, step.led.state])
        nodes.push({ parent: n, words: step.words })
      }
      // This comes after the theorems of single steps: a theorem that a step breaks says more than that `next` did not foresee the step.
      const said = theorems.ofSteps(state, steps)
      if (said.length > 0) return report({ broken: said, story: tell(nodes, n) })
      // Time can't pass any more: the way has ended here, and no later state shows it.
      const unended = passing === null ? endsFrom(n, state) : null
      if (unended !== null) return report(unended)
    }
    if (stopped) break
    layer = next
  }
  for (const [n, state] of layer) {
    const broken = theorems.ofState(state)
    if (broken.length > 0) return report({ broken, story: tell(nodes, n) })
    const unended = endsFrom(n, state)
    if (unended !== null) return report(unended)
  }
  return report(null)
}
