/** Stories of deals, drawn from a seed: in each, what the sides say differs from what the records show. */
import { Deal } from "../../core/account/index.ts"
import type { Random } from "../Random.ts"
import {
  type BenchMatter,
  closeOf,
  debtOf,
  disclosed,
  later,
  type Paper,
  quoteOf,
  receivedPayment,
  type Said,
  type Voice,
} from "./Matter.ts"

type Told = Omit<BenchMatter, "id" | "story">

const priceOf = (random: Random): number => 2_000 + random.int(60_000)
/** A part of a sum: neither nothing nor all of it. */
const partOf = (random: Random, cents: number): number => 1 + random.int(cents - 1)

/** A statement with a paper that its own side wrote, and that nobody confirmed. */
const bare = (by: Deal.Side, says: Said["says"]): Said => ({
  by,
  says,
  paper: { label: `note of the ${by}`, content: says, lodgedBy: [], confirmedBy: [] },
})
/** A statement with a paper that its side lodged and that the other side confirmed. */
const confirmedStatement = (by: Deal.Side, label: string, says: Said["says"]): Said => {
  const paper: Paper = { label, content: says, lodgedBy: [by], confirmedBy: [Deal.otherSide(by)] }
  return { by, says, paper }
}

const saysPaid = (cents: number) => (voice: Voice) =>
  `${voice.supplier} received ${voice.money(cents)} from ${voice.buyer} for this quote.`
const saysDelivered = ({ supplier, buyer }: Voice) =>
  `${buyer} received the whole delivery of ${supplier} before the due time.`
const saysNothing = ({ supplier }: Voice) => `Nothing that ${supplier} promised was ever delivered.`
const saysPrice = (cents: number) => (voice: Voice) =>
  `${voice.buyer} accepted the quote of ${voice.supplier} at ${voice.money(cents)}.`

const tellStory = (
  deal: BenchMatter["deal"],
  claimant: Deal.Side,
  askedCents: number,
  said: ReadonlyArray<Said>,
  proven: BenchMatter["proven"] = null,
): Told => ({ deal, proven, claimant, askedCents, defended: true, admittedCents: 0, said })

/** A delivery by hash after so many hours, whose bytes were disclosed. */
const deliveryByHash = (price: number, after = 20) => ({
  closes: { supplier: closeOf("supplier", price, after), buyer: null },
  disclosures: disclosed,
})
const signedDelivery = (price: number) => ({
  closes: {
    supplier: closeOf("supplier", price, 20),
    buyer: closeOf("buyer", price, 22, { received: true }),
  },
})
const inWords = { delivered: "the translation, as agreed" }
/** A delivery in words, which the buyer disputed within the inspection: no record decides whether it was delivered. */
const disputedDelivery = (price: number) => ({
  closes: {
    supplier: closeOf("supplier", price, 20, inWords),
    buyer: closeOf("buyer", price, 22, { ...inWords, dispute: true }),
  },
})
const txid = "0xtransaction"
/** A payment that its buyer states, by a transaction on a chain that the court doesn't read. */
const unreadPayment = (cents: number) => ({
  stated: [receivedPayment(cents, "payment", { lodger: "buyer", txid })],
  transactions: [{ txid, network: "base", reading: { status: "unread" as const }, elsewhere: [] }],
})

/** The stories. The side that claims is drawn where both may. */
export const stories: { readonly [name: string]: (random: Random) => Told } = {
  "paid for nothing": (random) => {
    const price = priceOf(random)
    return tellStory(quoteOf(price, { stated: [receivedPayment(price)] }), "buyer", price, [
      confirmedStatement("buyer", "receipt", saysPaid(price)),
      { by: "buyer", says: saysNothing },
      bare("supplier", saysDelivered),
    ])
  },
  "delivered and unpaid": (random) => {
    const price = priceOf(random)
    return tellStory(quoteOf(price, deliveryByHash(price)), "supplier", price, [
      confirmedStatement("supplier", "acceptance", saysPrice(price)),
      { by: "supplier", says: saysDelivered },
      bare("buyer", saysPaid(price)),
    ])
  },
  "countersigned and paid in part": (random) => {
    const price = priceOf(random)
    const part = partOf(random, price)
    const deal = quoteOf(price, { ...signedDelivery(price), stated: [receivedPayment(part)] })
    return tellStory(deal, random.pick(["supplier", "buyer"]), price, [
      confirmedStatement("supplier", "acceptance", saysPrice(price)),
      confirmedStatement("buyer", "receipt", saysPaid(part)),
      bare("buyer", saysPaid(price)),
      { by: "supplier", says: saysDelivered },
    ])
  },
  late: (random) => {
    const price = priceOf(random)
    const [after, paid] = [24 + random.int(12), random.chance(50)]
    const remedies = { lateMillionthsPerHour: 20_000, lateMillionthsMax: 150_000, otherwiseMillionths: null }
    const stated = paid ? [receivedPayment(price)] : []
    const deal = quoteOf(price, { ...deliveryByHash(price, after), remedies, stated })
    return tellStory(deal, paid ? "buyer" : "supplier", price, [
      confirmedStatement(
        "buyer",
        "terms",
        ({ supplier }) => `${supplier} owes a reduction for each whole hour of delay.`,
      ),
      { by: "supplier", says: saysDelivered },
      bare("buyer", saysNothing),
    ])
  },
  "below the criteria": (random) => {
    const price = priceOf(random)
    const evaluation = { verdict: "partly" as const, reductionMillionths: 1_000 * (1 + random.int(900)) }
    const criteria = { sha256: "7c".repeat(32), evaluation, attested: [] }
    const paid = random.chance(50)
    const stated = paid ? [receivedPayment(price)] : []
    const deal = quoteOf(price, { ...deliveryByHash(price), criteria, stated })
    return tellStory(deal, paid ? "buyer" : "supplier", price, [
      confirmedStatement("supplier", "acceptance", saysPrice(price)),
      bare("supplier", ({ supplier }) => `All that ${supplier} delivered meets every check of the criteria.`),
      bare("buyer", ({ supplier }) => `All that ${supplier} delivered fails every check of the criteria.`),
    ])
  },
  "paid twice": (random) => {
    const price = priceOf(random)
    const stated = [
      receivedPayment(price, "payment", { txid: "0xfirst" }),
      receivedPayment(price, "payment", { id: "payment-2", txid: "0xsecond" }),
    ]
    return tellStory(quoteOf(price, { ...signedDelivery(price), stated }), "buyer", price, [
      confirmedStatement("buyer", "second receipt", saysPaid(price)),
      bare("supplier", ({ supplier }) => `${supplier} gave the second payment back.`),
    ])
  },
  "refunded in part": (random) => {
    const price = priceOf(random)
    const part = partOf(random, price)
    const deal = quoteOf(price, { stated: [receivedPayment(price), receivedPayment(part, "refund")] })
    return tellStory(deal, "buyer", price, [
      confirmedStatement("buyer", "receipt", saysPaid(price)),
      confirmedStatement("supplier", "refund", (voice) => `${voice.buyer} got ${voice.money(part)} back.`),
      bare("supplier", (voice) => `${voice.buyer} got ${voice.money(price)} back.`),
    ])
  },
  settled: (random) => {
    const price = priceOf(random)
    const deal = quoteOf(price, { ...signedDelivery(price), stated: [receivedPayment(price)] })
    return tellStory(deal, random.pick(["supplier", "buyer"]), price, [
      confirmedStatement("supplier", "acceptance", saysPrice(price)),
      confirmedStatement("buyer", "receipt", saysPaid(price)),
      bare("supplier", (voice) => `${voice.buyer} never paid anything.`),
      bare("buyer", saysNothing),
    ])
  },
  debt: (random) => {
    const sum = priceOf(random)
    const part = partOf(random, sum)
    return tellStory(debtOf(sum, { stated: [receivedPayment(part)] }), "supplier", sum, [
      confirmedStatement(
        "supplier",
        "invoice",
        (voice) => `${voice.buyer} owes ${voice.money(sum)} by an invoice.`,
      ),
      confirmedStatement("buyer", "receipt", saysPaid(part)),
      bare("buyer", saysPaid(sum)),
    ])
  },
  "contested payment": (random) => {
    const price = priceOf(random)
    const review = { outcome: "contested" as const, at: later(41) }
    const stated = [receivedPayment(price, "payment", { lodger: "buyer", review })]
    return tellStory(quoteOf(price, { ...deliveryByHash(price), stated }), "supplier", price, [
      confirmedStatement("supplier", "acceptance", saysPrice(price)),
      bare("buyer", saysPaid(price)),
      { by: "supplier", says: saysDelivered },
    ])
  },
  "charged less": (random) => {
    const price = priceOf(random)
    const charge = partOf(random, price)
    return tellStory(quoteOf(price, deliveryByHash(charge)), "supplier", price, [
      confirmedStatement("supplier", "acceptance", saysPrice(price)),
      bare("supplier", (voice) => `${voice.buyer} owes ${voice.money(price)}, whatever the charge said.`),
      bare("buyer", saysNothing),
    ])
  },
  "never delivered, never paid": (random) => {
    const price = priceOf(random)
    return tellStory(quoteOf(price), "supplier", price, [
      confirmedStatement("supplier", "acceptance", saysPrice(price)),
      bare("supplier", saysDelivered),
      { by: "buyer", says: saysNothing },
    ])
  },
  "disputed, and the buyer confirmed receipt": (random) => {
    const price = priceOf(random)
    const deal = quoteOf(price, disputedDelivery(price))
    return tellStory(
      deal,
      random.pick(["supplier", "buyer"]),
      price,
      [
        confirmedStatement("supplier", "message of receipt", saysDelivered),
        bare("buyer", saysNothing),
        { by: "supplier", says: saysPrice(price) },
        { by: "buyer", says: saysPrice(price) },
      ],
      quoteOf(price, signedDelivery(price)),
    )
  },
  "disputed, and nobody confirmed receipt": (random) => {
    const price = priceOf(random)
    const stated = [receivedPayment(price)]
    return tellStory(
      quoteOf(price, { ...disputedDelivery(price), stated }),
      random.pick(["supplier", "buyer"]),
      price,
      [
        bare("supplier", saysDelivered),
        confirmedStatement("buyer", "receipt", saysPaid(price)),
        { by: "buyer", says: saysNothing },
      ],
      quoteOf(price, { stated }),
    )
  },
  "an unread payment that the supplier confirmed": (random) => {
    const price = priceOf(random)
    return tellStory(
      quoteOf(price, { ...signedDelivery(price), ...unreadPayment(price) }),
      "supplier",
      price,
      [
        { by: "supplier", says: saysPrice(price) },
        confirmedStatement("buyer", "message about the transfer", saysPaid(price)),
        bare("supplier", (voice) => `${voice.buyer} never paid anything.`),
      ],
      quoteOf(price, { ...signedDelivery(price), stated: [receivedPayment(price)] }),
    )
  },
  "an unread payment that nobody confirmed": (random) => {
    const price = priceOf(random)
    return tellStory(
      quoteOf(price, { ...signedDelivery(price), ...unreadPayment(price) }),
      "supplier",
      price,
      [
        confirmedStatement("supplier", "acceptance", saysPrice(price)),
        bare("buyer", saysPaid(price)),
        { by: "supplier", says: (voice) => `${voice.buyer} never paid anything.` },
      ],
      quoteOf(price, signedDelivery(price)),
    )
  },
}
