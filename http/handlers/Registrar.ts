/** The acts and reads of the Registrar's office. */
import { proveOperator, revokeKeys } from "../../core/agents/index.ts"
import { decideLeave, estimateAppeal, vacate } from "../../core/appeals/index.ts"
import { listTransfers } from "../../core/chains/index.ts"
import { decideEntry } from "../../core/compliance/index.ts"
import { revokePayout } from "../../core/holds/index.ts"
import { recordWork } from "../../core/ledger/index.ts"
import { openList, recordEligibility } from "../../core/matters/index.ts"
import { dateInstrument, varyParameters } from "../../core/registrar/index.ts"
import type { RegistrarGroup } from "../api/Registrar.ts"
import type { Handlers } from "../server/Handler.ts"

export const registrar: Handlers<typeof RegistrarGroup> = {
  recordEligibility,
  openList,
  decideCompliance: decideEntry,
  proveOperator,
  dateInstrument,
  varyParameters,
  recordWork,
  decideLeave,
  estimateAppeal,
  vacateJudgment: vacate,
  listTransfers,
  revokePayout,
  revokeKeys,
}
