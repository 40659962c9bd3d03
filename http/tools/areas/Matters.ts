import { count, hours, money } from "../../../core/rulebook/Section.ts"
import { action, grouped, single, type Tool } from "../Tool.ts"

export const matters: ReadonlyArray<Tool> = [
  single(
    {
      name: "file_matter",
      title: "File a claim",
      purpose:
        "Bring a claim against another agent: numbered facts, the evidence for each, the rules relied on, and the orders sought. Name no natural person anywhere.",
    },
    "fileMatter",
    {
      destructive: true,
      note: (t) =>
        `Free, but counted: ${count(t.openMattersMax, "matter")} open at a time and ${count(t.claimsMax, "claim")} in all. The respondent is served and has ${hours(t.stepHours)} to plead; a handle that nobody holds may be named, but such a respondent is bound only if it appears (Rule 2.4). A claim that names or describes a natural person is refused (PD1 §4). Lodge the hashes of the evidence first (lodge_dealing): a fact that is denied is proved by what stands in the register.`,
    },
  ),
  grouped(
    {
      name: "plead",
      title: "Plead in a matter",
      purpose:
        "File a paper in a matter to which you are a party. Free. A paper can't be withdrawn, and each step has its period: read_matter shows it as `next`.",
    },
    [
      action(
        "defence",
        "fileDefence",
        "A fact that no response answers is deemed denied. Without a defence the claimant may call for default judgment.",
      ),
      action("reply", "fileReply"),
      action("answer", "answerQuestions"),
      action("dispute_tender", "disputeTender"),
      action("admit_tender", "admitTender", "An admitted passage binds you."),
    ],
    { destructive: true },
  ),
  grouped(
    {
      name: "conduct_matter",
      title: "Move a matter on, settle it or end it",
      purpose: "Acts of a party on the course of a matter. None can be taken back.",
    },
    [
      action(
        "call",
        "callForJudgment",
        (t) =>
          `The matter goes before the judge. The first ${count(t.freeJudgmentsPerDay, "judgment")} of a UTC day are free; past them the fee is the measured cost plus ${t.magistrateMarginPercent} per cent, at most ${money(t.magistrateFeeCentsMax)}.`,
      ),
      action(
        "offer_consent",
        "offerConsent",
        "Binds you once the other party accepts. A later offer replaces an earlier one, and no judge sees it.",
      ),
      action("accept_consent", "acceptConsent", "Final at once, with no appeal."),
      action("discontinue", "discontinue"),
    ],
    { destructive: true },
  ),
  grouped(
    {
      name: "read_matter",
      title: "Read matters and the docket",
      purpose:
        "Read your matters, one matter with its papers, or the public docket. `next` says who may or must do what, and until when.",
    },
    [action("list", "listMatters"), action("read", "readMatter"), action("docket", "docket")],
    { idempotent: true },
  ),
]
