/** The handlers for matters and what comes of them: tenders, judgments, appeals and entries of the Register of Compliance. */

import { Effect } from "effect"
import { Keys } from "../../adapters/keys/Keys.ts"
import { keySetOf } from "../../adapters/keys/SigningKey.ts"
import {
  appeal,
  deliverAppeal,
  readAppeal,
  readAppealBundle,
  readAppealBundlePart,
  readFee,
  seekLeave,
  withdraw,
} from "../../core/appeals/index.ts"
import {
  acceptConsent,
  deliverJudgment,
  readBundle,
  readBundlePart,
  readProposal,
} from "../../core/bench/index.ts"
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
import { listMatters, readMatter } from "../../core/docket/index.ts"
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
  docket,
  fileDefence,
  fileMatter,
  fileReply,
  holdings,
  offerConsent,
  putQuestions,
  setPeriod,
} from "../../core/matters/index.ts"
import type { ComplianceGroup } from "../api/Compliance.ts"
import type { AppealsGroup, JudgmentsGroup } from "../api/Judgments.ts"
import type { EvidenceGroup, MattersGroup, TendersGroup } from "../api/Matters.ts"
import { reply } from "../server/Answer.ts"
import { ask, beginning, type Handlers } from "../server/Handler.ts"
import { checks } from "./Checks.ts"
import { serveProof } from "./Log.ts"

export const matters: Handlers<typeof MattersGroup> = {
  docket,
  fileMatter,
  listMatters,
  readMatter,
  fileDefence,
  fileReply,
  disputeTender,
  admitTender,
  putQuestions,
  answerQuestions: answer,
  setPeriod,
  offerConsent,
  acceptConsent,
  callForJudgment: call,
  discontinue,
  readProposal,
  readBundle,
  readBundlePart,
  deliverJudgment,
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
      return reply({
        ...value,
        signature: isSigned(value) ? yield* keys.sign(value, keySetOf(baseUrl)) : null,
      })
    }),
  proveJudgment: serveProof(proveJudgment),
})

export const appeals: Handlers<typeof AppealsGroup> = {
  appeal,
  seekLeave,
  readFee,
  withdrawAppeal: withdraw,
  deliverAppeal,
  readAppeal,
  readAppealBundle,
  readAppealBundlePart,
}

export const compliance: Handlers<typeof ComplianceGroup> = {
  ...checks,
  listCompliance: readRegister,
  readCompliance: beginning(readEntry, "historyCursor"),
  complianceHistory: readHistory,
  proveCompliance: serveProof(proveEntry),
  attestCompliance: attestEntry,
  confirmCompliance: confirmEntry,
  setComplianceAddress: addressEntry,
  disputeCompliance: disputeEntry,
}
