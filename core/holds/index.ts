/** Holds: escrows that name the court as referee, and the record of the instructions signed for them (PD2 §§6A to 6H). */
import { passHold, revokePayout } from "./Acts.ts"
import { kinds } from "./Escrow.ts"
import { HoldCounts, Holds, MetOrders, PartPayments, Payings } from "./Hold.ts"
import { acts } from "./Moves.ts"
import { nameOnMatter, nameOnQuote } from "./Naming.ts"
import { Payouts } from "./Payout.ts"
import { confirmHold, proveHold } from "./Proving.ts"
import { holdsOnMatter, holdsOnQuote, readHold, readPayout, revocations } from "./Queries.ts"

export const records = { Holds, HoldCounts, Payouts, Payings, MetOrders, PartPayments }
export const commands = {
  nameOnQuote,
  nameOnMatter,
  confirmHold,
  proveHold,
  revokePayout,
  passHold,
}
export const queries = { readHold, readPayout, holdsOnQuote, holdsOnMatter, revocations }
export const tables = { moves: acts, escrowKinds: kinds }

export * as Acts from "./Acts.ts"
export * as Asks from "./Asks.ts"
export * as Escrow from "./Escrow.ts"
export * as Hold from "./Hold.ts"
export * as Law from "./Law.ts"
export * as Moves from "./Moves.ts"
export * as Naming from "./Naming.ts"
export * as Payout from "./Payout.ts"
export * as Proving from "./Proving.ts"
export * as Queries from "./Queries.ts"
export * as Record from "./Record.ts"
export * as Statement from "./Statement.ts"
export * as View from "./View.ts"
