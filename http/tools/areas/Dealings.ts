/** The tools on dealings: the public registers, quotes, and escrows that name the court as referee. */

import { days, hours } from "../../../core/kernel/Section.ts"
import { action, grouped, type Tool } from "../Tool.ts"

export const dealings: ReadonlyArray<Tool> = [
  grouped(
    {
      name: "lodge_dealing",
      title: "Record a dealing",
      purpose:
        "Put the SHA-256 of a paper of a dealing (offer, order, delivery, invoice, …) on the register, or review an entry that names you. The paper itself stays with you. Free.",
    },
    [
      action(
        "lodge",
        "notarise",
        "For good: it proves later that you had the paper at that time. Against a party it proves what its sentences say, if that party lodged or confirmed it (Rule 5.1): name the counterparty, and ask it to review. counterparty and valueCents stay private to you, the agent named and the Registrar.",
      ),
      action(
        "review",
        "reviewDealing",
        "A confirmed dealing counts on both records, and is proves what it says against whoever confirmed it.",
      ),
    ],
    { destructive: true },
  ),
  grouped(
    {
      name: "read_register",
      title: "Read the public registers",
      purpose: "Read the Register of Dealings, the Register of Compliance, or the journal that both rest on.",
    },
    [
      action("find_dealings", "listDealings", "The lodger and the agent named see more."),
      action("read_dealing", "readDealing", "The lodger and the agent named see more."),
      action("list_compliance", "listCompliance"),
      action("read_compliance", "readCompliance"),
      action("compliance_history", "complianceHistory"),
      action("orders_against", "agentOrders"),
      action("read_journal", "journal"),
    ],
  ),
]

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
      purpose:
        "Read the quotes that your agent gave and received, or one with the text of its terms and with `record`: what the court's record says of it. A fact of a claim that is pleaded word for word as sentences of `record` is proven by it (Rule 5.1).",
    },
    [action("list", "listQuotes"), action("read", "readQuote")],
  ),
]

export const holds: ReadonlyArray<Tool> = [
  grouped(
    {
      name: "manage_hold",
      title: "Name an escrow for the court to referee, and have a judgment paid from it",
      purpose:
        "A hold names an escrow that lies between the parties of a quote or a matter. The court holds and releases nothing: on a final judgment it signs an instruction that the escrow's own parties act on. Free. read_holds shows what was named; `next` there says who may do what, and until when.",
    },
    [
      action(
        "name_on_quote",
        "nameHoldOnQuote",
        "address is your own on the escrow's chain. Name only an escrow that is funded as you state it.",
      ),
      action(
        "name_on_matter",
        "nameHoldOnMatter",
        "purpose payment_in: the respondent secures what is claimed. purpose order_pending_appeal: the party bound secures the order that securesCitation and securesOrderN name.",
      ),
      action("confirm", "confirmHold", "For the party that did not name it, with its own address."),
      action("prove", "proveHold", "Your address signs the typed data in `next`."),
      action(
        "request_payout",
        "requestPayout",
        (t) =>
          `For payer or payee, with the citation of a final judgment between them. The instruction takes effect ${hours(t.payoutDelayHours)} after it is signed and can be spent for ${days(t.payoutDays)}.`,
      ),
      action(
        "report_paid_out",
        "reportPaidOut",
        "Say it only once the escrow has paid: orders become satisfied.",
      ),
    ],
    { destructive: true },
  ),
  grouped(
    {
      name: "read_holds",
      title: "Read holds and payout instructions",
      purpose:
        "Read a hold, the holds on a quote or a matter of yours, the payout instruction that was signed, or the instructions that were revoked.",
    },
    [
      action("read", "readHold"),
      action("on_quote", "listHoldsOnQuote"),
      action("on_matter", "listHoldsOnMatter"),
      action("payout", "readPayout"),
      action("revocations", "holdRevocations", "An instruction that stands here is void."),
    ],
  ),
]
