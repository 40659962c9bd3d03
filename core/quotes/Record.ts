/**
 * The machine of quotes, with what the table and the law do not state: the events, the notices with their words, and the offers that an
 * accepted offer replaces in its row (PD14 §4).
 */

import { Either } from "effect"
import { Notice } from "../agents/index.ts"
import * as Changed from "../kernel/Change.ts"
import { needPresent } from "../kernel/Defect.ts"
import * as Machine from "../kernel/Machine.ts"
import { format as money } from "../kernel/Money.ts"
import type { Named } from "../kernel/Named.ts"
import { type Refusal, refusal } from "../kernel/Refusal.ts"
import { count, enforced, rule, type SectionId } from "../kernel/Section.ts"
import { format, type Instant } from "../kernel/Time.ts"
import { misfit } from "./Law.ts"
import { type Moved, partsOf, quoteAfter, reading, type Types } from "./Moves.ts"
import * as Quote from "./Quote.ts"

const name = ({ id, ref }: Quote.Quote): string => (ref === null ? `Quote ${id}` : `Quote ${id} (${ref})`)
const price = ({ priceCents, currency }: Quote.Quote): string => money(priceCents, currency)
const replacementText = ({ replaces }: Quote.Quote): string =>
  replaces === null ? "" : ` It replaces quote ${replaces}.`
const buyerOf = ({ buyer }: Quote.Quote): string => buyer.party?.handle ?? "the buyer"

/** The event of a move. A move to `found` has its status as its event. */
const eventOf = ({ move, after }: Moved) =>
  move.to !== "found" ? move.event : after.status === "settled" ? "settled" : "disputed"

/** The events that serve a notice. A replaced quote serves no notice, since the acceptance that replaces it serves one. */
type Noticed = Exclude<ReturnType<typeof eventOf>, "replaced">

const allTexts = Notice.declareWords("quote", {
  offered: (q) =>
    `${name(q)}: ${q.supplier.handle} offers to deliver for ${price(q)} by ${format(q.dueBy)}. Accept or decline it before then; it lapses otherwise (PD14 §4).${replacementText(q)}`,
  answered: (q) =>
    `${name(q)}: the invitation has been answered. ${buyerOf(q)} is the buyer, and may accept before ${format(q.dueBy)} (PD14 §8).`,
  accepted: (q) =>
    `${name(q)}: ${buyerOf(q)} accepts. It is to be delivered by ${format(q.dueBy)}, and then closed.${replacementText(q)}`,
  declined: (q) => `${name(q)}: ${buyerOf(q)} declines.`,
  withdrawn: (q) => `${name(q)}: ${q.supplier.handle} withdraws the offer.`,
  lapsed: (q) => `${name(q)}: nobody accepted in time. The offer has lapsed.`,
  closed: (q) =>
    `${name(q)}: ${q.supplier.handle} states that it delivered, and charges ${money(Quote.closeOf(q).close.priceChargedCents, q.currency)}. Countersign or dispute the close before ${format(Quote.closeOf(q).inspection.closesAt)}; it is settled otherwise (PD14 §6).`,
  settled: (q) =>
    q.countersign === null
      ? `${name(q)}: the time for inspection has passed. The quote is settled (PD14 §6).`
      : `${name(q)}: ${buyerOf(q)} countersigns the close. The quote is settled.`,
  disputed: (q) =>
    `${name(q)}: ${buyerOf(q)} disputes the close. Nothing is decided; it is a ground to file a matter (PD14 §6).`,
  disclosed: (q) =>
    `${name(q)}: what was delivered has been disclosed to the Court by its bytes, and what the criteria find of it is on the record (PD14 §11).`,
  attested: (q) =>
    `${name(q)}: an attestation of the delivery has been handed in, and \`account\` of the quote says what follows (PD14 §12).`,
  rail_set: (q) =>
    `${name(q)}: ${q.supplier.handle} states where to pay; read it in the quote, and check a change with the supplier before you pay.`,
} satisfies { readonly [Event in Noticed]: (quote: Quote.Quote) => string })

type Texts = Named<typeof allTexts>

/** The notices of a quote by its events, each with its deadline. */
export const texts: Texts = allTexts

const asks = (event: Noticed, { id }: Quote.Quote): { readonly asks?: ReadonlyArray<Notice.Asked> } =>
  event === "accepted" ? { asks: [{ act: "close-quote", on: id }] } : {}

/** The part that did an act, for the journal: it is public, and the parties of a quote are not. */
const by = ({ act, who, after: { buyer } }: Moved): string => {
  switch (act) {
    case "disclose":
    case "attest":
      return who.includes("supplier") ? "supplier" : "buyer"
    case "pass":
      return "scheduler"
    case "replace":
    case "answer":
      return "court"
    case "accept":
    case "decline":
    case "countersign":
      if (buyer.kind === "operator") return "clerk"
      return buyer.kind === "person" ? "supplier" : "buyer"
    default:
      return "supplier"
  }
}

/** The public event of a move. It tells that the quote moved, and never between whom, about what or for how much (Rule 2.3). */
const eventOfMove = (moved: Moved, data: Machine.Data) => {
  const sections: ReadonlyArray<SectionId> = moved.move.sections
  const from = Machine.isNew(moved) ? null : moved.before.status
  return Changed.event(
    `quote.${eventOf(moved)}`,
    Quote.subjectOf(moved.after.id),
    sections,
    {
      quote: moved.after.id,
      act: moved.act,
      by: by(moved),
      from,
      status: moved.after.status,
      ...(moved.act === "disclose" || moved.act === "attest" ? data : {}),
    },
    moved.at,
  )
}

/** The machine by which quotes move and their moves are recorded. */
export const quotes = Machine.make<Types>({
  ...reading,
  kind: Quote.Quotes,
  who: partsOf,
  unknown: (id) => refusal("unknown_quote", { id }),
  due: {
    kind: Quote.deadlineKind,
    task: Quote.deadlineTask,
    body: "quoteId",
    at: Quote.deadlineOf,
    act: { act: "pass", who: ["clock"] },
  },
  governs: () => [],
  objection: misfit,
  effectAt: (quote, { event }, now) =>
    event === "lapsed" || event === "settled"
      ? needPresent(Quote.deadlineOf(quote), "the deadline that passed")
      : now,
  after: quoteAfter,
  beside: Machine.nothingBeside,
  events: (moves, _, data) => moves.map((moved) => eventOfMove(moved, data)),
  notices: (lists, context) =>
    Notice.serveMoves(
      lists.flat(),
      ({ after }, side) => (side === "supplier" ? after.supplier.id : (after.buyer.party?.id ?? null)),
      (moved) => {
        const { after } = moved
        const event = eventOf(moved)
        return event === "replaced"
          ? null
          : {
              subject: Quote.subjectOf(after.id),
              at: context.now,
              ...texts[event](after),
              ...asks(event, after),
              data: { quote: after.id, status: after.status },
            }
      },
      context,
    ),
})

/** The statuses of a quote that has been delivered, or has been replaced already. */
const beyondReplacement: ReadonlyArray<Quote.Status> = [
  "closed_by_supplier",
  "settled",
  "disputed",
  "replaced",
]

export const acceptance = enforced(
  "PD14 §4",
  "Acceptance",
  (t) =>
    `A quote binds when the buyer accepts it. Until then the buyer may decline it, and the supplier may withdraw it; it lapses at the time by which it was to be delivered. A quote replaces another quote when it is accepted, if the other quote is on offer, or is accepted and not delivered; at most ${count(t.quoteRevisionsMax, "offer")} in a row replace one another.`,
)

/** The refusal to replace a quote; null if it can be replaced, or has ended without being delivered. */
export const notReplaceable = rule(["PD14 §4"], (quote: Quote.Quote, now: Instant): Refusal | null => {
  const { status } = quotes.current(quote, now)
  return beyondReplacement.includes(status) ? refusal("not_replaceable", { status }) : null
})

/** The moves that replace a chain of quotes. An offer that has ended needs no move. Refused `not_replaceable` if a quote was delivered. */
export const replaceChain = rule(
  ["PD14 §4"],
  (
    by: string,
    chain: ReadonlyArray<Quote.Quote>,
    now: Instant,
  ): Either.Either<ReadonlyArray<ReadonlyArray<Moved>>, Refusal> =>
    Either.all(
      chain.flatMap((quote) => {
        const refused = notReplaceable(quote, now)
        if (refused !== null) return [Either.left(refused)]
        const { status } = quotes.current(quote, now)
        return status === "offered" || status === "accepted"
          ? [
              Either.map(quotes.transition(quote, { act: "replace", who: ["court"], by }, now), (moved) => [
                moved,
              ]),
            ]
          : []
      }),
    ),
)
