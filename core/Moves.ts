/**
 * A machine of states as one table. The rules move records by it, `next` and the annex of an instrument are read from it, and its
 * tests walk it, so that what is published is what runs.
 */
import { Either, Schema } from "effect"
import type { Actor } from "./Actor.ts"
import { type PlainCode, type Refusal, refusal } from "./Refusal.ts"
import type { SectionId } from "./rulebook/Section.ts"
import { type Instant, Stamp } from "./Time.ts"

/**
 * One move. `none`: before the record exists. `same`: the status stays. A table whose act may end in several statuses gives its own
 * word for `to`, and its rule says which it is.
 */
export interface Move<Status extends string, Part extends string, To extends string = Status | "same"> {
  readonly from: ReadonlyArray<Status | "none">
  readonly to: To
  /** The event in the journal, without the area's name: `confirmed` of `hold.confirmed`. */
  readonly event: string
  /** The parts on whom a notice is served; the party that acts is never told of its own act. */
  readonly serves: ReadonlyArray<Part>
  readonly sections: readonly [SectionId, ...SectionId[]]
}

/** What every row of a table has, whatever else its area writes beside it. */
type AnyMove<Status extends string, Part extends string> = Move<Status, Part, string>

/** An act: who may do it, and the moves that it makes from different statuses. */
export interface Act<
  Status extends string,
  Part extends string,
  Row extends AnyMove<Status, Part> = Move<Status, Part>,
> {
  readonly who: readonly [Part, ...Part[]]
  /** The refusal of a party that has another part. Somebody without any part is refused as `not_a_party`. */
  readonly stranger: PlainCode
  readonly moves: readonly [Row, ...Row[]]
}

export type Table<
  Status extends string,
  Part extends string,
  Row extends AnyMove<Status, Part> = Move<Status, Part>,
> = { readonly [act: string]: Act<Status, Part, Row> }

/** The machine of one area: its table, and who is who in a record. */
export interface Machine<
  Record,
  Status extends string,
  Part extends string,
  Name extends string,
  Row extends AnyMove<Status, Part> = Move<Status, Part>,
> {
  readonly acts: { readonly [Act_ in Name]: Act<Status, Part, Row> }
  readonly status: (record: Record) => Status
  /** Every part that an actor has in a record; none for a stranger. */
  readonly partsOf: (record: Record, actor: Actor) => ReadonlyArray<Part>
  /** Who does an act in a part, as `next` names it: several where all of them may; null where nobody is asked. */
  readonly nameOf: (record: Record, part: Part, act: Name) => string | ReadonlyArray<string> | null
  /** The instant by which an act is awaited; null where none is set. */
  readonly dueBy: (record: Record, act: Name) => Instant | null
  /** The refusal of an act that the status does not allow. */
  readonly closed: (status: Status, act: Name) => Refusal
}

/** A record after one move. */
export interface Moved<Record, Name extends string, Row> {
  readonly act: Name
  readonly move: Row
  readonly before: Record
  readonly after: Record
  readonly at: Instant
}

/** What may or must happen now: by whom, which act, until when (null where no time runs). */
export const Next = Schema.Struct({
  who: Schema.String,
  act: Schema.String,
  dueBy: Schema.NullOr(Stamp),
}).annotations({ identifier: "Next" })
export type Next = typeof Next.Type
/** The same as every answer carries it. */
export const NextView = Schema.encodedSchema(Next).annotations({ identifier: "Next" })

/** The names of a table's acts, in its order. */
export const namesOf = <Name extends string>(
  acts: { readonly [Act_ in Name]: unknown },
): ReadonlyArray<Name> => Object.keys(acts) as Array<Name>

/** The move that an act makes from a status; undefined where the table has none. */
export const moveFrom = <Row extends { readonly from: ReadonlyArray<string> }>(
  { moves }: { readonly moves: ReadonlyArray<Row> },
  status: Row["from"][number],
): Row | undefined => moves.find(({ from }) => from.includes(status))

/**
 * The move that an act makes on a record for whoever has these parts in it, or the refusal: `not_a_party` without a part, the
 * act's own refusal without the part that it wants, and the machine's where the status does not allow it.
 */
export const allowed = <
  Record,
  Status extends string,
  Part extends string,
  Name extends string,
  Row extends AnyMove<Status, Part>,
>(
  machine: Machine<Record, Status, Part, Name, Row>,
  record: Record,
  name: Name,
  parts: ReadonlyArray<Part>,
): Either.Either<Row, Refusal> => {
  const act = machine.acts[name]
  if (parts.length === 0) return Either.left(refusal("not_a_party", {}))
  if (!parts.some((part) => act.who.includes(part))) return Either.left(refusal(act.stranger, {}))
  const status = machine.status(record)
  return Either.fromNullable(moveFrom(act, status), () => machine.closed(status, name))
}

/** `next` of a record: every act that its status allows, for each party that may do it. What time alone does awaits nobody. */
export const nextOf = <
  Record,
  Status extends string,
  Part extends string,
  Name extends string,
  Row extends AnyMove<Status, Part>,
>(
  machine: Machine<Record, Status, Part, Name, Row>,
  record: Record,
): ReadonlyArray<Next> =>
  namesOf<Name>(machine.acts).flatMap((act) => {
    const { who } = machine.acts[act]
    if (moveFrom(machine.acts[act], machine.status(record)) === undefined) return []
    const dueBy = machine.dueBy(record, act)
    return who.flatMap((part) => {
      const names = machine.nameOf(record, part, act) ?? []
      return [names].flat().map((name) => ({ who: name, act, dueBy }))
    })
  })

const row = (cells: ReadonlyArray<string>): string => `| ${cells.join(" | ")} |`
const heads = ["From", "Act", "Who", "To", "Provision"]

/** The moves of a table in its order, each with its act and with who does it. */
export const rowsOf = <Name extends string, Part extends string, Row>(
  table: {
    readonly [Act_ in Name]: { readonly who: ReadonlyArray<Part>; readonly moves: ReadonlyArray<Row> }
  },
): ReadonlyArray<Row & { readonly act: Name; readonly who: ReadonlyArray<Part> }> =>
  namesOf<Name>(table).flatMap((act) => {
    const { who, moves } = table[act]
    return moves.map((move) => ({ act, who, ...move }))
  })

/**
 * A table of moves in Markdown, with its diagram: the annex of the instrument that governs it. `endings` has, for each word of `to`
 * that is no status, the statuses in which such a move may end.
 */
export const annex = (
  table: Readonly<Record<string, Pick<Act<string, string, AnyMove<string, string>>, "who" | "moves">>>,
  endings: { readonly [to: string]: ReadonlyArray<string> } = {},
): string => {
  const flat = rowsOf(table).map((move) => ({ ends: endings[move.to] ?? [move.to], ...move }))
  const rows = flat.map(({ from, act, who, to, ends, sections }) => {
    const ending = to === "same" ? "unchanged" : ends.join(" or ")
    return row([from.join(", "), act, who.join(", "), ending, sections.join(", ")])
  })
  const arrows = flat.flatMap(({ from, act, to, ends }) =>
    to === "same"
      ? []
      : from.flatMap((status) =>
          ends.map((end) => `  ${status === "none" ? "[*]" : status} --> ${end}: ${act}`),
        ),
  )
  return [
    row(heads),
    row(heads.map(() => "---")),
    ...rows,
    "",
    "```mermaid",
    "stateDiagram-v2",
    ...arrows,
    "```",
  ].join("\n")
}
