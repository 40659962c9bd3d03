/** A chain that the court reads. Each escrow is funded, and pays as soon as an instruction for it is in effect. */
import { Effect } from "effect"
import {
  type EscrowPayment,
  type Escrows,
  records as holdRecords,
  Payouts,
} from "../../../core/holds/index.ts"
import type { Snapshot } from "./ForkedStore.ts"
import { addressOf } from "./HoldActs.ts"
import { sums } from "./Tried.ts"
import { viewOf } from "./View.ts"

const units = (cents: number): string => String(BigInt(cents) * 10_000n)

/** The payment of an escrow by the first instruction that took effect and was not revoked before; null if there was no such instruction. */
const paidFrom = (state: Snapshot, holdRef: string, now: number): EscrowPayment | null => {
  const { all } = viewOf(state)
  const ids = all(holdRecords.Holds).flatMap((hold) => (hold.holdRef === holdRef ? [hold.id] : []))
  const effective = all(Payouts)
    .filter(({ holdId, effectiveAt }) => ids.includes(holdId) && effectiveAt < now)
    .filter(({ effectiveAt, revoked }) => revoked === null || revoked.revokedAt > effectiveAt)
    .sort((a, b) => a.effectiveAt - b.effectiveAt)
  const [first] = effective
  if (first === undefined) return null
  const [toPayeeUnits, toPayerUnits] = [units(first.amountToPayeeCents), units(first.amountToPayerCents)]
  return {
    txid: `0x${first.digest.slice(2, 66)}`,
    height: 100,
    blockHash: "block",
    at: first.effectiveAt + 1,
    transfers: [
      { index: 0, to: "payee", units: toPayeeUnits },
      { index: 1, to: "payer", units: toPayerUnits },
    ],
    toPayeeUnits,
    toPayerUnits,
    confirmations: 1_000,
  }
}

export const chainOf = (state: () => Snapshot, now: () => number): typeof Escrows.Service => ({
  read: () =>
    Effect.sync(() => ({
      at: now(),
      state: "funded" as const,
      payer: addressOf({ handle: "seller" }),
      payee: addressOf({ handle: "buyer" }),
      asset: null,
      amountUnits: units(sums.whole),
      expiresAt: null,
      releasers: [],
    })),
  payment: ({ holdRef }) => Effect.sync(() => paidFrom(state(), holdRef, now()) ?? "unpaid"),
})
