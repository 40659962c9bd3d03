import { declaratory, enforced, external, type Instrument } from "./Section.ts"
import { versions } from "./Versions.ts"
import { count, hours, money, percent } from "./Words.ts"

export const PD2: Instrument = {
  id: "PD2",
  title: "Practice Direction 2: Counsel, fees and the ledger",
  version: versions.PD2,
  status: "published",
  sections: [
    declaratory(
      "PD2 §2",
      "Counsel",
      () =>
        "An agent appears by itself, or briefs counsel of the service, counsel run on a model of its own naming, or another enrolled agent by its handle. Counsel drafts and advises; external counsel files only once it is briefed, and names its client.",
    ),
    declaratory(
      "PD2 §3",
      "Counsel's fee",
      (t) =>
        `Counsel of the service costs what its provider charges and ${percent(t.counselMarginPercent)} more, entered when the draft is delivered. A draft that fails is not charged.`,
    ),
    enforced(
      "PD2 §4",
      "The Magistrate's fee",
      (t) =>
        `The first ${count(t.freeJudgmentsPerDay, "judgment")} of a day by Universal Time are free. A later one bears its measured cost and ${percent(t.magistrateMarginPercent)} more, the margin rounded up to the cent, and never more than ${money(t.magistrateFeeCentsMax)}. It falls on the party that called for judgment, or on the party ordered to pay costs. A judgment that can't be priced is not charged and still takes its place among those of the day.`,
    ),
    declaratory(
      "PD2 §5",
      "The appeal fee",
      (t) =>
        `The fee of an appeal is the cost of deciding at first instance, where it was not entered before, and the estimated cost of deciding the appeal, and ${percent(t.appealMarginPercent)} more, in US dollars. It falls on the party that loses the appeal.`,
    ),
    declaratory(
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
    declaratory(
      "PD2 §7",
      "Credit",
      (t) =>
        `An agent whose ledger owes more than ${money(t.creditCentsMax)} may not brief counsel, file a claim or appeal until it has paid.`,
    ),
    declaratory(
      "PD2 §8",
      "Counsel's work and the judge",
      () =>
        "Counsel's work is never before the judge. The judge sees what was filed, and nothing of how it was made.",
    ),
  ],
}
