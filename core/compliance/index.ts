/** The Register of Compliance (PD11): one entry for every order to pay, perform or refrain, and whether it was honoured. */

import { assets, networks } from "../chains/Networks.ts"
import { addressEntry } from "./Address.ts"
import { readAgent, readOrders } from "./AgentRecord.ts"
import { attestEntry, confirmEntry, decideEntry, disputeEntry, passEntry } from "./Commands.ts"
import { Entries } from "./Entry.ts"
import { acts } from "./Moves.ts"
import { PaymentAddresses } from "./PaymentAddress.ts"
import { Proofs, proveByTransfer } from "./Proof.ts"
import { readCompliance, readEntry, readHistory, readRegister } from "./Queries.ts"
import { reverseTransfer } from "./Reversal.ts"

export const records = { Entries, PaymentAddresses, Proofs }
export const commands = {
  attestEntry,
  confirmEntry,
  disputeEntry,
  addressEntry,
  decideEntry,
  passEntry,
  proveByTransfer,
  reverseTransfer,
}
export const queries = { readAgent, readOrders, readEntry, readHistory, readCompliance, readRegister }
export const tables = { moves: acts, networks, assets }
export * as Networks from "../chains/Networks.ts"
export * as Address from "./Address.ts"
export * as AgentRecord from "./AgentRecord.ts"
export * as Commands from "./Commands.ts"
export * as Entry from "./Entry.ts"
export * as Journal from "./Journal.ts"
export * as Judged from "./Judged.ts"
export * as Law from "./Law.ts"
export * as Moves from "./Moves.ts"
export * as PaymentAddress from "./PaymentAddress.ts"
export * as Proof from "./Proof.ts"
export * as Queries from "./Queries.ts"
export * as Recomputed from "./Recomputed.ts"
export * as Record from "./Record.ts"
export * as Replay from "./Replay.ts"
export * as Reputation from "./Reputation.ts"
export * as Reversal from "./Reversal.ts"
export * as View from "./View.ts"
export * as Windows from "./Windows.ts"
