/** Payments on chain: a transfer to an invoice's address is credited (PD2 §9). */

import { Effect, Either, Option } from "effect"
import {
  type Asset,
  assets,
  CountedTransfers,
  centsFor,
  countTransfer,
  networkReader,
  networks,
  priceNow,
  quotationOf,
  type Reception,
  Transfer,
  transferId,
} from "../chains/index.ts"
import * as Changed from "../kernel/Change.ts"
import { command, type Decision } from "../kernel/Command.ts"
import type { Reader } from "../kernel/Reader.ts"
import type { Terms } from "../kernel/Schedule.ts"
import { balanceOf, post } from "./Account.ts"
import { Invoices, openOf, recordInvoice, subjectOf } from "./Invoice.ts"
import { rateFor } from "./Law.ts"
import { addressClaim } from "./Rails.ts"

/** The invoice to which an address belongs; null if it belongs to none. */
const invoiceAt = (reader: Reader, { network, to }: Pick<Transfer, "network" | "to">) =>
  Effect.gen(function* () {
    const family = networks.find(({ id }) => id === network)?.kind
    const holder = family === undefined ? null : yield* reader.holder(addressClaim(family, to))
    return holder === null ? null : Option.getOrNull(yield* reader.find(Invoices, holder))
  })

/** Whether a transfer has the confirmations of its network. */
const isConfirmed = ({ network, confirmations }: Transfer, terms: Terms): boolean => {
  const wanted = networks.find(({ id }) => id === network)?.confirmations
  return wanted !== undefined && confirmations >= terms[wanted]
}

type Received = Decision<{ readonly reception: Reception }>
const receivedOnly = (reception: Reception): Received => ({ changes: [], reply: { reception } })

const assetOf = (id: string): Asset | undefined => assets.find((asset) => asset.id === id)

/** Records a confirmed transfer and credits its worth, once. Only a reader of the transfer's network may call it. */
export const creditTransfer = command({
  name: "credit-transfer",
  sections: ["PD2 §9"],
  input: Transfer,
  gather: (transfer, { now, terms }, reader) =>
    Effect.gen(function* () {
      const before = Option.getOrNull(yield* reader.find(CountedTransfers, transferId(transfer)))
      const invoice = yield* invoiceAt(reader, transfer)
      const asset = assetOf(transfer.asset)
      if (invoice === null || asset === undefined) return null
      const quotation = yield* quotationOf(reader, asset)
      const balance = yield* balanceOf(reader, invoice.agentId)
      const price = priceNow(asset, quotation, now, terms)
      return { before, invoice, asset, price, balance, open: yield* openOf(reader, invoice.agentId) }
    }),
  decide: (facts, transfer, { actor, now, terms, fresh }) =>
    Either.map(networkReader(actor), (): Received => {
      if (facts === null) return receivedOnly("passed_by")
      const { before, invoice, asset, balance } = facts
      if (before !== null && before.reversedAt === null) return receivedOnly("known")
      const towards = { kind: "invoice", id: invoice.id } as const
      if (transfer.asset !== invoice.asset) {
        const other = countTransfer(transfer, { towards, cents: 0, at: now, attention: "other_asset" })
        return { changes: [Changed.put(CountedTransfers, other)], reply: { reception: "counted" } }
      }
      if (transfer.height <= invoice.sinceHeight) return receivedOnly("passed_by")
      if (!isConfirmed(transfer, terms)) return receivedOnly("waiting")
      const rate = rateFor(invoice, transfer, facts.price)
      if (rate === null) return receivedOnly("waiting")
      const cents = centsFor(BigInt(transfer.units), rate, asset.decimals)
      if (cents < 1) return receivedOnly("passed_by")
      const paidUnits = String(BigInt(invoice.paidUnits) + BigInt(transfer.units))
      // A transfer that was reversed and has come again keeps its mark for the Registrar's attention.
      const attention = before?.attention ?? null
      const credit = { kind: "credit", reason: "payment", rule: "PD2 §9" } as const
      return {
        changes: [
          Changed.put(CountedTransfers, countTransfer(transfer, { towards, cents, at: now, attention })),
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
