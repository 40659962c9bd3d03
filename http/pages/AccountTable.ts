/** The account that a judgment determines, as a table. It is read from the words under seal. */
import { Option, Schema } from "effect"
import { type LineName, Sum } from "../../core/account/index.ts"
import { type Html, html } from "./Html.ts"
import { hash, money } from "./Parts.ts"

const SealedAccount = Schema.Struct({
  deal: Schema.Struct({ kind: Schema.String, id: Schema.String }),
  owed: Schema.NullOr(Sum),
  balance: Schema.NullOr(Sum),
  lines: Schema.Array(
    Schema.Struct({
      line: Schema.String,
      finding: Schema.String,
      cents: Schema.optional(Sum),
      by: Schema.Array(Schema.Struct({ record: Schema.String })),
    }),
  ),
})
type SealedAccount = typeof SealedAccount.Type
type SealedLine = SealedAccount["lines"][number]

/** Words under seal that have no account, or one of a later form, show no table. The reasons have it in any case. */
const decode = Schema.decodeUnknownOption(
  Schema.parseJson(Schema.Struct({ determinations: Schema.Array(SealedAccount) })),
)

const names: Readonly<Record<typeof LineName.Type, string>> = {
  price: "Price",
  due: "Payment is due",
  metered: "By the meter",
  delivered: "Delivery",
  conforming: "Off for what does not conform",
  late: "Off for delay",
  otherwise: "Owed if nobody can tell",
  paid: "Paid",
  refunded: "Paid back",
  held: "Held in escrow",
  admitted: "Admitted",
  served: "Service of a purchase",
}
const nameOf = (line: string): string => Object.entries(names).find(([name]) => name === line)?.[1] ?? line

const sumText = (sum: typeof Sum.Type | null | undefined, currency: string): string => {
  if (sum === null || sum === undefined) return ""
  return typeof sum === "number"
    ? (money(sum, currency) ?? "")
    : `${money(sum.min, currency)} to ${money(sum.max, currency)}`
}

/** `2 closes, disclosure`: what a line rests on. */
const restsOn = ({ by }: SealedLine): string => {
  const kinds = [...new Set(by.map(({ record }) => record))]
  return kinds
    .map((kind) => {
      const n = by.filter(({ record }) => record === kind).length
      return n === 1 ? kind : `${n} ${kind}s`
    })
    .join(", ")
}

const balanceRow = (balance: SealedAccount["balance"], currency: string): Html | null => {
  if (balance === null) return null
  if (typeof balance !== "number")
    return html`<tr class="total"><td colspan="3">Balance</td><td>${sumText(balance, currency)}</td></tr>`
  const whose = balance === 0 ? "Nobody owes anything" : `The ${balance > 0 ? "buyer" : "supplier"} owes`
  return html`<tr class="total"><td colspan="3">${whose}</td><td>${money(Math.abs(balance), currency)}</td></tr>`
}

const tableOf = (account: SealedAccount, currency: string): Html => {
  const { deal, lines, balance } = account
  return html`<div class="wide" tabindex="0" role="region" aria-label="Account of the ${deal.kind} ${deal.id}"><table class="sums">
<caption>The ${deal.kind} ${hash(deal.id)}</caption>
<thead><tr><th scope="col">Line</th><th scope="col">Found</th><th scope="col">Rests on</th><th scope="col">Sum</th></tr></thead>
<tbody>${lines.map(
    (line) =>
      html`<tr><td>${nameOf(line.line)}</td><td>${line.finding.replaceAll("_", " ")}</td><td>${restsOn(line)}</td><td>${sumText(line.cents, currency)}</td></tr>\n`,
  )}${account.owed !== null && html`<tr class="total"><td colspan="3">Owed in all</td><td>${sumText(account.owed, currency)}</td></tr>\n`}${balanceRow(balance, currency)}</tbody>
</table></div>\n`
}

/** The accounts of a judgment, if its words under seal have any. */
export const accountTables = (payload: string, currency: string): Html | null => {
  const accounts = Option.match(decode(payload), {
    onNone: () => [],
    onSome: ({ determinations }) => determinations,
  })
  return accounts.length === 0
    ? null
    : html`<section aria-labelledby="account">
<h2 id="account">Account</h2>
${accounts.map((account) => tableOf(account, currency))}
<p class="soft">Drawn up by <a href="/rules/PD15">PD15</a> from records that neither side could write alone. <a href="/causes">What each line says</a>.</p>
</section>`
}
