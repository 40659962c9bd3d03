/** Networks of partners: their shape, and that agents deal only along their links. */

import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { needPresent } from "../../../core/kernel/Defect.ts"
import { Network, Partners } from "./Network.ts"
import { run } from "./Run.ts"
import { rowsOf, scenarioOf } from "./testing/Scenarios.ts"

const count = 1000
const networkOf = (given: typeof Network.Encoded): Network => Schema.decodeUnknownSync(Network)(given)
const linksOf = (
  given: typeof Network.Encoded,
  agents = count,
  seed = 1,
): ReadonlyArray<ReadonlyArray<number>> => {
  const partners = new Partners(networkOf(given), agents, seed)
  return Array.from({ length: agents }, (_, i) => [...partners.of(i)])
}
const meanOf = (values: ReadonlyArray<number>) =>
  values.reduce((sum, value) => sum + value, 0) / values.length

/** The share of the pairs of an agent's partners that are partners of each other, on average. */
const clusteringOf = (links: ReadonlyArray<ReadonlyArray<number>>): number =>
  meanOf(
    links.map((mine) => {
      const pairs = mine.flatMap((a, i) => mine.slice(i + 1).map((b) => [a, b] as const))
      return pairs.length === 0 ? 0 : pairs.filter(([a, b]) => links[a]?.includes(b)).length / pairs.length
    }),
  )

/** The mean number of links on the shortest way from agent 0 to another. */
const distanceOf = (links: ReadonlyArray<ReadonlyArray<number>>): number => {
  const far = new Map([[0, 0]])
  for (const [at, steps] of far)
    for (const next of links[at] ?? []) if (!far.has(next)) far.set(next, steps + 1)
  expect(far.size).toBe(links.length)
  return meanOf([...far.values()])
}

describe("a network of partners", () => {
  it.each([
    { kind: "small-world", neighbours: 6, rewired: 0.1 },
    { kind: "small-world", neighbours: 6, rewired: 1 },
    { kind: "preferential", neighbours: 6 },
  ] as const)("joins each pair both ways and once, and nobody with itself: %j", (given) => {
    const links = linksOf(given)
    links.forEach((mine, i) => {
      expect(new Set(mine).size).toBe(mine.length)
      expect(mine).not.toContain(i)
      for (const other of mine) expect(links[other]).toContain(i)
    })
    expect(meanOf(links.map(({ length }) => length))).toBeCloseTo(6, 1)
    expect(linksOf(given)).toEqual(links)
    expect(linksOf(given, count, 2)).not.toEqual(links)
  })

  it("that is a ring has the clustering 3(k − 2)/4(k − 1) of Watts and Strogatz 1998", () => {
    const links = linksOf({ kind: "small-world", neighbours: 6, rewired: 0 })
    expect(new Set(links.map(({ length }) => length))).toEqual(new Set([6]))
    expect(clusteringOf(links)).toBeCloseTo((3 * 4) / (4 * 5), 12)
  })

  it("that is a small world is nearly as clustered as the ring, and its ways are nearly as short as chance makes them", () => {
    const of = (rewired: number) => linksOf({ kind: "small-world", neighbours: 10, rewired })
    const [ring, small, random] = [of(0), of(0.05), of(1)]
    expect(clusteringOf(small)).toBeGreaterThan(0.7 * clusteringOf(ring))
    expect(clusteringOf(random)).toBeLessThan(0.1 * clusteringOf(ring))
    expect(distanceOf(small)).toBeLessThan(0.2 * distanceOf(ring))
    expect(distanceOf(small)).toBeLessThan(2 * distanceOf(random))
  })

  it("that is preferential has hubs: degrees fall as the power −3 of Barabási and Albert 1999", () => {
    const degrees = linksOf({ kind: "preferential", neighbours: 6 }, 20_000).map(({ length }) => length)
    expect(Math.max(...degrees)).toBeGreaterThan(200)
    // Hill's estimate of the exponent, from the largest degrees.
    const largest = degrees.toSorted((a, b) => b - a).slice(0, 1000)
    const least = needPresent(largest.at(-1), "the least of them")
    const exponent = 1 + 1 / meanOf(largest.map((degree) => Math.log(degree / (least - 0.5))))
    expect(exponent).toBeGreaterThan(2.7)
    expect(exponent).toBeLessThan(3.4)
  })

  it("that is listed has the given links, once each", () => {
    const edges = [
      [0, 1],
      [1, 0],
      [1, 2],
    ] as const
    expect(linksOf({ kind: "listed", edges }, 4)).toEqual([[1], [0, 2], [1], []])
  })

  it("is the only way that dealings go, and whoever has no partner doesn't deal", () => {
    const edges = Array.from({ length: 30 }, (_, i) => [2 * i, 2 * i + 1] as const)
    const found = run(
      scenarioOf({
        name: "pairs",
        horizon: { days: 60 },
        agents: 62,
        populations: [
          { name: "all", share: 1, breaches: 0.5, behaviours: [{ strategy: "honours-promptly" }] },
        ],
        dealings: { arrivals: { kind: "poisson", perAgentPerDay: 1 }, network: { kind: "listed", edges } },
      }),
    )
    const rows = rowsOf(found)
    expect(rows.length).toBeGreaterThan(200)
    for (const { bound, favoured } of rows) expect(bound >> 1).toBe(favoured >> 1)
    expect(rows.some(({ bound }) => bound >= 60)).toBe(false)
  })
})
