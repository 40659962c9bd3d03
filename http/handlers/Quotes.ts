/** The acts and reads of quotes. */
import { Effect } from "effect"
import * as ApiKey from "../../adapters/keys/ApiKey.ts"
import { acceptQuote, closeQuote, declineQuote, setRail, withdrawQuote } from "../../core/quotes/Commands.ts"
import { offerOf, offerQuote } from "../../core/quotes/Offer.ts"
import { listQuotes, readQuote } from "../../core/quotes/Queries.ts"
import type { QuotesGroup } from "../api/Quotes.ts"
import { answerWith, ask, type Handlers } from "../server/Handler.ts"
import { askPage } from "../server/Page.ts"

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
  listQuotes: (request) => askPage(listQuotes, {}, request),
  readQuote: (request) => ask(readQuote, request.path, request),
  acceptQuote: (request) => answerWith(acceptQuote, { ...request.payload, id: request.path.id }, request),
  declineQuote: (request) => answerWith(declineQuote, { id: request.path.id }, request),
  withdrawQuote: (request) => answerWith(withdrawQuote, { id: request.path.id }, request),
  closeQuote: (request) => answerWith(closeQuote, { id: request.path.id, account: request.payload }, request),
  setQuoteRail: (request) => answerWith(setRail, { ...request.payload, id: request.path.id }, request),
})
