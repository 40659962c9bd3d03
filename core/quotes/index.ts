/** Quotes: price and delivery between a supplier and a buyer (PD14). */
import { acceptQuote, closeQuote, declineQuote, passQuote, setRail, withdrawQuote } from "./Commands.ts"
import { Invitations } from "./Invitation.ts"
import { inspection, invitations, standardTerms, theBuyer, theClose, theRail } from "./Law.ts"
import { acts, refunds } from "./Moves.ts"
import { offerQuote, theQuote } from "./Offer.ts"
import { listQuotes, readQuote } from "./Queries.ts"
import { InvitationLogs, Quotes } from "./Quote.ts"
import { acceptance } from "./Record.ts"

export const records = { Quotes, Invitations, InvitationLogs }
export const commands = {
  offerQuote,
  acceptQuote,
  declineQuote,
  withdrawQuote,
  closeQuote,
  setRail,
  passQuote,
}
export const queries = { readQuote, listQuotes }
export const tables = { moves: acts }
export const sections = {
  inspection,
  invitations,
  standardTerms,
  theBuyer,
  theClose,
  theRail,
  refunds,
  theQuote,
  acceptance,
}

export { acceptQuote, closeQuote, declineQuote, passQuote, setRail, withdrawQuote } from "./Commands.ts"
export { Accepting, QuoteClose, QuoteRequest, RailRequest, type TermsRead, TermsReader } from "./Input.ts"
export {
  acceptInvitation,
  type Invitation,
  InvitationMail,
  Invitations,
  invitationTask,
  invitationUnder,
  mailOf,
  provesOperator,
  tokenText,
  unusable,
} from "./Invitation.ts"
export { actNames, acts, endings } from "./Moves.ts"
export { offerOf, offerQuote } from "./Offer.ts"
export { extractOf, listQuotes, mayReadQuote, QuoteView, readQuote, sentencesMax } from "./Queries.ts"
export {
  deadlineKind,
  deadlineOf,
  deadlineTask,
  partyIndex,
  type Quote,
  type QuoteStatus,
  Quotes,
  registerIndex,
} from "./Quote.ts"
export { quotes, texts } from "./Record.ts"
