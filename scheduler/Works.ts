/** All work of the court, by kind of task. */
import { Effect, Schema } from "effect"
import type { Keys } from "../adapters/keys/Keys.ts"
import type { Carrier } from "../adapters/notices/Carrier.ts"
import { digestTask } from "../core/agents/Allowance.ts"
import { endOverlap, Overlap, overlapKind } from "../core/agents/Keys.ts"
import { noticeTask } from "../core/agents/Notice.ts"
import { acceptanceTask, operatorNoteTask } from "../core/agents/Operator.ts"
import { challengeTask } from "../core/agents/Service.ts"
import {
  deadlineKind as appealDeadline,
  judgeKind as appealJudge,
  priceKind as appealPrice,
} from "../core/appeals/Appeal.ts"
import { decideAppeal, passAppealDeadline } from "../core/appeals/Commands.ts"
import { type Estimator, priceAppeal } from "../core/appeals/Price.ts"
import type { Command } from "../core/Command.ts"
import { passEntry } from "../core/compliance/Commands.ts"
import { deadlineKind as entryDeadline } from "../core/compliance/Entry.ts"
import * as Host from "../core/Host.ts"
import { passHold } from "../core/holds/Acts.ts"
import { deadlineKind as holdDeadline } from "../core/holds/Hold.ts"
import type { Json } from "../core/Json.ts"
import { decideMatter, passJudgment } from "../core/judgments/Commands.ts"
import { type Judge, proposalKind } from "../core/judgments/Judge.ts"
import { finalityKind } from "../core/judgments/Judgment.ts"
import { expiryKind as invoiceExpiry } from "../core/ledger/Invoice.ts"
import { expireInvoice } from "../core/ledger/Invoicing.ts"
import { passMatterDeadline } from "../core/matters/Acts.ts"
import { QueueTurn, queueKind, serveQueued } from "../core/matters/Lists.ts"
import { judgeKind, deadlineKind as matterDeadline } from "../core/matters/Matter.ts"
import type { Notary } from "../core/Notary.ts"
import { passQuote } from "../core/quotes/Commands.ts"
import { invitationTask } from "../core/quotes/Invitation.ts"
import { deadlineKind as quoteDeadline } from "../core/quotes/Quote.ts"
import type { Store } from "../core/store/Store.ts"
import { sendChallenge } from "./Challenges.ts"
import { sendAcceptance, sendDigest, sendInvitation, sendNote } from "./Mail.ts"
import { carryNotice } from "./Notices.ts"
import { proposeDraft } from "./Proposals.ts"
import { completing, type Firing, type Works } from "./Work.ts"

/** Work that is one command of the core on what the task's body names. */
const performing = <I, F, R extends Json, Needs>(
  command: Command<I, F, R, Needs>,
  body: Schema.Schema<I>,
) => {
  const decode = Schema.decodeUnknownSync(body)
  return (firing: Firing) =>
    Effect.asVoid(Effect.suspend(() => Host.perform(command, decode(firing.task.body), completing(firing))))
}

/** What the work asks for. */
export type DeadlineNeeds = Store | Host.Host | Notary | Judge | Estimator
export type DeliveryNeeds = Store | Host.Host | Notary | Carrier | Keys

const OfAppeal = Schema.Struct({ appealId: Schema.String })

/** What the passing of time does to records. Each acts at an instant of the court's clock. */
export const deadlines = {
  [matterDeadline]: performing(passMatterDeadline, Schema.Struct({ matterId: Schema.String })),
  [judgeKind]: performing(decideMatter, Schema.Struct({ matterId: Schema.String })),
  [queueKind]: performing(serveQueued, QueueTurn),
  [appealPrice]: performing(priceAppeal, OfAppeal),
  [appealDeadline]: performing(passAppealDeadline, OfAppeal),
  [appealJudge]: performing(decideAppeal, OfAppeal),
  [entryDeadline]: performing(passEntry, Schema.Struct({ entryId: Schema.String })),
  [quoteDeadline]: performing(passQuote, Schema.Struct({ quoteId: Schema.String })),
  [holdDeadline]: performing(passHold, Schema.Struct({ holdId: Schema.String })),
  [invoiceExpiry]: performing(expireInvoice, Schema.Struct({ invoiceId: Schema.String })),
  [finalityKind]: performing(passJudgment, Schema.Struct({ citation: Schema.String })),
  [overlapKind]: performing(endOverlap, Overlap),
} as const satisfies Works<DeadlineNeeds>

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
