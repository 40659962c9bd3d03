/** Holds: escrows that name the court as referee, and the record of the instructions signed for them (PD2 §§6A to 6H). */

import type { Named } from "../kernel/Named.ts"
import { HoldCounts, Holds, MetOrders, PartPayments, Payings } from "./Hold.ts"
import { lapse, lasting } from "./Lapse.ts"
import { instruction, naming, noFundsHeld, revocation, termsOfHolds } from "./Law.ts"
import { Payouts } from "./Payout.ts"
import { confirmation } from "./Statement.ts"
import { unreported, unspent } from "./Unreported.ts"

/** The kinds of records of holds, each a view for SQL clients. */
export const records = { Holds, HoldCounts, Payouts, Payings, MetOrders, PartPayments }
const allSections = {
  instruction,
  naming,
  noFundsHeld,
  revocation,
  termsOfHolds,
  confirmation,
  lapse,
  unreported,
  unspent,
  lasting,
}

type Sections = Named<typeof allSections>

/** The sections on holds and instructions (PD2 §6A to §6I), by the names of the values that word them. */
export const sections: Sections = allSections

export * as Escrow from "./Escrow.ts"
export {
  evaluationType,
  type JobEvaluation,
  liveEvaluation,
  type SignedEvaluation,
} from "./Evaluated.ts"
export * as Hold from "./Hold.ts"
export * as Lapse from "./Lapse.ts"
export { mayStand, timesOf } from "./Law.ts"
export { acts, type Moved, type Part, partsOf } from "./Moves.ts"
export { nameHoldOnMatter, nameHoldOnQuote } from "./Naming.ts"
export * as Payout from "./Payout.ts"
export { confirmHold, proveHold } from "./Proving.ts"
export {
  HoldView,
  holdRevocations,
  holdsOfQuote,
  holdView,
  instructedOn,
  listHolds,
  needReadable,
  PayoutView,
  payoutView,
  RevokedView,
  readPayout,
  verifySteps,
} from "./Queries.ts"
export { holds, pays, perform, texts } from "./Record.ts"
export { revocationOf } from "./Revocation.ts"
export { statementsFor } from "./Statement.ts"
export * as Unreported from "./Unreported.ts"
export * as Unspent from "./Unspent.ts"
export { decideUnspent, objectUnspent, sayUnspent } from "./Unspent.ts"
export { endPayouts, revokePayout } from "./Withdraw.ts"
