/** The attacks on the account of a deal (PD15): each line, and who would gain if it were false. */
import type { Attack } from "./Attacks.ts"

export const onAccounts: ReadonlyArray<Attack> = [
  {
    moves: "the balance of a quote, by its delivery",
    rests: "bytes of the hash that was closed, the buyer's signature, or an inspection that passed",
    gains: "a seller that closes a hash of nothing, closes after it was sued, or lets a night pass",
    proves: "the supplier, by bytes that hash to the close; silence counts for it only as the table says",
    puppet: "nothing: the buyer that deals with it has accepted the quote",
    tried: [
      ["core/account/Delivery.test.ts", "PD15 §5 a hash of nothing"],
      ["core/account/Delivery.test.ts", "PD15 §4 a close that the supplier makes after it was sued"],
      ["core/account/Delivery.test.ts", "PD15 §5 an hour of inspection at night"],
      ["core/account/Delivery.test.ts", "PD15 §6A a supplier that withholds the bytes"],
    ],
  },
  {
    moves: "the balance of a quote, by a dispute or a denial of the buyer",
    rests: "a click, or a word in the matter",
    gains: "a buyer that keeps what it got and denies it",
    proves: "nobody has to: a dispute leaves open at most what the quote says is owed then",
    puppet: "nothing: it is no party to the quote",
    tried: [
      ["core/account/Delivery.test.ts", "PD15 §5 a click of dispute decides nothing"],
      ["core/account/Delivery.test.ts", "PD15 §6 a false denial of bytes"],
    ],
  },
  {
    moves: "the balance of a deal, by a payment",
    rests: "the payee's own word, or a transfer from a proven address to the rail",
    gains: "a buyer that shows an unrelated purchase, one payment twice, or its own word",
    proves: "the buyer, by the chain or by the supplier's acknowledgement",
    puppet: "nothing: what it states of a transaction uses nothing of it",
    tried: [
      ["core/account/Payments.test.ts", "PD15 §7 an unrelated purchase does not count as a payment"],
      ["core/account/Payments.test.ts", "PD15 §8A one payment that is proven by two kinds of proof"],
      ["core/account/Payments.test.ts", "PD15 §8 a transfer that the buyer stated on another quote first"],
      ["core/account/Payments.test.ts", "PD15 §7A money in a hold is not paid"],
    ],
  },
  {
    moves: "the balance of a quote, by a refund",
    rests: "a transfer back the way that the payment came, or between proven addresses",
    gains: "a supplier that promises, pays a friend, or names a stranger's address as its rail",
    proves: "the supplier, by the chain or by the buyer's acknowledgement",
    puppet: "nothing: a refund to it reaches no address of the buyer",
    tried: [
      ["core/account/Payments.test.ts", "PD15 §7A a promise of a refund does not count"],
      ["core/account/Payments.test.ts", "PD15 §7 a supplier that names a stranger's address as its rail"],
    ],
  },
  {
    moves: "an order on an account, by who claims and when",
    rests: "the deal, its due time and its closes",
    gains: "a debtor that sues first, and whoever sues on day one or on an old deal",
    proves: "nobody: the balance is the same whoever claims",
    puppet: "nothing: it is no party to the deal",
    tried: [
      ["core/account/Causes.test.ts", "PD15 §10 the debtor that sues first"],
      ["core/account/Ripeness.test.ts", "PD15 §2 who sues on day one"],
      ["core/account/Causes.test.ts", "PD15 §1A the price of a quote is not claimed again"],
    ],
  },
  {
    moves: "an order on an account, beside the orders of earlier judgments",
    rests: "the payments that met the earlier orders, of which each cent met one",
    gains:
      "a creditor whose hold left an order unpaid in part, or a debtor that paid one order by several ways",
    proves: "the Court's own record of what left each hold, of transfers and of confirmed payments",
    puppet: "nothing: it is no party to the deal",
    tried: [
      ["core/account/Causes.test.ts", "PD15 §10 given one payment that met two orders"],
      ["core/deals/Met.test.ts", "PD15 §10A given an order that transfers met in part"],
      ["core/deals/Met.test.ts", "PD15 §10A given a payment before the second of two judgments"],
    ],
  },
  {
    moves: "the sum of a purchase by x402, by an offer and a transfer",
    rests: "an offer by a key of the seller's, and a transfer from a proven address that no deal used before",
    gains:
      "a buyer that shows an old receipt, another's transfer or a dear offer, or a seller that signs a cheap one",
    proves: "the agent that paid, by the chain and by what the seller signed",
    puppet: "nothing: one agent owns the address, and a stranger's offer binds nobody else",
    tried: [
      ["core/account/Purchase.test.ts", "PD15 §1B January's receipt for June's price"],
      ["core/account/Purchase.test.ts", "PD15 §1B a transfer that another deal used"],
      ["core/account/Purchase.test.ts", "PD15 §1C two offers with different prices"],
      ["core/account/Purchase.test.ts", "PD15 §1C a cent that is stated of a transfer"],
      ["core/account/Purchase.test.ts", "PD15 §1C a seller that signs a cheaper offer"],
      ["http/handlers/Purchases.test.ts", "PD15 §1B given an offer that a stranger signed"],
    ],
  },
  {
    moves: "the delivery of a quote, by an acceptance that its buyer signed",
    rests: "the quote that the acceptance names, by its id or by a reference",
    gains:
      "a supplier that gives two quotes one reference, and has the acceptance of the one that it delivered count on the other too",
    proves: "the buyer, by a signature that names one quote alone",
    puppet: "a quote of somebody else's with the same reference, which takes nothing from this one",
    tried: [
      ["core/deals/Signed.test.ts", "PD15 §5B given two quotes of the pair with one reference"],
      ["core/deals/Signed.test.ts", "PD15 §5B given an acceptance that names a quote by its id"],
      ["core/deals/Signed.test.ts", "PD15 §5B given a quote that was accepted later"],
    ],
  },
  {
    moves: "the sum beyond a mandate, by the mandate, the receipt and the payment",
    rests:
      "a receipt by a key of the payee's that names the payer's mandate by its hash, and a payment that the receipt is for",
    gains:
      "a payer that writes a narrow mandate afterwards, shows the receipt of another deal, writes one receipt in two forms, or keeps the goods",
    proves: "the agent that paid, by what both signed and by the chain or the payee's word",
    puppet: "nothing: a mandate that a stranger signed, and a receipt of a stranger's, bind nobody else",
    tried: [
      ["core/account/Mandate.test.ts", "PD15 §16A a mandate that was written after the payment"],
      ["core/account/Mandate.test.ts", "PD15 §16A a receipt of another deal"],
      ["core/account/Mandate.test.ts", "PD15 §16A one receipt for two payments"],
      ["core/account/Mandate.test.ts", "PD15 §16A one receipt that names no transaction and is written"],
      ["adapters/evidence/ap2/Beyond.test.ts", "PD15 §16A given a receipt whose signature is written anew"],
      ["core/account/Mandate.test.ts", "PD15 §16A a transaction that another deal"],
      ["core/account/Mandate.test.ts", "PD15 §16C whoever keeps the goods"],
      ["core/deals/Mandate.test.ts", "PD15 §16 a mandate that somebody else signed"],
      ["core/deals/Mandate.test.ts", "PD15 §16B sums in units of another kind"],
      ["http/handlers/Mandates.test.ts", "PD15 §16B given a false difference"],
    ],
  },
  {
    moves: "the sum of a purchase by x402, by what was served",
    rests: "a failure that the seller signed with the payment, or its silence when it is sued",
    gains: "a buyer that got the service and asks for its money, or a seller that signs a success afterwards",
    proves: "the seller, to another judge: on the papers its own success only leaves the sum open",
    puppet: "nothing: a response counts only under a key of the seller's",
    tried: [
      ["core/account/Purchase.test.ts", "PD15 §1D a hundred calls that were served"],
      ["core/account/Purchase.test.ts", "PD15 §1D a retry that was served"],
      ["core/account/Purchase.test.ts", "PD15 §1D a response of another payment"],
      ["http/handlers/Purchases.test.ts", "PD15 §1D given a response that the buyer signed itself"],
      [
        "adapters/evidence/http/Response.test.ts",
        "Rule 4.11 given a body, then its digest is signed and fits",
      ],
    ],
  },
  {
    moves: "the balance of a quote, by a finding of a judge on a line that the records leave open",
    rests: "one word of the judge on that line, held or not held, and the records that it names",
    gains: "a party that writes to the judge, a judge that was bought, and a member of a panel that lies",
    proves: "the side that bears the line, by a record that is not its own pleading",
    puppet: "its papers are exhibits like others; in a panel one member decides nothing alone",
    tried: [
      [
        "core/account/Findings.test.ts",
        "PD15 §11B on random deals every finding lands within the open balance",
      ],
      [
        "core/account/Findings.test.ts",
        "PD15 §11B given a payment of which the supplier acknowledged a part",
      ],
      ["core/bench/Findings.test.ts", "PD15 §11C a finding that %s is refused"],
      ["core/bench/Findings.test.ts", "PD15 §11B a judge that obeys a paper"],
      ["core/bench/Panel.test.ts", "PD15 §11D given one bribed member"],
      ["adapters/model/Findings.test.ts", "PD15 §11B an answer that orders instead of finding"],
    ],
  },
]
