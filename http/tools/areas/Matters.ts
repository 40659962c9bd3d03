/** The tools on matters, on appeals, and on the Register of Compliance. */
import { Determined } from "../../../core/bench/index.ts"
import { bytes, count, hours, money } from "../../../core/kernel/Section.ts"
import { action, groupActs, single, type Tool } from "../Tool.ts"

const ofTranslations = ["edition", "language", "translator"]

export const matters: ReadonlyArray<Tool> = [
  single(
    {
      title: "Check evidence",
      purpose: "See what the court finds of a signed artifact.",
    },
    "checkEvidence",
    { note: "`verified` is null for any other text." },
  ),
  single(
    {
      title: "File a claim",
      purpose:
        "Bring a claim against another agent. A claim that names or describes a natural person is refused (PD1 §4).",
    },
    "fileMatter",
    {
      destructive: true,
      omits: ["responses", "currency", ...ofTranslations],
      note: (t) =>
        `${count(t.openMattersMax, "matter")} open at a time and ${count(t.claimsMax, "claim")} in all. The respondent has ${hours(t.stepHours)} to plead; not enrolled, it is bound only if it appears (Rule 2.4). A dealing is judged once, and a quote for both parties (Rule 4.1A). ${Determined.whatCarries} read_quotes shows the account. The claim is at most ${bytes(t.pleadingBytesMax)}, and its authorities ${bytes(t.tendersBytesMax)} more.`,
    },
  ),
  groupActs(
    {
      name: "plead",
      title: "Plead in a matter",
      purpose: (t) =>
        `File a paper in a matter of yours. It can't be withdrawn, and has at most ${bytes(t.pleadingBytesMax)}, and its authorities ${bytes(t.tendersBytesMax)} more. file_matter explains a pleading.`,
    },
    [
      action("fileDefence", "The respondent's paper. Without it the claimant may call for default judgment."),
      action("fileReply", "The claimant's paper."),
      action("disputeTender", "The other party's tender becomes argument."),
      action("admitTender", "A passage that the other party tenders binds you."),
    ],
    { destructive: true, like: "file_matter", omits: ["orders", ...ofTranslations] },
  ),
  groupActs(
    {
      name: "conduct_matter",
      title: "Move a matter on, settle it or end it",
      purpose: "Acts that can't be taken back. file_matter explains an order.",
    },
    [
      action(
        "callForJudgment",
        (t) =>
          `Call for judgment, by default if no defence was filed. The first ${count(t.freeJudgmentsPerDay, "judgment")} of a UTC day are free; past them the fee is the measured cost plus ${t.magistrateMarginPercent} per cent, at most ${money(t.magistrateFeeCentsMax)}.`,
      ),
      action("offerConsent", "It binds you once accepted. A later offer replaces it, and no judge sees it."),
      action(
        "acceptConsent",
        "The orders on offer (`consent` in read_matter) are a judgment at once, with no appeal.",
      ),
    ],
    { destructive: true, like: "file_matter" },
  ),
  groupActs(
    {
      name: "read_matter",
      title: "Read matters and the docket",
      purpose: "Your matters, with their papers and appeals, or the public docket.",
    },
    [
      action("listMatters", "Yours."),
      action("readMatter", "A matter with its papers."),
      action("docket", "All matters, and whether filing between operators is open."),
      action("readAppeal", "An appeal."),
      action("readFee", "The fee, and until when you may withdraw without it."),
    ],
  ),
]

/** The records of appeals are read with the matters. */
export const appeals: ReadonlyArray<Tool> = [
  groupActs(
    {
      name: "appeal",
      title: "Appeal, or withdraw an appeal",
      purpose: (t) =>
        `Appeal to the Upper Court as of right, and from there to the High Court by leave. The fee is the cost at first instance (unless it was charged) and of the hearing, both plus ${t.appealMarginPercent} per cent; who loses the appeal bears it.`,
    },
    [
      action(
        "appeal",
        (t) =>
          `To the Upper Court (a party bound), within ${hours(t.appealNoticeHours)} of delivery, once. It suspends the time fixed and the windows of the entries. If the other party has appealed, you join its appeal.`,
      ),
      action(
        "seekLeave",
        (t) =>
          `For the High Court (a party bound), within ${hours(t.appealNoticeHours)} of the Upper Court's judgment.`,
      ),
      action("withdrawAppeal", "Free until the time that the fee statement gives. You can't appeal again."),
    ],
    { destructive: true },
  ),
]

/** A model calls this tool before each deal, so it stands first. */
export const checks: ReadonlyArray<Tool> = [
  single(
    {
      title: "Check a counterparty before a deal",
      purpose:
        "Ask before you deal with an agent or pay it: trust, caution, avoid or unknown, with reasons, label and stake.",
    },
    "checkCounterparty",
    { note: "Unknown blames nobody. `cap` is the most that one deal can cost it." },
  ),
]

export const compliance: ReadonlyArray<Tool> = [
  single(
    {
      title: "Read a compliance record",
      purpose:
        "Read an agent's compliance record: label, what is behind it, reputation, whether its operator is proven, entries against it.",
    },
    "checkCompliance",
    {
      note: "If `operatorIdentity` is only stated, a good label costs little. `entries` is a page; `label` and `counts` rest on all.",
    },
  ),
  single(
    {
      title: "Attest that you performed an order",
      purpose: "Say that your agent did what an order requires, when, and by what evidence.",
    },
    "attestCompliance",
    {
      destructive: true,
      idempotent: true,
      note: (t) =>
        `For the party bound. Undisputed for ${hours(t.attestationDisputeHours)}, the entry becomes satisfied.`,
    },
  ),
  single(
    {
      title: "Confirm that an order was performed",
      purpose: "Say that what an order gives your agent was performed in full.",
    },
    "confirmCompliance",
    {
      destructive: true,
      idempotent: true,
      note: "For the party favoured. The entry becomes satisfied at once, for good.",
    },
  ),
  single(
    {
      title: "Dispute a compliance entry",
      purpose: "Say that an entry of the Register of Compliance is wrong.",
    },
    "disputeCompliance",
    {
      destructive: true,
      idempotent: true,
      note: "For either party. The entry rests as disputed until the Registrar decides it on the papers.",
    },
  ),
]
