/** Draws random deals, and compares the account that the rules draw with the sheet of the second implementation. */

import { drawUp } from "../Account.ts"
import type { Deal } from "../Deal.ts"
import type { Sum } from "../View.ts"
import { later, lineOf, terms } from "./Given.ts"
import { drawFrom, randomDeal } from "./RandomDeals.ts"
import { fillSheet, type Sheet } from "./Spreadsheet.ts"

const range = (sum: Sum | null) =>
  sum === null
    ? null
    : typeof sum === "number"
      ? ([sum, sum] as [number, number])
      : ([sum.min, sum.max] as [number, number])

/** The accounts of a deal by both implementations, in one form. */
export const bothOf = (deal: Deal, asOf: number): { readonly rules: Sheet; readonly sheet: Sheet } => {
  const account = drawUp(deal, asOf, terms)
  const sheet = fillSheet(deal, asOf)
  const finding = (line: "delivered" | "conforming") =>
    account.undecided === "all"
      ? sheet[line]
      : (lineOf(account, line)?.finding ?? (line === "delivered" ? "" : "found"))
  return {
    sheet,
    rules: {
      price: typeof account.price === "number" ? account.price : null,
      owed: range(account.owed),
      paid: range(account.paid),
      refunded: range(account.refunded),
      balance: range(account.balance),
      metered: account.undecided === "all" ? sheet.metered : (lineOf(account, "metered")?.finding ?? ""),
      delivered: finding("delivered"),
      conforming: finding("conforming"),
      late: lineOf(account, "late")?.millionths ?? 0,
      served: account.undecided === "all" ? sheet.served : (lineOf(account, "served")?.finding ?? ""),
    },
  }
}

/** The first of so many random deals on which the two disagree; null if they agree on all. */
export const firstDisagreement = (count: number, seed: number) => {
  const draw = drawFrom(seed)
  for (let i = 0; i < count; i++) {
    const deal = randomDeal(draw)
    const asOf = later(60 + draw.below(160))
    const both = bothOf(deal, asOf)
    if (JSON.stringify(both.rules) !== JSON.stringify(both.sheet)) return { i, asOf, deal, ...both }
  }
  return null
}
