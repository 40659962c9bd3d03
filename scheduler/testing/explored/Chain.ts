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

/**
 * The instructions by which an escrow has paid, in order: each that took effect, was not revoked before, and found its sum in the escrow.
 * An instruction for a part leaves the rest for later ones.
 */
const paidBy = (state: Snapshot, holdRef: string, now: number) => {
  const { all } = viewOf(state)
  const ids = all(holdRecords.Holds).flatMap((hold) => (hold.holdRef === holdRef ? [hold.id] : []))
  const effective = all(Payouts)
    .filter(({ holdId, effectiveAt }) => ids.includes(holdId) && effectiveAt < now)
    .filter(({ effectiveAt, revoked }) => revoked === null || revoked.revokedAt > effectiveAt)
    .sort((a, b) => a.effectiveAt - b.effectiveAt)
  let leftCents: number = sums.whole
  const paid = effective.filter(({ amountToPayeeCents, amountToPayerCents }) => {
    const cents = amountToPayeeCents + amountToPayerCents
    if (cents > leftCents) return false
    leftCents -= cents
    return true
  })
  return { paid, leftCents }
}

/** The last payment of an escrow; null if it has paid nothing. */
const paidFrom = (state: Snapshot, holdRef: string, now: number): EscrowPayment | null => {
  const { paid, leftCents } = paidBy(state, holdRef, now)
  const last = paid.at(-1)
  if (last === undefined) return null
  const [toPayeeUnits, toPayerUnits] = [units(last.amountToPayeeCents), units(last.amountToPayerCents)]
  return {
    txid: `0x${last.digest.slice(2, 66)}`,
    height: 100,
    blockHash: "block",
    at: last.effectiveAt + 1,
    transfers: [
      { index: 0, to: "payee", units: toPayeeUnits },
      { index: 1, to: "payer", units: toPayerUnits },
    ],
    toPayeeUnits,
    toPayerUnits,
    movedUnits: units(last.amountToPayeeCents + last.amountToPayerCents),
    holds: leftCents > 0,
    confirmations: 1_000,
  }
}

export const chainOf = (state: () => Snapshot, now: () => number): typeof Escrows.Service => ({
  read: ({ holdRef }) =>
    Effect.sync(() => ({
      at: now(),
      state: "funded" as const,
      payer: addressOf({ handle: "seller" }),
      payee: addressOf({ handle: "buyer" }),
      asset: null,
      amountUnits: units(paidBy(state(), holdRef, now()).leftCents || sums.whole),
      expiresAt: null,
      releasers: [],
    })),
  payment: ({ holdRef }) => Effect.sync(() => paidFrom(state(), holdRef, now()) ?? "unpaid"),
})
