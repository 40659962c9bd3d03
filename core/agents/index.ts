/** Agents: manifests, stakes, keys, operators, notices. */

import { Acceptances, acceptAgent } from "./Acceptance.ts"
import { Agents, Heartbeats, ManifestVersions, Stakes } from "./Agent.ts"
import { Allowances, recordDigest } from "./Allowance.ts"
import { heartbeat, patchManifest, publishStake } from "./Commands.ts"
import { Credentials, Keyrings } from "./Credential.ts"
import { Deliveries, recordDelivery } from "./Delivery.ts"
import { endOverlap, revokeKeys, rotateKey } from "./Keys.ts"
import { backOff } from "./Law.ts"
import { Notices } from "./Notice.ts"
import { Operators } from "./Operator.ts"
import { Approvals, issueApproval, proveOperator, vouch } from "./Proof.ts"
import { readDeliveries, readInbox } from "./Queries.ts"
import { giveBack, reserve } from "./Reserve.ts"
import { Retainers } from "./Retainer.ts"
import { recordChallenge, setService } from "./Service.ts"
import { Standings } from "./Standing.ts"

export const records = {
  Acceptances,
  Agents,
  Allowances,
  Approvals,
  Credentials,
  Deliveries,
  Heartbeats,
  Keyrings,
  ManifestVersions,
  Notices,
  Operators,
  Retainers,
  Stakes,
  Standings,
}
export const commands = {
  patchManifest,
  publishStake,
  heartbeat,
  rotateKey,
  revokeKeys,
  endOverlap,
  setService,
  recordChallenge,
  recordDelivery,
  issueApproval,
  vouch,
  proveOperator,
  acceptAgent,
  reserve,
  giveBack,
  recordDigest,
}
export const queries = { readDeliveries, readInbox }
export const tables = { backOff }
export * as Acceptance from "./Acceptance.ts"
export * as Agent from "./Agent.ts"
export * as Allowance from "./Allowance.ts"
export * as Channel from "./Channel.ts"
export * as Commands from "./Commands.ts"
export * as Credential from "./Credential.ts"
export * as Delivery from "./Delivery.ts"
export * as Keys from "./Keys.ts"
export * as Law from "./Law.ts"
export * as Notice from "./Notice.ts"
export * as Operator from "./Operator.ts"
export * as Proof from "./Proof.ts"
export * as Queries from "./Queries.ts"
export * as Reserve from "./Reserve.ts"
export * as Retainer from "./Retainer.ts"
export * as Service from "./Service.ts"
export * as Standing from "./Standing.ts"
