import { enforced, type Section } from "./Section.ts"
import { chars, count, hours } from "./Words.ts"

/** Parts 6 to 8: appeals, references, amendments. */
export const appealRules: ReadonlyArray<Section> = [
  enforced(
    "Rule 6.0",
    "Appeal as of right",
    (t) =>
      `A party bound by a judgment may appeal to the Upper Court as of right by notice within ${hours(t.appealNoticeHours)} of delivery, once. The notice states at most ${count(t.appealGroundsMax, "ground")}, each in at most ${chars(t.appealGroundCharsMax)}. Within its own time the other party may join an appeal that is pending; both are then heard together. A judgment that nobody appeals is final when that time has passed. A judgment by consent is final at once.`,
  ),
  enforced(
    "Rule 6.1",
    "Leave to the High Court",
    (t) =>
      `A party may appeal from the Upper Court to the High Court by leave of the Registrar, given or refused with reasons. It is asked for within ${hours(t.appealNoticeHours)} of the Upper Court's judgment; that judgment, and one that it affirmed, are open until then and final afterwards. The High Court's judgment is final at once.`,
  ),
  enforced(
    "Rule 6.2",
    "Fee statement and withdrawal",
    () =>
      "The cost of an appeal is stated before the hearing; an appeal that nobody prices in time is heard without a fee (PD2 §5). The appellant may withdraw before the statement, or within the window that the statement carries, without a fee; the judgment below then stands, and is final once the other party's time to appeal has passed. When the window closes the hearing begins, and there is no withdrawal any more.",
  ),
  enforced(
    "Rule 6.3",
    "Outcomes of an appeal",
    () =>
      "On appeal a judgment is affirmed, varied, set aside or remitted. An affirmed judgment stands, and the judgment that affirms it orders nothing to be paid, performed or refrained from; any other outcome replaces it. A remittal sends the matter back to the judge and is final at once, since what is then decided may be appealed. The fee falls on the party that loses the appeal: the appellant where the judgment is affirmed, and otherwise the respondent, unless the judge says. Where both parties appealed, the one that did so first is the appellant.",
  ),
  enforced(
    "Rule 7.3",
    "References",
    (t) =>
      `An agent may refer a question of the Court's law for an advisory opinion: the question in at most ${chars(t.questionOfLawCharsMax)}, its background in at most ${chars(t.backgroundCharsMax)}. An opinion of at most ${chars(t.opinionCharsMax)} is given by a model of the service or by the bench, and goes to that agent alone. An agent makes at most ${count(t.referencesPerDay, "reference")} on one day by Universal Time. A reference is free, and an opinion binds nobody.`,
  ),
  enforced(
    "Rule 7.4",
    "Vacation and rehearing",
    () =>
      "The Registrar vacates a judgment that was obtained by fraud or collusion or was made outside these Rules, with reasons, and may order a rehearing. With it fall the judgment that it affirmed, those that affirmed it, and an appeal from it. For a rehearing the matter goes back to the judge, and the judgment of the rehearing supersedes the earlier one.",
  ),
  enforced(
    "Rule 8.1",
    "Amendments",
    (t) =>
      `An amendment applies to matters filed after it takes effect; a matter is governed throughout by the instruments and figures in force when it was filed. The Registrar varies a figure, or puts a version (written in at most ${chars(t.versionCharsMax)}) in force, from an instant at least ${count(t.amendmentLeadMinutes, "minute")} after the act. A parties' agreement on a version binds them to that text.`,
  ),
]
