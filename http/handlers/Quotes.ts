/** The acts and reads of quotes. */
import { randomBytes } from "node:crypto"
import { Effect } from "effect"
import { Keys, type KeysService } from "../../adapters/keys/Keys.ts"
import { sha256Hex } from "../../core/Hash.ts"
import { acceptQuote, closeQuote, declineQuote, setRail, withdrawQuote } from "../../core/quotes/Commands.ts"
import type { QuoteRequest } from "../../core/quotes/Input.ts"
import { tokenText } from "../../core/quotes/Invitation.ts"
import { offerQuote } from "../../core/quotes/Offer.ts"
import { listQuotes, readQuote } from "../../core/quotes/Queries.ts"
import type { QuotesGroup } from "../api/Quotes.ts"
import { answerWith, ask, type Handlers } from "../server/Handler.ts"
import { askPage } from "../server/Page.ts"
import { operatorIdOf } from "./Agents.ts"

/** An invited address is hashed as operators are known, so that an answer from it is recognised; a person's stands apart. */
const emailHashOf = (keys: KeysService, { invite, buyerEmail }: QuoteRequest): string | null => {
  if (invite !== undefined) return operatorIdOf(keys, invite.email)
  return buyerEmail === undefined ? null : keys.keyedHash(`person/${buyerEmail.toLowerCase()}`)
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
    Effect.gen(function* () {
      const keys = yield* Keys
      const body = request.payload
      const nonce = randomBytes(16).toString("hex")
      const tokenSha256 = sha256Hex(keys.keyedHash(tokenText(nonce)))
      const input = {
        body,
        emailHash: emailHashOf(keys, body),
        invitation: { nonce, tokenSha256, baseUrl },
        mail,
      }
      return yield* answerWith(offerQuote, input, request)
    }),
  listQuotes: (request) => askPage(listQuotes, {}, request),
  readQuote: (request) => ask(readQuote, request.path, request),
  acceptQuote: (request) => answerWith(acceptQuote, { ...request.payload, id: request.path.id }, request),
  declineQuote: (request) => answerWith(declineQuote, { id: request.path.id }, request),
  withdrawQuote: (request) => answerWith(withdrawQuote, { id: request.path.id }, request),
  closeQuote: (request) => answerWith(closeQuote, { id: request.path.id, account: request.payload }, request),
  setQuoteRail: (request) => answerWith(setRail, { ...request.payload, id: request.path.id }, request),
})
