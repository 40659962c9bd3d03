/** Matters that a person made and answered: the corners of the account, each with the sum that a person computed from PD15. */
import type { Deal } from "../../core/account/index.ts"
import { hours } from "../../core/kernel/Time.ts"
import {
  type BenchMatter,
  closeOf,
  debtOf,
  disclosed,
  hash,
  later,
  quoteOf,
  receivedPayment,
  type Said,
} from "./Matter.ts"

type Row = Pick<BenchMatter, "story" | "deal" | "claimant"> & {
  readonly byHand: number
} & Partial<Omit<BenchMatter, "id">>

const said: ReadonlyArray<Said> = [
  { by: "supplier", says: (voice) => `${voice.supplier} delivered what was agreed, and is not paid.` },
  { by: "buyer", says: (voice) => `${voice.buyer} paid what it owed, and got nothing that it can use.` },
]

const price = 10_000
const quote = (changes: Partial<Deal.QuoteDeal> = {}) => quoteOf(price, changes)
const shown = { closes: { supplier: closeOf("supplier", price, 20), buyer: null }, disclosures: disclosed }
const closes = (supplier: object, buyer: object | null = null) => ({
  closes: {
    supplier: closeOf("supplier", price, 20, supplier),
    buyer: buyer === null ? null : closeOf("buyer", price, 22, buyer),
  },
})
const remedies = (changes: Partial<Deal.QuoteDeal["remedies"]>): Deal.QuoteDeal["remedies"] => ({
  lateMillionthsPerHour: null,
  lateMillionthsMax: null,
  otherwiseMillionths: null,
  ...changes,
})
const criteria = (reductionMillionths: number): Deal.QuoteDeal["criteria"] => ({
  sha256: "7c".repeat(32),
  evaluation: { verdict: "partly", reductionMillionths },
  attested: [],
})
const words = { delivered: "the report, by message" }
const txid = (id: string) => ({ id: `payment-${id}`, txid: `0x${id}` })

const rows: ReadonlyArray<Row> = [
  {
    story: "a hash that nobody discloses is not delivered",
    deal: quote({ ...closes({}), stated: [receivedPayment(price)] }),
    claimant: "buyer",
    byHand: -10_000,
  },
  {
    story: "the buyer's own disclosure of the bytes shows the delivery",
    deal: quote({
      ...closes({}),
      disclosures: [{ id: "disclosure-1", by: "buyer", at: later(30), sha256: hash }],
    }),
    claimant: "supplier",
    byHand: 10_000,
  },
  {
    story: "other bytes than the close names show nothing",
    deal: quote({
      ...closes({}),
      disclosures: [{ id: "disclosure-1", by: "supplier", at: later(30), sha256: "11".repeat(32) }],
    }),
    claimant: "supplier",
    byHand: 0,
  },
  {
    story: "words that stood undisputed for a day are a delivery",
    deal: quote(closes(words)),
    claimant: "supplier",
    byHand: 10_000,
  },
  {
    story: "a dispute in time, and the buyer doesn't plead",
    deal: quote(closes(words, { ...words, dispute: true })),
    claimant: "supplier",
    defended: false,
    byHand: 10_000,
  },
  {
    story: "a dispute in time, and the supplier doesn't plead",
    deal: quote({ ...closes(words, { ...words, dispute: true }), stated: [receivedPayment(price)] }),
    claimant: "buyer",
    defended: false,
    byHand: -10_000,
  },
  {
    story: "a dispute in time of a quote that says what is owed otherwise",
    deal: quote({
      ...closes(words, { ...words, dispute: true }),
      remedies: remedies({ otherwiseMillionths: 400_000 }),
    }),
    claimant: "supplier",
    byHand: 4_000,
  },
  {
    story: "a share that is owed otherwise, and the whole price was paid",
    deal: quote({
      ...closes(words, { ...words, dispute: true }),
      remedies: remedies({ otherwiseMillionths: 333_333 }),
      stated: [receivedPayment(price)],
    }),
    claimant: "supplier",
    byHand: -6_667,
  },
  {
    story: "a countersignature takes every reduction away",
    deal: quote({
      closes: {
        supplier: closeOf("supplier", price, 40),
        buyer: closeOf("buyer", price, 42, { received: true }),
      },
      remedies: remedies({ lateMillionthsPerHour: 1_000_000 }),
    }),
    claimant: "supplier",
    byHand: 10_000,
  },
  {
    story: "both closed at less than the quote",
    deal: quote({
      closes: { supplier: closeOf("supplier", 7_000, 20), buyer: closeOf("buyer", 7_000, 22) },
    }),
    claimant: "supplier",
    byHand: 7_000,
  },
  {
    story: "whole hours of delay alone are counted",
    deal: quote({
      closes: { supplier: closeOf("supplier", price, 26, { at: later(26) - 1 }), buyer: null },
      disclosures: disclosed,
      remedies: remedies({ lateMillionthsPerHour: 100_000 }),
    }),
    claimant: "supplier",
    // It was offered an hour before it was accepted, so it is due an hour after `dueBy` (PD15 §2).
    byHand: 9_000,
  },
  {
    story: "delay takes no more than its maximum",
    deal: quote({
      closes: { supplier: closeOf("supplier", price, 60), buyer: null },
      disclosures: [{ id: "disclosure-1", by: "supplier", at: later(61), sha256: hash }],
      remedies: remedies({ lateMillionthsPerHour: 50_000, lateMillionthsMax: 200_000 }),
    }),
    claimant: "supplier",
    byHand: 8_000,
  },
  {
    story: "defects and delay come off one after the other",
    deal: quote({
      closes: { supplier: closeOf("supplier", price, 25), buyer: null },
      disclosures: disclosed,
      criteria: criteria(300_000),
      remedies: remedies({ lateMillionthsPerHour: 200_000 }),
    }),
    claimant: "supplier",
    byHand: 5_000,
  },
  {
    story: "a delivery that fails wholly is worth nothing",
    deal: quote({ ...shown, criteria: criteria(1_000_000), stated: [receivedPayment(price)] }),
    claimant: "buyer",
    byHand: -10_000,
  },
  {
    story: "one payment that both sides recorded is paid once",
    deal: quote({
      ...shown,
      stated: [
        receivedPayment(4_000),
        receivedPayment(4_000, "payment", { id: "payment-2", lodger: "buyer" }),
      ],
    }),
    claimant: "supplier",
    byHand: 6_000,
  },
  {
    story: "payments by different transactions add up",
    deal: quote({
      ...shown,
      stated: [receivedPayment(4_000, "payment", txid("a")), receivedPayment(5_000, "payment", txid("b"))],
    }),
    claimant: "supplier",
    byHand: 1_000,
  },
  {
    story: "silence on a payment finds it",
    deal: quote({
      stated: [receivedPayment(price, "payment", { lodger: "buyer", at: later(100) - hours(72) })],
    }),
    claimant: "buyer",
    defended: false,
    byHand: -10_000,
  },
  {
    story: "the claim asks for less than is owed",
    deal: quote(shown),
    claimant: "supplier",
    askedCents: 2_500,
    byHand: 2_500,
  },
  {
    story: "what is admitted is owed, whatever the records show",
    deal: quote(),
    claimant: "supplier",
    admittedCents: 3_000,
    byHand: 3_000,
  },
  {
    story: "a promised refund is a debt",
    deal: debtOf(price, { from: "refund" }),
    claimant: "supplier",
    byHand: 10_000,
  },
]

export const byHand: ReadonlyArray<BenchMatter> = rows.map((row, i) => ({
  id: `hand-${String(i + 1).padStart(3, "0")}`,
  proven: null,
  askedCents: price,
  defended: true,
  admittedCents: 0,
  said,
  ...row,
}))
