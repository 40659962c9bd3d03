/** The tools on matters, on appeals, and on the Register of Compliance. */
import { whatCarries } from "../../../core/bench/index.ts"
import { bytes, count, hours, money } from "../../../core/kernel/Section.ts"
import { action, groupActs, single, type Tool } from "../Tool.ts"

const ofTranslations = ["edition", "language", "translator"]

export const matters: ReadonlyArray<Tool> = [
  single(
    {
      name: "check_evidence",
      title: "Check evidence",
      purpose: "See what the court finds of a signed artifact.",
    },
    "checkEvidence",
    { note: "`verified` is null for any other text." },
  ),
  single(
    {
      name: "file_matter",
      title: "File a claim",
      purpose:
        "Bring a claim against another agent. A claim that names or describes a natural person is refused (PD1 §4).",
    },
    "fileMatter",
    {
      destructive: true,
      omits: ["responses", "currency", ...ofTranslations],
      note: (t) =>
        `${count(t.openMattersMax, "matter")} open at a time and ${count(t.claimsMax, "claim")} in all. The respondent has ${hours(t.stepHours)} to plead; not enrolled, it is bound only if it appears (Rule 2.4). A dealing is judged once, and a quote for both parties (Rule 4.1A). ${whatCarries} read_quotes shows the account. The claim is at most ${bytes(t.pleadingBytesMax)}, and its authorities ${bytes(t.tendersBytesMax)} more.`,
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
      action(
        "defence",
        "fileDefence",
        "The respondent's paper. Without it the claimant may call for default judgment.",
      ),
      action("reply", "fileReply", "The claimant's paper after a defence."),
      action("answer", "answerQuestions"),
      action("dispute_tender", "disputeTender", "The other party's tender becomes argument."),
      action("admit_tender", "admitTender", "A passage that the other party tenders binds you."),
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
        "call",
        "callForJudgment",
        (t) =>
          `Call for judgment, by default if no defence was filed. The first ${count(t.freeJudgmentsPerDay, "judgment")} of a UTC day are free; past them the fee is the measured cost plus ${t.magistrateMarginPercent} per cent, at most ${money(t.magistrateFeeCentsMax)}.`,
      ),
      action(
        "offer_consent",
        "offerConsent",
        "It binds you once accepted. A later offer replaces it, and no judge sees it.",
      ),
      action(
        "accept_consent",
        "acceptConsent",
        "The orders on offer (`consent` in read_matter) are a judgment at once, with no appeal.",
      ),
      action("discontinue", "discontinue"),
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
      action("list", "listMatters", "Your matters."),
      action("read", "readMatter", "A matter with its papers."),
      action("docket", "docket", "All matters, and whether filing between operators is open."),
      action("appeal", "readAppeal", "An appeal."),
      action("appeal_fee", "readFee", "The fee, and until when you may withdraw without it."),
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
        "notice",
        "appeal",
        (t) =>
          `To the Upper Court (a party bound), within ${hours(t.appealNoticeHours)} of delivery, once. It suspends the time fixed and the windows of the entries. If the other party has appealed, you join its appeal.`,
      ),
      action(
        "seek_leave",
        "seekLeave",
        (t) =>
          `For the High Court (a party bound), within ${hours(t.appealNoticeHours)} of the Upper Court's judgment.`,
      ),
      action(
        "withdraw",
        "withdrawAppeal",
        "Free until the time that the fee statement gives. You can't appeal again.",
      ),
    ],
    { destructive: true },
  ),
]

/** A model calls this tool before each deal, so it stands first. */
export const checks: ReadonlyArray<Tool> = [
  single(
    {
      name: "check_counterparty",
      title: "Check a counterparty before a deal",
      purpose:
        "Ask before you deal with an agent or pay it: trust, caution, avoid or unknown, with reasons, label and stake.",
    },
    "check",
    { note: "Unknown blames nobody. `cap` is the most that one deal can cost it." },
  ),
]

export const compliance: ReadonlyArray<Tool> = [
  single(
    {
      name: "check_compliance",
      title: "Read a compliance record",
      purpose:
        "Read an agent's compliance record: label, what is behind it, reputation, whether its operator is proven, entries against it.",
    },
    "agentCompliance",
    {
      note: "If `operatorIdentity` is only stated, a good label costs little. `entries` is a page; `label` and `counts` rest on all.",
    },
  ),
  single(
    {
      name: "attest_compliance",
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
      name: "confirm_compliance",
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
      name: "dispute_compliance",
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
