/** The findings of the study from its data: means with intervals, differences, how often each strategy wins, and what matters most. */
import { type Index, sobolIndices } from "../Indices.ts"
import { type Adjusted, comparePairs, type Estimate, estimate, holm } from "../Statistics.ts"
import { type Design, type UnknownName, unknownNames, unknowns } from "./Model.ts"
import { type Found, type Outcome, rowLength } from "./Points.ts"

/** A market trades if both sides end a deal with more than half of what honest sides end it with. */
export const tradesFrom = 0.5
export const trades = ({ surplus }: Outcome): boolean => surplus > tradesFrom

export const measures = {
  trades: { title: "Markets that trade", of: (outcome: Outcome) => (trades(outcome) ? 1 : 0) },
  surplus: { title: "Surplus", of: ({ surplus }: Outcome) => surplus },
  sellers: { title: "Honest sellers", of: ({ sellers }: Outcome) => sellers },
  buyers: { title: "Honest buyers", of: ({ buyers }: Outcome) => buyers },
  temptation: { title: "Greatest gain of a lie", of: ({ temptation }: Outcome) => temptation },
} as const
export type MeasureName = keyof typeof measures
export const measureNames = ["trades", "surplus", "sellers", "buyers", "temptation"] as const

/** The points that are independent of each other: A and B of each row. */
export const independent = (found: ReadonlyArray<Found>): ReadonlyArray<Found> =>
  found.filter(({ place }) => place === 0 || place === rowLength - 1)

const valuesOf = (found: ReadonlyArray<Found>, design: Design, measure: MeasureName): ReadonlyArray<number> =>
  found.map(({ outcomes }) => measures[measure].of(outcomes[design]))

/** The mean of a measure over independent markets, with its t-interval. */
export const meanOf = (found: ReadonlyArray<Found>, design: Design, measure: MeasureName): Estimate =>
  estimate(valuesOf(found, design, measure))

/** The pairs of designs that are compared, the second with the first. */
export const pairs = [
  ["stake", "hold"],
  ["stake", "criteria"],
  ["stake", "both"],
  ["hold", "criteria"],
  ["hold", "both"],
  ["criteria", "both"],
] as const satisfies ReadonlyArray<readonly [Design, Design]>

/** The differences in surplus between designs in the same markets, adjusted for their number by Holm's method. */
export const differences = (found: ReadonlyArray<Found>): ReadonlyArray<Adjusted> =>
  holm(
    pairs.map(([base, other]) =>
      comparePairs(valuesOf(found, base, "surplus"), valuesOf(found, other, "surplus")),
    ),
  )

/** The first-order and total indices of the surplus of a design, by all points. */
export const indicesOf = (found: ReadonlyArray<Found>, design: Design, seed: number): ReadonlyArray<Index> =>
  sobolIndices(unknownNames.length, valuesOf(found, design, "surplus"), seed)

/** So many equal parts of each range are told apart. */
export const parts = 5

/** The share of markets that trade where a quantity lies in each part of its range, with its interval. */
export const byPart = (
  found: ReadonlyArray<Found>,
  design: Design,
  name: UnknownName,
): ReadonlyArray<{ readonly middle: number; readonly share: Estimate }> => {
  const [from, to] = unknowns[name].range
  const width = (to - from) / parts
  return Array.from({ length: parts }, (_, part) => {
    const among = found.filter(
      ({ market }) => Math.min(parts - 1, Math.floor((market[name] - from) / width)) === part,
    )
    return { middle: from + (part + 0.5) * width, share: meanOf(among, design, "trades") }
  })
}

/** The share of markets in which each strategy of a side is the most frequent, the most frequent first. */
export const winnersOf = (
  found: ReadonlyArray<Found>,
  design: Design,
  side: "seller" | "buyer",
): ReadonlyArray<readonly [name: string, share: number]> => {
  const counts = new Map<string, number>()
  for (const { outcomes } of found) {
    const name = outcomes[design][side]
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return [...counts]
    .map(([name, count]) => [name, count / found.length] as const)
    .toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
}

/** Among the markets that trade under a design: the share in which fewer than one buyer in ten is honest. */
export const tradesWithoutHonestBuyers = (found: ReadonlyArray<Found>, design: Design): number => {
  const among = found.filter(({ outcomes }) => trades(outcomes[design]))
  return among.filter(({ outcomes }) => outcomes[design].buyers < 0.1).length / among.length
}

/** The greatest share of deliveries that criteria measure in a market that doesn't trade under a design: above it every market trades. */
export const alwaysTradesFrom = (found: ReadonlyArray<Found>, design: Design): number =>
  Math.max(0, ...found.flatMap(({ market, outcomes }) => (trades(outcomes[design]) ? [] : [market.covers])))

export const totalOf = (indices: ReadonlyArray<Index>, name: UnknownName): Index | undefined =>
  indices.find((one) => one.name === "ST" && one.parameter === unknownNames.indexOf(name))
