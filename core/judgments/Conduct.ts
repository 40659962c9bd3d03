import { rule } from "../Rule.ts"
import type { FigureName, Terms } from "../Schedule.ts"
import type { Draft, Finding } from "./Judge.ts"
import type { Parties } from "./Orders.ts"

/** Findings of conduct (PD4 §1), each with the figure of its tariff (PD4 §2). */
export const findings = {
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
} as const satisfies { readonly [F in Finding]: { readonly title: string; readonly figure: FigureName } }

/** What a finding takes from an agent's reputation. */
export type Tariffed = {
  readonly agentId: string
  readonly handle: string
  readonly finding: Finding
  readonly delta: number
}

/** The tariff of the findings in a draft. Conduct of a party that is not bound is found and draws nothing (Rule 2.4). */
export const tariffOf = rule(
  ["PD4 §2"],
  (conduct: Draft["conduct"], { claimant, respondent }: Parties, terms: Terms): ReadonlyArray<Tariffed> =>
    (conduct ?? []).flatMap(({ agent, finding }) => {
      const party = [claimant, respondent].find(({ handle }) => handle === agent)
      return party === undefined || party.id === null
        ? []
        : [{ agentId: party.id, handle: agent, finding, delta: terms[findings[finding].figure] }]
    }),
)
