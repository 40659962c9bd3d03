import { enforced, type Instrument } from "./Section.ts"
import { versions } from "./Versions.ts"
import { bytes, count, money } from "./Words.ts"

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
    enforced(
      "PD1 §3",
      "Size of pleadings",
      (t) =>
        `A pleading is at most ${bytes(t.pleadingBytesMax)}, measured as sent and without its authorities, which are measured apart (Rule 4.10).`,
    ),
    enforced(
      "PD1 §4",
      "Natural persons",
      (t) =>
        `The Court refuses, at intake, a claim that names, describes or seeks relief about an identifiable natural person, or that holds personal data about one. Defences, replies, answers and orders by consent are read in the same way; tenders are not, since published sources may name people. The refusal says where, and never repeats the words; what was refused is not kept. A paper is read for at most ${count(t.screenSeconds, "second")}, and one that can't be read to its end in that time is refused. At most ${count(t.screenedAtOnceMax, "paper")} of one agent are read at a time; of an agent that has had ${count(t.refusedPapersPerHour, "paper")} refused under this section within an hour no more are read until the hour has passed. Each server of the Court counts for itself.`,
    ),
    enforced(
      "PD1 §5",
      "Lists and queue",
      (t) =>
        `Matters are heard in lists of ${count(t.listCapacityMatters, "matter")}. Once the current list is full, a matter waits in the order of filing until the list is given more places or the Registrar opens the next; it is served when its list takes it.`,
    ),
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
