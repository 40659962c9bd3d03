/** The game of a deal: what each side ends with, by the strategies of both, under a design in a market. The account is that of the Court. */
import type { Deal } from "../../../core/account/index.ts"
import { Orders } from "../../../core/bench/index.ts"
import { whole } from "../../../core/kernel/Money.ts"
import { first } from "../lies/Acts.ts"
import { buyers } from "../lies/Buyers.ts"
import { type Measure, type Payment, paymentNames, payments } from "../lies/Conditions.ts"
import { figures } from "../lies/Goods.ts"
import { type Ends, endsOf, type Played, playOut } from "../lies/Outcome.ts"
import { centsReceived, desertOf, type Pair } from "../lies/Play.ts"
import { sellers } from "../lies/Sellers.ts"
import { buyerPlays, type Design, designs, type Market, sellerPlays } from "./Model.ts"

/** The cents that each side ends with: a row for each strategy of the seller, with a number for each strategy of the buyer. */
export interface Game {
  readonly seller: ReadonlyArray<ReadonlyArray<number>>
  readonly buyer: ReadonlyArray<ReadonlyArray<number>>
}

/** The ends of a pair, each if orders are honoured and if they are not: after the account alone, and after a next judge. */
interface Cell {
  readonly account: readonly [honoured: Ends, not: Ends]
  readonly judged: readonly [honoured: Ends, not: Ends]
}
type Table = ReadonlyArray<ReadonlyArray<Cell>>

/** The order of a judge who sees what was done, if the account leaves something open: the balance, out of the hold or within the stake. */
const decideOpen = (pair: Pair, { acts, judged }: Played, stakeCents: number): Played => {
  if (judged === null || judged.account.undecided === null) return { acts, judged }
  const [deserved, received] = [desertOf(pair, acts), centsReceived(acts)]
  const isHeld = first(acts, "fund") !== null && first(acts, "release") === null
  const paidOut = isHeld ? { toPayeeCents: deserved, toPayerCents: figures.priceCents - deserved } : null
  const owed = isHeld ? 0 : deserved - received
  const cents = Orders.orderable(Math.abs(owed), stakeCents)
  const against: Deal.Side = owed > 0 ? "buyer" : "supplier"
  return { acts, judged: { ...judged, ordered: cents === 0 ? null : { against, cents }, paidOut } }
}

const tableOf = (measure: Measure, payment: Payment, stakeCents: number, otherwise: number | null): Table =>
  sellerPlays.map((seller) =>
    buyerPlays.map((buyer) => {
      const pair = { seller: sellers[seller], buyer: buyers[buyer] }
      const played = playOut(pair, { measure, payment, stakeCents, otherwiseMillionths: otherwise })
      const truly = decideOpen(pair, played, stakeCents)
      return {
        account: [endsOf(pair, played, true), endsOf(pair, played, false)],
        judged: [endsOf(pair, truly, true), endsOf(pair, truly, false)],
      }
    }),
  )

/** So many tables are kept: the points of a row of the sample need no more. */
const keptMax = 128

/** The tables that were played last, so that the points of a row share them. */
export class Tables {
  private readonly known = new Map<string, Table>()

  /** The table of a way to measure and to pay. `otherwise` is the part of the price that a clause says; null without a clause. */
  of(measure: Measure, payment: Payment, stake: number, otherwise: number | null): Table {
    const stakeCents = Math.round(stake * figures.priceCents)
    const millionths = otherwise === null ? null : Math.round(otherwise * whole)
    const key = `${measure} ${payment} ${stakeCents} ${millionths}`
    const found = this.known.get(key)
    if (found !== undefined) return found
    if (this.known.size >= keptMax) this.known.clear()
    const played = tableOf(measure, payment, stakeCents, millionths)
    this.known.set(key, played)
    return played
  }
}

const waysOf = (design: Design, { reads, advance }: Market): ReadonlyArray<readonly [Payment, number]> => {
  if (designs[design].hold) return [["hold", 1]]
  return paymentNames.flatMap((name) => {
    const { when, by } = payments[name]
    if (by === "hold") return []
    const time = when === "in advance" ? advance : 1 - advance
    return [[name, time * (by === "read chain" ? reads : (1 - reads) / 2)] as const]
  })
}

/** How often each way to measure a delivery applies. A hash without criteria is the measure of the designs without criteria. */
const measuresOf = (design: Design, { covers }: Market): ReadonlyArray<readonly [Measure, number]> =>
  designs[design].criteria
    ? [
        ["criteria", covers],
        ["hash", 1 - covers],
      ]
    : [["hash", 1]]

/** The game of a design in a market: the mean over how deals are paid and measured, and over whether orders are honoured. */
export const gameOf = (design: Design, market: Market, tables: Tables): Game => {
  const { stake, clause, otherwise } = market
  const parts = measuresOf(design, market).flatMap(([measure, often]) =>
    waysOf(design, market).flatMap(([payment, part]) => [
      { part: often * part * clause, table: tables.of(measure, payment, stake, otherwise) },
      { part: often * part * (1 - clause), table: tables.of(measure, payment, stake, null) },
    ]),
  )
  const meanOf = (i: number, j: number, of: (ends: Ends) => number): number => {
    let sum = 0
    for (const { part, table } of parts) {
      const cell = table[i]?.[j]
      if (cell === undefined) continue
      const meanBy = ([honoured, not]: Cell["account"]) =>
        market.honours * of(honoured) + (1 - market.honours) * of(not)
      sum += part * ((1 - market.bench) * meanBy(cell.account) + market.bench * meanBy(cell.judged))
    }
    return sum
  }
  const matrix = (of: (ends: Ends) => number, less: number) =>
    sellerPlays.map((_, i) => buyerPlays.map((_, j) => meanOf(i, j, of) - less))
  return {
    seller: matrix(({ sellerCents }) => sellerCents, 0),
    buyer: matrix(
      ({ buyerCents }) => buyerCents,
      designs[design].hold ? market.capital * figures.priceCents : 0,
    ),
  }
}
