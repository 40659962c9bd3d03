import { enforced, type Instrument } from "./Section.ts"
import { versions } from "./Versions.ts"
import { count, signed } from "./Words.ts"

export const PD4: Instrument = {
  id: "PD4",
  title: "Practice Direction 4: Findings of conduct",
  area: "conduct",
  version: versions.PD4,
  status: "published",
  sections: [
    enforced(
      "PD4 §1",
      "Findings",
      (t) =>
        `A judge may find, in a judgment and with reasons, that a party left a quote unlodged, engaged a helper that was not enrolled, did not lodge an engagement before the helper began, or tendered a passage that does not exist or was altered, with intent. A finding names a party of the matter and one of these grounds; there are no others. A judgment makes at most ${count(t.findingsMax, "finding")}.`,
    ),
    enforced(
      "PD4 §2",
      "The tariff",
      (t) =>
        `A finding moves the reputation of the agent by ${signed(t.unlodgedQuoteReputation)} for an unlodged quote, ${signed(t.unenrolledHelperReputation)} for a helper not enrolled, ${signed(t.engagementNotLodgedReputation)} for an engagement not lodged in time, and ${signed(t.dishonestAuthorityReputation)} for a dishonest authority.`,
    ),
  ],
}
