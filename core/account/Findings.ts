/** The findings of a judge on the lines that an account leaves undetermined. The judge says what is so; the account computes the sum. */
import { chars, enforced, rule } from "../kernel/Section.ts"
import type { Facts } from "./Received.ts"
import type { Account, LineName, RecordRef } from "./View.ts"

/** PD15 §11B: what a judge is asked after the account, and what the Court makes of the answer. */
export const findingsOfAJudge = enforced(
  "PD15 §11B",
  "Findings of a judge",
  (t) =>
    `A judge after the papers, if it decides on the account of a quote, finds each line on which the balance is open: held or not held, with reasons of at most ${chars(t.findingReasonsCharsMax)} and at most ${t.findingRecordsMax} records or exhibits of the matter. A line that is held names at least one. The line of payments or of refunds, if it is held, names the entries that count, and no other entry of an unread chain counts. Conformity that is not held takes the whole price off. A meter that is held comes to the higher of its sums, else to the lower. The Court draws up the account with these findings and makes the orders, as for a judge on the papers. So no finding changes another line, or gives a side more than the open balance allows.`,
)

/** The lines on which a judge can be asked for a finding. */
export const foundLines = [
  "metered",
  "delivered",
  "conforming",
  "paid",
  "refunded",
] as const satisfies ReadonlyArray<LineName>
/** The name of a line on which a judge can be asked for a finding. */
export type FoundLine = (typeof foundLines)[number]

/** The finding of a judge on a line, with the records on which it rests (PD15 §11B). */
export interface LineFinding {
  readonly line: FoundLine
  readonly held: boolean
  readonly by: ReadonlyArray<RecordRef>
}

const isOpen = (sum: Account["owed"]): boolean => sum !== null && typeof sum !== "number"

/**
 * The lines on which the balance of an account is open, in their order: a judge that decides the account finds each of them. An account
 * that is determined, or in another currency, has no such line.
 */
export const openLines = rule(
  ["PD15 §11B"],
  ({ undecided, owed, paid, refunded, lines }: Account): ReadonlyArray<FoundLine> => {
    if (typeof undecided !== "number") return []
    const open: { readonly [L in FoundLine]: boolean } = {
      metered: isOpen(owed),
      delivered: isOpen(owed),
      conforming: isOpen(owed),
      paid: isOpen(paid),
      refunded: isOpen(refunded),
    }
    return foundLines.filter(
      (name) => open[name] && lines.some(({ line, finding }) => line === name && finding === "undetermined"),
    )
  },
)

/** The finding of the judge on a line; null while no judge has found it. */
export const findingOn = ({ findings }: Facts, line: FoundLine): LineFinding | null =>
  findings?.find((one) => one.line === line) ?? null

/** The records of a line with those of a finding on it, each once. */
export const withRecords = (by: ReadonlyArray<RecordRef>, finding: LineFinding): ReadonlyArray<RecordRef> => [
  ...by,
  ...finding.by.filter(({ record, id }) => !by.some((one) => one.record === record && one.id === id)),
]
