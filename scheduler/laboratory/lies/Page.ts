/** The page of lies in the manual of the laboratory, written from what was played. */
import { format } from "../../../core/kernel/Money.ts"
import { tableOf } from "../../../core/kernel/Moves.ts"
import { bounds } from "../../../core/kernel/Schedule.ts"
import { buyers } from "./Buyers.ts"
import { measureTitles } from "./Chart.ts"
import { conditions, type Measure, measures, paymentNames, payments } from "./Conditions.ts"
import { figures, goods } from "./Goods.ts"
import { fairEnds, type Lie, liars } from "./Lies.ts"
import { sellers } from "./Sellers.ts"
import {
  type Cell,
  cellsOf,
  gainOf,
  reasonNames,
  reasonOf,
  reasons,
  securities,
  securityNames,
  securityOf,
} from "./Summary.ts"

const usd = (cents: number): string => format(cents, "USD").replace("USD ", "")

/** A cell of a table of gains: both gains if it matters what the quote says of an undetermined delivery. */
const gainText = ({ withoutCents, halfCents }: Cell): string => {
  if (withoutCents === 0 && halfCents === 0) return ""
  return withoutCents === halfCents ? usd(halfCents) : `${usd(withoutCents)} / ${usd(halfCents)}`
}

const nameOf = ({ liar }: { readonly liar: Lie["liar"] }): string => `${liar.side}: ${liar.name}`

/** The gains where one measure applies. Lies that gain nowhere have no row. */
const gainTable = (cells: ReadonlyArray<Cell>, measure: Measure): string => {
  const own = cells.filter((cell) => cell.measure === measure)
  const rows = [...new Set(own.map(nameOf))].flatMap((name) => {
    const row = own.filter((cell) => nameOf(cell) === name)
    return row.some((cell) => gainOf(cell) > 0) ? [[name, ...row.map(gainText)]] : []
  })
  return tableOf(["lie", ...securityNames.map((name) => securities[name])], rows)
}

/** The lies that gain under no security if this measure applies. */
const harmless = (cells: ReadonlyArray<Cell>, measure: Measure): string => {
  const own = cells.filter((cell) => cell.measure === measure)
  const names = [...new Set(own.map(nameOf))].filter((name) =>
    own.every((cell) => nameOf(cell) !== name || gainOf(cell) === 0),
  )
  return names.length === 0 ? "Every lie gains somewhere." : `No gain anywhere: ${names.join("; ")}.`
}

/** Where no lie gains: the measures and securities whose cells are all empty. */
const safeOf = (cells: ReadonlyArray<Cell>): ReadonlyArray<string> =>
  measures.flatMap((measure) =>
    securityNames.flatMap((security) => {
      const among = cells.filter((cell) => cell.measure === measure && cell.security === security)
      return among.every((cell) => gainOf(cell) === 0)
        ? [`- ${measureTitles[measure].toLowerCase()}; ${securities[security]}`]
        : []
    }),
  )

const reasonTable = (all: ReadonlyArray<Lie>): string =>
  tableOf(
    ["why it pays", "lies", "cases", "greatest gain"],
    reasonNames.map((name) => {
      const among = all.filter((lie) => reasonOf(lie) === name)
      const most = Math.max(0, ...among.map(({ gainCents }) => gainCents))
      return [reasons[name], `${new Set(among.map(nameOf)).size}`, `${among.length}`, usd(most)]
    }),
  )

const strategyTable = (of: { readonly [name: string]: { readonly says: string } }): string =>
  tableOf(
    ["name", "what it does"],
    Object.entries(of).map(([name, { says }]) => [name, says]),
  )

const goodsTable = (): string =>
  tableOf(
    ["what is made", "worth to the buyer", "cost to the seller", "deserves of the price"],
    Object.entries(goods).map(([name, { worthCents, costCents, deserves }]) => [
      name,
      usd(worthCents),
      usd(costCents),
      `${deserves / 10_000} %`,
    ]),
  )

/** The greatest harm that a lie does to an honest party where it gains the liar nothing, and money is secured. */
const spite = (all: ReadonlyArray<Lie>): string => {
  const among = all.filter(
    (lie) => lie.condition.measure === "criteria" && ["hold", "read"].includes(securityOf(lie)),
  )
  const worst = Math.max(0, ...among.map(({ harmCents }) => harmCents))
  const names = [...new Set(among.filter(({ harmCents }) => harmCents === worst).map(nameOf))]
  return `The most that an honest party loses there is ${usd(worst)} (${names.join("; ")}): it is left without the deal that it wanted.`
}

/** The greatest harm of a lie in a deal with criteria and a hold, in cents. */
const harmOf = (all: ReadonlyArray<Lie>, name: Lie["liar"]["name"]): number =>
  Math.max(
    ...all.flatMap((lie) =>
      lie.liar.name === name && lie.condition.measure === "criteria" && securityOf(lie) === "hold"
        ? [lie.harmCents]
        : [],
    ),
  )

export const pageOf = (all: ReadonlyArray<Lie>): string => {
  const cells = cellsOf(all)
  const paying = all.filter(({ gainCents }) => gainCents > 0).length
  const [condition] = conditions
  const fair = condition === undefined ? { sellerCents: 0, buyerCents: 0 } : fairEnds(condition, true)
  return `# The gain of a lie

A seller and a buyer deal once. One of them is honest, and the other follows one of ${liars.length} lying strategies. The laboratory plays each lie under
${conditions.length * 2} conditions, ${all.length} cases in all, by the functions that the court runs: the account of the deal, what it carries, the cap of the
stake, and the division of a hold. A lie pays in ${paying} cases. \`npm run lies\` writes this page, its chart, and every case as a row of
\`results/lies.csv\`.

![The greatest gain of each lie](lies.svg)

## Where no lie gains

Facing an honest party, no lie gains anything under any condition of these kinds:

${safeOf(cells).join("\n")}

So two parties that agree on criteria, and put the price into a hold, need to trust neither each other nor each other's stake. Without a hold they need
a stake of the price on each side, a payment on a chain that the court reads, and a party that pays what it is ordered to pay.
${spite(all)}

This holds facing an honest party, which looks at the delivery, disputes it in time, and claims what it lacks. A buyer that countersigns whatever it
gets, or never claims, loses to a seller that delivers nothing.

## Lies that pay, and why

${reasonTable(all)}

A test holds that each lie that pays does so for one of these reasons. No such lie is a fault of a line of the account, so no line was changed.
The account says of each that it can't be computed (PD15 §3), that it counts only what is acknowledged (PD15 §7), or what is owed without a stake to
order it from (Rule 5.3). These remedies help:

- An undetermined delivery: agree on criteria. Without them a share for undetermined deliveries divides the price, so that a seller of garbage and a
  buyer that disputes everything each gain a part of it. Without the share all of it is left to the next judge.
- A payment that nobody can see: pay on a chain that the court reads, or have each payment confirmed before the next one.
- An order without a stake: put the price into a hold.

## The gains

Each cell is the greatest gain of a lie in US dollars, over paying in advance and afterwards. An empty cell means that it gains under no
condition. If a cell has two numbers, the first is without a share for undetermined deliveries, and the second is with a share of one half.
In the column *Hold* the price is in a hold, whatever the stakes. In *Stake* the stake of each side is the price, and orders are honoured; the payment
stands on a chain that the court reads, on a chain that it doesn't read, or outside any chain. In *Unsecured* there is no hold, and the stakes are 0 or
orders are not honoured.

${measures
  .map(
    (measure) =>
      `### ${measureTitles[measure]}\n\n${gainTable(cells, measure)}\n\n${harmless(cells, measure)}`,
  )
  .join("\n\n")}

## Assumptions

${goodsTable()}

The price is ${usd(figures.priceCents)}. If both are honest, the seller ends with ${usd(fair.sellerCents)} and the buyer with ${usd(fair.buyerCents)}, under every condition. Each hour past the
due time takes ${figures.lateMillionthsPerHour / 10_000} % off the price, and as much of what the goods are worth to the buyer. To be a day late saves the seller ${usd(figures.lateSavesCents)}. The buyer has
${figures.inspectionHours} hours to inspect.

- **Conditions**: the delivery is measured in words, by a hash, or by a hash with criteria. The price is paid in one of ${paymentNames.length} ways (${paymentNames.map((name) => (payments[name].by === "hold" ? name : `\`${name}\``)).join("; ")}).
  The stake of each side is 0 or the price. An undetermined delivery owes half of the price, or the quote does not say. Orders are honoured, or
  they are not.
- **Honest parties** disclose what they deliver, countersign what is as agreed, dispute what is not, confirm what they were paid, contest what they
  were not, plead, admit what they owe, and claim what they lack. A seller begins once it has what is to come in advance.
- **Recovered**: a hold pays what the judgment divides, and nothing moves of it while a part of the account is undecided. A sum that
  nobody divides goes back to the buyer at the escrow's own end. The part of an order that a hold has not paid is paid if orders are honoured, else not at all: the court
  records who does not pay, and makes nobody pay. The cost of that record for a liar in later dealings is not counted.
- **The judge** decides on the papers. A sum that it leaves undecided goes to nobody: a next judge that sees the truth would take these gains away.
- **The time of delivery** is the close, if its bytes are disclosed within ${bounds.denialHours} hours of a denial. So \`hands over late\` does an honest buyer harm of
  ${usd(harmOf(all, "hands over late"))}, and gains nothing by it.
- **Left out**: fees, since a judgment on the papers costs nothing; interest, with which a late payer gains the use of the money; attested
  checks; a second deal.

[\`PlayInCourt.ts\`](../lies/testing/PlayInCourt.ts) does the acts of a case in a whole court, with quotes, closes, disclosures, payments, a
matter and a payout. A test holds the account, the order and the division of the hold of some cases equal to what is computed here, and
\`npm run lies-in-court\` those of all cases.

### Sellers

${strategyTable(sellers)}

### Buyers

${strategyTable(buyers)}
`
}
