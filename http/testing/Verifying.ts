/** The verifiers of evidence of a court in a test. */
import { Evidence } from "../../adapters/evidence/index.ts"

// A machine that is busy with other tests makes no piece late.
const limits = { pieceMs: 30_000 }

export const verifying = (options: Evidence.Options = {}) => Evidence.layer({ ...options, limits })
