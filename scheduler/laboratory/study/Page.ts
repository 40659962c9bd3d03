/** The page of the study, written from its data: every number of a result is computed here. */
import { Html, html } from "../../../core/kernel/Html.ts"
import { type Drawing, figuresHtml, join, table } from "../Html.ts"
import type { Index } from "../Indices.ts"
import { buyers } from "../lies/Buyers.ts"
import { figures, goods } from "../lies/Goods.ts"
import { sellers } from "../lies/Sellers.ts"
import type { Estimate } from "../Statistics.ts"
import {
  alwaysTradesFrom,
  differences,
  independent,
  indicesOf,
  type MeasureName,
  meanOf,
  measureNames,
  measures,
  pairs,
  totalOf,
  tradesFrom,
  tradesWithoutHonestBuyers,
  winnersOf,
} from "./Findings.ts"
import {
  buyerPlays,
  type Design,
  designNames,
  designs,
  sample,
  sellerPlays,
  type UnknownName,
  unknownNames,
  unknowns,
} from "./Model.ts"
import { type Found, fairCents } from "./Points.ts"
import { least, pace, steps } from "./Selection.ts"

const minus = (text: string): string => text.replace("-", "−")
/** A share in points of a hundred. */
const points = (share: number): string => minus((share * 100).toFixed(1))
const percent = (share: number): string => minus(`${(share * 100).toFixed(1)} %`)
const round = (value: number): string =>
  minus((Math.round(value * 100) / 100).toFixed(2).replace("-0.00", "0.00"))
const rangeText = (low: number, high: number, of: (value: number) => string): Html =>
  html`<small>[${of(low)}, ${of(high)}]</small>`
const withInterval = ({ mean, low, high }: Estimate): Html =>
  html`${percent(mean)} ${rangeText(low ?? mean, high ?? mean, percent)}`
const usd = (cents: number): string => (cents / 100).toFixed(2)

const outcomeTable = (among: ReadonlyArray<Found>): Html =>
  table(
    "The designs compared",
    ["design", ...measureNames.map((name) => measures[name].title)],
    designNames.map((design) => [
      designs[design].title,
      ...measureNames.map((name) => withInterval(meanOf(among, design, name))),
    ]),
  )

const pText = (p: number | null): string => (p === null ? "–" : p < 0.0001 ? "< 0.0001" : p.toPrecision(2))
const differenceTable = (among: ReadonlyArray<Found>): Html =>
  table(
    "Differences in surplus",
    ["from", "to", "difference in surplus (points)", "adjusted interval", "adjusted p"],
    differences(among).map((one, i) => {
      const [from, to] = pairs[i] ?? []
      const { adjustedLow: low, adjustedHigh: high } = one
      return [
        from === undefined ? "" : designs[from].title,
        to === undefined ? "" : designs[to].title,
        points(one.mean),
        low === null || high === null ? "–" : rangeText(low, high, points),
        pText(one.adjustedP),
      ]
    }),
  )

const winnerText = (among: ReadonlyArray<Found>, design: Design, side: "seller" | "buyer"): Html =>
  join(
    winnersOf(among, design, side).map(([name, share]) => html`${name} ${percent(share)}`),
    html`<br>`,
  )
const winnerTable = (among: ReadonlyArray<Found>): Html =>
  table(
    "The most frequent strategies",
    ["design", "among sellers", "among buyers"],
    designNames.map((design) => [
      designs[design].title,
      winnerText(among, design, "seller"),
      winnerText(among, design, "buyer"),
    ]),
  )

type ByDesign = { readonly [D in Design]: ReadonlyArray<Index> }
const indicesByDesign = (found: ReadonlyArray<Found>): ByDesign => {
  const of = (design: Design) => indicesOf(found, design, sample.seed)
  return { stake: of("stake"), hold: of("hold"), criteria: of("criteria"), both: of("both") }
}

const indexTable = (indices: ByDesign): Html =>
  table(
    "Total indices of the surplus",
    ["quantity", ...designNames.map((design) => designs[design].title)],
    unknownNames.map((name) => [
      unknowns[name].title,
      ...designNames.map((design) => {
        const one = totalOf(indices[design], name)
        if (one === undefined || one.value === null) return "–"
        return html`${round(one.value)} ${rangeText(one.low ?? one.value, one.high ?? one.value, round)}`
      }),
    ]),
  )

const unknownTable = (): Html =>
  table(
    "The quantities that are not known",
    ["quantity", "from", "to", "what it is"],
    unknownNames.map((name) => {
      const { title, says, range } = unknowns[name]
      return [title, String(range[0]), String(range[1]), says]
    }),
  )

const strategyTable = (): Html =>
  table(
    "Strategies",
    ["side", "strategy", "what it does"],
    [
      ...sellerPlays.map((name) => ["seller", name, sellers[name].says]),
      ...buyerPlays.map((name) => ["buyer", name, buyers[name].says]),
    ],
  )

/** The quantities with the greatest total indices under a design, the greatest first. */
const greatest = (indices: ReadonlyArray<Index>, count: number): string =>
  unknownNames
    .map((name) => ({ name, value: totalOf(indices, name)?.value ?? 0 }))
    .toSorted((a, b) => b.value - a.value)
    .slice(0, count)
    .map(({ name, value }) => `${unknowns[name].title.toLowerCase()} (${round(value)})`)
    .join(", ")

const print = new Html(
  "<style>@page { size: A4; margin: 16mm; } @media print { body { font-size: 12px; padding: 0; } table { font-size: 10.5px; } th, td { padding-right: 10px; } .wide { overflow: visible; } figure, tr { break-inside: avoid; } h2 { break-after: avoid; } .lead { font-size: 13px; } }</style>",
)

/** The body of the page, from the data of the study, the SHA-256 of their file, and the drawn charts. */
export const bodyOf = (found: ReadonlyArray<Found>, sha256: string, drawn: ReadonlyArray<Drawing>): Html => {
  const among = independent(found)
  const trading = (design: Design): Html => withInterval(meanOf(among, design, "trades"))
  const mean = (design: Design, measure: MeasureName): number => meanOf(among, design, measure).mean
  const gainOf = (design: Design): number => mean(design, "trades") - mean("stake", "trades")
  const indices = indicesByDesign(found)
  const total = (design: Design, name: UnknownName): string =>
    round(totalOf(indices[design], name)?.value ?? 0)
  const most = Math.max(
    ...(["hold", "both"] as const).flatMap((design) =>
      (["stake", "honours"] as const).map((name) => totalOf(indices[design], name)?.value ?? 0),
    ),
  )
  const superfluous = most < 0.0001 ? "below 0.0001" : `at most ${most.toFixed(4)}`
  const lieUnderBoth = percent(mean("both", "temptation"))
  return html`${print}<h1>Which remedy stops a lie? Stakes, holds and criteria under the law of accounts</h1>
<h2>Abstract</h2>
<p class="lead">Two agents that don't know each other deal, and either may lie. Does a stake that caps orders keep them honest, or a hold on the price, or criteria
that measure the delivery, or a hold and criteria together? We let ${sellerPlays.length + buyerPlays.length} strategies of sellers and buyers compete in ${among.length} markets that differ in
${unknownNames.length} quantities which nobody knows well. Who is owed what is drawn up by the account of the court itself (PD15). With stakes only,
${trading("stake")} of the markets trade; with a hold ${trading("hold")}; with criteria ${trading("criteria")}; with both ${trading("both")}.</p>
<p class="lead">Three things surprised us. First, a hold and criteria are complements: alone they add ${points(gainOf("hold"))} and ${points(gainOf("criteria"))} percentage points to the markets that trade, together
${points(gainOf("both"))}. Secondly, markets do not need honest buyers. With both remedies ${percent(mean("both", "sellers"))} of sellers and only
${percent(mean("both", "buyers"))} of buyers stay honest, and of the markets that trade ${percent(tradesWithoutHonestBuyers(among, "both"))} have fewer than one honest buyer in ten: a
false dispute costs its author nothing, so that it spreads, but it wins too little to drive sellers out. Thirdly, how many lie
at first hardly matters (a total index of ${total("both", "liars")} with both), and nor does the sum that a clause awards if a delivery is undetermined (${total("hold", "otherwise")}
with a hold). It matters that there is such a clause at all (${total("hold", "clause")}), since it closes the question to a judge who could answer it.</p>
<h2>Question</h2>
<p>A court for agents can't make anybody pay. Rule 5.3 caps an order by a stake, a hold pays what a judgment divides, and criteria let the account
say whether a delivery conforms. <a href="../lies.md">What a lie gains</a> asks of each lie alone whether it pays against an honest party. It answers that no lie
pays with criteria and a hold. That leaves open what a market comes to in which lies meet lies, criteria measure only most deliveries, orders are
honoured only in part, and strategies that earn more become more frequent. So we ask: which design keeps a market trading, and which
unknown quantity decides about it?</p>
<h2>Model</h2>
<p>A seller and a buyer deal once, for a price of ${usd(figures.priceCents)}. The goods are worth ${usd(goods.whole.worthCents)} to the buyer and cost the seller ${usd(goods.whole.costCents)}, so that two honest sides end
with ${usd(fairCents)} together. Each side has one of five strategies:</p>
${strategyTable()}
<p>Each pair of strategies is played act by act, and the account, the order, the cap of the stake and the division of a hold are computed by
the functions that the court runs (<code>core/account</code>, <code>core/bench</code>, <code>core/payouts</code>). <code>npm run lies-in-court</code> plays such deals through a whole court, and finds the
same accounts, orders and divisions. The designs are:</p>
<ul>
<li><strong>Stake only.</strong> The delivery is stated by its hash. Deals are paid in advance or afterwards. Each side has a stake.</li>
<li><strong>Hold.</strong> The same, with the price in a hold, which costs the buyer the use of the money.</li>
<li><strong>Criteria.</strong> As with stakes only, with criteria that measure the delivery in a share of deals.</li>
<li><strong>Both.</strong> A hold and criteria.</li>
</ul>
<p>A market is a value of each of these quantities. The game of a design in it is the mean over how deals are paid and measured and over
whether orders are honoured.</p>
${unknownTable()}
<p>Strategies are then selected. In each of ${steps} steps the share of a strategy grows by ${pace} times the difference between what it ends a deal with and the
mean of its side, in parts of the price (the replicator dynamics of two populations: Taylor and Jonker 1978). Each strategy keeps a share of ${least} at
least. What is measured is the mean over the second half of the steps. A market <em>trades</em> if its surplus is more than ${tradesFrom * 100} % of what honest sides end a deal with.</p>
<p>The markets are a sample by Saltelli's scheme of ${sample.rows} rows (seed ${sample.seed}), ${found.length} points in all. Means are over the ${among.length} independent ones, with 95 % t-intervals; differences are
paired by market and adjusted by Holm's method. As the sample is a Latin hypercube, these intervals are rather too wide. Indices are Sobol's, estimated as in Saltelli and others 2010, with intervals by percentiles of
resampled rows. Nothing else is drawn: the intervals are about the sample of markets, each of which is as likely within its ranges.</p>
<h2>By construction</h2>
<p>These results follow from the model, and are no findings:</p>
<ul>
<li>With a hold, the share of payments read and the share paid in advance have no effect: the price lies in the hold. Their indices under
<em>hold</em> and <em>both</em> are 0.</li>
<li>If the stake is 0, or no order is honoured, no order deters where there is no hold.</li>
<li>If criteria measure every delivery, and the price is in a hold, no lie gains against an honest party: the account was written so.</li>
<li>The cost of a hold lowers the surplus by as much.</li>
<li>A strategy that gains ever so little more than honesty ends by taking its place, since selection sees differences only. It takes longer if the difference is small.</li>
</ul>
<p>Not by construction: which markets trade, whether the remedies complement or replace each other, which lies prevail, and which quantities decide.</p>
<h2>Results</h2>
${outcomeTable(among)}
<p>Alone, a hold and criteria each do a little more than stakes. A hold without criteria leaves the question whether garbage is what was agreed, and with it
the money, to whoever decides next; criteria without a hold leave the order to whoever is bound by it. The difference between these two,
${points(mean("criteria", "surplus") - mean("hold", "surplus"))} points of the surplus, is ${(differences(among)[3]?.adjustedP ?? 1) < 0.05 ? "a finding" : "within its interval"}.</p>
${differenceTable(among)}
<p>The greatest gain of a lie is that of the game alone, and does not depend on selection. It orders the designs as selection does at the top:
only a hold with criteria makes lies small.</p>
<h3>Which strategies prevail</h3>
<p>The share of markets in which each strategy is the most frequent of its side:</p>
${winnerTable(among)}
<p>With both remedies, sellers stay honest and buyers dispute what is as agreed. A dispute of goods that the criteria measure is lost, and
costs nothing; in the deals that they don't measure it may win. In the mean over markets the best lie gains ${lieUnderBoth} of the price against an honest
party. So honest buyers become rare. Sellers lose as much, and still end with more by delivering than by delivering garbage.</p>
<p>Criteria need not measure everything. With both remedies, every market of the sample trades in which they measure more than
${percent(alwaysTradesFrom(among, "both"))} of deliveries.</p>
<h3>What decides</h3>
${indexTable(indices)}
<p>The total index of a quantity is the part of the variance of the surplus in which it takes part. With stakes only, the greatest are ${greatest(indices.stake, 3)}. As so few markets trade there, the intervals
are wide. With a hold: ${greatest(indices.hold, 2)}. With criteria: ${greatest(indices.criteria, 3)}. With both: ${greatest(indices.both, 3)}.
With a hold, the stake and whether orders are honoured matter only to what a hold has not paid of an order. Their total indices are ${superfluous} there: a hold makes stakes superfluous.</p>
${figuresHtml(drawn)}
<h2>What surprised</h2>
<ul>
<li><strong>Complements.</strong> We expected a hold to do most of the work. Alone it adds ${percent(gainOf("hold") / gainOf("both"))} of the markets that it adds together with criteria. A hold moves money by a
decision, and without criteria there is little to decide by.</li>
<li><strong>Honest buyers are not needed.</strong> We expected a design that keeps a market to keep both sides honest. It keeps the side that can destroy the
surplus. The remedy that suggests itself is to let a lost dispute cost something. The model has no such cost. It would have to outweigh what the
best lie gains, ${lieUnderBoth} of the price in the mean.</li>
<li><strong>A clause can do harm.</strong> To say beforehand what an undetermined delivery owes looks prudent. It makes the account complete, so that no judge
is asked. Whoever delivers garbage gets the part of the clause, and whoever disputes keeps the rest. So a high sum pays for garbage, and a low
one for disputes.</li>
<li><strong>History hardly counts.</strong> A market that begins with six liars in ten mostly ends where one that begins with one in twenty does.</li>
</ul>
<h2>Limits</h2>
<ul>
<li>The ranges are assumptions, each value as likely. The shares of markets are shares of these ranges, and not of any real markets.</li>
<li>Price, cost and worth are fixed, and garbage costs nothing to make. If garbage were dearer, more markets should trade under every design.</li>
<li>Strategies don't condition on whom they meet. There are no records, no labels and no second deals; what a record adds is asked
by the scenario <code>deterrence</code>.</li>
<li>A judgment costs nothing, and nobody can stay away from a deal that loses. A market that doesn't trade here is one that honest agents would leave.</li>
<li>A next judge decides by the truth or not at all; a judge who errs is not modelled.</li>
<li>Other selection may end elsewhere: imitation with noise, slower steps, or strategies that are not among the ten.</li>
</ul>
<h2>To make it again</h2>
<p><code>npm run study</code> in a clone plays every point, writes the data, this page and its PDF, and takes a few minutes. <a href="points.parquet">The data</a> have a row for each point: its
row and place in the sample, each quantity, and for each design the four measures and the most frequent strategies. Their SHA-256 is
<code>${sha256}</code>. The data and this page have the same bytes each time; the PDF also has the time at which it was printed. A test plays some points again, and
another compares every number of this page with the data.</p>
<h2>To cite</h2>
<p>The authors of agent-court, Which remedy stops a lie? Stakes, holds and criteria under the law of accounts, 2026, with the SHA-256 of the data.</p>
<h2>References</h2>
<ul>
<li>Taylor, P. D. and L. B. Jonker, Evolutionary stable strategies and game dynamics, Mathematical Biosciences 40 (1978).</li>
<li>Saltelli, A. and others, Variance based sensitivity analysis of model output, Computer Physics Communications 181 (2010).</li>
<li>Holm, S., A simple sequentially rejective multiple test procedure, Scandinavian Journal of Statistics 6 (1979).</li>
</ul>
`
}
