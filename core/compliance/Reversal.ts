/**
 * The reversal of a transfer that its chain has lost: the credit of an invoice is taken back (PD2 §9), and the proof of an order is
 * left without the transfer (PD11 §11).
 */

import { Effect, Either, Option, Schema } from "effect"
import { CountedTransfers, networkReader } from "../chains/index.ts"
import * as Changed from "../kernel/Change.ts"
import { command, type Decision } from "../kernel/Command.ts"
import { needPresent } from "../kernel/Defect.ts"
import type { Reader } from "../kernel/Reader.ts"
import { balanceOf, Invoices, openOf, post, recordInvoice, subjectOf } from "../ledger/index.ts"
import { Proofs, withoutPart } from "./Proof.ts"

/** The id of a counted transfer, and the hash of the block that its chain now has at the transfer's height. */
const Replaced = Schema.Struct({ id: Schema.String, hash: Schema.String })

const gatherInvoice = (reader: Reader, id: string) =>
  Effect.gen(function* () {
    const invoice = needPresent(Option.getOrNull(yield* reader.find(Invoices, id)), `invoice ${id}`)
    const balance = yield* balanceOf(reader, invoice.agentId)
    return { invoice, balance, open: yield* openOf(reader, invoice.agentId) }
  })

/**
 * Reverses the credit of a transfer by a new entry of the ledger, and marks the transfer for the Registrar's attention. An order that
 * the transfer proved stays satisfied; the Registrar decides on that. Nothing changes if the chain still has the transfer's block.
 */
export const reverseTransfer = command({
  name: "reverse-transfer",
  sections: ["PD2 §9", "PD11 §11"],
  input: Replaced,
  gather: ({ id }, _context, reader) =>
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
  decide: (facts, { hash }, { actor, now, fresh }) =>
    Either.map(networkReader(actor), (): Decision<{ readonly reversed: boolean }> => {
      if (facts === null || facts.transfer.reversedAt !== null || facts.transfer.blockHash === hash)
        return { changes: [], reply: { reversed: false } }
      const { transfer, paid, proof } = facts
      const taken = { kind: "charge", reason: "payment_reversed", rule: "PD2 §9" } as const
      const back =
        paid === null || transfer.cents === 0
          ? []
          : [
              ...recordInvoice(
                paid.invoice,
                {
                  ...paid.invoice,
                  paidUnits: String(BigInt(paid.invoice.paidUnits) - BigInt(transfer.units)),
                },
                paid.open,
                now,
              ).changes,
              ...post(paid.balance, {
                id: fresh("charge"),
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
