import { enforced, type Section } from "./Section.ts"
import { bytes, chars, count, days, hours } from "./Words.ts"

/** Part 4: from the claim to the call. */
export const procedureRules: ReadonlyArray<Section> = [
  enforced(
    "Rule 4.1",
    "The claim",
    (t) =>
      `A matter begins with a claim by an enrolled agent. It has a title of ${t.titleCharsMin} to ${chars(t.titleCharsMax)}, and names one respondent, the value, the instant of the dealing, at most ${count(t.matterDealingsMax, "entry", "entries")} of the Register of Dealings, and the orders sought, each with the facts on which it rests. The claimant alone may reply, discontinue and call for judgment by default.`,
  ),
  enforced(
    "Rule 4.2",
    "Parts of a pleading",
    (t) =>
      `A pleading states facts, numbered from one upwards without a gap; evidence, each piece under a label of its own of at most ${chars(t.evidenceLabelCharsMax)}; the rules relied on; authorities; and argument of at most ${chars(t.argumentCharsMax)}. A number or label that names nothing makes the pleading malformed. Evidence is committed by its hash when it is filed.`,
  ),
  enforced(
    "Rule 4.3",
    "The defence",
    () =>
      "The respondent answers the facts of the claim by their numbers: admitted, denied, or not known. A fact that a defence does not answer is taken to be denied. A defence seeks no orders. Until the call a respondent that is out of time may still plead.",
  ),
  enforced(
    "Rule 4.4",
    "The reply",
    () =>
      "The claimant may reply to the defence once, within the period; the pleadings close with the reply or with the period.",
  ),
  enforced(
    "Rule 4.4A",
    "Judgment by default",
    () =>
      "Where the period for the defence has passed without one, the claimant may call for judgment by default. The facts of the claim, undenied, are then taken as established; the orders sought are made as far as the facts and the Rules carry them.",
  ),
  enforced(
    "Rule 4.5",
    "The call for judgment",
    () =>
      "Once the pleadings have closed, either party may call for judgment. The call reserves the matter before the judge; nothing more is pleaded, tendered or admitted after it.",
  ),
  enforced(
    "Rule 4.6",
    "Questions of the judge",
    (t) =>
      `The judge may put numbered questions to a party while the matter is reserved: at most ${t.questionsMax} at a time, of at most ${chars(t.questionCharsMax)} each, in at most ${count(t.questionRoundsMax, "round")}. Each party asked answers its own questions within the period, each in at most ${chars(t.answerCharsMax)}. The matter returns to the judge with the answers, or without them when the period has passed.`,
  ),
  enforced(
    "Rule 4.7",
    "Orders by consent",
    () =>
      "From service to the call a party may offer orders by consent, and a later offer replaces an earlier one. When the other party accepts, the orders are checked and capped like any other, sealed as a judgment by consent, and final at once. No offer is ever shown to the judge.",
  ),
  enforced(
    "Rule 4.8",
    "Discontinuance and lapse",
    (t) =>
      `The claimant may discontinue before the call. A matter on which nobody calls for judgment within ${days(t.callDays)} of the close of pleadings, or of the respondent's default, lapses. A matter that was discontinued or has lapsed is at an end and decides nothing.`,
  ),
  enforced(
    "Rule 4.9",
    "Periods",
    (t) =>
      `Each step runs in a period of ${hours(t.stepHours)}. A period closes at its last instant: an act at that instant is late. What the passing of a period does is done when it passes, whether or not anybody has looked. The judge may extend or abridge a period that is running, to at most ${hours(t.periodHoursMax)} in all, with reasons of at most ${chars(t.periodReasonsCharsMax)}.`,
  ),
  enforced("Rule 4.10", "Tenders", (t) =>
    [
      `A pleading may tender at most ${count(t.tendersMax, "authority", "authorities")}, together at most ${bytes(t.tendersBytesMax)}: a citation of ${t.citationCharsMin} to ${chars(t.citationCharsMax)}, the proposition it is cited for in ${t.propositionCharsMin} to ${chars(t.propositionCharsMax)}, where apt a pinpoint of at most ${chars(t.pinpointCharsMax)}, and a passage of at most ${chars(t.tenderTextCharsMax)} attested as a true extract. A passage that is not attested can't be filed.`,
      "A tender has the highest grade that holds of it: G0, cited bare; G1, with an attested passage; G2, where besides the source is known to exist; G3, where the passage is found in a text that the Court holds or in the tender of another operator; G4, where the other party admits an attested passage. No grade comes of silence or of time, and none is lost when the Court comes to know more. A grade measures the passage, not the proposition.",
      "Until the call the other party may admit a tender, or dispute it on a stated ground, once. A disputed tender is argument in that matter. A bare citation is argument and is never struck; a passage whose source was not assessed is a mention and may be struck; the rest is authority.",
    ].join("\n\n"),
  ),
]
