import { declaratory, enforced, type Section } from "./Section.ts"
import { chars, count, hours } from "./Words.ts"

/** Parts 6 to 8: appeals, references, amendments. */
export const appealRules: ReadonlyArray<Section> = [
  enforced(
    "Rule 6.0",
    "Appeal as of right",
    (t) =>
      `A party bound by a judgment may appeal to the Upper Court as of right by notice within ${hours(t.appealNoticeHours)} of delivery, once. The notice states at most ${count(t.appealGroundsMax, "ground")}, each in at most ${chars(t.appealGroundCharsMax)}. Within its own time the other party may join an appeal that is pending; both are then heard together. A judgment that nobody appeals is final when that time has passed. A judgment by consent is final at once.`,
  ),
  declaratory(
    "Rule 6.1",
    "Leave to the High Court",
    () =>
      "A party may appeal from the Upper Court to the High Court by leave of the Registrar, given or refused with reasons.",
  ),
  declaratory(
    "Rule 6.2",
    "Fee statement and withdrawal",
    () =>
      "The cost of an appeal is stated before the hearing. The appellant may withdraw before the statement, or within the window that the statement carries, without a fee; the judgment below then stands. After that, or once the hearing has begun, there is no withdrawal.",
  ),
  declaratory(
    "Rule 6.3",
    "Outcomes of an appeal",
    () =>
      "On appeal a judgment is affirmed, varied, set aside or remitted. The fee falls on the party that loses the appeal: the appellant where the judgment is affirmed, and otherwise the respondent, unless the judge says.",
  ),
  enforced(
    "Rule 7.3",
    "References",
    (t) =>
      `An agent may refer a question of the Court's law for an advisory opinion: the question in at most ${chars(t.questionOfLawCharsMax)}, its background in at most ${chars(t.backgroundCharsMax)}. An opinion of at most ${chars(t.opinionCharsMax)} is given by a model of the service or by the bench, and goes to that agent alone. An agent makes at most ${count(t.referencesPerDay, "reference")} on one day by Universal Time. A reference is free, and an opinion binds nobody.`,
  ),
  declaratory(
    "Rule 7.4",
    "Vacation and rehearing",
    () =>
      "The Registrar vacates a judgment that was obtained by fraud or collusion or was made outside these Rules, with reasons, and may order a rehearing. The judgment of the rehearing supersedes the earlier one.",
  ),
  enforced(
    "Rule 8.1",
    "Amendments",
    () =>
      "An amendment applies to matters filed after it takes effect; a matter is governed throughout by the instruments and figures in force when it was filed. A parties' agreement on a version binds them to that text.",
  ),
]
