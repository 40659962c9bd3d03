/** Invented digests of the runs of a study, and a small scenario file, for tests. */
import type { Digest } from "../Digest.ts"
import { measureNames } from "../engine/Measure.ts"
import type { Study } from "../Study.ts"

const days = 60

/** A number from 0 to 1 that depends on its arguments alone. */
const noise = (...of: ReadonlyArray<number>): number => {
  let hash = 2166136261
  for (const part of of) hash = Math.imul(hash ^ (part + 0x9e37), 16777619)
  return ((hash ^ (hash >>> 13)) >>> 0) / 2 ** 32
}

/** A life table whose events become rarer with time. */
const lifeTable = (slowness: number): Digest["followed"]["performance"] =>
  Array.from({ length: 80 }, (_, i) => [
    2 * i + 1,
    Math.round(40 * Math.exp(-i / slowness)),
    i % 9 === 0 ? 1 : 0,
  ])

/** Invented digests for the runs of a study, with a default rate that depends on the condition and the seed. */
export const digests = (study: Study): ReadonlyArray<Digest> =>
  study.seeds.flatMap((seed, replicate) =>
    study.conditions.map((_, condition): Digest => {
      const rate = 0.1 + 0.06 * condition + 0.05 * noise(seed) + 0.01 * noise(seed, condition)
      const hours = Array.from({ length: days + 1 }, (_, day) => day * 24)
      const over = (of: (part: number) => number) => hours.map((_, day) => of(day / days))
      const values: Record<string, ReadonlyArray<number>> = {
        agentsGood: over((part) => 60 * part * (1 - rate)),
        agentsQualified: over((part) => 20 * part * rate),
        agentsInDefault: over((part) => 70 * part * rate),
        agentsNoRecord: over((part) => 100 - 60 * part * (1 - rate) - 90 * part * rate),
        defaultRate: over((part) => rate * Math.sqrt(part)),
        recoveredShare: over((part) => 1 - rate * part),
      }
      const last = Object.fromEntries(
        Object.entries(values).map(([name, list]) => [name, list.at(-1) ?? null]),
      )
      return {
        run: replicate * study.conditions.length + condition,
        condition,
        replicate,
        seed,
        fingerprint: "f",
        events: 1000,
        entries: 200,
        totals: {
          ...Object.fromEntries(measureNames.map((name) => [name, null])),
          ...last,
          performanceHoursRestricted: 30 + 10 * rate + 4 * noise(seed, 1),
          satisfactionHoursRestricted: 50 + 10 * rate + 4 * noise(seed, 1),
          reputationMean: 3 - 20 * rate,
        },
        hours,
        values,
        followed: { performance: lifeTable(9 + condition), satisfaction: lifeTable(14 + condition) },
        groups: {
          month: {
            "2027-01": { entriesOpened: 90, defaultRate: rate, recoveredShare: 1 - rate },
            "2027-02": { entriesOpened: 110, defaultRate: rate / 2, recoveredShare: 1 - rate / 2 },
          },
          population: { honest: { defaultRate: 0 }, defaulters: { defaultRate: 2 * rate } },
        },
        parts: null,
        reputation: {
          honest: Array.from({ length: 12 }, (_, points) => [points, Math.round(30 * Math.exp(-points / 4))]),
          defaulters: Array.from({ length: 8 }, (_, i) => [
            -3 * i,
            Math.round(1 + 20 * rate * Math.exp(-i / 3)),
          ]),
        },
      }
    }),
  )

/** A small scenario with an experiment of two conditions on two seeds. */
export const smallScenario = (more: string = ""): string => `name: small
description: Two kinds of agents.
horizon: { days: 20 }
agents: 40
populations:
  - { name: honest, share: rest, behaviours: [{ strategy: honours-promptly }] }
  - { name: careless, share: 0.2, behaviours: [{ strategy: ignores }] }
dealings: { arrivals: { kind: poisson, perAgentPerDay: 0.3 } }
experiment:
  grid: { populations.careless.share: [0.1, 0.4] }
  replicates: 2
${more}`
