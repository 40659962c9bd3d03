/** The rules as functions: a fee, a label, an account and the grade of an authority, without a court, a store or a runtime. */
import { drawUp, quoteDeal } from "../../core/account/Rules.ts"
import { entry, isTimely, statusAt } from "../../core/compliance/Rules.ts"
import { published } from "../../core/kernel/Schedule.ts"
import { gradeOf } from "../../core/law/Rules.ts"
import { magistrateFee, theMagistratesFee } from "../../core/ledger/Rules.ts"

const at = Date.parse("2026-11-28T12:00:00Z")
const hour = 3_600_000
const terms = published.at(at)

// A judgment that cost 30 cents, past the free list of its day. The words of the section come from the same figures.
console.log(`fee: ${magistrateFee(30, terms)} cents, by ${theMagistratesFee.id}, ${theMagistratesFee.title}`)

// An order to pay USD 200 within 36 hours. The members that are left out are as at delivery.
const order = entry({
  citation: "[2026] MC 1",
  bound: "buyer",
  favoured: "seller",
  amountCents: 20_000,
  hours: 36,
  deliveredAt: at,
})
console.log(`entry: ${statusAt(order, at)}, then ${statusAt(order, order.dueAt)}`)
console.log(`paid after 35 hours: ${isTimely(order, at + 35 * hour) ? "in time" : "late"}`)

// A quote of USD 15 that the buyer accepted. Both sides closed it, and nothing is paid.
const close = { at: at + 2 * hour, cents: 1_500, delivered: "A translation", deliveredAt: at + hour }
const deal = quoteDeal({
  id: "quote-1",
  parties: { supplier: "seller", buyer: "buyer" },
  cents: 1_500,
  offeredAt: at,
  acceptedAt: at,
  dueBy: at + 24 * hour,
  closes: {
    supplier: { id: "close-1", ...close, dispute: false, received: null },
    buyer: { id: "close-2", ...close, dispute: false, received: true },
  },
})
console.log(`balance: ${JSON.stringify(drawUp(deal, at + 36 * hour, terms).balance)} cents`)

// An extract that a party attests, held against the text of its source.
const known = { exists: true, texts: ["Whoever promises is bound … by the words that were used."] }
const tender = { text: "is bound ... by the words", attested: true }
console.log(`grade: ${gradeOf(tender, known, false)} of 4`)
