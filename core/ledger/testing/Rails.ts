/** For tests: an agent `buyer` whose ledger can be paid in USDC on Base and in bitcoin, with invoices and transfers. */
import { Effect } from "effect"
import { records as chainRecords, Reading, type Transfer } from "../../chains/index.ts"
import * as Changed from "../../kernel/Change.ts"
import { command } from "../../kernel/Command.ts"
import { hours } from "../../kernel/Time.ts"
import { buyer, chain } from "../../testing/Actors.ts"
import { contextFor, start } from "../../testing/Context.ts"
import { allowed, type factsOf } from "../../testing/Facts.ts"
import type { LedgerEntry } from "../Account.ts"
import { type Invoice, Invoices, type InvoiceView, OpenInvoiceCounts } from "../Invoice.ts"
import { creditTransfer, type PayRequest, requestInvoice } from "../Invoicing.ts"
import { Addresses, type AddressesService, addressClaim } from "../Rails.ts"

export { buyer, chain, registrar, seller } from "../../testing/Actors.ts"

export const base = "eip155:8453"
export const usdc = `${base}/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913`
export const usdt = `${base}/erc20:0xfde4C96c8593536E31F229EA8f37b2ADa2699bb2`
export const bitcoin = "bip122:000000000019d6689c085ae165831e93"
export const btc = `${bitcoin}/slip44:0`

/** Addresses of every family except cardano, for which no key is configured. */
export const addresses: AddressesService = {
  derive: (family, index) => (family === "cardano" ? null : `${family}-${index}`),
}

type Facts = Effect.Effect.Success<ReturnType<typeof requestInvoice.gather>>
/** The command that asks for an invoice, with these addresses. */
export const requesting = (from: AddressesService = addresses) =>
  command<PayRequest, PayRequest, Facts, InvoiceView>({
    name: requestInvoice.name,
    sections: requestInvoice.sections,
    input: requestInvoice.input,
    decide: requestInvoice.decide,
    gather: (input, context, reader) =>
      Effect.provideService(requestInvoice.gather(input, context, reader), Addresses, from),
  })

export const answered = (
  network: string = base,
  at: number = start,
  changes: Partial<Reading.Reading> = {},
) =>
  Changed.put(Reading.Readings, {
    ...Reading.unreadNetwork(network),
    tip: { height: 100, hash: "0x100" },
    answeredAt: at,
    ...changes,
  })
export const priced = (microUsd: string, at: number = start) =>
  Changed.put(chainRecords.Quotations, { symbol: "BTC" as const, microUsd, at })

/** An open invoice for five dollars in USDC on Base, made at the start of the day. */
export const invoice = (changes: Partial<Invoice> = {}): Invoice => ({
  id: "invoice-1",
  agentId: buyer.id,
  network: base,
  asset: usdc,
  family: "evm",
  index: 7,
  address: "evm-7",
  amountCents: 500,
  amountDue: "5000000",
  rate: "1000000",
  createdAt: start,
  rateUntil: start + hours(24),
  expiresAt: start + hours(48),
  sinceHeight: 100,
  paidUnits: "0",
  status: "open",
  ...changes,
})

/** The confirmed transfer that pays the invoice, in the block after the newest one at the time of the invoice. */
export const transfer = (changes: Partial<Transfer.Transfer> = {}): Transfer.Transfer => ({
  network: base,
  asset: usdc,
  to: "evm-7",
  txid: "0xaa",
  index: 0,
  units: "5000000",
  height: 101,
  blockHash: "0x101",
  blockAt: start,
  confirmations: 20,
  confirmedAt: start,
  ...changes,
})

/** The invoice towards which a transfer to its address counts. */
export const towards = { kind: "invoice", id: "invoice-1" } as const
export const given = (one: Invoice = invoice()) => [
  Changed.put(Invoices, one),
  Changed.claim(addressClaim(one.family, one.address), one.id),
  Changed.put(OpenInvoiceCounts, { agentId: buyer.id, open: 1 }),
]
export const credit = (facts: ReturnType<typeof factsOf>, one: Transfer.Transfer = transfer(), now = start) =>
  allowed(facts.decide(creditTransfer, one, contextFor(chain, now)))

/** The charge of a Magistrate's fee in the ledger of the buyer. */
export const ledgerEntry = (changes: Partial<LedgerEntry> = {}): LedgerEntry => ({
  id: "entry-1",
  agentId: buyer.id,
  kind: "charge",
  cents: 11,
  reason: "magistrate_fee",
  rule: "PD2 §4",
  subject: "judgment/[2026] MC 1",
  at: start,
  ...changes,
})
