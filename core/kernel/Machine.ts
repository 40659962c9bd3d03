/**
 * A machine: the one value by which the records of an area move. It holds the table, what time alone does, what an act writes and its
 * own condition, and how moves are told; from it come the moves of an act, what they write, and the commands.
 */

import { Array as Arr, Effect, Either, Schema } from "effect"
import type { StoreUnavailable } from "../store/Store.ts"
import type { Change } from "./Change.ts"
import * as Changed from "./Change.ts"
import { type Command, type CommandContext, command } from "./Command.ts"
import { moveDeadline } from "./Deadline.ts"
import { needPresent } from "./Defect.ts"
import type { Data, Definition, Moved, Recording, Types } from "./Definition.ts"
import { type ById, GivenName } from "./Id.ts"
import type { Json } from "./Json.ts"
import { type AnyMove, findAllowedMove } from "./Moves.ts"
import type { NotaryUnavailable } from "./Notary.ts"
import type { Reader } from "./Reader.ts"
import { firstOf, type Refusal, refusedIn } from "./Refusal.ts"
import type { SectionId } from "./Section.ts"
import type { Instant } from "./Time.ts"

export type { Data, Moved, Recording, TypesOf } from "./Definition.ts"

/** For an area whose moves change their records alone. */
export const nothingBeside = { gather: () => Effect.succeed(null), changes: () => [] } as const

export const isNew = ({ move }: { readonly move: AnyMove<string, string> }): boolean =>
  move.from.includes("none")

export const afterOf = <R>(moves: ReadonlyArray<{ readonly after: R }>): R =>
  needPresent(moves.at(-1), "the move of an act").after

export interface Facts<T extends Types> {
  readonly record: T["record"]
  readonly beside: T["beside"]
}

/** The members that every command of a machine states. The reply is an answer about the record after the command. */
export interface CommandOf<T extends Types, R extends Json> {
  readonly name: string
  readonly sections: ReadonlyArray<SectionId>
  readonly answer: (record: T["record"], context: CommandContext) => R
}

/** A command of one act on the record that its input names. `More` are the facts that it reads besides. */
export interface ActOf<
  T extends Types,
  I extends typeof ById.Type,
  E,
  R extends Json,
  More extends object,
  Gathers,
> extends CommandOf<T, R> {
  readonly input: Schema.Schema<I, E>
  readonly gather?: (
    facts: Facts<T>,
    input: I,
    context: CommandContext,
    reader: Reader,
  ) => Effect.Effect<More, Refusal | StoreUnavailable | NotaryUnavailable, Gathers>
  /** `who` is the part, or every part, that the actor has in the record. */
  readonly act: (facts: Facts<T> & More, who: T["act"]["who"], input: I, context: CommandContext) => T["act"]
  /** The act that follows at once on the record that the act leaves, in the same commit; null if nothing follows. */
  readonly followUp?: (after: T["record"], facts: Facts<T> & More) => T["act"] | null
  /** The refusals for what the command reads: they are weighed with the refusal of the act, and the first in order answers. */
  readonly against?: (
    facts: Facts<T> & More,
    input: I,
    context: CommandContext,
  ) => ReadonlyArray<Refusal | null>
  /** The changes of other records, after those of the moves. */
  readonly also?: (
    facts: Facts<T> & More,
    moves: ReadonlyArray<Moved<T>>,
    input: I,
    context: CommandContext,
  ) => ReadonlyArray<Change>
}

const build = <T extends Types>(of: Definition<T>) => {
  type Record = T["record"]
  type Figures = T["figures"]
  type Moves = ReadonlyArray<Moved<T>>
  const reading = { ...of, status: ({ status }: Record): Record["status"] => status }

  /** The move of an act by the table, or the first refusal: the table's, or one of what the act states. */
  const checkAllowed = (record: Record, act: T["act"]) => {
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
    Either.flatMap(checkAllowed(record, act), (move) => {
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

  const opened = (record: Record, act: T["name"], who: T["act"]["who"], at: Instant): Moved<T> => {
    const [move] = of.acts[act as keyof typeof of.acts].moves
    return { act, who, move, before: record, after: record, at }
  }

  /** A record as an act leaves it (from null, if it is new), with its deadline and what follows. Moves write it with their events. */
  const changesOf = (before: Record | null, after: Record, beside: T["beside"]): ReadonlyArray<Change> => [
    Changed.put(of.kind, after),
    ...moveDeadline(of.due, before, after),
    ...(of.follows?.(before, after, beside) ?? []),
  ]

  /**
   * The changes that moves write, apart from notices. Each list has the moves of one record, in order. `data` is added to the events of
   * acts.
   */
  const writeMoves = (
    lists: ReadonlyArray<Moves>,
    beside: T["beside"],
    context: Recording,
    data: Data = {},
  ): ReadonlyArray<Change> => [
    ...lists.flatMap((list) => {
      const [first, last] = [list[0], list.at(-1)]
      if (first === undefined || last === undefined) return []
      return changesOf(isNew(first) ? null : first.before, last.after, beside)
    }),
    ...of.events(lists.flat(), context, data, beside),
    ...of.beside.changes(lists.flat(), beside),
  ]

  const record = (
    lists: ReadonlyArray<Moves>,
    beside: T["beside"],
    context: Recording,
    data: Data = {},
  ): ReadonlyArray<Change> => [
    ...writeMoves(lists, beside, context, data),
    ...of.notices(lists, context, beside),
  ]

  const need = (reader: Reader, id: string) => reader.need(of.kind, id, () => of.unknown(id))

  const gather = (reader: Reader, id: string): Effect.Effect<Facts<T>, Refusal | StoreUnavailable> =>
    Effect.flatMap(need(reader, id), (found) =>
      Effect.map(of.beside.gather(found, reader), (beside) => ({ record: found, beside })),
    )

  return {
    ...reading,
    transition,
    passed,
    current,
    perform,
    opened,
    changed: changesOf,
    written: writeMoves,
    record,
    need,
    gather,

    command: <I extends typeof ById.Type, E, R extends Json, More extends object = object, Gathers = never>({
      name,
      sections,
      input,
      gather: gatherMore,
      act,
      followUp = () => null,
      against = () => [],
      also = () => [],
      answer,
    }: ActOf<T, I, E, R, More, Gathers>): Command<I, Facts<T> & More, R, Gathers> =>
      command({
        name,
        sections,
        input,
        gather: (given: I, context, reader) =>
          Effect.gen(function* () {
            const facts = yield* gather(reader, given.id)
            if (gatherMore === undefined) return facts as Facts<T> & More
            return { ...facts, ...(yield* gatherMore(facts, given, context, reader)) }
          }),
        decide: (facts: Facts<T> & More, given: I, context) => {
          const { record: stored, beside } = facts
          const { actor, now, schedule } = context
          const figures = of.governs(stored, schedule)
          const who = of.who(current(stored, now, ...figures), actor, beside)
          const done = perform(stored, act(facts, who, given, context), now, ...figures)
          const moves = Either.flatMap(done, (first) => {
            const next = followUp(afterOf(first), facts)
            if (next === null) return done
            return Either.map(perform(afterOf(first), next, now, ...figures), (more) => [...first, ...more])
          })
          const refused = firstOf([refusedIn(moves), ...against(facts, given, context)])
          return Either.map(
            Either.flatMap(refused, () => moves),
            (all) => ({
              changes: [...record([all], beside, context), ...also(facts, all, given, context)],
              reply: answer(afterOf(all), context),
            }),
          )
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
          return Either.right({
            changes: record([moves], facts.beside, context),
            reply: answer(moves.at(-1)?.after ?? facts.record, context),
          })
        },
      }),
  }
}

/** A machine: what its definition says, with its moves, their changes and its commands. */
export interface Machine<T extends Types> extends ReturnType<typeof build<T>> {}

/** Makes the machine of an area from its definition. */
export const make = <T extends Types>(of: Definition<T>): Machine<T> => build(of)
