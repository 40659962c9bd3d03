import type { Either } from "effect"
import { Schema } from "effect"
import { Handle } from "../agents/Agent.ts"
import { Draft } from "../judgments/Judge.ts"
import type { Parties } from "../judgments/Orders.ts"
import type { OrderKind } from "../matters/Pleading.ts"
import { otherSide, type Side } from "../Party.ts"
import { firstOf, type Refusal, when } from "../Refusal.ts"
import { rule } from "../Rule.ts"
import { type Appeal, appealing, Outcome } from "./Appeal.ts"

/** A judge's draft of a judgment on appeal. `feeBorneBy` is the handle of the party that bears the fee, where the judge says so. */
export const AppealDraft = Schema.Struct({
  outcome: Outcome,
  feeBorneBy: Schema.optional(Handle),
  ...Draft.fields,
}).annotations({ identifier: "AppealDraft" })
export type AppealDraft = typeof AppealDraft.Type

interface Effects {
  /** The judgment below stands, and its entries go on. */
  readonly stands: boolean
  /** The judgment below is marked as set aside, beside being superseded. */
  readonly setsAside: boolean
  /** Orders that would contradict the outcome. */
  readonly refuses: ReadonlyArray<OrderKind>
  /** The order without which the outcome would be empty. */
  readonly wants: OrderKind | null
}

/** What each outcome does and what it may order (Rule 6.3). */
export const outcomes: { readonly [O in Outcome]: Effects } = {
  affirmed: { stands: true, setsAside: false, refuses: ["pay", "perform", "refrain", "remit"], wants: null },
  varied: { stands: false, setsAside: false, refuses: ["remit"], wants: null },
  set_aside: { stands: false, setsAside: true, refuses: ["remit"], wants: null },
  remitted: { stands: false, setsAside: true, refuses: ["pay", "perform", "refrain"], wants: "remit" },
}

/** Whether the orders of a draft are such as its outcome allows, and the fee falls on a party (Rule 6.3). */
export const checkOutcome = rule(
  ["Rule 6.3"],
  ({ outcome, orders, feeBorneBy }: AppealDraft, parties: Parties): Either.Either<void, Refusal> => {
    const { refuses, wants } = outcomes[outcome]
    const handles = [parties.claimant.handle, parties.respondent.handle]
    return firstOf([
      when(feeBorneBy !== undefined && !handles.includes(feeBorneBy), "not_a_party_named", {
        handle: feeBorneBy ?? "",
      }),
      ...orders.map(({ kind }, i) =>
        when(refuses.includes(kind), "outcome_contradicted", { outcome, n: i + 1, kind }),
      ),
      when(wants !== null && !orders.some(({ kind }) => kind === wants), "draft_incomplete", {
        what: `an order to ${wants}`,
      }),
    ])
  },
)

/** The party that bears the fee: the one that the judge names, else the one that loses the appeal (Rule 6.3, PD2 §5). */
export const bearerOf = rule(
  ["Rule 6.3", "PD2 §5"],
  (
    appeal: Appeal,
    { outcome, feeBorneBy }: Pick<AppealDraft, "outcome" | "feeBorneBy">,
    parties: Parties,
  ): Side => {
    if (feeBorneBy === parties.claimant.handle) return "claimant"
    if (feeBorneBy === parties.respondent.handle) return "respondent"
    const lead = (appealing(appeal)[0] ?? appeal.appellants[0]).side
    return outcomes[outcome].stands ? lead : otherSide(lead)
  },
)
