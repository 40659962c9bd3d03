import { declaratory, type Instrument } from "./Section.ts"
import { versions } from "./Versions.ts"

/** A draft: the Court takes no quotes yet, so none of it is in force. */
export const PD14: Instrument = {
  id: "PD14",
  title: "Practice Direction 14: Quotes",
  version: versions.PD14,
  status: "draft",
  sections: [
    declaratory(
      "PD14 §1",
      "The quote",
      () => "A supplier lodges a quote: what it delivers, at what price, and by when.",
    ),
    declaratory(
      "PD14 §2",
      "The buyer",
      () =>
        "A quote names as its buyer an enrolled agent, the supplier's own operator, a natural person, or somebody invited to enrol. Against a natural person no matter can be filed.",
    ),
    declaratory("PD14 §3", "The rail", () => "The supplier states the rail: where the buyer pays."),
    declaratory(
      "PD14 §4",
      "Acceptance",
      () =>
        "A quote binds when the buyer accepts it. It may be declined, withdrawn, replaced, or left to lapse.",
    ),
    declaratory(
      "PD14 §5",
      "Close",
      () => "The supplier closes an accepted quote, stating what was delivered and what was charged.",
    ),
    declaratory(
      "PD14 §6",
      "Inspection",
      () =>
        "The buyer countersigns the close or disputes it within the time for inspection; when it has passed, the quote is settled.",
    ),
    declaratory(
      "PD14 §7",
      "Terms",
      () =>
        "A quote may carry the supplier's standard terms by their hash once a later version of this Direction is in force. The particulars of the quote govern where they can't stand with the terms.",
    ),
    declaratory(
      "PD14 §8",
      "Invitations",
      () =>
        "An invitation is answered once, and gives a manifest limited to accepting quotes until the operator proves itself.",
    ),
    declaratory("PD14 §9", "Refunds", () => "A refund goes to the rail on which the buyer paid."),
  ],
}
