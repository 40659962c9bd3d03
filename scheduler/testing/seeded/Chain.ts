/**
 * A chain on which a few transactions paid out of escrows. A report of any hold may name any of them, as a thief would name for its own
 * hold what paid another's.
 */
import { Effect } from "effect"
import { Escrow } from "../../../core/holds/index.ts"
import { days } from "../../../core/kernel/Time.ts"
import type * as Dice from "./Dice.ts"

const prefix = "0xpaid"

/** The name of a transaction of these days: there is one in ten days, so that several holds are said to be paid by the same. */
export const transaction = (now: number): string => `${prefix}${Math.floor(now / days(10))}`

/** The chain of a run, as the court's reader shows it. Nobody has read the escrow of a report that names no transaction. */
export const chainOf = (dice: Dice.Dice, now: () => number): typeof Escrow.Escrows.Service => {
  const mined = new Map<string, Escrow.Payment>()
  const mine = (txid: string): Escrow.Payment => {
    const height = 100 + mined.size
    const [toPayee, toPayer] = [
      dice.of("0", "40000000", "450000000", "90000000000"),
      dice.of("0", "40000000", "450000000"),
    ]
    const payment: Escrow.Payment = {
      txid,
      height,
      blockHash: `block-${height}`,
      at: now(),
      transfers: [
        { index: 0, to: "payee", units: toPayee },
        { index: 1, to: "payer", units: toPayer },
      ],
      toPayeeUnits: toPayee,
      toPayerUnits: toPayer,
      movedUnits: String(BigInt(toPayee) + BigInt(toPayer)),
      holds: toPayer === "0",
      confirmations: dice.of(1, 20, 40),
    }
    mined.set(txid, payment)
    return payment
  }
  return {
    ...Escrow.noReaders,
    payment: (_ref, _sides, txid, after) =>
      Effect.sync(() => {
        if (txid === null || !txid.startsWith(prefix)) return "unread"
        const payment = mined.get(txid) ?? mine(txid)
        return payment.at > after ? payment : "unpaid"
      }),
  }
}
