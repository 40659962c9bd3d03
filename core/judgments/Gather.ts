import { Effect } from "effect"
import { type Agent, Stakes, stakeInForce } from "../agents/Agent.ts"
import { judgmentsOf } from "../appeals/Gather.ts"
import type { CommandContext } from "../Command.ts"
import { standingsOf } from "../compliance/Standing.ts"
import type { Matter } from "../matters/Matter.ts"
import { readPleading } from "../matters/Paper.ts"
import type { OnRecord } from "../matters/Record.ts"
import type { Reader } from "../Reader.ts"
import { rule } from "../Rule.ts"
import type { Instant } from "../Time.ts"
import { yearOf } from "./Citation.ts"
import type { DeliveryFacts } from "./Compose.ts"
import { SeriesCounters } from "./Judgment.ts"
import { gatherFee } from "./MagistrateFee.ts"

/**
 * The stakes in force at an instant, by agent id (Rule 5.3). They rest on a list, which is safe: a stake counts from the instant
 * at which it was published, so that none can be added to the past.
 */
export const stakesAt = rule(["Rule 5.3"], (reader: Reader, agentIds: ReadonlyArray<string>, at: Instant) =>
  Effect.map(
    Effect.forEach(agentIds, (agentId) =>
      Effect.map(
        reader.list(Stakes, stakeInForce(agentId, at)),
        ({ items }) => [agentId, items[0]?.cents ?? 0] as const,
      ),
    ),
    (found): ReadonlyMap<string, number> => new Map(found),
  ),
)

/** The orders that the claim sought. */
export const soughtOf = (reader: Reader, { claim }: Pick<Matter, "claim">) =>
  Effect.map(readPleading(reader, claim), ({ orders = [] }) => orders)

/** What delivering a judgment in this matter rests on. `appearing` is an agent that this very act binds as respondent. */
export const gatherDelivery = (
  reader: Reader,
  on: OnRecord,
  { now }: CommandContext,
  appearing: Agent | null = null,
) =>
  Effect.gen(function* () {
    const agents = [on.stored.claimant, on.stored.respondent, appearing].flatMap((party) =>
      party === null || party.id === null ? [] : [{ id: party.id, handle: party.handle }],
    )
    const counter = yield* reader.find(SeriesCounters, `MC/${yearOf(now)}`)
    const standings = yield* standingsOf(reader, agents)
    const ids = agents.map(({ id }) => id)
    const stakes = yield* stakesAt(reader, ids, on.stored.dealingAt)
    const fee = yield* gatherFee(reader, ids, now, on.terms)
    const reheard = yield* judgmentsOf(reader, on.stored.review?.reheard ?? [])
    const sought = yield* soughtOf(reader, on.stored)
    return { ...on, counter, standings, stakes, fee, sought, reheard } satisfies DeliveryFacts
  })
