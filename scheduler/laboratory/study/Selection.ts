/** Selection: strategies that end a deal with more become more frequent, on both sides at once (the replicator dynamics of two populations). */
import { figures } from "../lies/Goods.ts"
import type { Game } from "./Game.ts"

/** The pace of selection: a strategy that ends a deal with the price more than the mean gains this part of its share in a step. */
export const pace = 0.2
/** So many steps are taken. The mix is the mean over the second half of them, since shares may go round in circles. */
export const steps = 2000
/** The least share of a strategy: some always try it, so that it is never lost. */
export const least = 0.001

type Shares = Float64Array

const begin = (count: number, liars: number): Shares =>
  Float64Array.from({ length: count }, (_, i) => (i === 0 ? 1 - liars : liars / (count - 1)))

const dot = (shares: Shares, values: Shares): number => {
  let sum = 0
  for (let i = 0; i < shares.length; i++) sum += (shares[i] ?? 0) * (values[i] ?? 0)
  return sum
}

/** Moves shares by what their strategies gain, and keeps each of them at least at the least share. */
const select = (shares: Shares, gains: Shares): void => {
  const mean = dot(shares, gains)
  let all = 0
  for (let i = 0; i < shares.length; i++) {
    const grown = (shares[i] ?? 0) * (1 + (pace * ((gains[i] ?? 0) - mean)) / figures.priceCents)
    shares[i] = Math.max(least, grown)
    all += shares[i] ?? 0
  }
  for (let i = 0; i < shares.length; i++) shares[i] = (shares[i] ?? 0) / all
}

const addPart = (to: Shares, shares: Shares): void => {
  for (let i = 0; i < to.length; i++) to[i] = (to[i] ?? 0) + (2 * (shares[i] ?? 0)) / steps
}

export interface Mix {
  /** The cents that both sides end a deal with together. */
  readonly surplusCents: number
  /** The share of each strategy, in the order of the model: the honest one first. */
  readonly sellers: ReadonlyArray<number>
  readonly buyers: ReadonlyArray<number>
}

/** Selects from the strategies of both sides, of which the first is honest, if so many lie at first. */
export const mixOf = ({ seller, buyer }: Game, liars: number): Mix => {
  const rows = seller.map((row) => Float64Array.from(row))
  const columns = (buyer[0] ?? []).map((_, j) => Float64Array.from(buyer, (row) => row[j] ?? 0))
  const [x, y] = [begin(rows.length, liars), begin(columns.length, liars)]
  const [ofSeller, ofBuyer] = [new Float64Array(rows.length), new Float64Array(columns.length)]
  const [sellers, buyers] = [new Float64Array(rows.length), new Float64Array(columns.length)]
  let surplus = 0
  for (let step = 0; step < steps; step++) {
    for (const [i, row] of rows.entries()) ofSeller[i] = dot(y, row)
    for (const [j, column] of columns.entries()) ofBuyer[j] = dot(x, column)
    if (step >= steps / 2) {
      surplus += (2 * (dot(x, ofSeller) + dot(y, ofBuyer))) / steps
      addPart(sellers, x)
      addPart(buyers, y)
    }
    select(x, ofSeller)
    select(y, ofBuyer)
  }
  return { surplusCents: surplus, sellers: [...sellers], buyers: [...buyers] }
}
