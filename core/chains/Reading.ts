/** The state of each network as the court knows it from the reports of its own readers of chains. */
import { Effect, Either, Option, Schema } from "effect"
import type { Actor } from "../kernel/Actor.ts"
import * as Changed from "../kernel/Change.ts"
import { command } from "../kernel/Command.ts"
import * as Kind from "../kernel/Kind.ts"
import { firstOf, type Refusal, when } from "../kernel/Refusal.ts"
import { Instant, minutes } from "../kernel/Time.ts"

/** Allows only the court's own readers of chains. Everybody else is refused `registrar_only`. */
export const networkReader = (actor: Actor): Either.Either<void, Refusal> =>
  firstOf([when(actor.role !== "chain", "registrar_only", {})])

/** A block that was read: its height and its hash, by which a reorganisation is noticed. */
export const Mark = Schema.Struct({ height: Schema.NonNegativeInt, hash: Schema.NonEmptyString })
export type Mark = typeof Mark.Type

const readingSchema = Schema.Struct({
  network: Schema.String,
  /** The newest block that a reader saw; null until the network has answered. */
  tip: Schema.NullOr(Mark),
  /** Blocks up to which transfers were read, newest last. After a reorganisation, reading resumes from the newest block that is still on the chain. */
  marks: Schema.Array(Mark),
  /** When the network last answered, by the court's clock; null until it has. */
  answeredAt: Schema.NullOr(Instant),
  /** Why the network can't be read, in words for people; null if it can. */
  problem: Schema.NullOr(Schema.String),
})

export interface Reading extends Schema.Schema.Type<typeof readingSchema> {}

/** The progress of reading one network, from which a reader resumes after a restart. */
export const Reading: Schema.Schema<Reading> = readingSchema

/** How far the court has read each network, by the CAIP-2 id of the network. */
export const Readings = Kind.make<Reading>({
  name: "chain-reading",
  schema: Reading,
  id: ({ network }) => network,
})

/** The reading of a network that nobody has read yet. */
export const unreadNetwork = (network: string): Reading => ({
  network,
  tip: null,
  marks: [],
  answeredAt: null,
  problem: null,
})

/** The most marks that the record of one network keeps. */
export const marksMax = 16

/** The result of one look at a network: its tip and the marks to keep, or the reason why it could not be read. */
export const Look = Schema.Union(
  Schema.Struct({ network: Schema.String, tip: Mark, marks: Schema.Array(Mark) }),
  Schema.Struct({ network: Schema.String, problem: Schema.String }),
)
export type Look = typeof Look.Type

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
  // An answer without news is recorded once a minute.
  (other.answeredAt ?? 0) - (one.answeredAt ?? 0) < minutes(1)

/** A reader of chains reports a look at a network. Nothing is recorded if the look brings no news. */
export const recordLook = command({
  name: "record-look",
  sections: ["PD2 §9"],
  input: Look,
  gather: ({ network }, _context, reader) =>
    Effect.map(
      reader.find(Readings, network),
      Option.getOrElse(() => unreadNetwork(network)),
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
