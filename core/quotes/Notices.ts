/** What the parties of a quote are told of its moves. */
import { type Notice, serve } from "../agents/Notice.ts"
import type { Change } from "../Change.ts"
import { format as money } from "../Money.ts"
import { format, type Instant } from "../Time.ts"
import type { Moved } from "./Apply.ts"
import { type Quote, subjectOf } from "./Quote.ts"

const name = ({ id, ref }: Quote): string => (ref === null ? `Quote ${id}` : `Quote ${id} (${ref})`)
const price = ({ priceCents, currency }: Quote): string => money(priceCents, currency)
const replacing = ({ replaces }: Quote): string =>
  replaces === null ? "" : ` It replaces quote ${replaces}.`
const buyerOf = ({ buyer }: Quote): string => buyer.party?.handle ?? "the buyer"

const texts: { readonly [event: string]: (quote: Quote) => string } = {
  offered: (q) =>
    `${name(q)}: ${q.supplier.handle} offers to deliver for ${price(q)} by ${format(q.dueBy)}. Accept or decline it before then; it lapses otherwise (PD14 §4).${replacing(q)}`,
  answered: (q) =>
    `${name(q)}: the invitation has been answered. ${buyerOf(q)} is the buyer, and may accept before ${format(q.dueBy)} (PD14 §8).`,
  accepted: (q) =>
    `${name(q)}: ${buyerOf(q)} accepts. It is to be delivered by ${format(q.dueBy)}, and closed with POST /api/v1/quotes/${q.id}/close.${replacing(q)}`,
  declined: (q) => `${name(q)}: ${buyerOf(q)} declines.`,
  withdrawn: (q) => `${name(q)}: ${q.supplier.handle} withdraws the offer.`,
  lapsed: (q) => `${name(q)}: nobody accepted in time. The offer has lapsed.`,
  closed: (q) =>
    `${name(q)}: ${q.supplier.handle} states that it delivered, and charges ${money(q.close?.priceChargedCents ?? 0, q.currency)}. Countersign or dispute the close before ${format(q.inspection?.closesAt ?? 0)}; it is settled otherwise (PD14 §6).`,
  settled: (q) =>
    q.countersign === null
      ? `${name(q)}: the time for inspection has passed. The quote is settled (PD14 §6).`
      : `${name(q)}: ${buyerOf(q)} countersigns the close. The quote is settled.`,
  disputed: (q) =>
    `${name(q)}: ${buyerOf(q)} disputes the close. Nothing is decided; it is a ground to file a matter (PD14 §6).`,
  rail_set: (q) =>
    `${name(q)}: ${q.supplier.handle} states where to pay; read it in the quote, and check a change with the supplier before you pay.`,
}

/** The event of a move: where the move finds its status, the status is the event. */
export const eventOf = ({ move, quote }: Moved): string => (move.to === "found" ? quote.status : move.event)

/** The notices of moves, to the parties that the table names; never to the agent that acts. `id(k)` is the k-th fresh id. */
export const noticesOf = (
  moves: ReadonlyArray<Moved>,
  actingId: string | null,
  id: (k: number) => string,
  now: Instant,
): ReadonlyArray<Change> => {
  const notices = moves.flatMap((moved) => {
    const { move, quote } = moved
    const event = eventOf(moved)
    const parties = move.serves.map((side) => (side === "supplier" ? quote.supplier : quote.buyer.party))
    return parties.flatMap(
      (party): ReadonlyArray<Omit<Notice, "id">> =>
        party === null || party.id === actingId
          ? []
          : [
              {
                agentId: party.id,
                type: `quote.${event}`,
                subject: subjectOf(quote.id),
                at: now,
                text: texts[event]?.(quote) ?? name(quote),
                data: { quote: quote.id, status: quote.status },
              },
            ],
    )
  })
  return notices.flatMap((notice, k) => serve({ ...notice, id: id(k) }))
}
