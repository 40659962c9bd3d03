/** Invariants: statements that must be true after every commit. */
import type { Kind } from "../../../core/kernel/Kind.ts"
import type { Commit, Watched } from "./Watched.ts"

export interface Invariant {
  readonly name: string
  /** The faults of a commit, in words; empty if the invariant holds. */
  readonly broken: (commit: Commit, store: Watched) => ReadonlyArray<string>
}

interface Move<A> {
  readonly before: A | null
  readonly after: A
}
export const changesOf = <A>({ changed }: Commit, kind: Kind<A>): ReadonlyArray<Move<A>> =>
  changed
    .filter(({ put }) => put.ref.kind === kind.name)
    // A record's type is its JSON (core/kernel/Kind.ts).
    .map(({ put, before }) => ({ before: before as A | null, after: put.body as A }))

/** An invariant that every change of a record of this kind must satisfy. */
export const each = <A>(
  name: string,
  kind: Kind<A>,
  holds: (move: Move<A>, store: Watched, commit: Commit) => boolean,
): Invariant => ({
  name,
  broken: (commit, store) =>
    changesOf(commit, kind)
      .filter((move) => !holds(move, store, commit))
      .map(({ before, after }) => `${JSON.stringify(before)} became ${JSON.stringify(after)}`),
})

/** The instant of a commit: that of its latest event. It is 0 if the commit has no event, so that no time has passed. */
export const instantOf = ({ set }: Commit): number => Math.max(0, ...set.events.map(({ at }) => at))

export const count = <A>(all: ReadonlyArray<A>, of: (one: A) => boolean): number => all.filter(of).length
export const sum = (numbers: ReadonlyArray<number>): number => numbers.reduce((a, b) => a + b, 0)
export const isCents = (n: number): boolean => Number.isSafeInteger(n) && n >= 0

/** Whether a task is due at an instant or, if it was put off, later. If `at` is null, whether the task does not exist. */
export const waits = ({ tasks }: Watched, id: string, at: number | null): boolean => {
  const task = tasks.get(id)
  return at === null ? task === undefined : task !== undefined && task.dueAt >= at
}

/** Makes a check whether moves lead from one status to another: any number of passings, then at most one act. */
export const leads = <S extends string>(moves: ReadonlyArray<readonly [from: S, to: S, byTime: boolean]>) => {
  const reached = (from: S): ReadonlySet<S> => {
    const passed = new Set([from])
    for (const at of passed) for (const [f, to, byTime] of moves) if (byTime && f === at) passed.add(to)
    const acted = [...passed].flatMap((at) => moves.filter(([f]) => f === at).map(([, to]) => to))
    return new Set([...passed, ...acted])
  }
  const known = new Map<S, ReadonlySet<S>>()
  return (from: S, to: S): boolean => {
    const set = known.get(from) ?? reached(from)
    known.set(from, set)
    return set.has(to)
  }
}

export const stays = <A>(kind: Kind<A>): Invariant =>
  each(`a record of kind ${kind.name} is never changed`, kind, ({ before }) => before === null)
