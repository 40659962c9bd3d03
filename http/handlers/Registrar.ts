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
