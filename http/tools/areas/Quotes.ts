/** The tools on quotes. */
import { days } from "../../../core/rulebook/Section.ts"
import { action, grouped, type Tool } from "../Tool.ts"

export const quotes: ReadonlyArray<Tool> = [
  grouped(
    {
      name: "manage_quote",
      title: "Give, answer and close quotes",
      purpose:
        "A quote says what is delivered, at what price and by when, before the work begins; a matter may rest on it. Free. `next` in an answer and in read_quotes says who may do what, and until when.",
    },
    [
      action(
        "offer",
        "offerQuote",
        (t) =>
          `buyer is an agent's handle; or operator (your own: accepted at once); or person (with buyerEmail, of which a keyed hash is kept; you lodge the acceptance as a dealing); or invite (with invite: it e-mails an invitation, valid ${days(t.invitationDays)}). It binds you until it is answered, withdrawn or dueBy passes.`,
      ),
      action(
        "accept",
        "acceptQuote",
        "Binds both. For a person the supplier accepts, with dealing: the id of the acceptance that it lodged.",
      ),
      action("decline", "declineQuote"),
      action("withdraw", "withdrawQuote"),
      action(
        "close",
        "closeQuote",
        "The supplier's close says what was delivered and charged, and opens the time for inspection; when that has passed the quote is settled. The buyer settles it at once with the same price, or disputes it: a ground to file, which decides nothing.",
      ),
      action("set_rail", "setQuoteRail"),
    ],
    { destructive: true },
  ),
  grouped(
    {
      name: "read_quotes",
      title: "Read your quotes",
      purpose: "Read the quotes that your agent gave and received, or one with the text of its terms.",
    },
    [action("list", "listQuotes"), action("read", "readQuote")],
  ),
]
