/** What becomes of a counted transfer that its chain no longer has (PD2 §9). */

import { Effect, Either, Option } from "effect"
import * as Changed from "../Change.ts"
import { command, type Decision } from "../Command.ts"
import { networkReader } from "../chains/Office.ts"
import { CountedTransfers } from "../chains/Transfer.ts"
import { Proofs, withoutPart } from "../compliance/Proof.ts"
import { present } from "../Missing.ts"
import type { Reader } from "../Reader.ts"
import { Balances, newBalance } from "./Balance.ts"
import { Invoices, subjectOf } from "./Invoice.ts"
import { openOf, recorded } from "./InvoiceRecord.ts"
import { post } from "./Post.ts"

/** A counted transfer, and the hash of the block that its chain now has at the height of the transfer's. */
export interface Replaced {
  readonly id: string
  readonly hash: string
}

const gatherInvoice = (reader: Reader, id: string) =>
  Effect.gen(function* () {
    const invoice = present(Option.getOrNull(yield* reader.find(Invoices, id)), `invoice ${id}`)
    const balance = Option.getOrElse(yield* reader.find(Balances, invoice.agentId), () =>
      newBalance(invoice.agentId),
    )
    return { invoice, balance, open: yield* openOf(reader, invoice.agentId) }
  })

/**
 * Takes back what a transfer counted for, by a new entry of the ledger, and tells the Registrar. An order that it proved stays
 * satisfied: that is for the Registrar to look at. Where the block still stands nothing happens.
 */
export const reverseTransfer = command({
  name: "reverseTransfer",
  sections: ["PD2 §9", "PD11 §11"],
  gather: ({ id }: Replaced, _context, reader) =>
    Effect.gen(function* () {
      const transfer = Option.getOrNull(yield* reader.find(CountedTransfers, id))
      if (transfer === null) return null
      const { kind, id: target } = transfer.towards
      return {
        transfer,
        paid: kind === "invoice" ? yield* gatherInvoice(reader, target) : null,
        proof: kind === "entry" ? Option.getOrNull(yield* reader.find(Proofs, target)) : null,
      }
    }),
  decide: (facts, { hash }, { actor, now, id }) =>
    Either.map(networkReader(actor), (): Decision<{ readonly reversed: boolean }> => {
      if (facts === null || facts.transfer.reversedAt !== null || facts.transfer.blockHash === hash)
        return { changes: [], reply: { reversed: false } }
      const { transfer, paid, proof } = facts
      const taken = { kind: "charge", reason: "payment_reversed", rule: "PD2 §9" } as const
      const back =
        paid === null || transfer.cents === 0
          ? []
          : [
              ...recorded(
                paid.invoice,
                {
                  ...paid.invoice,
                  paidUnits: String(BigInt(paid.invoice.paidUnits) - BigInt(transfer.units)),
                },
                paid.open,
                now,
              ).changes,
              ...post(paid.balance, {
                id: id(0),
                ...taken,
                cents: transfer.cents,
                subject: subjectOf(paid.invoice.id),
                at: now,
              }),
            ]
      return {
        changes: [
          Changed.put(CountedTransfers, { ...transfer, reversedAt: now, attention: "reorganised" as const }),
          ...back,
          ...(proof === null ? [] : [Changed.put(Proofs, withoutPart(proof, transfer))]),
        ],
        reply: { reversed: true },
      }
    }),
})
