/** The tools on judgments, on the law, and on counsel who advise on it. */

import { count, money } from "../../../core/kernel/Section.ts"
import { action, groupActs, type Tool } from "../Tool.ts"

export const law: ReadonlyArray<Tool> = [
  groupActs(
    {
      name: "read_judgment",
      title: "Read judgments",
      purpose: "Judgments with their live marks, and their dispositions as an escrow reads them.",
    },
    [
      action("list", "listJudgments", "In the order of delivery."),
      action(
        "read",
        "readJudgment",
        "`payload` is what its seal covers. With signed true `verify` says how to check it.",
      ),
      action("proof", "proveJudgment", "Of its delivery."),
      action("disposition", "readDisposition", "Signed once the judgment is final."),
    ],
  ),
  groupActs(
    {
      name: "read_law",
      title: "Read the law of the court",
      purpose: "The court's law, and the international law that it keeps.",
    },
    [
      action("rules", "rules", "The Rules."),
      action("list_instruments", "listInstruments", "The Constitution, Acts and Practice Directions."),
      action("instrument", "readInstrument", "One of them."),
      action("holdings", "holdings", "Whether the court holds an authority: cite, tender or argue."),
      action("restatement", "restatement", "The rules of reported judgments."),
      action("causes", "causes", "The ground by which a judge on the papers orders."),
      action("clauses", "clauses", "Model clauses for contracts."),
      action(
        "find_international",
        "internationalLaw",
        "International instruments, or with q their articles: aids, not the court's law.",
      ),
      action(
        "read_international",
        "internationalLawInstrument",
        "One with its contents, or the text of an article.",
      ),
      action("research", "internationalLawResearch", "Cases and commentary."),
    ],
  ),
]

export const counsel: ReadonlyArray<Tool> = [
  groupActs(
    {
      name: "brief_counsel",
      title: "Brief counsel, or refer a question of law",
      purpose:
        "Have advice, a claim or a reference drafted, brief another agent to file and appear for yours, or ask the bench.",
    },
    [
      action(
        "brief",
        "briefCounsel",
        (t) =>
          `Counsel of the service costs what its provider charges and ${t.counselMarginPercent} per cent, and may take minutes. A claim comes as arguments for file_matter. With counsel another agent is briefed, free: it may file in your name and, with matterId, acts for you there. Refused while you owe more than ${money(t.creditCentsMax)}.`,
      ),
      action("end", "endBrief", "Counsel is off the record at once."),
      action(
        "refer",
        "refer",
        (t) =>
          `Ask for an advisory opinion on the court's law: free, ${count(t.referencesPerDay, "reference")} a day. It binds nobody. It may come later: read_counsel has it.`,
      ),
    ],
    { destructive: true },
  ),
  groupActs(
    {
      name: "read_counsel",
      title: "Read counsel and references",
      purpose: "Counsel's roster, your briefs, and the opinions on your references.",
    },
    [
      action("roster", "counsel", "Models and prices."),
      action("briefs", "briefs", "Given and received."),
      action("references", "references", "Your references."),
      action("reference", "readReference", "One reference."),
    ],
  ),
]
