/** A court that is broken in one place, and the ways to break it. */
import { Effect, Either, Option } from "effect"
import { completionOf } from "../../../core/Deadlines.ts"
import type { Change } from "../../../core/kernel/Change.ts"
import type { Command } from "../../../core/kernel/Command.ts"
import * as Host from "../../../core/kernel/Host.ts"
import type { Json } from "../../../core/kernel/Json.ts"
import type { Kind } from "../../../core/kernel/Kind.ts"
import type { ChangeSet } from "../../../core/store/ChangeSet.ts"
import type { Driver } from "../../../core/store/Store.ts"
import type { Broken, Needs } from "./World.ts"

export interface Mutant extends Broken {
  readonly breaks: string
  /** The beginnings of the names of the invariants that may find it. Which one finds it first depends on the seed. */
  readonly foundAs: ReadonlyArray<string>
}

export const committing = (
  breaks: string,
  foundAs: ReadonlyArray<string>,
  commit: (set: ChangeSet, store: Driver, n: number) => ReturnType<Driver["commit"]>,
): Mutant => ({
  breaks,
  foundAs,
  store: (store) => {
    let n = 0
    return { ...store, commit: (set) => Effect.suspend(() => commit(set, store, ++n)) }
  },
})

export const altered = <I, F, R extends Json, N>(
  command: Command<I, F, R, N>,
  alter: (changes: ReadonlyArray<Change>) => ReadonlyArray<Change>,
): Command<I, F, R, N> => ({
  ...command,
  decide: (facts, input, context) =>
    Either.map(command.decide(facts, input, context), (decision) => ({
      ...decision,
      changes: alter(decision.changes),
    })),
})

export const altering = (
  breaks: string,
  foundAs: ReadonlyArray<string>,
  names: string | ReadonlyArray<string>,
  alter: (changes: ReadonlyArray<Change>) => ReadonlyArray<Change>,
): Mutant => ({
  breaks,
  foundAs,
  rule: (command) => ([names].flat().includes(command.name) ? altered(command, alter) : command),
})

/** Alters the records of a kind that a decision puts. */
export const putting =
  <A>(kind: string, otherwise: (record: A) => A) =>
  (changes: ReadonlyArray<Change>): ReadonlyArray<Change> =>
    changes.map((change) =>
      change._tag === "Put" && change.kind === kind
        ? // A record's type is its JSON (core/kernel/Kind.ts).
          { ...change, body: otherwise(change.body as A) as Json }
        : change,
    )

/** A mutant whose tasks of a kind run another command. The command's input is the body of the task. */
export const working = <I, F, R extends Json, N extends Needs>(
  breaks: string,
  foundAs: ReadonlyArray<string>,
  kind: string,
  command: Command<I, F, R, N>,
): Mutant => ({
  breaks,
  foundAs,
  works: (works) => ({
    ...works,
    [kind]: ({ task, at }) =>
      Effect.asVoid(Host.perform(command, task.body as I, completionOf({ task, at }))),
  }),
})

/** A court whose commands overlook the records of a kind: they read them, and go on as if these records did not exist. */
export const overlooking = <A>(
  breaks: string,
  foundAs: ReadonlyArray<string>,
  names: ReadonlyArray<string>,
  kind: Kind<A>,
): Mutant => ({
  breaks,
  foundAs,
  rule: (command) =>
    !names.includes(command.name)
      ? command
      : {
          ...command,
          gather: (input, context, reader) =>
            command.gather(input, context, {
              ...reader,
              find: (of, id) =>
                Effect.map(reader.find(of, id), (found) => (of.name === kind.name ? Option.none() : found)),
              findAll: (of, ids) =>
                Effect.map(reader.findAll(of, ids), (found) =>
                  of.name === kind.name ? found.map(() => Option.none()) : found,
                ),
            }),
        },
})
