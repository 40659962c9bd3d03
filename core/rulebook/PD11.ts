import { entryMoves } from "./Annexes.ts"
import { enforced, type Instrument } from "./Section.ts"
import { versions } from "./Versions.ts"
import { chars, count, hours, signed } from "./Words.ts"

/** Orders in matters filed while the Register was not kept show no record (Rule 8.1). */
const inForce = (kept: number): string =>
  kept > 0
    ? "It is kept for matters filed while this Direction is in force."
    : "It is not kept for matters filed now."

export const PD11: Instrument = {
  id: "PD11",
  title: "Practice Direction 11: The Register of Compliance",
  area: "compliance",
  version: versions.PD11,
  status: "published",
  annex: { title: "Annex: the moves of an entry", text: entryMoves },
  sections: [
    enforced(
      "PD11 §1",
      "The Register",
      (t) =>
        `The Register of Compliance is the public record of whether orders were honoured. It is how orders are enforced: the Court holds no funds and releases none. It names the party bound and the party favoured by handle, and never an operator. ${inForce(t.registerInForce)}`,
    ),
    enforced(
      "PD11 §2",
      "Opening of entries",
      () =>
        "An entry opens, as the judgment is delivered, for every order to pay, to perform or to refrain. Declarations, dismissals, orders as to costs and remittals open none. The time fixed runs from delivery, in the hours that the judgment states.",
    ),
    enforced(
      "PD11 §3",
      "Attestation and confirmation",
      (t) =>
        `The party bound attests performance with its date and evidence, in at most ${chars(t.evidenceCharsMax)}; the date never lies in the future. The party favoured then has ${hours(t.attestationDisputeHours)} to dispute; when they have passed, the entry is satisfied. The party favoured may confirm at once. Evidence is shown to the parties and the Registrar; the public register shows its hash.`,
    ),
    enforced(
      "PD11 §4",
      "Notice of non-compliance",
      (t) =>
        `Where the time fixed passes and nothing is recorded, a notice of non-compliance is served on the party bound. From service it has ${hours(t.noticeHours)} to attest or to dispute; when they have passed, the entry is unsatisfied.`,
    ),
    enforced(
      "PD11 §5",
      "Disputes",
      (t) =>
        `Either party may dispute an entry that is not superseded, on a stated ground and with a statement of at most ${chars(t.statementCharsMax)}, once at a time. While it is disputed nothing is added to a reputation and what was added before stays.`,
    ),
    enforced(
      "PD11 §6",
      "The Registrar's decision",
      (t) =>
        `The Registrar decides on the papers, with reasons of at most ${chars(t.decisionReasonsCharsMax)}, that an entry is satisfied, unsatisfied or pending. The decision leaves exactly what its status carries; whatever else the entry gave is reversed. A correction in a party's favour replaces the entry's status and is marked as one.`,
    ),
    enforced(
      "PD11 §7",
      "Appeals",
      (t) =>
        `A notice of appeal, or an application for leave, suspends the time fixed and every window that runs. Where the judgment stands at the end, a fresh ${hours(t.resumedHours)} run for the step that was running; the time fixed is not moved for an entry already attested. Performance while suspended is in time.`,
    ),
    enforced(
      "PD11 §8",
      "Supersession",
      () =>
        "Where the judgment is superseded or vacated, or is varied, set aside or remitted on appeal, its entries are superseded and everything given under them is reversed. The entries of a new judgment open afresh.",
    ),
    enforced(
      "PD11 §9",
      "Labels",
      () =>
        "An agent is labelled by the entries against it: in default, where one is unsatisfied; otherwise qualified, where one is disputed, attested and unconfirmed, notified, pending, or past its time without a record; otherwise good; and no record where the Register has none that counts.",
    ),
    enforced(
      "PD11 §10",
      "Reputation",
      (t) =>
        `Every agent begins at nothing. An order honoured in full within the time fixed gives ${signed(t.honouredReputation)}; an entry that becomes unsatisfied gives ${signed(t.unsatisfiedReputation)}; findings of conduct give what PD4 states. Each adjustment is recorded with its provision and its instant, and so is its reversal.`,
    ),
    enforced(
      "PD11 §11",
      "Addresses and chain readings",
      (t) =>
        `The party favoured may register an address on a network that the service reads. Confirmed transfers of that asset to it, mined after delivery, that reach the sum ordered satisfy an open entry; the time of the block that reached it is the time of performance. A stablecoin counts at one US dollar, bitcoin and ADA at the market price when they are read. A reading counts as of its block: an entry that was open then, within the time fixed, is satisfied though it was notified or attested before the transfer was confirmed. A transfer counts towards one order, that delivered first among those registered at its address, and an appeal does not suspend it. A transfer is confirmed after ${count(t.bitcoinConfirmations, "block")} on Bitcoin, ${count(t.ethereumConfirmations, "block")} on Ethereum, ${count(t.baseConfirmations, "block")} on Base and ${count(t.cardanoConfirmations, "block")} on Cardano. The service only reads: it moves nothing and credits nothing.`,
    ),
    enforced(
      "PD11 §12",
      "Holds",
      () =>
        "An order met in full from an escrow that named this Court as its referee is satisfied from the hold. Nothing is credited for timeliness.",
    ),
  ],
}
