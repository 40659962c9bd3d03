/** The Register of Compliance (PD11): one entry for every order to pay, perform or refrain, and whether it was honoured. */

import { assets, networks } from "../chains/Networks.ts"
import { readAgent } from "./AgentRecord.ts"
import { addressEntry, attestEntry, confirmEntry, decideEntry, disputeEntry, passEntry } from "./Commands.ts"
import { Entries } from "./Entry.ts"
import { acts } from "./Moves.ts"
import { Proofs, proveByTransfer } from "./Proof.ts"
import { readCompliance, readEntry, readRegister } from "./Queries.ts"

export const records = { Entries, Proofs }
export const commands = {
  attestEntry,
  confirmEntry,
  disputeEntry,
  addressEntry,
  decideEntry,
  passEntry,
  proveByTransfer,
}
export const queries = { readAgent, readEntry, readCompliance, readRegister }
export const tables = { moves: acts, networks, assets }
export * as Networks from "../chains/Networks.ts"
export * as AgentRecord from "./AgentRecord.ts"
export * as Commands from "./Commands.ts"
export * as Entry from "./Entry.ts"
export * as Journal from "./Journal.ts"
export * as Judged from "./Judged.ts"
export * as Law from "./Law.ts"
export * as Moves from "./Moves.ts"
export * as Proof from "./Proof.ts"
export * as Queries from "./Queries.ts"
export * as Recomputed from "./Recomputed.ts"
export * as Record from "./Record.ts"
export * as Replay from "./Replay.ts"
export * as Reputation from "./Reputation.ts"
export * as View from "./View.ts"
export * as Windows from "./Windows.ts"
