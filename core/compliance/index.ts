/** The Register of Compliance (PD11): one entry for every order to pay, perform or refrain, and whether it was honoured. */

import type { Named } from "../kernel/Named.ts"
import { behindLabels } from "./Behind.ts"
import { Entries } from "./Entry.ts"
import { openings, register, supersession } from "./Judged.ts"
import { attestation, decision, disputes, disputesAndPayouts, holds } from "./Law.ts"
import { PaymentAddresses } from "./PaymentAddress.ts"
import { chainReadings, Proofs, transfersThatCount } from "./Proof.ts"
import { appeals, labels, notice, reputation } from "./Reputation.ts"

/** The kinds of records of the Register of Compliance; each is a view for SQL clients. */
export const records = { Entries, PaymentAddresses, Proofs }
const allSections = {
  openings,
  register,
  supersession,
  attestation,
  decision,
  disputes,
  disputesAndPayouts,
  holds,
  chainReadings,
  transfersThatCount,
  behindLabels,
  labels,
  reputation,
  appeals,
  notice,
}

type Sections = Named<typeof allSections>

/** The sections of PD11, each by the name of the value that words it. */
export const sections: Sections = allSections

export { AgentView, agentOrders, OrderView, ordersShown, readAgent } from "./AgentRecord.ts"
export { Behind, behindOf, readBehind, readLatest } from "./Behind.ts"
export {
  Attesting,
  addressTexts,
  attestCompliance,
  confirmCompliance,
  Deciding,
  Disputing,
  decideCompliance,
  disputeCompliance,
  passEntry,
  Registering,
  setComplianceAddress,
} from "./Commands.ts"
export * as Entry from "./Entry.ts"
export { HistoryItem, historyOf, rulesMax } from "./Journal.ts"
export { gatherEntries, isKept, type JudgmentEntries, moveEntries, openEntries } from "./Judged.ts"
export { disputeByAsking, isDisputedByAsking } from "./Law.ts"
export {
  type ActName,
  acts,
  type EntryAct,
  type Move,
  type Moved,
  moveFrom,
  type Part,
} from "./Moves.ts"
export { proveByTransfer, reverseTransfer } from "./Proof.ts"
export {
  ComplianceSummary,
  checkCompliance,
  complianceHistory,
  EntryView,
  EntryWithHistory,
  entryView,
  historyShown,
  listCompliance,
  proveCompliance,
  readCompliance,
  readCounts,
} from "./Queries.ts"
export { entries, texts } from "./Record.ts"
export {
  type Registers,
  registersAt,
  replay,
} from "./Replay.ts"
export * as Reputation from "./Reputation.ts"
