/**
 * The acts on invoices (PD2 §9): an agent asks for one (`POST /account/pay`), a transfer on chain to its address is credited, and time
 * lets it expire.
 */

import { Effect, Either, Option, Schema } from "effect"
import { Networks, Price, Reading, Transfer } from "../chains/index.ts"
import type { Change } from "../kernel/Change.ts"
import * as Changed from "../kernel/Change.ts"
import { bindTask, type CommandContext, command, type Decision } from "../kernel/Command.ts"
import { needPresent } from "../kernel/Defect.ts"
import { GivenName } from "../kernel/Id.ts"
import { member, optional } from "../kernel/Json.ts"
import { Cents } from "../kernel/Money.ts"
import type { Reader } from "../kernel/Reader.ts"
import { firstOf, refusal, when } from "../kernel/Refusal.ts"
import { bounds, type Terms } from "../kernel/Schedule.ts"
import { enforced } from "../kernel/Section.ts"
import { hours } from "../kernel/Time.ts"
import { Balances, balanceOf, holderOf, owedCents, post } from "./Account.ts"
import {
  expiryKind,
  type Invoice,
  Invoices,
  invoiceView,
  openOf,
  recordInvoice,
  subjectOf,
} from "./Invoice.ts"
import { rateFor } from "./Law.ts"
import {
  Addresses,
  type AddressSeries,
  AddressSerieses,
  addressClaim,
  notLive,
  railNamed,
  readingsOf,
} from "./Rails.ts"

/** The body of `POST /account/pay`. `amount` is given if more or less is to be paid than is owed. */
export const PayRequest = Schema.Struct({
  network: member(
    Schema.NonEmptyString.pipe(Schema.maxLength(80)),
    "A familiar name, such as base, or a CAIP-2 id.",
  ),
  asset: member(
    Schema.NonEmptyString.pipe(Schema.maxLength(80)),
    "A familiar name, such as USDC, or a CAIP-19 id.",
  ),
  amount: optional(
    Cents.pipe(Schema.between(bounds.invoiceCentsMin, bounds.invoiceCentsMax)),
    "In US cents; what is owed if it is left out.",
  ),
}).annotations({ identifier: "PayRequest" })
export type PayRequest = typeof PayRequest.Type

const gather = (
  { network, asset }: PayRequest,
  context: CommandContext,
  reader: Parameters<typeof openOf>[0],
) =>
  Effect.gen(function* () {
    const agentId = yield* holderOf(context.actor)
    const rail = railNamed(network, asset)
    if (rail === undefined) return yield* Effect.fail(refusal("unknown_rail", {}))
    const addresses = yield* Addresses
    const family = rail.network.kind
    const series = Option.getOrElse(
      yield* reader.find(AddressSerieses, family),
      (): AddressSeries => ({ family, next: 0 }),
    )
    const reading = needPresent(
      (yield* readingsOf(reader, [rail.network.id]))[0],
      "what was last read of a network",
    )
    return {
      agentId,
      rail,
      series,
      reading,
      address: addresses.derive(family, series.next),
      notLive: notLive(rail, reading, addresses, context.now, context.terms),
      price: Price.readNow(
        rail.asset,
        yield* Price.quotationOf(reader, rail.asset),
        context.now,
        context.terms,
      ),
      owedCents: owedCents(Option.getOrNull(yield* reader.find(Balances, agentId))),
      open: yield* openOf(reader, agentId),
    }
  })
type Facts = Effect.Effect.Success<ReturnType<typeof gather>>

const invoiceOf = (
  { agentId, rail, series, reading }: Facts,
  given: { readonly address: string; readonly price: bigint; readonly cents: number },
  { now, terms, fresh }: CommandContext,
): Invoice => {
  const rateUntil = now + hours(terms.rateHours)
  return {
    id: fresh("invoice"),
    agentId,
    network: rail.network.id,
    asset: rail.asset.id,
    family: rail.network.kind,
    index: series.next,
    address: given.address,
    amountCents: given.cents,
    amountDue: String(Price.unitsFor(given.cents, given.price, rail.asset.decimals)),
    rate: String(given.price),
    createdAt: now,
    rateUntil,
    expiresAt: rateUntil + hours(terms.invoiceGraceHours),
    sinceHeight: needPresent(reading.tip, "the newest block of a live rail").height,
    paidUnits: "0",
    status: "open",
  }
}

/** Makes an invoice: an address for it alone, and the sum due there in units. If the rail is not live, nothing is recorded. */
export const requestInvoice = command({
  name: "request-invoice",
  sections: ["PD2 §9"],
  input: PayRequest,
  gather,
  decide: (facts, { amount }, context) => {
    const { terms, now } = context
    const { address, price, open } = facts
    const cents = amount ?? facts.owedCents
    const [min, max] = [terms.invoiceCentsMin, terms.invoiceCentsMax]
    const why =
      facts.notLive ?? (address === null ? "Every address of this network has been given out." : null)
    const refused = firstOf([
      why === null ? null : refusal("rail_not_live", { why }),
      when(price === null, "no_price", { minutes: terms.priceMinutes }),
      when(cents < min || cents > max, "invoice_amount", { owedCents: facts.owedCents, min, max }),
      when(open.open >= terms.openInvoicesMax, "open_invoices", { max: terms.openInvoicesMax }),
    ])
    if (Either.isLeft(refused)) return Either.left(refused.left)
    const due = {
      address: needPresent(address, "the address of a live rail"),
      price: needPresent(price, "the price"),
      cents,
    }
    const invoice = invoiceOf(facts, due, context)
    return Either.right({
      changes: [
        ...recordInvoice(null, invoice, open, now).changes,
        Changed.put(AddressSerieses, { ...facts.series, next: facts.series.next + 1 }),
        Changed.claim(addressClaim(invoice.family, invoice.address), invoice.id),
      ],
      reply: invoiceView(invoice, [], now),
    })
  },
})

/** Records that an invoice has expired when its task fires; changes nothing if something was paid towards it. */
export const expireInvoice = bindTask(
  expiryKind,
  command({
    name: "expire-invoice",
    sections: ["PD2 §9"],
    input: Schema.Struct({ invoiceId: GivenName }),
    gather: ({ invoiceId }, _context, reader) =>
      Effect.gen(function* () {
        const invoice = Option.getOrNull(yield* reader.find(Invoices, invoiceId))
        return invoice === null ? null : { invoice, open: yield* openOf(reader, invoice.agentId) }
      }),
    decide: (facts, _input, { now }) =>
      Either.right({
        changes:
          facts === null || facts.invoice.status !== "open" || now < facts.invoice.expiresAt
            ? []
            : recordInvoice(facts.invoice, facts.invoice, facts.open, now).changes,
        reply: null,
      }),
  }),
)

/** The invoice to which an address belongs; null if it belongs to no invoice. */
const invoiceAt = (reader: Reader, { network, to }: Pick<Transfer.Transfer, "network" | "to">) =>
  Effect.gen(function* () {
    const family = Networks.all.find(({ id }) => id === network)?.kind
    const holder = family === undefined ? null : yield* reader.holder(addressClaim(family, to))
    return holder === null ? null : Option.getOrNull(yield* reader.find(Invoices, holder))
  })

/** Whether a transfer has the confirmations of its network. */
const isConfirmed = ({ network, confirmations }: Transfer.Transfer, terms: Terms): boolean => {
  const wanted = Networks.all.find(({ id }) => id === network)?.confirmations
  return wanted !== undefined && confirmations >= terms[wanted]
}

type Received = Decision<{ readonly reception: Transfer.Reception }>
const receiveOnly = (reception: Transfer.Reception): Received => ({ changes: [], reply: { reception } })

const assetOf = (id: string): Networks.Asset | undefined => Networks.assets.find((asset) => asset.id === id)

export const transfers = enforced(
  "PD2 §9A",
  "Transfers to an invoice",
  () =>
    "A transfer is credited once it has the confirmations of PD11 §11A, even if it is too little, too much or late. A transfer that is worth less than a cent, or that was there before the invoice, is not credited. A transfer counts once. If a reorganisation takes a transfer back, a new entry reverses its credit, and the Registrar is told. A transfer of another listed asset is recorded and not credited, and the Registrar is told.",
)

/** Records a confirmed transfer and credits its worth, once. Only a reader of the transfer's network may call it. */
export const creditTransfer = command({
  name: "credit-transfer",
  sections: ["PD2 §9A"],
  input: Transfer.Transfer,
  gather: (transfer, { now, terms }, reader) =>
    Effect.gen(function* () {
      const before = Option.getOrNull(yield* reader.find(Transfer.CountedTransfers, Transfer.idOf(transfer)))
      const invoice = yield* invoiceAt(reader, transfer)
      const asset = assetOf(transfer.asset)
      if (invoice === null || asset === undefined) return null
      const quotation = yield* Price.quotationOf(reader, asset)
      const balance = yield* balanceOf(reader, invoice.agentId)
      const price = Price.readNow(asset, quotation, now, terms)
      return { before, invoice, asset, price, balance, open: yield* openOf(reader, invoice.agentId) }
    }),
  decide: (facts, transfer, { actor, now, terms, fresh }) =>
    Either.map(Reading.networkReader(actor), (): Received => {
      if (facts === null) return receiveOnly("passed_by")
      const { before, invoice, asset, balance } = facts
      if (before !== null && before.reversedAt === null) return receiveOnly("known")
      const towards = { kind: "invoice", id: invoice.id } as const
      if (transfer.asset !== invoice.asset) {
        const other = Transfer.count(transfer, { towards, cents: 0, at: now, attention: "other_asset" })
        return { changes: [Changed.put(Transfer.CountedTransfers, other)], reply: { reception: "counted" } }
      }
      if (transfer.height <= invoice.sinceHeight) return receiveOnly("passed_by")
      if (!isConfirmed(transfer, terms)) return receiveOnly("waiting")
      const rate = rateFor(invoice, transfer, facts.price)
      if (rate === null) return receiveOnly("waiting")
      const cents = Price.centsFor(BigInt(transfer.units), rate, asset.decimals)
      if (cents < 1) return receiveOnly("passed_by")
      const paidUnits = String(BigInt(invoice.paidUnits) + BigInt(transfer.units))
      // A transfer that was reversed and has come again keeps its mark for the Registrar's attention.
      const attention = before?.attention ?? null
      const credit = { kind: "credit", reason: "payment", rule: "PD2 §9" } as const
      return {
        changes: [
          Changed.put(
            Transfer.CountedTransfers,
            Transfer.count(transfer, { towards, cents, at: now, attention }),
          ),
          ...recordInvoice(invoice, { ...invoice, paidUnits }, facts.open, now).changes,
          ...post(balance, {
            id: fresh("credit"),
            ...credit,
            cents,
            subject: subjectOf(invoice.id),
            at: now,
          }),
        ],
        reply: { reception: "counted" },
      }
    }),
})

/** An invoice towards which a transfer was counted, with the balance of its agent and the count of its open invoices. */
export const gatherPaid = (reader: Reader, id: string) =>
  Effect.gen(function* () {
    const invoice = needPresent(Option.getOrNull(yield* reader.find(Invoices, id)), `invoice ${id}`)
    const balance = yield* balanceOf(reader, invoice.agentId)
    return { invoice, balance, open: yield* openOf(reader, invoice.agentId) }
  })

/** Takes the credit of a transfer back by a new entry of the ledger: the invoice is owed again (PD2 §9). */
export const takeBack = (
  { invoice, balance, open }: Effect.Effect.Success<ReturnType<typeof gatherPaid>>,
  { units, cents }: Pick<Transfer.Counted, "units" | "cents">,
  { now, fresh }: Pick<CommandContext, "now" | "fresh">,
): ReadonlyArray<Change> => {
  const paidUnits = String(BigInt(invoice.paidUnits) - BigInt(units))
  const charge = { kind: "charge", reason: "payment_reversed", rule: "PD2 §9" } as const
  return [
    ...recordInvoice(invoice, { ...invoice, paidUnits }, open, now).changes,
    ...post(balance, { id: fresh("charge"), ...charge, cents, subject: subjectOf(invoice.id), at: now }),
  ]
}
