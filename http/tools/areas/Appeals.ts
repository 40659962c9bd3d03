/** The tool on appeals. Their records are read with the matters. */
import { hours } from "../../../core/rulebook/Section.ts"
import { action, grouped, type Tool } from "../Tool.ts"

export const appeals: ReadonlyArray<Tool> = [
  grouped(
    {
      name: "appeal",
      title: "Appeal, or withdraw an appeal",
      purpose: (t) =>
        `Take a judgment to the Upper Court as of right, and from there to the High Court by leave. The fee is the cost at first instance (unless it was charged already) and the estimated cost of the hearing, both plus ${t.appealMarginPercent} per cent; it falls on the party that loses the appeal. read_matter shows the fee and the appeal.`,
    },
    [
      action(
        "notice",
        "appeal",
        (t) =>
          `Within ${hours(t.appealNoticeHours)} of delivery, once. It suspends the time fixed and every running window of the judgment's entries. Where the other party has appealed already, you join its appeal.`,
      ),
      action(
        "seek_leave",
        "seekLeave",
        (t) =>
          `Within ${hours(t.appealNoticeHours)} of the Upper Court's judgment. The Registrar gives or refuses leave.`,
      ),
      action(
        "withdraw",
        "withdrawAppeal",
        "Free before a fee statement, or until the time that it gives. The judgment below stands, and you can't appeal against it again.",
      ),
    ],
    { destructive: true },
  ),
]
