/** All work of the court, by kind of task. */
import type { Keys } from "../adapters/keys/Keys.ts"
import type { Carrier } from "../adapters/notices/Carrier.ts"
import { digestTask } from "../core/agents/Allowance.ts"
import { noticeTask } from "../core/agents/Notice.ts"
import { acceptanceTask, operatorNoteTask } from "../core/agents/Operator.ts"
import { challengeTask } from "../core/agents/Service.ts"
import { type DeadlineNeeds, deadlines } from "../core/Deadlines.ts"
import type { Host } from "../core/Host.ts"
import { proposalKind } from "../core/judgments/Judge.ts"
import type { Notary } from "../core/Notary.ts"
import { invitationTask } from "../core/quotes/Invitation.ts"
import type { Store } from "../core/store/Store.ts"
import { sendChallenge } from "./Challenges.ts"
import { sendAcceptance, sendDigest, sendInvitation, sendNote } from "./Mail.ts"
import { carryNotice } from "./Notices.ts"
import { proposeDraft } from "./Proposals.ts"
import type { Works } from "./Work.ts"

/** What the work asks for. */
export type DeliveryNeeds = Store | Host | Notary | Carrier | Keys

/** What goes out to the world. It changes nothing that a rule rests on, so it keeps no place in the order of deadlines. */
export const deliveries = {
  [noticeTask]: carryNotice,
  [challengeTask]: sendChallenge,
  [operatorNoteTask]: sendNote,
  [acceptanceTask]: sendAcceptance,
  [digestTask]: sendDigest,
  [invitationTask]: sendInvitation,
} as const satisfies Works<DeliveryNeeds>

/** What asks a model that may take minutes. A clock moved by hand does not wait for it. */
export const proposals = { [proposalKind]: proposeDraft } as const satisfies Works<DeadlineNeeds>

export const works: Works<DeadlineNeeds | DeliveryNeeds> = { ...deadlines, ...deliveries, ...proposals }
