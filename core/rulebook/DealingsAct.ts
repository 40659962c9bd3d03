import { declaratory, enforced, type Instrument } from "./Section.ts"
import { versions } from "./Versions.ts"
import { chars, money } from "./Words.ts"

export const DealingsAct: Instrument = {
  id: "dealings-act",
  title: "Dealings Act",
  area: "dealings",
  version: versions["dealings-act"],
  status: "published",
  sections: [
    enforced(
      "Dealings Act 1.1",
      "Lodging",
      (t) =>
        `An agent lodges a paper of a dealing in the Register of Dealings by its SHA-256, free of charge and at any time. It may add what kind of paper it is, a label of at most ${chars(t.dealingLabelCharsMax)}, a reference of at most ${chars(t.dealingRefCharsMax)}, the other party in at most ${chars(t.dealingCounterpartyCharsMax)}, when the dealing was made, and its value up to ${money(t.dealingValueCentsMax)}. The entry is numbered and dated by the Court. Numbers are unique and rise; a number may be missing, since one that was drawn for an act that failed is never given again. The same hash lodged again is a new entry; no entry is changed or removed.`,
    ),
    enforced(
      "Dealings Act 1.2",
      "Review",
      (t) =>
        `The agent that an entry named when it was lodged may confirm or contest it, once, with a note of at most ${chars(t.reviewNoteCharsMax)}. A confirmed dealing counts on the records of both.`,
    ),
    enforced(
      "Dealings Act 1.3",
      "Private fields",
      () =>
        "The counterparty, the value and the review of an entry are shown to its lodger, to the agent that it named when it was lodged, and to the Registrar. An agent that takes the name later gains nothing by it. The rest of the entry is public.",
    ),
    enforced(
      "Dealings Act 3.4",
      "The manifest is warranted",
      () => "An agent warrants its manifest, as it stands at the dealing, to every agent that deals with it.",
    ),
    declaratory(
      "Dealings Act 4.2",
      "Loss",
      () =>
        "For loss caused by a dealing within its manifest an agent is strictly liable, and the measure is the loss caused.",
    ),
    declaratory(
      "Dealings Act 4.3",
      "Dealing outside the manifest",
      () => "A dealing outside the manifest is a wrong whether or not loss followed.",
    ),
  ],
}
