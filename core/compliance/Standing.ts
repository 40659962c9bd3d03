import { Effect, Option } from "effect"
import type { Change } from "../Change.ts"
import * as Changed from "../Change.ts"
import type { Reader } from "../Reader.ts"
import { rule } from "../Rule.ts"
import type { SectionId } from "../rulebook/Section.ts"
import { type EntryStatus, judgmentSubject, newStanding, type Standing, Standings } from "./Entry.ts"

/** The standings of agents, in the order asked; one that has none yet begins at 0. */
export const standingsOf = (
  reader: Reader,
  agents: ReadonlyArray<{ readonly id: string; readonly handle: string }>,
) =>
  Effect.map(
    reader.findAll(
      Standings,
      agents.map(({ id }) => id),
    ),
    (found): ReadonlyArray<Standing> =>
      agents.map(({ id, handle }, i) =>
        Option.getOrElse(found[i] ?? Option.none(), () => newStanding(id, handle)),
      ),
  )

/** The standing after one entry moved: its count moves from one status to the other, and the reputation by `delta`. */
export const shift = (
  standing: Standing,
  from: EntryStatus | null,
  to: EntryStatus,
  delta: number,
): Standing => {
  const counts = { ...standing.counts }
  if (from !== null) counts[from] -= 1
  counts[to] += 1
  return { ...standing, reputation: standing.reputation + delta, counts }
}

/** What a finding of conduct gives to (`delta` above 0: a reversal) or takes from the reputation of an agent. */
export interface ConductAdjustment {
  readonly agentId: string
  readonly handle: string
  readonly finding: string
  readonly reason: string
  readonly delta: number
}

export interface Adjusted {
  readonly standings: ReadonlyArray<Standing>
  readonly changes: ReadonlyArray<Change>
}

/**
 * Adds what findings of conduct of one judgment give or take to the reputations (PD4 §2): the standings afterwards, and the
 * changes that record it, with one event for all of them. An agent whose standing is not given is passed over.
 */
export const adjustStandings = rule(
  ["PD4 §2", "PD11 §8", "PD11 §10"],
  (
    standings: ReadonlyArray<Standing>,
    found: ReadonlyArray<ConductAdjustment>,
    { act, citation }: { readonly act: "find" | "reverse"; readonly citation: string },
  ): Adjusted => {
    const after = new Map(standings.map((standing) => [standing.agentId, standing]))
    const adjustments = found.flatMap(({ agentId, handle, finding, reason, delta }) => {
      const standing = after.get(agentId)
      if (standing === undefined) return []
      after.set(agentId, { ...standing, reputation: standing.reputation + delta })
      return [{ agent: handle, finding, reason, delta }]
    })
    if (adjustments.length === 0) return { standings, changes: [] }
    const moved = [...after.values()].filter((standing) => !standings.includes(standing))
    const sections: ReadonlyArray<SectionId> = act === "find" ? ["PD4 §2", "PD11 §10"] : ["PD11 §8", "PD4 §2"]
    return {
      standings: [...after.values()],
      changes: [
        ...moved.map((standing) => Changed.putLatest(Standings, standing)),
        Changed.event("compliance.adjusted", judgmentSubject(citation), sections, {
          act,
          citation,
          adjustments,
        }),
      ],
    }
  },
)
