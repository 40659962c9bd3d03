/** The Register of Compliance, over HTTP. */
import { Effect } from "effect"
import { Keys } from "../../adapters/keys/Keys.ts"
import { addressEntry, attestEntry, confirmEntry, disputeEntry } from "../../core/compliance/Commands.ts"
import { readCompliance, readEntry, readRegister } from "../../core/compliance/Queries.ts"
import type { ComplianceGroup } from "../api/Compliance.ts"
import { reply } from "../server/Answer.ts"
import { answerWith, ask, askPage, type Handlers } from "../server/Handler.ts"

export const compliance: Handlers<typeof ComplianceGroup> = {
  agentCompliance: (request) =>
    Effect.gen(function* () {
      const { value } = yield* askPage(readCompliance, { handle: request.path.handle }, request)
      const { asOf, ...rest } = value
      const summary = { ...rest, asOf }
      const keys = yield* Keys
      return reply({ ...summary, signature: yield* keys.sign(summary) })
    }),
  listCompliance: (request) => askPage(readRegister, {}, request),
  readCompliance: (request) => ask(readEntry, request.path, request),
  attestCompliance: (request) => answerWith(attestEntry, { ...request.payload, ...request.path }, request),
  confirmCompliance: (request) => answerWith(confirmEntry, request.path, request),
  setComplianceAddress: (request) =>
    answerWith(addressEntry, { ...request.payload, ...request.path }, request),
  disputeCompliance: (request) => answerWith(disputeEntry, { ...request.payload, ...request.path }, request),
}
