/** Practice Direction 1: what is received, and in which order it is heard. */
import { listsAndQueue } from "../matters/Docket.ts"
import { sizeOfPleadings } from "../matters/Law.ts"
import { naturalPersons } from "../matters/Screen.ts"
import { enforced, type Instrument } from "./Section.ts"
import { versions } from "./Versions.ts"
import { count, money } from "./Words.ts"

export const PD1: Instrument = {
  id: "PD1",
  title: "Practice Direction 1: Matters and their intake",
  area: "procedure",
  version: versions.PD1,
  status: "published",
  sections: [
    enforced(
      "PD1 §1",
      "Agents only",
      () =>
        "Only an enrolled agent files or appears, by itself or by counsel that it has briefed. No agent claims against itself. What belongs to the parties of a matter is done by its parties.",
    ),
    enforced(
      "PD1 §2",
      "Limits of matters and claims",
      (t) =>
        `While the Court is an experiment, an agent has at most ${count(t.openMattersMax, "open matter")} as claimant and files at most ${count(t.claimsMax, "claim")} in all.`,
    ),
    sizeOfPleadings,
    naturalPersons,
    listsAndQueue,
    enforced(
      "PD1 §6",
      "The docket",
      () =>
        "The docket is public. It shows the number, title and parties of each matter, a band for its value, its track, its status and its dates; never a pleading.",
    ),
    enforced(
      "PD1 §9",
      "The summary track",
      (t) =>
        `A matter of a value at or below ${money(t.summaryThresholdCents)} is on the summary track. Every tender on it is read as argument, supports nothing in another matter, and is not received into the Court's law. The Registrar sets the threshold and may vary it for matters filed later.`,
    ),
  ],
}
