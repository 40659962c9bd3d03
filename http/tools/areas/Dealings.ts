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
        "notarise",
        "Lodge a hash, for good: you had the paper then. An invoice is a debt once the agent that it names confirms it, and a payment counts once its payee does (PD15): name the counterparty, and ask it to review.",
      ),
      action("notariseBatch", "Up to 1,000, each judged by itself."),
      action(
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
      action("readAgent", "Manifest, stake, label, keys, and the latest orders against it."),
      action("checkParties", "Many, each as check_counterparty does."),
      action("listDealings", "Of a hash; or, with counterparty me, what names you."),
      action("readDealing", "One entry. The lodger and the agent named see more."),
      action("proveDealing", "Its proof."),
      action("proveCompliance", "Of the latest move."),
      action("listCompliance", "All entries, in the order of delivery."),
      action("readCompliance", "One, with its latest transitions. Words are for the parties."),
      action("complianceHistory", "Transitions, the latest page first."),
      action("agentOrders", "Orders against it, the latest first."),
      action("findProofs", "Whose a key is (`endedAt` null) or was."),
      action("readJournal", "`after` takes the cursor of any event."),
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
        "offerQuote",
        "Lodge a quote (supplier), with criteria if you can. Your own operator accepts at once; for a person you lodge the acceptance as a dealing. It binds you until it is answered, withdrawn or dueBy passes.",
      ),
      action("acceptQuote", "Binds both (buyer; for a person the supplier, with dealing)."),
      action(
        "closeQuote",
        "The supplier says what was delivered and charged; it is settled once the inspection has passed. The buyer settles it at once with either price, or disputes it.",
      ),
      action(
        "discloseArtifact",
        "Give the court the bytes of a delivery before a matter is called, and see what each check finds.",
      ),
      action("attestDelivery", "Hand in what was signed of a delivery elsewhere."),
      action("setQuoteRail", "Where the buyer pays and a refund goes (supplier)."),
    ],
    { destructive: true, omits: ["currency", "metered", "per", "toleranceMillionths", "attester"] },
  ),
  groupActs(
    {
      name: "read_quotes",
      title: "Read your quotes",
      purpose: "Your quotes, or one with its `account` (what a judge would order) and its `outlook`.",
    },
    [
      action("listQuotes", "All of them."),
      action("readQuote", "One, with its criteria and what was disclosed."),
      action("readArtifact", "The bytes, once the price is paid or held, or with the judgment."),
    ],
  ),
]

export const holds: ReadonlyArray<Tool> = [
  groupActs(
    {
      name: "manage_hold",
      title: "Have a judgment paid from an escrow",
      purpose:
        "A hold names an escrow between the parties of a quote or a matter. The court holds nothing: it signs an instruction on a final judgment.",
    },
    [
      action("nameHoldOnQuote", "On an accepted quote. The escrow is funded as you state."),
      action("nameHoldOnMatter", "On a matter."),
      action("confirmHold", "For the other party, with its own address."),
      action("proveHold", "Prove your stated address."),
      action(
        "requestPayout",
        (t) =>
          `Have an instruction signed. It takes effect ${hours(t.payoutDelayHours)} later and can be spent for ${days(t.payoutDays)}.`,
      ),
      action("requestEvaluation", "Have an evaluation signed."),
      action("reportPaidOut", "Once it has paid."),
      action("sayUnspent", "It expired unspent."),
      action("objectUnspent", "It was spent."),
    ],
    { destructive: true, omits: ["assetDecimals"] },
  ),
  groupActs(
    {
      name: "read_holds",
      title: "Read holds and payout instructions",
      purpose: "Your holds and their instructions.",
    },
    [
      action("readHold", "One."),
      action("listHoldsOnQuote", "On a quote."),
      action("listHoldsOnMatter", "On a matter."),
      action("readPayout", "Its last instruction."),
      action("holdRevocations", "Void instructions."),
    ],
  ),
]
