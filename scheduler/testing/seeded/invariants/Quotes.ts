import { Dealing } from "../../../../core/dealings/index.ts"
import { passQuote, Quote, acts as quoteMoves } from "../../../../core/quotes/index.ts"
import { deadlineOf } from "../../../../core/quotes/testing/index.ts"
import { each, type Invariant, leads, waits } from "../Invariant.ts"

const found: ReadonlyArray<Quote.Quote["status"]> = ["settled", "disputed"]
const quoteLeads = leads<Quote.Quote["status"]>(
  Object.entries(quoteMoves).flatMap(([act, { moves }]) =>
    moves.flatMap(({ from, to }) =>
      from.flatMap((status) => {
        if (status === "none") return []
        const ends = to === "found" ? found : [to === "same" ? status : to]
        return ends.map((end) => [status, end, act === "pass"] as const)
      }),
    ),
  ),
)

export const quotes: ReadonlyArray<Invariant> = [
  each(
    "a dealing is reviewed once, and its content stays",
    Dealing.Dealings,
    ({ before, after }) =>
      before === null ||
      (before.review === null && before.sha256 === after.sha256 && before.lodger === after.lodger),
  ),
  each(
    "a quote moves as its table allows",
    Quote.Quotes,
    ({ before, after }) => before === null || quoteLeads(before.status, after.status),
  ),
  each("a quote has its deadline", Quote.Quotes, ({ after }, store) =>
    waits(store, `${passQuote.taskKind}/${after.id}`, deadlineOf(after)),
  ),
  each(
    "a quote is settled by both sides, or by time alone",
    Quote.Quotes,
    ({ after: { status, close, countersign, inspection, endedAt } }) =>
      status !== "settled" ||
      (close !== null &&
        (countersign !== null ||
          (endedAt !== null && inspection !== null && endedAt >= inspection.closesAt))),
  ),
]
