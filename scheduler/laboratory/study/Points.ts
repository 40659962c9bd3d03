/** The points of the sample, and what comes of each design at a point. */

import { needPresent } from "../../../core/kernel/Defect.ts"
import { conditions } from "../lies/Conditions.ts"
import { figures } from "../lies/Goods.ts"
import { fairEnds } from "../lies/Lies.ts"
import { type Point, saltelli } from "../Sampling.ts"
import { type Game, gameOf, Tables } from "./Game.ts"
import {
  buyerPlays,
  type Design,
  designNames,
  type Market,
  sample,
  sellerPlays,
  type UnknownName,
  unknownNames,
  unknowns,
} from "./Model.ts"
import { mixOf } from "./Selection.ts"

/** The outcome of a design in a market. Shares and parts are from 0 to 1, except that a surplus may be a loss. */
export interface Outcome {
  /** The greatest gain of a lie that faces an honest party, as a part of the price; 0 if no lie gains. */
  readonly temptation: number
  /** The share of sellers and of buyers that are honest, after selection. */
  readonly sellers: number
  readonly buyers: number
  /** The cents that both sides end a deal with, after selection, as a part of those of two honest sides without a hold. */
  readonly surplus: number
  /** The most frequent strategy of each side, after selection. */
  readonly seller: string
  readonly buyer: string
}

/** A point of the sample: a market, and what comes of each design in it. */
export interface Found {
  /** The row of the sample, and the place in it: 0 is A, the last is B, and each other place is A with one quantity from B. */
  readonly row: number
  readonly place: number
  readonly market: Market
  readonly outcomes: { readonly [D in Design]: Outcome }
}

const fair = fairEnds(needPresent(conditions[0], "a condition of a deal"), true)
/** The cents that two honest sides end a deal with together. */
export const fairCents = fair.sellerCents + fair.buyerCents

export const rowLength = unknownNames.length + 2

const within = (name: UnknownName, part: number): number => {
  const [from, to] = unknowns[name].range
  // To six decimals, so that a reader can set the very value.
  return Number((from + part * (to - from)).toFixed(6))
}
const marketOf = (point: Point): Market => {
  const found: Partial<Record<UnknownName, number>> = {}
  unknownNames.forEach((name, i) => {
    found[name] = within(name, point[i] ?? 0)
  })
  return found as Market // every name has its value
}

export const markets: ReadonlyArray<Market> = saltelli(unknownNames.length, sample.rows, sample.seed).map(
  marketOf,
)

const temptationOf = ({ seller, buyer }: Game): number => {
  const column = seller.map((row) => row[0] ?? 0)
  const row = buyer[0] ?? []
  const gains = [
    ...column.map((cents) => cents - (column[0] ?? 0)),
    ...row.map((cents) => cents - (row[0] ?? 0)),
  ]
  return Math.max(...gains) / figures.priceCents
}

const mostOf = (names: ReadonlyArray<string>, shares: ReadonlyArray<number>): string =>
  names[shares.indexOf(Math.max(...shares))] ?? ""

export const outcomeOf = (design: Design, market: Market, tables: Tables): Outcome => {
  const game = gameOf(design, market, tables)
  const { sellers, buyers, surplusCents } = mixOf(game, market.liars)
  return {
    temptation: temptationOf(game),
    sellers: sellers[0] ?? 0,
    buyers: buyers[0] ?? 0,
    surplus: surplusCents / fairCents,
    seller: mostOf(sellerPlays, sellers),
    buyer: mostOf(buyerPlays, buyers),
  }
}

/** Plays every design at a point of the sample, by its number. */
export const findAt = (point: number, tables = new Tables()): Found => {
  const market = needPresent(markets[point], `point ${point} of the sample`)
  const found: Partial<Record<Design, Outcome>> = {}
  for (const design of designNames) found[design] = outcomeOf(design, market, tables)
  return {
    row: Math.floor(point / rowLength),
    place: point % rowLength,
    market,
    outcomes: found as Found["outcomes"], // every design has its outcome
  }
}

export const findAll = (progress: (part: number) => void = () => {}): ReadonlyArray<Found> => {
  const tables = new Tables()
  return markets.map((_, point) => {
    progress(point / markets.length)
    return findAt(point, tables)
  })
}
