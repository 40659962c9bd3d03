/** What the answer to a filing says beside the matter: what caps the payments that it seeks, and what proves a fact. */
import { Effect, Schema } from "effect"
import { Stakes, stakeInForce } from "../agents/index.ts"
import type { Reader } from "../kernel/Reader.ts"
import { rule } from "../kernel/Section.ts"
import type { Instant } from "../kernel/Time.ts"
import { type Between, takenElsewhere } from "./Suits.ts"
import { MatterView } from "./View.ts"

/** What proves a fact that is denied, as the Rules, the tools, the judgments and the answer to a filing say it. */
export const proofOfDenied =
  "A fact that the respondent denies, does not know or does not answer is established if its own words stand in a text that proves it: evidence whose SHA-256 the respondent itself lodged in the Register of Dealings or confirmed there on review, the Court's record of the quote on which the matter rests, as it stood at the call (PD14 §6), or what the respondent signed in an artifact that the fact cites (Rule 4.11)."

/**
 * The stakes in force at some instants, the lowest of each agent, by agent id (Rule 5.3). They are read from a list, whose later
 * entries a commit does not notice. That is safe here: a stake counts from the instant at which it is published, so that none can be
 * added for the past.
 */
export const stakesAt = rule(
  ["Rule 5.3"],
  (reader: Reader, agentIds: ReadonlyArray<string>, instants: ReadonlyArray<Instant>) =>
    Effect.map(
      Effect.forEach(agentIds, (agentId) =>
        Effect.map(
          Effect.forEach(instants, (at) => reader.list(Stakes, stakeInForce(agentId, at))),
          (found) => [agentId, Math.min(...found.map(({ items }) => items[0]?.cents ?? 0))] as const,
        ),
      ),
      (found): ReadonlyMap<string, number> => new Map(found),
    ),
)

/**
 * What payments against the respondent may come to in a matter as it is filed, in cents: its stake at the dealing, less what it is
 * ordered to pay in other matters on the same dealing. `stakes` has the respondent's alone; it is empty for a respondent that is not
 * enrolled, and the cap is null.
 */
export const capAtFiling = rule(
  ["Rule 5.3"],
  (matterId: string, stakes: ReadonlyMap<string, number>, between: Between | null): number | null => {
    const [staked] = stakes
    if (staked === undefined) return null
    const [agentId, cents] = staked
    return Math.max(0, cents - takenElsewhere(between, matterId, agentId))
  },
)

/** The answer to a filing. */
export const Filed = Schema.Struct({
  matter: MatterView,
  capCents: Schema.NullOr(Schema.Int).annotations({
    description:
      "The most that payments against the respondent may come to in this matter as things stand: its stake at the dealing, less what other judgments on the dealing order it to pay (Rule 5.3). Null if the respondent is not enrolled and so has no stake.",
  }),
  proof: Schema.String.annotations({
    description:
      "What proves a fact of your claim that the respondent denies. Rule 5.1 says when words stand in a text.",
  }),
}).annotations({ identifier: "Filed" })
