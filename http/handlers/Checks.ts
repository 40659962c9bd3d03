/** The handlers for the look-up before a deal: the check of a party, and the compliance record of an agent. Both are signed. */
import { Effect } from "effect"
import { Keys } from "../../adapters/keys/Keys.ts"
import {
  answerCheck,
  type CheckView,
  checkParties,
  type ReadParty,
  readLossRun,
  readParty,
} from "../../core/checks/index.ts"
import { checkCompliance } from "../../core/compliance/index.ts"
import type { Json } from "../../core/kernel/Json.ts"
import type { ComplianceGroup } from "../api/Compliance.ts"
import { document, etagOf } from "../server/Answer.ts"
import { type AnyRequest, ask, askPage } from "../server/Handler.ts"
import { keepAnswers } from "./Kept.ts"
import type { ByHand } from "./Work.ts"

/** An answer signed as it is at `asOf`. Its tag is that of the rest: it stays while only that time differs. */
const signAnswer = <A extends { readonly [key: string]: Json }>(rest: A, asOf: string) =>
  Effect.gen(function* () {
    const { sign } = yield* Keys
    const signature = yield* sign({ ...rest, asOf })
    return document({ ...rest, asOf, signature }, { etag: `W/${etagOf(JSON.stringify(rest))}` })
  })

type RecordAsked = AnyRequest & {
  readonly path: { readonly handle: string }
  readonly query: { readonly limit?: number | undefined; readonly cursor?: string | undefined }
}

const recordOf = Effect.fnUntraced(function* (request: RecordAsked) {
  const { value } = yield* askPage(checkCompliance, { handle: request.path.handle }, request)
  const { asOf, ...rest } = value
  return yield* signAnswer(rest, asOf)
})

type CheckAsked = AnyRequest & {
  readonly query: { readonly party: string; readonly priceCents?: number | undefined }
}

const signCheck = ({ asOf, ...rest }: CheckView) => signAnswer(rest, asOf)

type LossesAsked = AnyRequest & {
  readonly path: { readonly handle: string }
  readonly query: { readonly from?: number | undefined; readonly to?: number | undefined }
}

const lossesOf = Effect.fnUntraced(function* (request: LossesAsked) {
  const { value } = yield* ask(readLossRun, { ...request.path, ...request.query }, request)
  const { asOf, ...rest } = value
  return yield* signAnswer(rest, asOf)
})

const keepLosses = keepAnswers<Effect.Effect.Success<ReturnType<typeof lossesOf>>["value"]>()
const keepRecords = keepAnswers<Effect.Effect.Success<ReturnType<typeof recordOf>>["value"]>()
const keepParties = keepAnswers<ReadParty>()
const keepChecks = keepAnswers<Effect.Effect.Success<ReturnType<typeof signCheck>>["value"]>()

export const checks: Pick<
  ByHand<typeof ComplianceGroup>,
  "checkCompliance" | "checkCounterparty" | "checkParties" | "readLossRun"
> = {
  checkCompliance: (request) => {
    const { cursor, limit = "" } = request.query
    const name = cursor === undefined ? `${request.path.handle}/${limit}` : null
    return keepRecords(name, request, recordOf(request))
  },
  readLossRun: (request) => {
    const { from = "", to = "" } = request.query
    return keepLosses(`${request.path.handle}/${from}/${to}`, request, lossesOf(request))
  },
  // One reading of a party serves every price, and one signature all prices whose answer says the same: the price is not in it. An answer
  // is kept by its whole text, which has the time of that reading, so that it is never older than a second.
  checkCounterparty: Effect.fnUntraced(function* (request: CheckAsked) {
    const { party, priceCents = null } = request.query
    const { value } = yield* keepParties(party, request, ask(readParty, { party }, request))
    const answer = answerCheck(value, priceCents)
    return yield* keepChecks(JSON.stringify(answer), request, signCheck(answer))
  }),
  checkParties: (request) =>
    Effect.gen(function* () {
      const { value } = yield* ask(checkParties, request.payload, request)
      const { asOf, ...rest } = value
      return yield* signAnswer(rest, asOf)
    }),
}
