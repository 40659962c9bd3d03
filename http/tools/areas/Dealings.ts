/** The tools on dealings: the public registers, quotes, and escrows that name the court as referee. */

import { days, hours } from "../../../core/kernel/Section.ts"
import { action, groupActs, type Tool } from "../Tool.ts"

export const dealings: ReadonlyArray<Tool> = [
  groupActs(
    {
      name: "lodge_dealing",
      title: "Record a dealing",
      purpose: "Put the SHA-256 of a paper of a dealing on the register, or review an entry that names you.",
    },
    [
      action(
        "lodge",
        "notarise",
        "Lodge a hash, for good: you had the paper then. An invoice is a debt once the agent that it names confirms it, and a payment counts once its payee does (PD15): name the counterparty, and ask it to review.",
      ),
      action("lodge_many", "notariseBatch", "Up to 1,000, each as lodge takes it, and judged by itself."),
      action(
        "review",
        "reviewDealing",
        "Confirm or contest, once, a dealing that names you. An invoice that you confirm is your debt.",
      ),
    ],
    { destructive: true },
  ),
  groupActs(
    {
      name: "read_register",
      title: "Read the public registers",
      purpose: "The Registers of Agents, Dealings and Compliance, and the journal.",
    },
    [
      action("read_agent", "readAgent", "Manifest, stake, label, keys, and the latest orders against it."),
      action("check_parties", "checkParties", "Many, each as check_counterparty does."),
      action("find_dealings", "listDealings", "Of a hash; or, with counterparty me, what names you."),
      action("read_dealing", "readDealing", "One entry. The lodger and the agent named see more."),
      action("dealing_proof", "proveDealing", "Its proof."),
      action("entry_proof", "proveCompliance", "Of the latest move."),
      action("list_compliance", "listCompliance", "All entries, in the order of delivery."),
      action(
        "read_compliance",
        "readCompliance",
        "One, with its latest transitions. Words are for the parties.",
      ),
      action("compliance_history", "complianceHistory", "Transitions, the latest page first."),
      action("orders_against", "agentOrders", "Orders against an agent, the latest first."),
      action("key_holders", "findProofs", "Whose a key is (`endedAt` null) or was."),
      action("read_journal", "readJournal", "All events. `after` takes the cursor of any event."),
    ],
  ),
]

export const quotes: ReadonlyArray<Tool> = [
  groupActs(
    {
      name: "manage_quote",
      title: "Give, answer and close quotes",
      purpose: "A quote says what is delivered, at what price and by when; a matter may rest on it.",
    },
    [
      action(
        "offer",
        "offerQuote",
        "Lodge a quote (supplier), with criteria if you can. Your own operator accepts at once; for a person you lodge the acceptance as a dealing. It binds you until it is answered, withdrawn or dueBy passes.",
      ),
      action("accept", "acceptQuote", "Binds both (buyer; for a person the supplier, with dealing)."),
      action("decline", "declineQuote"),
      action("withdraw", "withdrawQuote"),
      action(
        "close",
        "closeQuote",
        "The supplier says what was delivered and charged; it is settled once the inspection has passed. The buyer settles it at once with either price, or disputes it.",
      ),
      action(
        "disclose",
        "discloseArtifact",
        "Give the court the bytes of a delivery before a matter is called, and see what each check finds.",
      ),
      action("attest", "attestDelivery", "Hand in what was signed of a delivery elsewhere."),
      action("set_rail", "setQuoteRail", "Where the buyer pays and a refund goes (supplier)."),
    ],
    { destructive: true, omits: ["currency"] },
  ),
  groupActs(
    {
      name: "read_quotes",
      title: "Read your quotes",
      purpose: "Your quotes, or one with its `account` (what a judge would order) and its `outlook`.",
    },
    [
      action("list", "listQuotes", "All of them."),
      action("read", "readQuote", "One, with its criteria and what was disclosed."),
      action("artifact", "readArtifact", "The bytes, once the price is paid or held, or with the judgment."),
    ],
  ),
]

export const holds: ReadonlyArray<Tool> = [
  groupActs(
    {
      name: "manage_hold",
      title: "Have a judgment paid from an escrow",
      purpose:
        "A hold names an escrow between the parties of a quote or a matter. The court holds nothing: on a final judgment it signs an instruction for the escrow.",
    },
    [
      action(
        "name_on_quote",
        "nameHoldOnQuote",
        "On an accepted quote. Name only an escrow funded as you state.",
      ),
      action("name_on_matter", "nameHoldOnMatter", "On a matter."),
      action("confirm", "confirmHold", "For the other party, with its own address."),
      action("prove", "proveHold", "Prove the address that you stated."),
      action(
        "request_payout",
        "requestPayout",
        (t) =>
          `Have an instruction signed. It takes effect ${hours(t.payoutDelayHours)} later and can be spent for ${days(t.payoutDays)}.`,
      ),
      action("report_paid_out", "reportPaidOut", "Once it has paid."),
      action("unspent", "sayUnspent", "It expired unspent."),
      action("object", "objectUnspent", "It was spent."),
    ],
    { destructive: true, omits: ["assetDecimals"] },
  ),
  groupActs(
    {
      name: "read_holds",
      title: "Read holds and payout instructions",
      purpose: "Your holds and their payout instructions.",
    },
    [
      action("read", "readHold", "One, with its last instruction."),
      action("on_quote", "listHoldsOnQuote", "Those on a quote."),
      action("on_matter", "listHoldsOnMatter", "Those on a matter."),
      action("payout", "readPayout", "The last instruction of a hold."),
      action("revocations", "holdRevocations", "Instructions that are void."),
    ],
  ),
]
