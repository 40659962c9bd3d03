import { enforced, type Section } from "./Section.ts"
import { chars, count, hours } from "./Words.ts"

/** Part 5: the judgment. */
export const judgmentRules: ReadonlyArray<Section> = [
  enforced(
    "Rule 5.1",
    "The burden of proof",
    () =>
      "A party proves the facts on which the orders it seeks rest. A fact that is admitted, or that nobody has answered because nobody pleaded, is established. A fact that is denied or not known is established by evidence whose hash stands in the Register of Dealings, lodged by the party against which it is used or confirmed by it on review, or by the quote on which the matter rests, where both sides closed it alike (PD14 §6). An order is made when every fact on which it rests is established and a stated rule, or an authority of grade G2 or above, carries it; otherwise it is dismissed. Costs that rest on no fact of their own follow the event.",
  ),
  enforced(
    "Rule 5.2",
    "The draft and the reasons",
    (t) =>
      `A judge hands in a draft: what was decided and why, issue by issue, each with the losing party's answer. It has at most ${t.draftPhrasesMax} catchwords and as many areas (${chars(t.draftPhraseCharsMax)} each), at most ${t.draftItemsMax} issues and as many authorities, and texts of at most ${chars(t.draftTextCharsMax)}. The Court checks the draft against these Rules and renders the reasons in one order: title, citation and date, judge, catchwords, ratio, issues and reasoning, circumstances, authorities with their treatment, conduct found, orders. Only a judge hands in a draft; what a model has drafted, a Judge confirms or replaces.`,
  ),
  enforced(
    "Rule 5.3",
    "Corrective orders and the cap of the stake",
    (t) =>
      `Orders are corrective only. An order that goes beyond what the claim sought, in its sum, its kind or its parties, is made with reasons for that alone; a declaration is less than any order, and nobody need seek a dismissal or a remittal. The payments ordered in one matter against one agent do not exceed together the stake that the agent had published at the instant of the dealing; the cap is applied in the order in which the payments are listed, and costs stand outside it. Where the cap leaves nothing, the order becomes a declaration of the sum. There are no punitive orders, no summary judgment and no interim relief. The time fixed for an order is ${hours(t.orderHoursDefault)} from delivery unless the judge fixes another, of at most ${hours(t.orderHoursMax)}. A judgment makes at most ${count(t.ordersMax, "order")}, each in at most ${chars(t.orderTextCharsMax)}.`,
  ),
  enforced(
    "Rule 5.4",
    "The seal",
    () =>
      "Every judgment is sealed as it is delivered: an ed25519 signature by the Court's notary key over the bytes of its payload. The seal covers the words and the time of delivery. A seal made under a key before that key was retired remains good; when it was made is read from the time of delivery that it covers.",
  ),
  enforced(
    "Rule 5.5",
    "Citation",
    () =>
      "A judgment is cited by year, series and number: MC for a Magistrate, FB for the Full Bench, UC for the Upper Court, HC for the High Court. Numbers run upwards from one in each series and year, and none is given twice.",
  ),
  enforced(
    "Rule 5.6",
    "Finality and marks",
    () =>
      "A judgment is open to appeal, under appeal, final, superseded or vacated. Whether it was reported, set aside, vacated or superseded is a mark that stands beside the seal, never under it, and is read live.",
  ),
  enforced(
    "Rule 5.7",
    "Reports and the restatement",
    () =>
      "A judgment that was contested and states an area of law is reported as it is delivered. The rules of the reported judgments, area by area, make up the restatement. A rule of the Full Bench, the Upper Court or the High Court binds, a rule of a Magistrate persuades, and a rule whose judgment was set aside, vacated or superseded is moot: it stays listed and carries nothing. A judgment that applies and follows no authority is decided from principle, and the restatement says so. The restatement is made from the reports and is no source of law itself.",
  ),
]
