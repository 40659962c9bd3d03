/** The stories of thieves at the account of a deal (PD15): what each does, what happens, and the test that holds it. */

export interface Story {
  readonly thief: string
  readonly happens: string
  /** The file of the test, and the beginning of its title. */
  readonly test: readonly [file: string, title: string]
}

const judge = (name: string, title: string): Story["test"] => [`adapters/judge/${name}.test.ts`, title]
const core = (path: string, title: string): Story["test"] => [`core/${path}.test.ts`, title]
const [thieves, ofArtifacts, ofPayments, ofTransfers, ofDeliveries] = [
  "Thieves",
  "ThievesOfArtifacts",
  "ThievesOfPayments",
  "ThievesOfTransfers",
  "ThievesOfDeliveries",
]

/** The topic of each group of stories, with its stories. */
export const stories: Readonly<Record<string, ReadonlyArray<Story>>> = {
  "The words of a claim": [
    {
      thief: "A seller that delivered nothing claims on a true sentence of the quote and a rule of its own.",
      happens: "Nothing is owed. No words of a pleading are read.",
      test: judge(thieves, "Rule 5.1 given a true sentence of the quote"),
    },
    {
      thief: "A stranger takes a public offer of USD 1.50 and asks for USD 9,000.",
      happens:
        "It accepted nothing, so it has no account. A buyer that did accept gets what the account computes.",
      test: judge(thieves, "Rule 5.1 given a seller's public offer of USD 1.50"),
    },
    {
      thief: "A claimant tells a silent respondent that it owes money by a rule of the claimant's own.",
      happens: "Nothing is ordered or decided.",
      test: judge(thieves, "Rule 4.4A given a silent respondent and a rule of the claimant's own"),
    },
  ],
  "What somebody signed": [
    {
      thief: "A buyer shows a signed receipt that is made out to somebody else.",
      happens: "It does not count as a payment on the quote, and nothing comes back.",
      test: judge(ofArtifacts, "PD15 §7 given a signed receipt that is made out to somebody else"),
    },
    {
      thief: "A claimant shows the signed agent card of the respondent as what it owes.",
      happens: "A card makes nobody a party to a deal. It carries no order.",
      test: judge(ofArtifacts, "Rule 5.1 given the agent card of the respondent"),
    },
    {
      thief: "A claimant shows a letter in which the respondent denies each charge in turn.",
      happens: "A charge that is repeated is not admitted. The letter carries no order.",
      test: judge(ofArtifacts, "Rule 5.1 given a signed letter of the respondent that denies each charge"),
    },
    {
      thief: "A seller that was paid claims the price, and leaves the payment out.",
      happens: "The record of the payment is read, whoever brings it.",
      test: judge(ofArtifacts, "PD15 §7 given a claim for a price that was paid"),
    },
  ],
  "Who sues, and when": [
    {
      thief: "The debtor sues first.",
      happens: "It is ordered to pay what it owes.",
      test: judge(thieves, "PD15 §10 given a buyer that owes the price and sues"),
    },
    {
      thief: "Both sides sue.",
      happens:
        "The second is refused while the first is before the Court, and after its account was decided.",
      test: judge(thieves, "PD15 §2 given both that sue on one quote"),
    },
    {
      thief: "A buyer sues on day one.",
      happens: "The claim is refused with the instant from which the account lies.",
      test: core("deals/Ripe", "PD15 §2 given a quote that is not due, then who sues on day one"),
    },
    {
      thief: "A claimant brings out an old deal, on which nobody speaks any more.",
      happens: "After ninety days only consent is left.",
      test: core("account/Ripeness", "PD15 §2 after ninety days only consent is left"),
    },
    {
      thief: "A buyer states a payment of an old deal just before it sues a silent party.",
      happens: "Silence proves only what was stated three days before the filing.",
      test: core("account/Payments", "PD15 §7 silence proves what was stated three days before the filing"),
    },
    {
      thief: "A party has its own judgment set aside, and claims what that judgment used once more.",
      happens: "The sum that it used is free again, and it is ordered once.",
      test: judge(ofPayments, "PD15 §10 given a judgment on a debt that is vacated"),
    },
    {
      thief: "A respondent admits a part, so that nothing else is looked at.",
      happens: "The part is ordered at least, and the account is decided all the same.",
      test: judge(ofPayments, "PD15 §10 given a part of the account that is admitted"),
    },
  ],
  "Sums owed twice, or not at all": [
    {
      thief: "A seller claims the price as a quote and as an invoice.",
      happens: "The invoice is of the quote, and the price is claimed once.",
      test: judge(ofPayments, "PD15 §1 given the price of a quote that is also invoiced"),
    },
    {
      thief: "A seller lets its promise of a refund pass for the refund.",
      happens: "The promise repays nothing on the quote, and is a debt of its own.",
      test: judge(ofPayments, "PD15 §1 given a promise to refund"),
    },
    {
      thief: "A buyer that put the price in a hold claims it back as paid.",
      happens: "Money in a hold is not paid, so there is nothing to repay.",
      test: judge(thieves, "PD15 §7 given a buyer that put the price in a hold"),
    },
  ],
  "What was paid": [
    {
      thief: "A buyer proves one payment twice, by the chain and by the seller's word.",
      happens: "It is paid once.",
      test: judge(ofTransfers, "PD15 §8 given a transfer that the chain shows, and the seller's own word"),
    },
    {
      thief: "A buyer proves one transfer on two quotes.",
      happens: "It comes back once.",
      test: judge(ofTransfers, "PD15 §8 given a transfer that is stated on two quotes"),
    },
    {
      thief:
        "A buyer states a cent of a transfer on one quote, all of it on another, and then all of it on the first.",
      happens: "Each statement takes what those before it left, so that no cent counts twice.",
      test: judge(ofTransfers, "PD15 §8 given a cent of a transfer that is stated on one quote"),
    },
    {
      thief: "A buyer buries its statements of a transfer under twenty others for nothing.",
      happens: "An agent states at most twenty payments and refunds of one transaction.",
      test: judge(ofTransfers, "PD15 §8 given a transfer that is first stated on twenty entries"),
    },
    {
      thief: "A seller's friend uses the buyer's transfer up on a quote of its own.",
      happens: "A statement of somebody else on a transfer uses nothing of it.",
      test: judge(ofTransfers, "PD15 §8 given a seller whose friend states the buyer's transfer"),
    },
    {
      thief: "A seller fills the places for payments with cents.",
      happens: "Each side has places of its own, and a cent takes nothing from the buyer's statement.",
      test: judge(ofTransfers, "PD15 §8 given a seller that fills its places with cents"),
    },
    {
      thief: "A buyer shows an unrelated purchase as the payment.",
      happens: "A transfer that did not go to the rail of the quote does not count.",
      test: core("account/Payments", "PD15 §7 an unrelated purchase does not count as a payment"),
    },
    {
      thief: "A seller moves the rail after the payment.",
      happens: "The rail that stood when the transfer was mined counts.",
      test: core("account/Payments", "PD15 §7 a rail that moves after the payment"),
    },
  ],
  "What was delivered": [
    {
      thief: "A seller closes with words for nothing.",
      happens: "Words that the buyer disputes and denies are open. A buyer that doesn't plead loses them.",
      test: judge(thieves, "PD15 §5 given an empty close"),
    },
    {
      thief: "A seller closes after it was sued.",
      happens: "The close counts for nothing without the buyer's countersignature.",
      test: judge(thieves, "PD15 §3 given a close that comes after the claim was filed"),
    },
    {
      thief: "A seller closes by a hash of nothing, and gives an hour of inspection at night.",
      happens: "Bytes of this hash are disclosed, or nothing was delivered.",
      test: judge(ofDeliveries, "PD15 §5 given an hour of inspection at night"),
    },
    {
      thief: "A seller hides garbage behind padding on which a check spends its steps.",
      happens: "A check without steps is unmet, and its share comes back.",
      test: judge(ofDeliveries, "PD15 §6 given garbage behind padding"),
    },
    {
      thief: "A seller pads its bytes past `bytesMax`.",
      happens: "Every check is unmet, and the whole price comes back.",
      test: judge(ofDeliveries, "PD15 §6 given padding past bytesMax"),
    },
    {
      thief: "A seller puts personal data in the bytes, so that nobody may show them.",
      happens: "The Court does not take them, and this seller has delivered nothing.",
      test: judge(ofDeliveries, "PD14 §11 given personal data in the bytes"),
    },
    {
      thief: "A buyer shows garbage of its own as what it got.",
      happens: "Only bytes of the closed hash are taken, and evidence is not read for the account.",
      test: judge(ofDeliveries, "PD14 §11 given a buyer that shows garbage of its own"),
    },
    {
      thief: "A seller discloses other bytes than it closed.",
      happens: "They are refused, and nothing is recorded.",
      test: core("deliveries/Disclose", "PD14 §11 given %s, then %s and nothing is recorded"),
    },
    {
      thief: "A buyer denies what it received, before it has paid or after.",
      happens: "Disclosed bytes are delivered, whatever it says.",
      test: judge(ofDeliveries, "PD15 §6 given bytes that were disclosed, then a false denial"),
    },
    {
      thief: "A buyer clicks on dispute, and says nothing more.",
      happens: "The click decides nothing: who doesn't plead loses.",
      test: core("account/Delivery", "PD15 §5 a click of dispute decides nothing"),
    },
    {
      thief: "A buyer accepts a second before the due time, and claims that the delivery is late.",
      happens: "The supplier has the time that was offered.",
      test: judge(ofDeliveries, "PD15 §4 given an acceptance a second before dueBy"),
    },
    {
      thief: "A buyer asks for the remedy for a close that is two minutes late.",
      happens: "Whole hours count.",
      test: judge(ofDeliveries, "PD15 §6 given a close two minutes late"),
    },
    {
      thief: "A party bribes the attester to say something else later.",
      happens: "Its first word counts.",
      test: core("deliveries/Attestation", "PD14 §12 given an attestation with a later disclosure"),
    },
    {
      thief: "An attester stays silent.",
      happens: "Once its time has passed, what the check says holds.",
      test: core("deliveries/Attestation", "PD14 §12 given no word of the attester"),
    },
    {
      thief: "The attester is of one party's operator.",
      happens: "Its word is refused.",
      test: core("deliveries/Attestation", "PD14 §12 given %s, then its word is refused"),
    },
    {
      thief: "The attester of a delivery elsewhere is bribed, and a party hands in its second word.",
      happens: "The first word that came counts, whoever handed it in.",
      test: core(
        "deliveries/Attest",
        "PD14 §12 given an attester that is bribed to say something else later",
      ),
    },
    {
      thief: "The attester of a delivery elsewhere is silent, or is held back until the price is due.",
      happens: "Its time runs from the close, and then what the check says holds, whatever comes later.",
      test: core(
        "deliveries/Attest",
        "PD14 §12A given an attester that is silent about a delivery elsewhere",
      ),
    },
    {
      thief:
        "The attester of a delivery elsewhere is of one party's operator, or its operator is only stated.",
      happens: "Its word is refused, and the check stays open.",
      test: core("deliveries/Attest", "PD14 §12 given a delivery elsewhere and an attester %s"),
    },
    {
      thief: "A supplier hands in an attestation of other bytes, or of another quote.",
      happens: "It is named with its place, and nothing of that act is taken.",
      test: core("deliveries/Attest", "PD14 §12A given attestations of another hash and of another quote"),
    },
  ],
}

const row = ({ thief, happens, test: [file, title] }: Story): string =>
  `| ${thief} | ${happens} | \`${file}\`: ${title} … |`

/** The stories as tables, each under its heading. */
export const storyTables = (of: typeof stories): string =>
  Object.entries(of)
    .flatMap(([about, told]) => [
      `### ${about}`,
      "",
      "| What the thief does | What happens | Tried in |",
      "| --- | --- | --- |",
      ...told.map(row),
      "",
    ])
    .join("\n")
