/** Findings of conduct in a judgment: what they take from the standings of the parties, and their reversal (PD4). */

import { Standing } from "../agents/index.ts"
import { Judgment } from "../judgments/index.ts"
import type { Change } from "../kernel/Change.ts"
import * as Changed from "../kernel/Change.ts"
import { type Refusal, when } from "../kernel/Refusal.ts"
import type { FigureName, Terms } from "../kernel/Schedule.ts"
import { count, enforced, rule, type SectionId, withSign } from "../kernel/Section.ts"
import type { Instant } from "../kernel/Time.ts"
import type { Draft } from "./Judge.ts"

export const findingsOfConduct = enforced(
  "PD4 §1",
  "Findings",
  (t) =>
    `A judge may find, in a judgment and with reasons, that a party left a quote unlodged, engaged a helper that was not enrolled, or did not lodge an engagement before the helper began. A judge may find in the same way that a party tendered, with intent, a passage that does not exist or was altered. A finding names a party of the matter and one of these grounds; there are no other grounds. A judgment makes at most ${count(t.findingsMax, "finding")}.`,
)

/** The figures that a finding takes from the reputation of a party. */
type Tariff = Extract<FigureName, `${string}Reputation`>

/** Findings of conduct (PD4 §1), each with the figure of its tariff (PD4 §2). */
export const findings: {
  readonly [F in Judgment.Finding]: { readonly title: string; readonly figure: Tariff }
} = {
  unlodged_quote: { title: "a quote was not lodged", figure: "unlodgedQuoteReputation" },
  unenrolled_helper: {
    title: "a helper that is not enrolled was engaged",
    figure: "unenrolledHelperReputation",
  },
  engagement_not_lodged: {
    title: "an engagement was not lodged before the helper began",
    figure: "engagementNotLodgedReputation",
  },
  dishonest_authority: {
    title: "an authority was tendered dishonestly",
    figure: "dishonestAuthorityReputation",
  },
}

/** Refuses a finding that names anybody but a party of the matter. */
export const conductChecks = rule(
  ["PD4 §1"],
  (conduct: Draft["conduct"], { claimant, respondent }: Judgment.Parties): ReadonlyArray<Refusal | null> =>
    (conduct ?? []).map(({ agent }) =>
      when(agent !== claimant.handle && agent !== respondent.handle, "not_a_party_named", { handle: agent }),
    ),
)

export const tariff = enforced(
  "PD4 §2",
  "The tariff",
  (t) =>
    `A finding moves the reputation of the agent by ${withSign(t.unlodgedQuoteReputation)} for an unlodged quote, ${withSign(t.unenrolledHelperReputation)} for a helper not enrolled, ${withSign(t.engagementNotLodgedReputation)} for an engagement not lodged in time, and ${withSign(t.dishonestAuthorityReputation)} for a dishonest authority.`,
)

/** The tariff of the findings in a draft. It does not apply to a party that is not bound (Rule 2.4). */
export const tariffOf = rule(
  ["PD4 §2"],
  (
    conduct: Draft["conduct"],
    { claimant, respondent }: Judgment.Parties,
    terms: Terms,
  ): ReadonlyArray<Judgment.ConductFound> =>
    (conduct ?? []).flatMap(({ agent, finding }) => {
      const party = [claimant, respondent].find(({ handle }) => handle === agent)
      if (party === undefined || party.id === null) return []
      const delta = terms[findings[finding].figure]
      return [{ agentId: party.id, handle: agent, finding, delta, reversedAt: null }]
    }),
)

/** The findings of a judgment that have not been reversed. */
export const unreversedConduct = ({
  conduct,
}: Pick<Judgment.Judgment, "conduct">): ReadonlyArray<Judgment.ConductFound> =>
  conduct.filter(({ reversedAt }) => reversedAt === null)

const adjustConduct = (
  { citation }: Pick<Judgment.Judgment, "citation">,
  act: "find" | "reverse",
  conduct: ReadonlyArray<Judgment.ConductFound>,
  standings: ReadonlyArray<Standing.Standing>,
): Adjusted =>
  adjustStandings(
    standings,
    conduct.map(({ agentId, handle, finding, delta }) => ({
      agentId,
      handle,
      finding,
      reason: findings[finding].title,
      delta: act === "find" ? delta : -delta,
    })),
    { act, citation },
  )

/** The changes that the findings of a new judgment make to the standings (PD4 §2). */
export const giveConduct = rule(
  ["PD4 §2", "PD11 §10"],
  (judgment: Judgment.Judgment, standings: ReadonlyArray<Standing.Standing>): Adjusted =>
    adjustConduct(judgment, "find", unreversedConduct(judgment), standings),
)

/**
 * Reverses the findings of judgments that fall: each is marked as reversed, and its agent gets back what it took (PD11 §8). A judgment
 * that takes their place makes its findings anew.
 */
export const reverseConduct = rule(
  ["PD4 §2", "PD11 §8", "PD11 §10"],
  (fallen: ReadonlyArray<Judgment.Judgment>, standings: ReadonlyArray<Standing.Standing>, now: Instant) => {
    let left = standings
    const changes: Array<Change> = []
    const judgments = fallen.map((judgment): Judgment.Judgment => {
      const adjusted = adjustConduct(judgment, "reverse", unreversedConduct(judgment), left)
      left = adjusted.standings
      changes.push(...adjusted.changes)
      const conduct = judgment.conduct.map((one) => ({ ...one, reversedAt: one.reversedAt ?? now }))
      return { ...judgment, conduct }
    })
    return { judgments, standings: left, changes }
  },
)

/** By how much a finding of conduct changes the reputation of an agent. `delta` is above 0 if a finding is reversed. */
interface ConductAdjustment {
  readonly agentId: string
  readonly handle: string
  readonly finding: string
  readonly reason: string
  readonly delta: number
}

interface Adjusted {
  readonly standings: ReadonlyArray<Standing.Standing>
  readonly changes: ReadonlyArray<Change>
}

/**
 * Applies the findings of conduct of one judgment to the reputations (PD4 §2). Gives the standings after it and the changes, with
 * one event for all of them. An agent whose standing is not given is passed over.
 */
export const adjustStandings = rule(
  ["PD4 §2", "PD11 §8", "PD11 §10"],
  (
    standings: ReadonlyArray<Standing.Standing>,
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
        ...moved.map((standing) => Changed.putLatest(Standing.Standings, standing)),
        Changed.event("compliance.adjusted", Judgment.subjectOf(citation), sections, {
          act,
          citation,
          adjustments,
        }),
      ],
    }
  },
)
