/** What the court knows of each network, as its own readers of chains report it. */

import { Effect, Either, Option, Schema } from "effect"
import type { Actor } from "../Actor.ts"
import * as Changed from "../Change.ts"
import { command } from "../Command.ts"
import * as Kind from "../Kind.ts"
import { firstOf, type Refusal, when } from "../Refusal.ts"
import { Instant, minutes } from "../Time.ts"

/** What a chain shows is reported by the court's own readers, and by nobody else. */
export const networkReader = (actor: Actor): Either.Either<void, Refusal> =>
  firstOf([when(actor.role !== "chain", "registrar_only", {})])

/** A block by its height and hash. */
export const Mark = Schema.Struct({ height: Schema.NonNegativeInt, hash: Schema.NonEmptyString })
export type Mark = typeof Mark.Type

/** What the court knows of one network: how far it has been read, so that a reader that is killed goes on where it was. */
export const Reading = Schema.Struct({
  /** CAIP-2. */
  network: Schema.String,
  /** The newest block that a reader saw; null before the first answer. */
  tip: Schema.NullOr(Mark),
  /** Blocks up to which transfers were read, newest last; after a reorganisation reading goes on from the newest that still stands. */
  marks: Schema.Array(Mark),
  /** When a reader was last answered, by the court's clock; null before the first answer. */
  answeredAt: Schema.NullOr(Instant),
  /** Why the network can't be read, in words for people; null while it can. */
  problem: Schema.NullOr(Schema.String),
})
export type Reading = typeof Reading.Type
export const Readings = Kind.make<Reading>({
  name: "chain-reading",
  schema: Reading,
  id: ({ network }) => network,
})

/** A network that nobody has read yet. */
export const unread = (network: string): Reading => ({
  network,
  tip: null,
  marks: [],
  answeredAt: null,
  problem: null,
})

export const marksMax = 16

/** What a look at a network found: the tip and the marks after it, or why there was no use in looking. */
export type Look =
  | { readonly network: string; readonly tip: Mark; readonly marks: ReadonlyArray<Mark> }
  | { readonly network: string; readonly problem: string }

const after = (before: Reading, look: Look, now: Instant): Reading =>
  "problem" in look
    ? { ...before, problem: look.problem }
    : {
        network: look.network,
        tip: look.tip,
        marks: look.marks.slice(-marksMax),
        answeredAt: now,
        problem: null,
      }

const same = (one: Reading, other: Reading): boolean =>
  one.problem === other.problem &&
  one.tip?.hash === other.tip?.hash &&
  one.marks.at(-1)?.hash === other.marks.at(-1)?.hash &&
  (one.answeredAt === null) === (other.answeredAt === null) &&
  // An answer that brings nothing new is written down once a minute.
  (other.answeredAt ?? 0) - (one.answeredAt ?? 0) < minutes(1)

/** A reader reports its look at a network. */
export const recordLook = command({
  name: "recordLook",
  sections: ["PD2 §9"],
  gather: ({ network }: Look, _context, reader) =>
    Effect.map(
      reader.find(Readings, network),
      Option.getOrElse(() => unread(network)),
    ),
  decide: (before, look, { actor, now }) =>
    Either.map(networkReader(actor), () => {
      const found = after(before, look, now)
      return {
        changes: same(before, found) ? [] : [Changed.put(Readings, found)],
        reply: { network: found.network },
      }
    }),
})
