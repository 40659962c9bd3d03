/**
 * State machines as tables of moves. The rules move records by such a table, `next` and the annex of an instrument are made from it,
 * and tests walk it; so the table that runs is the table that is published.
 */

import { Either, Schema } from "effect"
import { listOf, nameSchema } from "./Json.ts"
import { type PlainCode, type Refusal, refusal } from "./Refusal.ts"
import type { SectionId } from "./Section.ts"
import { type Instant, Stamp } from "./Time.ts"

/**
 * One move: a row of a table. The status `none` means that the record does not exist yet; `same` means that the status does not change. If
 * a move may end in several statuses, its table uses a word of its own for `to`, and the rule of the act decides.
 */
export interface Move<
  Status extends string,
  Part extends string,
  To extends string = Status | "same",
  Event extends string = string,
  Served extends Part = Part,
> {
  readonly from: ReadonlyArray<Status | "none">
  readonly to: To
  /** The type of the event in the journal without the name of its area: `confirmed` for `hold.confirmed`. */
  readonly event: Event
  /** Who may make this move, if not everybody who may do the act in some status. */
  readonly who?: readonly [Part, ...Part[]]
  /** The parts on which a notice is served. The actor gets no notice of its own act. */
  readonly serves: ReadonlyArray<Served>
  readonly sections: readonly [SectionId, ...SectionId[]]
}

/** The members that every row of a table has. An area may add others. */
export type AnyMove<Status extends string, Part extends string> = Move<Status, Part, string>

/** An act, an entry of a table: who may do it, and its moves from different statuses. */
export interface Act<
  Status extends string,
  Part extends string,
  Row extends AnyMove<Status, Part> = Move<Status, Part>,
> {
  readonly who: readonly [Part, ...Part[]]
  /** The refusal of an actor that has another part. An actor without any part is refused as `not_a_party`. */
  readonly stranger: PlainCode
  readonly moves: readonly [Row, ...Row[]]
}

/**
 * The two words in which an area writes its table, for its statuses and parts. `unlessStated` are the members that its rows have besides,
 * as a row has them that states no others. `Also` are the words for `to` that are not statuses; `Served` are the parts that get notices.
 */
export const of = <
  Status extends string,
  Part extends string,
  Extra extends object = object,
  Also extends string = never,
  Served extends Part = Part,
>(
  unlessStated: Extra,
) => ({
  act: <const Moves extends Act<Status, Part, AnyMove<Status, Part> & Extra>["moves"]>(
    who: Act<Status, Part>["who"],
    stranger: PlainCode,
    ...moves: Moves
  ) => ({ who, stranger, moves }),

  move: <const To extends Status | "same" | Also, const Event extends string>(
    from: Move<Status, Part>["from"],
    to: To,
    event: Event,
    serves: ReadonlyArray<Served>,
    sections: Move<Status, Part>["sections"],
    stated: Partial<Extra> & Pick<Move<Status, Part>, "who"> = {},
  ): Move<Status, Part, To, Event, Served> & Extra => ({
    from,
    to,
    event,
    serves,
    sections,
    ...unlessStated,
    ...stated,
  }),
})

interface AnyTable {
  readonly [act: string]: { readonly who: ReadonlyArray<string>; readonly moves: ReadonlyArray<object> }
}

/** A row of a table, with the very words that its rows have for `to` and for their events. */
export type RowOf<Acts extends AnyTable> = Acts[keyof Acts]["moves"][number]

export interface Reading<
  Record,
  Status extends string,
  Part extends string,
  Name extends string,
  Row extends AnyMove<Status, Part> = Move<Status, Part>,
> {
  readonly acts: { readonly [Act_ in Name]: Act<Status, Part, Row> }
  readonly status: (record: Record) => Status
  /** The name in `next` of whoever has a part: a list if each of several may act; null if `next` names nobody. */
  readonly nameOf: (record: Record, part: Part, act: Name) => string | ReadonlyArray<string> | null
  /** The instant by which an act is due; null if it has no deadline. */
  readonly dueBy: (record: Record, act: Name) => Instant | null
  /** The refusal of an act that the status does not allow. */
  readonly closed: (record: Record, act: Name) => Refusal
  /** The refusal of an actor with these parts, if the act wants others. Without it, `not_a_party` or that of the act. */
  readonly stranger?: (
    act: Act<Status, Part, Row>,
    wanted: ReadonlyArray<Part>,
    parts: ReadonlyArray<Part>,
  ) => Refusal
}

/** An act that may or must be done: by whom, and until when (null if it has no deadline). */
export const Next = Schema.Struct({
  who: Schema.String,
  act: Schema.String,
  dueBy: Schema.NullOr(Stamp),
  opensAt: Schema.optionalWith(Stamp, { exact: true }).annotations({
    description: "The act is refused before this instant. Absent if it can be done now.",
  }),
  note: Schema.optionalWith(Schema.String, { exact: true }).annotations({
    description: "The purpose of the act, or what to know before it",
  }),
}).annotations({ identifier: "Next" })
export type Next = typeof Next.Type
export const NextView = Schema.encodedSchema(Next).annotations({ identifier: "Next" })

/** No table has more acts for all parties together than this. */
export const nextMax = 50

/** `next` of a record in its view, and in an answer. */
export const NextList = listOf(nameSchema("Next", Next), nextMax)
export const NextViews = listOf(NextView, nextMax)

/** The names of a table's acts, in its order. `Object.keys` gives strings; here they are the names. */
export const namesOf = <Name extends string>(
  acts: { readonly [Act_ in Name]: unknown },
): ReadonlyArray<Name> => Object.keys(acts) as Array<Name>

/** The move that an act makes from a status; undefined if the status does not allow the act. */
export const moveFrom = <Row extends { readonly from: ReadonlyArray<string> }>(
  { moves }: { readonly moves: ReadonlyArray<Row> },
  status: Row["from"][number],
): Row | undefined => moves.find(({ from }) => from.includes(status))

const refuseStranger = (
  act: { readonly stranger: PlainCode },
  _wanted: unknown,
  parts: ReadonlyArray<string>,
) => refusal(parts.length === 0 ? "not_a_party" : act.stranger, {})

/**
 * The move that an act makes on a record, for an actor that has these parts in it. Refused with the table's `stranger` if the act wants
 * other parts: without one, as `not_a_party` if the actor has no part, otherwise with the act's own refusal. Refused with the table's
 * `closed` if the status does not allow the act.
 */
export const findAllowedMove = <
  Record,
  Status extends string,
  Part extends string,
  Name extends string,
  Row extends AnyMove<Status, Part>,
>(
  machine: Pick<Reading<Record, Status, Part, Name, Row>, "acts" | "status" | "closed" | "stranger">,
  record: Record,
  name: Name,
  parts: ReadonlyArray<Part>,
): Either.Either<Row, Refusal> => {
  const act = machine.acts[name]
  const move = moveFrom(act, machine.status(record))
  const wanted = move?.who ?? act.who
  if (!parts.some((part) => wanted.includes(part)))
    return Either.left((machine.stranger ?? refuseStranger)(act, wanted, parts))
  return Either.fromNullable(move, () => machine.closed(record, name))
}

/** From when a part may do an act that the status allows: null if now, "never" if the record as it is forbids it. */
export type Opening = Instant | null | "never"

/**
 * `next` of a record: every act that its status allows, for each party that may do it. A move that time alone makes is not listed.
 * `opens` is the rule by which the acts themselves are refused for what the record is, apart from its status.
 */
export const nextOf = <
  Record,
  Status extends string,
  Part extends string,
  Name extends string,
  Row extends AnyMove<Status, Part>,
>(
  machine: Reading<Record, Status, Part, Name, Row>,
  record: Record,
  opens: (act: Name, part: Part) => Opening = () => null,
): ReadonlyArray<Next> =>
  namesOf<Name>(machine.acts).flatMap((act) => {
    const move = moveFrom(machine.acts[act], machine.status(record))
    if (move === undefined) return []
    const dueBy = machine.dueBy(record, act)
    return (move.who ?? machine.acts[act].who).flatMap((part) => {
      const opensAt = opens(act, part)
      if (opensAt === "never") return []
      const names = machine.nameOf(record, part, act) ?? []
      return [names].flat().map((name) => ({
        who: name,
        act,
        dueBy,
        ...(opensAt === null ? {} : { opensAt }),
      }))
    })
  })

const row = (cells: ReadonlyArray<string>): string => `| ${cells.join(" | ")} |`

export const tableOf = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  [row(head), row(head.map(() => "---")), ...rows.map(row)].join("\n")

/** One arrow of a diagram. The status `none` is drawn as its beginning. */
export type Arrow = readonly [from: string, to: string, act: string]

/** A state diagram in Mermaid, as a block of Markdown. */
export const diagramOf = (arrows: ReadonlyArray<Arrow>): string =>
  [
    "```mermaid",
    "stateDiagram-v2",
    ...arrows.map(([from, to, act]) => `  ${from === "none" ? "[*]" : from} --> ${to}: ${act}`),
    "```",
  ].join("\n")

/** The parts of an act as the Rules print them: they call the clock `time`. */
export const partsInRules = (who: ReadonlyArray<string>): ReadonlyArray<string> =>
  who.map((part) => (part === "clock" ? "time" : part))

/** The moves of a table in its order, each with its act and with the parts that may do it. */
export const rowsOf = <Acts extends AnyTable>(table: Acts) => {
  interface Entry {
    readonly who: Acts[keyof Acts]["who"]
    readonly moves: ReadonlyArray<RowOf<Acts>>
  }
  // `Object.entries` forgets the types of the names and of the entries; these are those of the table.
  const entries = Object.entries(table) as ReadonlyArray<[string, object]> as ReadonlyArray<
    [keyof Acts & string, Entry]
  >
  return entries.flatMap(([act, { who, moves }]) => moves.map((move) => ({ act, who, ...move })))
}

/**
 * The annex of an instrument: a table of moves in Markdown, with its diagram. `endings` lists, for each `to` that is not a status, the
 * statuses in which such a move may end.
 */
export const annex = (
  table: Readonly<Record<string, Pick<Act<string, string, AnyMove<string, string>>, "who" | "moves">>>,
  endings: { readonly [to: string]: ReadonlyArray<string> } = {},
): string => {
  const flat = rowsOf(table).map((move) => ({ ends: endings[move.to] ?? [move.to], ...move }))
  const rows = flat.map(({ from, act, who, to, ends, sections }) => {
    const ending = to === "same" ? "unchanged" : ends.join(" or ")
    return [from.join(", "), act, who.join(", "), ending, sections.join(", ")]
  })
  const arrows = flat.flatMap(({ from, act, to, ends }) =>
    to === "same" ? [] : from.flatMap((status) => ends.map((end): Arrow => [status, end, act])),
  )
  return `${tableOf(["From", "Act", "Who", "To", "Provision"], rows)}\n\n${diagramOf(arrows)}`
}
