/** The handlers for the Register of Dealings, for quotes and for holds. */

import { Effect } from "effect"
import * as ApiKey from "../../adapters/keys/ApiKey.ts"
import { Keys } from "../../adapters/keys/Keys.ts"
import {
  dealingsNaming,
  dealingsOfHash,
  notarise,
  proveDealing,
  readDealing,
  reviewDealing,
} from "../../core/dealings/index.ts"
import {
  confirmHold,
  holdsOnMatter,
  holdsOnQuote,
  nameOnMatter,
  nameOnQuote,
  proveHold,
  readHold,
  readPayout,
  revocations,
} from "../../core/holds/index.ts"
import { needPresent } from "../../core/kernel/Defect.ts"
import { perform } from "../../core/kernel/Host.ts"
import { reportPaidOut, requestPayout } from "../../core/payouts/index.ts"
import {
  acceptQuote,
  closeQuote,
  declineQuote,
  listQuotes,
  offerOf,
  offerQuote,
  readQuote,
  setRail,
  withdrawQuote,
} from "../../core/quotes/index.ts"
import type { DealingsGroup, QuotesGroup } from "../api/Dealings.ts"
import type { HoldsGroup } from "../api/Holds.ts"
import { answerWith, askPage, type Handlers, optionsOf } from "../server/Handler.ts"
import { notariseBatch } from "./Batch.ts"
import { serveProof } from "./Log.ts"

export const dealings: Handlers<typeof DealingsGroup> = {
  notarise: Effect.fnUntraced(function* (request) {
    const { reply, numbers, replayed } = yield* perform(notarise, request.payload, optionsOf(request))
    const lodged = { ...reply, sequence: needPresent(numbers[0], "the number of a lodgement") }
    const keys = yield* Keys
    // The receipt is over the rest of the body, so that a header names the proof that will follow (RFC 8288).
    const headers = { link: `</api/v1/dealings/${lodged.id}/proof>; rel="https://c2sp.org/tlog-proof"` }
    return { value: { ...lodged, receipt: yield* keys.sign(lodged) }, headers, replayed }
  }),
  notariseBatch,
  listDealings: (request) => {
    const { sha256, awaiting } = request.query
    return sha256 === undefined
      ? askPage(dealingsNaming, { awaiting: awaiting !== undefined }, request)
      : askPage(dealingsOfHash, { sha256 }, request)
  },
  readDealing,
  proveDealing: serveProof(proveDealing),
  reviewDealing: (request) =>
    answerWith(reviewDealing, { id: request.path.id, body: request.payload }, request),
}

/** `mail`: whether this court sends e-mail. */
export const quotes = ({
  mail,
  baseUrl,
}: {
  readonly mail: boolean
  readonly baseUrl: string
}): Handlers<typeof QuotesGroup> => ({
  offerQuote: (request) =>
    Effect.flatMap(offerOf(request.payload, { mail, baseUrl, nonce: ApiKey.nonce() }), (input) =>
      answerWith(offerQuote, input, request),
    ),
  listQuotes,
  readQuote,
  acceptQuote,
  declineQuote,
  withdrawQuote,
  closeQuote: (request) => answerWith(closeQuote, { id: request.path.id, account: request.payload }, request),
  setQuoteRail: setRail,
})

/** How many revocations are answered if the caller names no limit: a reader of the list wants all of them. */
export const revokedShown = 100

export const holds: Handlers<typeof HoldsGroup> = {
  nameHoldOnQuote: nameOnQuote,
  listHoldsOnQuote: holdsOnQuote,
  nameHoldOnMatter: nameOnMatter,
  listHoldsOnMatter: holdsOnMatter,
  holdRevocations: (request) =>
    askPage(revocations, {}, { ...request, query: { limit: revokedShown, ...request.query } }),
  readHold,
  confirmHold,
  proveHold,
  requestPayout,
  readPayout,
  reportPaidOut,
}
