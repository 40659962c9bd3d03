/** Quotes: price and delivery between a supplier and a buyer (PD14). */
import { acceptQuote, closeQuote, declineQuote, passQuote, setRail, withdrawQuote } from "./Commands.ts"
import { Invitations } from "./Invitation.ts"
import { InvitationLogs } from "./InvitationLog.ts"
import { acts } from "./Moves.ts"
import { offerQuote } from "./Offer.ts"
import { listQuotes, readQuote } from "./Queries.ts"
import { Quotes } from "./Quote.ts"

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

export * as Extract from "./Extract.ts"
export * as Input from "./Input.ts"
export * as Invitation from "./Invitation.ts"
export * as InvitationLog from "./InvitationLog.ts"
export * as Law from "./Law.ts"
export * as Moves from "./Moves.ts"
export * as Offer from "./Offer.ts"
export * as Queries from "./Queries.ts"
export * as Quote from "./Quote.ts"
export * as Replacement from "./Replacement.ts"
