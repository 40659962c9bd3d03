/** The handlers for matters and what comes of them: tenders, judgments, appeals and entries of the Register of Compliance. */

import { Effect } from "effect"
import { Keys } from "../../adapters/keys/Keys.ts"
import { appeal, deliverAppeal, readAppeal, readFee, seekLeave, withdraw } from "../../core/appeals/index.ts"
import { acceptConsent, deliverJudgment, readProposal } from "../../core/bench/index.ts"
import {
  addressEntry,
  attestEntry,
  confirmEntry,
  disputeEntry,
  proveEntry,
  readEntry,
  readHistory,
  readRegister,
} from "../../core/compliance/index.ts"
import { docket, listMatters, readMatter } from "../../core/docket/index.ts"
import { checkEvidence } from "../../core/evidence/index.ts"
import {
  isSigned,
  listJudgments,
  proveJudgment,
  readDisposition,
  readJudgment,
} from "../../core/judgments/index.ts"
import {
  admitTender,
  answer,
  call,
  discontinue,
  disputeTender,
  fileDefence,
  fileMatter,
  fileReply,
  holdings,
  offerConsent,
  putQuestions,
  setPeriod,
} from "../../core/matters/index.ts"
import type { ComplianceGroup } from "../api/Compliance.ts"
import type { EvidenceGroup } from "../api/Evidence.ts"
import type { AppealsGroup, JudgmentsGroup } from "../api/Judgments.ts"
import type { MattersGroup, TendersGroup } from "../api/Matters.ts"
import { reply } from "../server/Answer.ts"
import { answerWith, ask, beginning, type Handlers } from "../server/Handler.ts"
import { serveProof } from "./Log.ts"
import { agentCompliance } from "./Lookup.ts"
import { answerOrTry } from "./Trial.ts"

export const matters: Handlers<typeof MattersGroup> = {
  docket,
  fileMatter: (request) => answerOrTry(fileMatter, request.payload, request.payload.claim.evidence, request),
  listMatters,
  readMatter,
  fileDefence: (request) =>
    answerOrTry(
      fileDefence,
      { matterId: request.path.id, pleading: request.payload },
      request.payload.evidence,
      request,
    ),
  fileReply: (request) =>
    answerOrTry(
      fileReply,
      { matterId: request.path.id, pleading: request.payload },
      request.payload.evidence,
      request,
    ),
  disputeTender: ({ path, payload, ...request }) =>
    answerOrTry(disputeTender, { matterId: path.id, tenderId: path.tenderId, dispute: payload }, [], request),
  admitTender: ({ path, ...request }) =>
    answerOrTry(admitTender, { matterId: path.id, tenderId: path.tenderId }, [], request),
  putQuestions: (request) =>
    answerWith(putQuestions, { ...request.payload, matterId: request.path.id }, request),
  answerQuestions: (request) =>
    answerWith(answer, { ...request.payload, matterId: request.path.id }, request),
  setPeriod: (request) =>
    answerWith(setPeriod, { matterId: request.path.id, setting: request.payload }, request),
  offerConsent: (request) =>
    answerWith(offerConsent, { ...request.payload, matterId: request.path.id }, request),
  acceptConsent: (request) =>
    answerWith(acceptConsent, { ...request.payload, matterId: request.path.id }, request),
  callForJudgment: (request) => answerWith(call, { matterId: request.path.id }, request),
  discontinue: (request) => answerWith(discontinue, { matterId: request.path.id }, request),
  readProposal,
  deliverJudgment: (request) =>
    answerWith(deliverJudgment, { matterId: request.path.id, draft: request.payload }, request),
}

export const tenders: Handlers<typeof TendersGroup> = {
  holdings,
}

export const evidence: Handlers<typeof EvidenceGroup> = {
  checkEvidence,
}

export const judgments = (baseUrl: string): Handlers<typeof JudgmentsGroup> => ({
  listJudgments,
  readJudgment: (request) =>
    Effect.flatMap(Keys, ({ notary }) => ask(readJudgment, { ...request.path, notary, baseUrl }, request)),
  readDisposition: (request) =>
    Effect.gen(function* () {
      const { value } = yield* ask(readDisposition, request.path, request)
      const keys = yield* Keys
      return reply({ ...value, signature: isSigned(value) ? yield* keys.sign(value) : null })
    }),
  proveJudgment: serveProof(proveJudgment),
})

export const appeals: Handlers<typeof AppealsGroup> = {
  appeal: (request) => answerWith(appeal, { ...request.payload, matterId: request.path.id }, request),
  seekLeave: (request) => answerWith(seekLeave, { ...request.payload, matterId: request.path.id }, request),
  readFee,
  withdrawAppeal: (request) => answerWith(withdraw, { matterId: request.path.id }, request),
  deliverAppeal: (request) =>
    answerWith(deliverAppeal, { id: request.path.id, draft: request.payload }, request),
  readAppeal,
}

export const compliance: Handlers<typeof ComplianceGroup> = {
  agentCompliance,
  listCompliance: readRegister,
  readCompliance: beginning(readEntry, "historyCursor"),
  complianceHistory: readHistory,
  proveCompliance: serveProof(proveEntry),
  attestCompliance: attestEntry,
  confirmCompliance: confirmEntry,
  setComplianceAddress: addressEntry,
  disputeCompliance: disputeEntry,
}
