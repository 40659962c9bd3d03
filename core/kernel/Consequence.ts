/**
 * Consequences: what the law lets follow from a change of a record, whichever command makes the change. The court's loop adds them to the
 * decision of every command, so no command names them.
 */
import { Context, Effect } from "effect"
import type { StoreUnavailable } from "../store/Store.ts"
import type { Change } from "./Change.ts"
import type { CommandContext, Decision } from "./Command.ts"
import type { Json } from "./Json.ts"
import type { NotaryUnavailable } from "./Notary.ts"
import type { Reader } from "./Reader.ts"

type Changes = ReadonlyArray<Change>

export interface Consequence {
  /** The names of the kinds whose records have it when they change. A command that changes no such record does not ask for it. */
  readonly on: ReadonlySet<string>
  /** The changes that follow from these. What is read by id is a fact of the command: its commit fails if that has changed. */
  readonly follow: (
    changes: Changes,
    context: CommandContext,
    reader: Reader,
  ) => Effect.Effect<Changes, StoreUnavailable | NotaryUnavailable>
}

/** A consequence, from its parts. As in a command, `gather` reads the facts, and `changes` is a pure function of them. */
export const consequence = <F>({
  on,
  gather,
  changes,
}: {
  readonly on: ReadonlyArray<{ readonly name: string }>
  readonly gather: (
    of: Changes,
    context: CommandContext,
    reader: Reader,
  ) => Effect.Effect<F, StoreUnavailable | NotaryUnavailable>
  readonly changes: (facts: F, context: CommandContext) => Changes
}): Consequence => ({
  on: new Set(on.map(({ name }) => name)),
  follow: (of, context, reader) =>
    Effect.map(gather(of, context, reader), (facts) => changes(facts, context)),
})

/** All consequences of the law. `rulebook.layer` provides them, since their areas stand above the loop. */
export class Consequences extends Context.Tag("agent-court/Consequences")<
  Consequences,
  ReadonlyArray<Consequence>
>() {}

/** A decision with the consequences of its changes. A consequence has no consequences of its own. */
export const withConsequences = <R extends Json>(
  decision: Decision<R>,
  context: CommandContext,
  reader: Reader,
): Effect.Effect<Decision<R>, StoreUnavailable | NotaryUnavailable, Consequences> =>
  Effect.flatMap(Consequences, (all) => {
    const { changes } = decision
    const concerned = all.filter(({ on }) => changes.some((one) => one._tag === "Put" && on.has(one.kind)))
    if (concerned.length === 0) return Effect.succeed(decision)
    return Effect.map(
      Effect.forEach(concerned, ({ follow }) => follow(changes, context, reader)),
      (more) => ({ ...decision, changes: [...changes, ...more.flat()] }),
    )
  })
