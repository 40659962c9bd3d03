/** The five tables of moves that run, as the rows of the model: nothing here is typed that a table has. */
import { acts as appeals } from "../../../core/appeals/index.ts"
import { acts as entries } from "../../../core/compliance/index.ts"
import { acts as holds } from "../../../core/holds/index.ts"
import { acts as matters } from "../../../core/matters/index.ts"
import { endings, acts as quotes } from "../../../core/quotes/index.ts"

/** The five machines, by the names of the variables that have their statuses. */
export const machines = ["quote", "matter", "hold", "entry", "appeal"] as const
export type Machine = (typeof machines)[number]

/** A row of a table, as the model reads it. */
export interface Row {
  readonly machine: Machine
  readonly act: string
  readonly event: string
  /** `none` stands for the time before there is a record. */
  readonly from: ReadonlyArray<string>
  /** Every status in which the record may be afterwards; empty if the status does not change. */
  readonly to: ReadonlyArray<string>
  readonly who: ReadonlyArray<string>
  readonly sections: ReadonlyArray<string>
  /** The columns of entries: what becomes of the window and of the adjustments. */
  readonly window?: string
  readonly credit?: string
  /** The column of appeals: what becomes of the judgment below. */
  readonly below?: string
}

interface Table {
  readonly [act: string]: {
    readonly who: ReadonlyArray<string>
    readonly moves: ReadonlyArray<
      Omit<Row, "machine" | "act" | "to" | "who"> & {
        readonly to: string
        readonly who?: ReadonlyArray<string>
      }
    >
  }
}

const rowsOf = (
  machine: Machine,
  table: Table,
  several: Readonly<Record<string, ReadonlyArray<string>>> = {},
): ReadonlyArray<Row> =>
  Object.entries(table).flatMap(([act, { who, moves }]) =>
    moves.map((move) => ({
      machine,
      act,
      who,
      ...move,
      to: move.to === "same" ? [] : (several[move.to] ?? [move.to]),
    })),
  )

/** The findings of the Registrar, and the statuses to which a dispute may lead back: those behind two words of the table of entries. */
const found = ["satisfied", "unsatisfied", "pending"]
const began = ["open", "attested", "notified", ...found]

/** Every row of the five tables, in their order. */
export const rows: ReadonlyArray<Row> = [
  ...rowsOf("quote", quotes, endings),
  ...rowsOf("matter", matters),
  ...rowsOf("hold", holds),
  ...rowsOf("entry", entries, { found, began }),
  ...rowsOf("appeal", appeals),
]

/** The statuses of a machine, `none` first. A matter is filed by a command of its own, as no row of its table begins one. */
export const statusesOf = (machine: Machine, among: ReadonlyArray<Row> = rows): ReadonlyArray<string> => [
  ...new Set([
    "none",
    ...among.filter((row) => row.machine === machine).flatMap(({ from, to }) => [...from, ...to]),
  ]),
]

/** The statuses in which a record is over. */
export const ends: Readonly<Record<Machine, ReadonlyArray<string>>> = {
  quote: ["declined", "lapsed", "withdrawn", "replaced", "settled", "disputed"],
  matter: ["decided", "discontinued", "lapsed"],
  hold: ["lapsed", "paid_out"],
  entry: ["satisfied", "unsatisfied", "pending", "superseded"],
  appeal: ["decided", "withdrawn", "leave_refused", "abated"],
}
