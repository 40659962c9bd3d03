/**
 * A machine: the one value by which the records of an area move. It holds the table, what time alone does, what an act writes and its
 * own condition, and how moves are told; from it come the moves of an act, what they write, and the commands.
 */

import { Array as Arr, Effect, Either, Schema } from "effect"
import type { StoreUnavailable } from "../store/Store.ts"
import type { Change } from "./Change.ts"
import * as Changed from "./Change.ts"
import { type Command, type CommandContext, command, type Decision } from "./Command.ts"
import { needPresent } from "./Defect.ts"
import { type ById, GivenName } from "./Id.ts"
import type { Json } from "./Json.ts"
import type { Kind } from "./Kind.ts"
import { type AnyMove, findAllowedMove, type Reading } from "./Moves.ts"
import type { Reader } from "./Reader.ts"
import { firstOf, type Refusal, refusedIn } from "./Refusal.ts"
import type { Schedule } from "./Schedule.ts"
import type { SectionId } from "./Section.ts"
import type { Instant } from "./Time.ts"

/** The types of one area. */
interface Types {
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
  /** What rules take besides: the figures that govern a record, or nothing. */
  readonly figures: ReadonlyArray<unknown>
  /** What else the moves change, such as a count: it is read before an act. */
  readonly beside: unknown
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

/** What recording needs from a command. */
export type Recording = Pick<CommandContext, "actor" | "fresh" | "now">
type Data = { readonly [key: string]: Json }

/** The deadline of a record: the instant at which time alone moves it, and the task that does. */
export interface Deadline<R> {
  readonly kind: string
  /** The id of the task, by that of the record. */
  readonly task: (id: string) => string
  /** The member of the task's body that has the id of the record. */
  readonly body: string
  /** Null if no time runs. */
  readonly at: (record: R) => Instant | null
  /** A task that fires after its record has moved on does nothing. It is left if a cancellation would take room in the largest commits. */
  readonly isLeft?: true
}

/** The change to a record's deadline: it is set again if it moves, and cancelled if none is left. */
export const moveDeadline = <R extends { readonly id: string }>(
  { kind, task, body, at, isLeft }: Deadline<R>,
  before: R | null,
  after: R,
): ReadonlyArray<Change> => {
  const had = before === null ? null : at(before)
  const has = at(after)
  if (had === has || (has === null && isLeft === true)) return []
  const id = task(after.id)
  return [has === null ? Changed.cancel(id) : Changed.task(id, kind, has, { [body]: after.id })]
}

/** All that an area states of its machine. */
interface Definition<T extends Types>
  extends Pick<
    Reading<T["record"], T["record"]["status"], T["part"], T["name"], T["row"]>,
    "acts" | "closed" | "stranger"
  > {
  readonly kind: Kind<T["record"]>
  /** The refusal if there is no record of an id. */
  readonly unknown: (id: string) => Refusal
  /** What time alone does: its act, and when it is due. */
  readonly due: Deadline<T["record"]> & { readonly act: T["act"] }
  /** The instant at which a move that is made now takes effect: a move of time may have been due before. */
  readonly effectAt: (record: T["record"], move: T["row"], now: Instant) => Instant
  /** The figures by which a record moves: those in force when its matter was filed (Rule 8.1), or none. */
  readonly governs: (record: T["record"], schedule: Schedule) => T["figures"]
  /** The refusal of an act that the table allows, for its own condition. */
  readonly objection: (
    record: T["record"],
    act: T["act"],
    at: Instant,
    ...figures: T["figures"]
  ) => Refusal | null
  /** The record after an act. */
  readonly after: (
    record: T["record"],
    act: T["act"],
    move: T["row"],
    at: Instant,
    ...figures: T["figures"]
  ) => T["record"]
  /** What follows from a change of a record (null before a new one), by whatever it changes. Nothing, if it is left out. */
  readonly follows?: (
    before: T["record"] | null,
    after: T["record"],
    beside: T["beside"],
  ) => ReadonlyArray<Change>
  /** What else moves change. */
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
  /** The notices of moves, each list of one record. */
  readonly notices: (
    lists: ReadonlyArray<ReadonlyArray<Moved<T>>>,
    context: Recording,
    beside: T["beside"],
  ) => ReadonlyArray<Change>
}

/** For an area whose moves change their records alone. */
export const nothingBeside = { gather: () => Effect.succeed(null), changes: () => [] } as const

/** Whether a move makes a new record. */
export const isNew = ({ move }: { readonly move: AnyMove<string, string> }): boolean =>
  move.from.includes("none")

/** A record after the moves of one act. */
export const afterOf = <R>(moves: ReadonlyArray<{ readonly after: R }>): R =>
  needPresent(moves.at(-1), "the move of an act").after

/** The facts of a command on one record. */
export interface Facts<T extends Types> {
  readonly record: T["record"]
  readonly beside: T["beside"]
}

/** What every command of a machine states. The reply is an answer about the record after the command. */
export interface CommandOf<T extends Types, R extends Json> {
  readonly name: string
  readonly sections: ReadonlyArray<SectionId>
  readonly answer: (record: T["record"], context: CommandContext) => R
}

export const make = <T extends Types>(of: Definition<T>) => {
  type Record = T["record"]
  type Figures = T["figures"]
  type Moves = ReadonlyArray<Moved<T>>
  const reading = { ...of, status: ({ status }: Record): Record["status"] => status }

  /** The move of an act by the table, or the first refusal: the table's, or one of what the act states. */
  const allowed = (record: Record, act: T["act"]) => {
    const found = findAllowedMove(reading, record, act.act, Arr.ensure(act.who))
    return act.against === undefined
      ? found
      : Either.flatMap(firstOf([refusedIn(found), ...act.against]), () => found)
  }

  /** One move by the table, or its refusal. It does not ask whether a time has passed; `perform` does. */
  const transition = (
    record: Record,
    act: T["act"],
    now: Instant,
    ...figures: Figures
  ): Either.Either<Moved<T>, Refusal> =>
    Either.flatMap(allowed(record, act), (move) => {
      const refused = of.objection(record, act, now, ...figures)
      if (refused !== null) return Either.left(refused)
      const at = of.effectAt(record, move, now)
      const after = of.after(record, act, move, at, ...figures)
      return Either.right({ act: act.act, who: act.who, move, before: record, after, at })
    })

  /** The moves that time alone has made by `now`, oldest first, whether or not a scheduler has recorded them. */
  const passed = (record: Record, now: Instant, ...figures: Figures): Moves => {
    const at = of.due.at(record)
    if (at === null || now < at) return []
    return Either.match(transition(record, of.due.act, now, ...figures), {
      onLeft: () => [],
      onRight: (moved) => [moved, ...passed(moved.after, now, ...figures)],
    })
  }

  /** A record as it is at `now`. */
  const current = (record: Record, now: Instant, ...figures: Figures): Record =>
    passed(record, now, ...figures).at(-1)?.after ?? record

  /** The moves of an act at `now`, in order: what time has made due, the act, and what is due right after it. */
  const perform = (
    record: Record,
    act: T["act"],
    now: Instant,
    ...figures: Figures
  ): Either.Either<Moves, Refusal> => {
    const before = passed(record, now, ...figures)
    return Either.map(transition(before.at(-1)?.after ?? record, act, now, ...figures), (moved) => [
      ...before,
      moved,
      ...passed(moved.after, now, ...figures),
    ])
  }

  /** The move that makes a new record. */
  const opened = (record: Record, act: T["name"], who: T["act"]["who"], at: Instant): Moved<T> => {
    const [move] = of.acts[act as keyof typeof of.acts].moves
    return { act, who, move, before: record, after: record, at }
  }

  /** A record as an act leaves it (from null, if it is new), with its deadline and what follows. Moves write it with their events. */
  const changed = (before: Record | null, after: Record, beside: T["beside"]): ReadonlyArray<Change> => [
    Changed.put(of.kind, after),
    ...moveDeadline(of.due, before, after),
    ...(of.follows?.(before, after, beside) ?? []),
  ]

  /** What moves write, apart from notices: each list has those of one record, in order. `data` is added to the events of acts. */
  const written = (
    lists: ReadonlyArray<Moves>,
    beside: T["beside"],
    context: Recording,
    data: Data = {},
  ): ReadonlyArray<Change> => [
    ...lists.flatMap((list) => {
      const [first, last] = [list[0], list.at(-1)]
      if (first === undefined || last === undefined) return []
      return changed(isNew(first) ? null : first.before, last.after, beside)
    }),
    ...of.events(lists.flat(), context, data, beside),
    ...of.beside.changes(lists.flat(), beside),
  ]

  /** What moves write, with their notices. */
  const record = (
    lists: ReadonlyArray<Moves>,
    beside: T["beside"],
    context: Recording,
    data: Data = {},
  ): ReadonlyArray<Change> => [
    ...written(lists, beside, context, data),
    ...of.notices(lists, context, beside),
  ]

  const need = (reader: Reader, id: string) => reader.need(of.kind, id, () => of.unknown(id))

  const gather = (reader: Reader, id: string): Effect.Effect<Facts<T>, Refusal | StoreUnavailable> =>
    Effect.flatMap(need(reader, id), (found) =>
      Effect.map(of.beside.gather(found, reader), (beside) => ({ record: found, beside })),
    )

  /** The decision of moves of one record. */
  const decided = <R extends Json>(
    { record: before, beside }: Facts<T>,
    moves: Moves,
    context: CommandContext,
    answer: CommandOf<T, R>["answer"],
  ): Decision<R> => ({
    changes: record([moves], beside, context),
    reply: answer(moves.at(-1)?.after ?? before, context),
  })

  return {
    ...reading,
    transition,
    passed,
    current,
    perform,
    opened,
    changed,
    written,
    record,
    need,
    gather,
    decided,

    /** A command that does one act on one record. */
    command: <I extends typeof ById.Type, E, R extends Json>({
      name,
      sections,
      input,
      act,
      answer,
    }: CommandOf<T, R> & {
      readonly input: Schema.Schema<I, E>
      readonly act: (input: I, record: Record, context: CommandContext) => T["act"]
    }): Command<I, Facts<T>, R> =>
      command({
        name,
        sections,
        input,
        gather: ({ id }: I, _context, reader) => gather(reader, id),
        decide: (facts: Facts<T>, given: I, context) => {
          const figures = of.governs(facts.record, context.schedule)
          const moves = perform(facts.record, act(given, facts.record, context), context.now, ...figures)
          return Either.map(moves, (done) => decided(facts, done, context, answer))
        },
      }),

    /** The command of a deadline, with the body of its task as the input. It changes nothing if no move is due any more. */
    passing: <R extends Json>({ name, sections, answer }: CommandOf<T, R>) =>
      command({
        name,
        sections,
        input: Schema.Struct({ [of.due.body]: GivenName }),
        gather: (input, _context, reader) =>
          gather(reader, needPresent(input[of.due.body], "the record of a deadline")),
        decide: (facts: Facts<T>, _input, context) => {
          const figures = of.governs(facts.record, context.schedule)
          const moves = passed(facts.record, context.now, ...figures)
          return Either.right(decided(facts, moves, context, answer))
        },
      }),
  }
}
