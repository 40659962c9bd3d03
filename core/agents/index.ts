/** Agents: manifests, stakes, keys, operators, notices. */

import type { Named } from "../kernel/Named.ts"
import { Acceptances } from "./Acceptance.ts"
import { Agents, Credentials, Heartbeats, Keyrings, ManifestVersions, Stakes } from "./Agent.ts"
import { Allowances } from "./Allowance.ts"
import { serviceAtTheInbox } from "./Channel.ts"
import { Deliveries } from "./Delivery.ts"
import {
  addressesOfNotices,
  agentsOfAnOperator,
  credentials,
  endedKeys,
  enrolment,
  identityOfOperators,
  manifestWarranted,
  notesToAnAddress,
  stakes,
  theRegistrar,
} from "./Law.ts"
import { Notices } from "./Notice.ts"
import { Operators } from "./Operator.ts"
import { Approvals } from "./Proof.ts"
import { counselOfAnAgent, Retainers } from "./Retainer.ts"
import { ServiceHosts } from "./ServiceHost.ts"
import { Standings } from "./Standing.ts"

/** The kinds of records of agents; each is a view for SQL clients. */
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
  ServiceHosts,
  Stakes,
  Standings,
}
const allSections = {
  manifestWarranted,
  theRegistrar,
  agentsOfAnOperator,
  identityOfOperators,
  notesToAnAddress,
  stakes,
  counselOfAnAgent,
  credentials,
  endedKeys,
  enrolment,
  serviceAtTheInbox,
  addressesOfNotices,
}

type Sections = Named<typeof allSections>

/** The sections on agents, operators and counsel, each by the name of the value that words it. */
export const sections: Sections = allSections

export * as Acceptance from "./Acceptance.ts"
export { acceptAgent } from "./Acceptance.ts"
export * as Agent from "./Agent.ts"
export * as Allowance from "./Allowance.ts"
export * as Channel from "./Channel.ts"
export {
  EnrolmentRequest,
  heartbeat,
  patchManifest,
  publishStake,
  ServiceRequest,
  ServiceUrl,
  StakeRequest,
} from "./Commands.ts"
export { Deliveries, isDue, recordDelivery } from "./Delivery.ts"
export { type Answered, EnrolInput, enrolAgent, gatherEnrolment } from "./Enrol.ts"
export * as Keys from "./Keys.ts"
export { revokeKeys, rotateKey } from "./Keys.ts"
export { isProven, mayBrief, own, Reasoned, Reasons, registrarOnly, sameOperator } from "./Law.ts"
export * as Notice from "./Notice.ts"
export * as Operator from "./Operator.ts"
export { issueApproval, proveOperator, vouch } from "./Proof.ts"
export {
  DeliveryView,
  EnrolmentView,
  enrolledAmong,
  IdentityStatus,
  inbox,
  NoticeView,
  type noticeView,
  PublicRow,
  publicRow,
  readDeliveries,
} from "./Queries.ts"
export { replayAgents } from "./Replay.ts"
export * as Retainer from "./Retainer.ts"
export * as Service from "./Service.ts"
export { setService } from "./Service.ts"
export { hostsServed } from "./ServiceHost.ts"
export * as Standing from "./Standing.ts"
