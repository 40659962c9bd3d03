/** The effects of acts on other records in the same commit, read from the columns of the tables: the window, the adjustments, the judgment below. */
import { type Effect, isIn, set, under } from "./Language.ts"
import type { Row } from "./Tables.ts"

/** The figures of a model: small numbers in the place of sums and of the counts that the Schedule has. */
export interface Bounds {
  /** The sum that is claimed, the sum that the stake covers, and the sum that the escrow holds. */
  readonly claim: number
  readonly stake: number
  readonly held: number
  /** How often the judge may put questions. */
  readonly rounds: number
  /** The statuses of the quote in which the claim may be filed. Until then, and once only time passes, the quote moves by its table. */
  readonly filedFrom: ReadonlyArray<string>
}

/** The figures of CI, and those of a night. */
export const bounds: Readonly<Record<"usual" | "deep", Bounds>> = {
  usual: { claim: 2, stake: 1, held: 2, rounds: 1, filedFrom: ["disputed"] },
  deep: { claim: 3, stake: 2, held: 3, rounds: 2, filedFrom: ["accepted", "disputed"] },
}

/** The adjustments after a move. `−3` is `debit`; `owes` says apart from the tables whether it should stand. */
const ofCredit = ({ credit, act }: Row, to: string | undefined): ReadonlyArray<Effect> => {
  const owing =
    act === "decide"
      ? [set(`owes = ${to === "unsatisfied" ? 1 : 0}`)]
      : act === "supersede"
        ? [set("owes = 0")]
        : act === "pass" && to === "unsatisfied"
          ? [set("owes = 1", "entry == entry_notified")]
          : []
  const moved = (() => {
    switch (credit) {
      case "timely":
        return [set("debit = 0", "timely == 1"), set("credit = 1", "timely == 1")]
      case "missed":
        return [set("debit = 1"), set("credit = 0")]
      case "found":
        return [
          set(`debit = ${to === "unsatisfied" ? 1 : 0}`),
          set(`credit = ${to === "satisfied" ? "timely" : 0}`),
        ]
      case "reversed":
        return [set("debit = 0"), set("credit = 0")]
      case "unearned":
        return [set("credit = 0")]
      case "began":
        return [set("credit = 0", "began == entry_notified")]
      default:
        return []
    }
  })()
  return [...owing, ...moved]
}

const ofWindow = ({ window }: Row): ReadonlyArray<Effect> => {
  switch (window) {
    case undefined:
    case "kept":
    case "fresh":
      return []
    case "closed":
      return [set("running = 0")]
    case "began":
      return [
        set("running = 0"),
        set(
          "running = 1",
          ["open", "attested", "notified"].map((status) => `began == entry_${status}`).join(" || "),
        ),
      ]
    default:
      return [set("running = 1")]
  }
}

const served = (row: Row): ReadonlyArray<Effect> =>
  row.machine === "matter" && row.event === "served" ? [set("served = 1")] : []

/** The effects of a row by its columns, apart from the status. `to` is the status to which it leads. */
export const byColumns = (row: Row, to: string | undefined): ReadonlyArray<Effect> => [
  ...(row.machine === "entry" ? [...ofCredit(row, to), ...ofWindow(row)] : []),
  ...served(row),
]

/** An act that follows from another in the same commit: it is done if the status of its record allows it. */
export type Follows = (
  machine: Row["machine"],
  act: string,
  besides?: ReadonlyArray<Effect>,
  alsoFrom?: ReadonlyArray<string>,
) => ReadonlyArray<Effect>

export const following =
  (rows: ReadonlyArray<Row>): Follows =>
  (machine, act, besides = [], alsoFrom = []) =>
    rows
      .filter((row) => row.machine === machine && row.act === act)
      .flatMap((row) => {
        const [to] = row.to
        return under(isIn(machine, [...row.from, ...alsoFrom]), [
          ...byColumns(row, to),
          ...besides,
          ...(to === undefined ? [] : [set(`${machine} = ${machine}_${to}`)]),
        ])
      })
