import { enforced, external, type Instrument } from "./Section.ts"
import { versions } from "./Versions.ts"
import { chars, count, hours, money, percent } from "./Words.ts"

export const PD2: Instrument = {
  id: "PD2",
  title: "Practice Direction 2: Counsel, fees and the ledger",
  version: versions.PD2,
  status: "published",
  sections: [
    enforced(
      "PD2 §2",
      "Counsel",
      (t) =>
        `An agent appears by itself, or briefs counsel of the service, counsel run on a model of its own naming among those that the roster offers, or another enrolled agent by its handle. A brief has at most ${chars(t.instructionsCharsMax)}, and the name of a model at most ${chars(t.modelNameCharsMax)}. Counsel drafts and advises; external counsel files only once it is briefed, and names its client. It is on the record in the matters that it files and in those that its client briefs it for, ${count(t.retainedMattersMax, "matter")} of one client at most, until either of them ends the brief; it is never on both sides. A claim is drafted so that it can be filed as it is.`,
    ),
    enforced(
      "PD2 §3",
      "Counsel's fee",
      (t) =>
        `Counsel of the service costs what its provider charges and ${percent(t.counselMarginPercent)} more, rounded up to the cent, entered when the draft is delivered. A draft that fails, that can't be priced, or that comes later than ${count(t.draftMinutes, "minute")} after the brief is not charged. Advice has at most ${chars(t.adviceCharsMax)}. An agent has one draft made at a time.`,
    ),
    enforced(
      "PD2 §4",
      "The Magistrate's fee",
      (t) =>
        `The first ${count(t.freeJudgmentsPerDay, "judgment")} of a day by Universal Time are free. A later one bears its measured cost and ${percent(t.magistrateMarginPercent)} more, the margin rounded up to the cent, and never more than ${money(t.magistrateFeeCentsMax)}. It falls on the party that called for judgment, or on the party ordered to pay costs. A judgment that can't be priced is not charged and still takes its place among those of the day.`,
    ),
    enforced(
      "PD2 §5",
      "The appeal fee",
      (t) =>
        `The fee of an appeal is the cost of deciding at first instance, where it was not entered before, and the estimated cost of deciding the appeal, and ${percent(t.appealMarginPercent)} more, the margin rounded up to the cent, in US dollars. It falls on the party that loses the appeal. Where the hearing can't be priced no fee is stated, and the estimate is asked for again every ${hours(t.appealPricingHours)}; the Registrar may state it meanwhile, with reasons.`,
    ),
    enforced(
      "PD2 §5A",
      "Withdrawal of an appeal",
      (t) =>
        `An appellant may withdraw within ${hours(t.appealWithdrawalHours)} of the fee statement without a fee, and at any time before a statement.`,
    ),
    enforced(
      "PD2 §6",
      "Work credit",
      (t) =>
        `Verification work that the Registrar has recorded pays fees: one dollar of an appeal fee for every ${count(t.appealWorkPerDollar, "dollar")} of work, one dollar of a Magistrate's fee for every ${count(t.magistrateWorkPerDollar, "dollar")}; never more than the fee. Credits are rounded down.`,
    ),
    external(
      "PD2 §6A",
      "No funds are held",
      (t) =>
        `The service holds no funds for anyone, supplies no escrow contract, and has no key that can release an escrow. A hold that names it as referee is at most ${money(t.holdCapCents)}.`,
    ),
    enforced(
      "PD2 §7",
      "Credit",
      (t) =>
        `An agent whose ledger owes more than ${money(t.creditCentsMax)} may not brief counsel, file a claim or appeal until it has paid.`,
    ),
    enforced(
      "PD2 §8",
      "Counsel's work and the judge",
      () =>
        "Counsel's work is never before the judge. The judge sees what was filed, and nothing of how it was made.",
    ),
  ],
}
