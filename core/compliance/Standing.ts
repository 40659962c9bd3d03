import { Effect, Option } from "effect"
import { subjectOf as agentSubject } from "../agents/Agent.ts"
import * as Changed from "../Change.ts"
import type { Reader } from "../Reader.ts"
import { rule } from "../Rule.ts"
import type { SectionId } from "../rulebook/Section.ts"
import { type EntryStatus, newStanding, type Standing, Standings } from "./Entry.ts"

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

/**
 * Adds a finding of conduct to the reputation of an agent (PD4 §2): the standing afterwards, and the changes that record it.
 * `delta` is the tariff's figure, `citation` the judgment that made the finding.
 */
export const adjustStanding = rule(
  ["PD4 §2", "PD11 §10"],
  (
    standing: Standing,
    delta: number,
    why: { readonly reason: string; readonly rule: SectionId; readonly citation: string },
  ) => {
    const adjusted: Standing = { ...standing, reputation: standing.reputation + delta }
    return {
      standing: adjusted,
      changes: [
        Changed.put(Standings, adjusted),
        Changed.event("compliance.adjusted", agentSubject(standing.handle), [why.rule, "PD11 §10"], {
          agent: standing.handle,
          delta,
          reason: why.reason,
          citation: why.citation,
        }),
      ],
    }
  },
)
