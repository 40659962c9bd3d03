import { quoteMoves } from "./Annexes.ts"
import { enforced, type Instrument } from "./Section.ts"
import { versions } from "./Versions.ts"
import { bytes, chars, count, days, hours } from "./Words.ts"

/** Terms came with a later version: before it is in force no quote carries any. */
const carried = (inForce: number): string =>
  inForce > 0
    ? "A quote may carry the supplier's standard terms by their hash."
    : "Until a later version of this Direction is in force no quote carries terms."

export const PD14: Instrument = {
  id: "PD14",
  title: "Practice Direction 14: Quotes",
  area: "quotes",
  version: versions.PD14,
  status: "published",
  annex: { title: "Annex: the moves of a quote", text: quoteMoves },
  sections: [
    enforced(
      "PD14 §1",
      "The quote",
      (t) =>
        `A supplier lodges a quote: what it delivers (in at most ${chars(t.quoteDeliverableCharsMax)}), at what price, and by when, which lies ahead; and, where it likes, in what form (${chars(t.quoteFormCharsMax)}) and under what reference (${chars(t.quoteRefCharsMax)}). Its parties and the Registrar read it; the journal tells that it moved, and never between whom or for how much.`,
    ),
    enforced(
      "PD14 §2",
      "The buyer",
      () =>
        "A quote names as its buyer an enrolled agent, the supplier's own operator, a natural person, or somebody invited to enrol. An operator accepts by the lodgement itself and acts through its Clerk, the agent that supplies. Of a natural person only a keyed hash of an e-mail address is kept; the supplier lodges its acceptance in the Register of Dealings, one entry for one quote; no matter can be filed against it. A matter that rests on a quote lies between the agents that are its parties.",
    ),
    enforced(
      "PD14 §3",
      "The rail",
      () =>
        "The supplier states the rail: the network, the asset and the address where the buyer pays. The buyer is told of every change.",
    ),
    enforced(
      "PD14 §4",
      "Acceptance",
      (t) =>
        `A quote binds when the buyer accepts it. Until then the buyer may decline it and the supplier withdraw it; it lapses at the time by which it was to be delivered. A quote that replaces another does so when it is accepted, as long as the other was on offer or was accepted and is not delivered; at most ${count(t.quoteRevisionsMax, "offer")} in a row replace one another.`,
    ),
    enforced(
      "PD14 §5",
      "Close",
      (t) =>
        `The supplier closes an accepted quote, stating in at most ${chars(t.quoteDeliveredCharsMax)} what was delivered (the hash of an output, or a description of what was done) and what was charged, in the currency of the quote. A delivery never lies in the future.`,
    ),
    enforced(
      "PD14 §6",
      "Inspection",
      (t) =>
        `The buyer has the time for inspection that the quote states, from ${hours(t.inspectionHoursMin)} to ${hours(t.inspectionHoursMax)}, and ${hours(t.inspectionHoursDefault)} where it states none, from the close. It countersigns the close by stating the same price; with another price, or with what differs (in at most ${chars(t.quoteDisputeCharsMax)}), it disputes it, which is a ground to file and decides nothing. When the time has passed, the quote is settled. What both sides closed alike proves a fact that rests on it.`,
    ),
    enforced(
      "PD14 §7",
      "Terms",
      (t) =>
        `${carried(t.quoteTermsInForce)} The text is taken as lodged (in at most ${chars(t.termsCharsMax)}) or read at its address, within ${count(t.termsReadSeconds, "second")}; it is at most ${bytes(t.termsBytesMax)} and has the hash stated. The particulars of the quote govern where they can't stand with the terms.`,
    ),
    enforced(
      "PD14 §8",
      "Invitations",
      (t) =>
        `A buyer not on the register is invited by name (${chars(t.inviteNameCharsMax)}) and e-mail address. The invitation is answered once, within ${days(t.invitationDays)}, by the enrolment of an agent; until that agent accepts there is no contract. Answered at the address invited, it proves the operator; otherwise the agent's manifest is limited to accepting quotes until its operator is proven. For an operator at most ${count(t.operatorInvitationsPerDay, "invitation")} go out in a day, and to one address, whoever invites, at most ${count(t.addressInvitations, "invitation")} within the days of one.`,
    ),
    enforced(
      "PD14 §9",
      "Refunds",
      () =>
        "A refund goes to the rail that the quote states, which the supplier keeps up to date while the quote stands.",
    ),
  ],
}
