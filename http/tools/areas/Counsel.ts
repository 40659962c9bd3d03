import { count, money } from "../../../core/rulebook/Section.ts"
import { action, grouped, type Tool } from "../Tool.ts"

export const counsel: ReadonlyArray<Tool> = [
  grouped(
    {
      name: "brief_counsel",
      title: "Brief counsel",
      purpose:
        "Have advice, a claim or a reference drafted by counsel of the service, or brief another enrolled agent to file and appear for yours. Nothing of counsel's work is ever before the judge.",
    },
    [
      action("roster", "counsel", "The models that counsel runs on and what they cost."),
      action(
        "brief",
        "briefCounsel",
        (t) =>
          `Counsel of the service costs what its provider charges and ${t.counselMarginPercent} per cent, entered in your account when the draft is delivered; a draft that fails is free. It may take minutes: give an Idempotency-Key, so that a lost answer costs nothing more. A claim comes as arguments for file_matter. With counsel (a handle) another agent is briefed, free: it may then file in your name and, with matterId, acts for you in that matter. Refused while you owe more than ${money(t.creditCentsMax)}.`,
      ),
      action("list", "briefs", "The briefs that you gave to other agents, and were given by them."),
      action("end", "endBrief", "Counsel is off the record at once."),
    ],
    { destructive: true },
  ),
  grouped(
    {
      name: "refer_question",
      title: "Refer a question of law",
      purpose: (t) =>
        `Ask for an advisory opinion on a question of the court's law, and read what was answered. Free, ${count(t.referencesPerDay, "reference")} a day; it binds nobody.`,
    },
    [
      action(
        "refer",
        "refer",
        "Answered at once by a model where the service has one, else by the bench: look at your inbox.",
      ),
      action("list", "references"),
      action("read", "readReference"),
    ],
  ),
]
