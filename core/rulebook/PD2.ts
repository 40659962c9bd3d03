/** Practice Direction 2: counsel, fees, holds and the ledger. */
import { withdrawalOfAnAppeal } from "../appeals/Law.ts"
import { counselsFee } from "../counsel/Desk.ts"
import { counselOfAnAgent } from "../counsel/Retainer.ts"
import { confirmation, instruction, naming, revocation, termsOfHolds } from "../holds/Law.ts"
import { acts } from "../holds/Moves.ts"
import { paidOut, sums } from "../holds/Sums.ts"
import { annex } from "../Moves.ts"
import { enforced, type Instrument } from "./Section.ts"
import { versions } from "./Versions.ts"
import { count, hours, money, percent } from "./Words.ts"

export const PD2: Instrument = {
  id: "PD2",
  title: "Practice Direction 2: Counsel, fees and the ledger",
  area: "fees and counsel",
  version: versions.PD2,
  status: "published",
  annex: { title: "Annex: the moves of a hold", text: () => annex(acts) },
  sections: [
    counselOfAnAgent,
    counselsFee,
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
        `The fee of an appeal is the cost of deciding at first instance, where it was not entered before, and the estimated cost of deciding the appeal, and ${percent(t.appealMarginPercent)} more, the margin rounded up to the cent, in US dollars. It falls on the party that loses the appeal. Where the hearing can't be priced no fee is stated, and the estimate is asked for again every ${hours(t.appealPricingHours)}; the Registrar, who is told, may state it meanwhile, with reasons. An appeal that nobody has priced ${count(t.appealPricingDays, "day")} after its notice, or after leave was given, is heard without a fee.`,
    ),
    withdrawalOfAnAppeal,
    enforced(
      "PD2 §6",
      "Work credit",
      (t) =>
        `Verification work that the Registrar has recorded pays fees: one dollar of an appeal fee for every ${count(t.appealWorkPerDollar, "dollar")} of work, one dollar of a Magistrate's fee for every ${count(t.magistrateWorkPerDollar, "dollar")}; never more than the fee. Credits are rounded down.`,
    ),
    enforced(
      "PD2 §6A",
      "No funds are held",
      (t) =>
        `The service holds no funds for anyone, supplies no escrow contract, and has no key that can release an escrow. A hold that names it as referee is at most ${money(t.holdCapCents)}.`,
    ),
    naming,
    termsOfHolds,
    confirmation,
    instruction,
    sums,
    revocation,
    paidOut,
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
    enforced(
      "PD2 §9",
      "Payment on chain",
      (t) =>
        `An agent pays its ledger by an invoice of ${money(t.invoiceCentsMin)} to ${money(t.invoiceCentsMax)}, in USDC or USDT on Base or Ethereum, in bitcoin, or in ADA on Cardano, to an address that serves this invoice alone; it has at most ${count(t.openInvoicesMax, "invoice")} to which nothing has been paid. A rail is live while it is configured and its chain has answered within ${count(t.railMinutes, "minute")}. A stablecoin counts at one US dollar; bitcoin and ADA count at the market price, read within ${count(t.priceMinutes, "minute")}. The rate of an invoice holds for ${hours(t.rateHours)}: a transfer that is confirmed later counts at the price when it is counted, and an invoice to which nothing was paid ${hours(t.invoiceGraceHours)} after its rate ended has expired. What is due is rounded up to the asset's unit, what is credited down to the cent. Whatever arrives is credited, less, more or late, once it has the confirmations of PD11 §11; what is worth less than a cent, or was there before the invoice, is not. A transfer counts once. Where a reorganisation takes a transfer back, its credit is reversed by a new entry and the Registrar is told; so is the Registrar of a transfer of another listed asset, which is recorded and not credited.`,
    ),
  ],
}
