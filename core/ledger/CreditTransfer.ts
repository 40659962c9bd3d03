/** What a transfer to an invoice's address credits (PD2 §9). */
import { Effect, Either, Option } from "effect"
import * as Changed from "../Change.ts"
import { command, type Decision } from "../Command.ts"
import { centsFor } from "../chains/Exchange.ts"
import { networkReader } from "../chains/Office.ts"
import { priceNow, quotationOf } from "../chains/Price.ts"
import { CountedTransfers, counted, type Reception, type Transfer, transferId } from "../chains/Transfer.ts"
import { type Asset, assets, networks } from "../compliance/Networks.ts"
import type { Reader } from "../Reader.ts"
import { rule } from "../Rule.ts"
import type { Terms } from "../Schedule.ts"
import { addressClaim } from "./Addresses.ts"
import { Balances, newBalance } from "./Balance.ts"
import { type Invoice, Invoices, subjectOf } from "./Invoice.ts"
import { openOf, recorded } from "./InvoiceRecord.ts"
import { post } from "./Post.ts"

/** The invoice that an address serves; null where it serves none. */
export const invoiceAt = (reader: Reader, { network, to }: Pick<Transfer, "network" | "to">) =>
  Effect.gen(function* () {
    const family = networks.find(({ id }) => id === network)?.kind
    const holder = family === undefined ? null : yield* reader.holder(addressClaim(family, to))
    return holder === null ? null : Option.getOrNull(yield* reader.find(Invoices, holder))
  })

/** At which rate a transfer counts: the invoice's, where it was confirmed before that ended, else today's; null where there is none. */
export const rateFor = rule(
  ["PD2 §9"],
  (
    { rate, rateUntil }: Pick<Invoice, "rate" | "rateUntil">,
    { confirmedAt }: Pick<Transfer, "confirmedAt">,
    price: bigint | null,
  ): bigint | null => (confirmedAt < rateUntil ? BigInt(rate) : price),
)

/** Whether a transfer has the confirmations of its network. */
const isConfirmed = ({ network, confirmations }: Transfer, terms: Terms): boolean => {
  const wanted = networks.find(({ id }) => id === network)?.confirmations
  return wanted !== undefined && confirmations >= terms[wanted]
}

type Received = Decision<{ readonly reception: Reception }>
const received = (reception: Reception): Received => ({ changes: [], reply: { reception } })

const assetOf = (id: string): Asset | undefined => assets.find((asset) => asset.id === id)

/** Records a confirmed transfer and credits what it is worth, once. It is given by a reader of its chain. */
export const creditTransfer = command({
  name: "creditTransfer",
  sections: ["PD2 §9"],
  gather: (transfer: Transfer, { now, terms }, reader) =>
    Effect.gen(function* () {
      const before = Option.getOrNull(yield* reader.find(CountedTransfers, transferId(transfer)))
      const invoice = yield* invoiceAt(reader, transfer)
      const asset = assetOf(transfer.asset)
      if (invoice === null || asset === undefined) return null
      const quotation = yield* quotationOf(reader, asset)
      const balance = Option.getOrElse(yield* reader.find(Balances, invoice.agentId), () =>
        newBalance(invoice.agentId),
      )
      const price = priceNow(asset, quotation, now, terms)
      return { before, invoice, asset, price, balance, open: yield* openOf(reader, invoice.agentId) }
    }),
  decide: (facts, transfer, { actor, now, terms, id }) =>
    Either.map(networkReader(actor), (): Received => {
      if (facts === null) return received("passed_by")
      const { before, invoice, asset, balance } = facts
      if (before !== null && before.reversedAt === null) return received("known")
      const towards = { kind: "invoice", id: invoice.id } as const
      if (transfer.asset !== invoice.asset) {
        const other = counted(transfer, { towards, cents: 0, at: now, attention: "other_asset" })
        return { changes: [Changed.put(CountedTransfers, other)], reply: { reception: "counted" } }
      }
      if (transfer.height <= invoice.sinceHeight) return received("passed_by")
      if (!isConfirmed(transfer, terms)) return received("waiting")
      const rate = rateFor(invoice, transfer, facts.price)
      if (rate === null) return received("waiting")
      const cents = centsFor(BigInt(transfer.units), rate, asset.decimals)
      if (cents < 1) return received("passed_by")
      const paidUnits = String(BigInt(invoice.paidUnits) + BigInt(transfer.units))
      // One that was reversed and has come again stays in the Registrar's sight.
      const attention = before?.attention ?? null
      const credit = { kind: "credit", reason: "payment", rule: "PD2 §9" } as const
      return {
        changes: [
          Changed.put(CountedTransfers, counted(transfer, { towards, cents, at: now, attention })),
          ...recorded(invoice, { ...invoice, paidUnits }, facts.open, now).changes,
          ...post(balance, { id: id(0), ...credit, cents, subject: subjectOf(invoice.id), at: now }),
        ],
        reply: { reception: "counted" },
      }
    }),
})
