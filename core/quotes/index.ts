/** Quotes: price and delivery between a supplier and a buyer (PD14). */

import type { Named } from "../kernel/Named.ts"
import { Invitations } from "./Invitation.ts"
import { inspection, invitations, standardTerms, theBuyer, theClose, theRail } from "./Law.ts"
import { refunds } from "./Moves.ts"
import { theQuote } from "./Offer.ts"
import { remediesOfAQuote, whatIsOwed } from "./Owed.ts"
import { theRecord } from "./Queries.ts"
import { InvitationLogs, Quotes } from "./Quote.ts"
import { acceptance } from "./Record.ts"

/** The kinds of records of quotes and invitations; each is a view for SQL clients. */
export const records = { Quotes, Invitations, InvitationLogs }
const allSections = {
  inspection,
  theRecord,
  invitations,
  standardTerms,
  theBuyer,
  theClose,
  theRail,
  refunds,
  theQuote,
  acceptance,
  whatIsOwed,
  remediesOfAQuote,
}

type Sections = Named<typeof allSections>

/** The sections of PD14 on quotes, by the names of the values that word them. */
export const sections: Sections = allSections

export { acceptQuote, closeQuote, declineQuote, passQuote, setQuoteRail, withdrawQuote } from "./Commands.ts"
export * as Evaluator from "./Evaluator.ts"
export {
  Accepting,
  base64Of,
  hashIn,
  QuoteClose,
  QuoteRequest,
  RailRequest,
  type TermsRead,
  TermsReader,
} from "./Input.ts"
export * as Invitation from "./Invitation.ts"
export { acts, endings, partsOf } from "./Moves.ts"
export { offerOf, offerQuote } from "./Offer.ts"
export { evaluate, hashOfClose, sizeOf } from "./Owed.ts"
export {
  criteriaOf,
  extractOf,
  listQuotes,
  mayReadQuote,
  type QuoteAnswer,
  QuoteView,
  readTerms,
  sentencesMax,
} from "./Queries.ts"
export * as Quote from "./Quote.ts"
export { quotes, texts } from "./Record.ts"
