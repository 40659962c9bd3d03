/** The handlers for judgments and for entries of the Register of Compliance: what is signed, and what is proven by the log. */

import { Effect } from "effect"
import { Keys } from "../../adapters/keys/Keys.ts"
import { keySetOf } from "../../adapters/keys/SigningKey.ts"
import { proveCompliance } from "../../core/compliance/index.ts"
import { isSigned, proveJudgment, readDisposition, readJudgment } from "../../core/judgments/index.ts"
import type { ComplianceGroup } from "../api/Compliance.ts"
import type { JudgmentsGroup } from "../api/Judgments.ts"
import { reply } from "../server/Answer.ts"
import { ask } from "../server/Handler.ts"
import { checks } from "./Checks.ts"
import { serveProof } from "./Log.ts"
import type { ByHand } from "./Work.ts"

export const judgments = (baseUrl: string): ByHand<typeof JudgmentsGroup> => ({
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

export const compliance: ByHand<typeof ComplianceGroup> = {
  ...checks,
  proveCompliance: serveProof(proveCompliance),
}
