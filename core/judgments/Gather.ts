import { Effect } from "effect"
import { Stakes, stakeInForce } from "../agents/Agent.ts"
import { standingsOf } from "../compliance/Standing.ts"
import { Filers, type Matter, Matters } from "../matters/Matter.ts"
import type { Reader } from "../Reader.ts"
import { refusal } from "../Refusal.ts"
import { rule } from "../Rule.ts"
import type { Instant } from "../Time.ts"
import { yearOf } from "./Citation.ts"
import type { DeliveryFacts } from "./Delivery.ts"
import { type Series, SeriesCounters } from "./Judgment.ts"

/** The matter, or the refusal that says there is none. */
export const needMatter = (reader: Reader, id: string) =>
  reader.need(Matters, id, () => refusal("unknown_matter", { id }))

const enrolled = ({ claimant, respondent }: Matter) =>
  [claimant, respondent].flatMap(({ id, handle }) => (id === null ? [] : [{ id, handle }]))

/**
 * The stakes in force at an instant, by agent id. They rest on a list, which is safe: a stake counts from the instant at which
 * it was published, so none can be added to the past.
 */
export const stakesAt = rule(["Rule 5.3"], (reader: Reader, agentIds: ReadonlyArray<string>, at: Instant) =>
  Effect.map(
    Effect.forEach(agentIds, (agentId) =>
      Effect.map(reader.list(Stakes, stakeInForce(agentId, at)), ({ items }) => {
        const cents = items[0]?.cents ?? 0
        return [agentId, cents] as const
      }),
    ),
    (found): ReadonlyMap<string, number> => new Map(found),
  ),
)

/** What delivering a judgment in this matter rests on. */
export const gatherDelivery = (reader: Reader, matter: Matter, series: Series, now: Instant) =>
  Effect.gen(function* () {
    const agents = enrolled(matter)
    const counter = yield* reader.find(SeriesCounters, `${series}/${yearOf(now)}`)
    const filer = yield* reader.find(Filers, matter.claimant.id ?? "")
    const standings = yield* standingsOf(reader, agents)
    const stakes = yield* stakesAt(
      reader,
      agents.map(({ id }) => id),
      matter.dealingAt,
    )
    return { matter, counter, filer, standings, stakes } satisfies DeliveryFacts
  })
