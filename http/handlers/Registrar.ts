/** The acts and reads of the Registrar's office. */
import { revokeKeys } from "../../core/agents/Keys.ts"
import { proveOperator } from "../../core/agents/Proof.ts"
import { decideLeave } from "../../core/appeals/Commands.ts"
import { estimateAppeal } from "../../core/appeals/Price.ts"
import { vacate } from "../../core/appeals/Vacate.ts"
import { listTransfers } from "../../core/chains/Transfer.ts"
import { decideEntry } from "../../core/compliance/Commands.ts"
import { revokePayout } from "../../core/holds/Acts.ts"
import { recordWork } from "../../core/ledger/RecordWork.ts"
import { recordEligibility } from "../../core/matters/Intake.ts"
import { openList } from "../../core/matters/Lists.ts"
import { dateInstrument, varyParameters } from "../../core/registrar/Commands.ts"
import type { RegistrarGroup } from "../api/Registrar.ts"
import { answerWith, askPage, type Handlers } from "../server/Handler.ts"

export const registrar: Handlers<typeof RegistrarGroup> = {
  recordEligibility: (request) => answerWith(recordEligibility, request.payload, request),
  openList: (request) => answerWith(openList, request.payload, request),
  decideCompliance: (request) =>
    answerWith(decideEntry, { ...request.payload, id: request.path.id }, request),
  proveOperator: (request) => answerWith(proveOperator, { ...request.payload, id: request.path.id }, request),
  dateInstrument: (request) =>
    answerWith(dateInstrument, { ...request.payload, id: request.path.id }, request),
  varyParameters: (request) => answerWith(varyParameters, request.payload, request),
  recordWork: (request) => answerWith(recordWork, request.payload, request),
  decideLeave: (request) => answerWith(decideLeave, { ...request.payload, id: request.path.id }, request),
  estimateAppeal: (request) =>
    answerWith(estimateAppeal, { ...request.payload, id: request.path.id }, request),
  vacateJudgment: (request) =>
    answerWith(vacate, { ...request.payload, citation: request.path.citation }, request),
  listTransfers: (request) => askPage(listTransfers, {}, request),
  revokePayout: (request) => answerWith(revokePayout, { ...request.payload, ...request.path }, request),
  revokeKeys: (request) => answerWith(revokeKeys, request.payload, request),
}
