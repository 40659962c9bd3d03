/** The definition of an area's machine: its types, its table, and what its moves write and tell. */

import type { Effect } from "effect"
import type { StoreUnavailable } from "../store/Store.ts"
import type { Actor } from "./Actor.ts"
import type { Change } from "./Change.ts"
import type { CommandContext } from "./Command.ts"
import type { Deadline } from "./Deadline.ts"
import type { Json } from "./Json.ts"
import type { Kind } from "./Kind.ts"
import type { AnyMove, Reading, RowOf } from "./Moves.ts"
import type { Reader } from "./Reader.ts"
import type { Refusal } from "./Refusal.ts"
import type { Schedule } from "./Schedule.ts"
import type { Instant } from "./Time.ts"

export interface Types {
  readonly record: { readonly id: string; readonly status: string }
  readonly part: string
  readonly row: AnyMove<string, string>
  readonly name: string
  /**
   * An act with what it states. `who` is the part, or every part, that the actor has in the record. `against` are the refusals of what
   * the act states: they are weighed with that of the table, and the first in order of precedence answers.
   */
  readonly act: {
    readonly act: string
    readonly who: string | ReadonlyArray<string>
    readonly against?: ReadonlyArray<Refusal | null>
  }
  /** The facts that rules take besides the record: the figures that govern it, or nothing. */
  readonly figures: ReadonlyArray<unknown>
  /** The other facts that the moves change, such as a count. They are read before an act. */
  readonly beside: unknown
}

/** The types of a machine, from those of its record, of its table (`typeof acts`) and of an act with what it states. */
export interface TypesOf<
  Record extends Types["record"],
  Acts extends {
    readonly [act: string]: {
      readonly who: ReadonlyArray<string>
      readonly moves: ReadonlyArray<Types["row"]>
    }
  },
  Act extends Types["act"],
  Figures extends Types["figures"] = readonly [],
  Beside = null,
> {
  readonly record: Record
  readonly part: Act["who"] extends ReadonlyArray<infer Part extends string> ? Part : Act["who"] & string
  readonly row: RowOf<Acts>
  readonly name: keyof Acts & string
  readonly act: Act
  readonly figures: Figures
  readonly beside: Beside
}

/** One move of a record: the record before and after it. A new record is the same before its first move. */
export interface Moved<T extends Types> {
  readonly act: T["name"]
  readonly who: T["act"]["who"]
  readonly move: T["row"]
  readonly before: T["record"]
  readonly after: T["record"]
  readonly at: Instant
}

export type Recording = Pick<CommandContext, "actor" | "fresh" | "now">
export type Data = { readonly [key: string]: Json }

export interface Definition<T extends Types>
  extends Pick<
    Reading<T["record"], T["record"]["status"], T["part"], T["name"], T["row"]>,
    "acts" | "closed" | "stranger"
  > {
  readonly kind: Kind<T["record"]>
  /** The part, or every part, that an actor has in a record. */
  readonly who: (record: T["record"], actor: Actor, beside: T["beside"]) => T["act"]["who"]
  readonly unknown: (id: string) => Refusal
  /** The deadline of a record: the act that time alone does, and when it is due. */
  readonly due: Deadline<T["record"]> & { readonly act: T["act"] }
  /** The instant at which a move that is made now takes effect: a move of time may have been due before. */
  readonly effectAt: (record: T["record"], move: T["row"], now: Instant) => Instant
  /** The figures by which a record moves: those in force when its matter was filed (Rule 8.1), or no figures. */
  readonly governs: (record: T["record"], schedule: Schedule) => T["figures"]
  /** The refusal of an act that the table allows, for its own condition. */
  readonly objection: (
    record: T["record"],
    act: T["act"],
    at: Instant,
    ...figures: T["figures"]
  ) => Refusal | null
  readonly after: (
    record: T["record"],
    act: T["act"],
    move: T["row"],
    at: Instant,
    ...figures: T["figures"]
  ) => T["record"]
  /**
   * The changes that follow from a change of a record (null before a new one), by whatever act it changes. If this is left out, nothing
   * follows.
   */
  readonly follows?: (
    before: T["record"] | null,
    after: T["record"],
    beside: T["beside"],
  ) => ReadonlyArray<Change>
  readonly beside: {
    readonly gather: (record: T["record"], reader: Reader) => Effect.Effect<T["beside"], StoreUnavailable>
    readonly changes: (moves: ReadonlyArray<Moved<T>>, beside: T["beside"]) => ReadonlyArray<Change>
  }
  /** The public events of moves; `data` is added to those of acts. */
  readonly events: (
    moves: ReadonlyArray<Moved<T>>,
    context: Recording,
    data: Data,
    beside: T["beside"],
  ) => ReadonlyArray<Change>
  readonly notices: (
    lists: ReadonlyArray<ReadonlyArray<Moved<T>>>,
    context: Recording,
    beside: T["beside"],
  ) => ReadonlyArray<Change>
}
