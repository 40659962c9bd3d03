/** Requests about prices by a meter (PD15 §4A): the readings of both sides and of the agent that attests, and their confirmations. */
import { Agent } from "../../../../core/agents/index.ts"
import { Dealing, notarise, reviewDealing } from "../../../../core/dealings/index.ts"
import { sha256Hex } from "../../../../core/kernel/Hash.ts"
import { Quote, type QuoteRequest } from "../../../../core/quotes/index.ts"
import { type Act, acting, ask, mostly, one, someone } from "../Asked.ts"
import type { World } from "../World.ts"

/** The meter that an offer sometimes states: with a tolerance or without, and often with an agent that attests. */
export const meterOf = (world: World): Pick<QuoteRequest, "metered"> => {
  const { dice, store } = world
  if (!dice.chance(40)) return {}
  const isProven = dice.chance(70)
  const attester = dice.pick(
    store.all(Agent.Agents).filter(({ identity }) => (identity.status === "proven") === isProven),
  )
  return {
    metered: {
      unit: "token",
      cents: dice.of(1, 3),
      per: dice.of(1, 10, 7),
      toleranceMillionths: dice.of(0, 10_000, 1_000_000),
      ...(attester === undefined ? {} : { attester: attester.handle }),
    },
  }
}

export const isMetered = (quote: Quote.Quote): boolean => Quote.owedOf(quote).metered !== undefined

/** Units are few, so that the readings of both sides are sometimes the same, and sometimes within the tolerance. */
const units = [0, 990, 1_000, 20_000, 500_000] as const

/** A party reads and names the other side, or the agent that attests reads. Sometimes the reading names somebody else, or nobody. */
const reading: Act = (world) => {
  const { dice, store } = world
  const quote = one(
    world,
    Quote.Quotes,
    (it) => isMetered(it) && it.acceptedAt !== null && it.buyer.party !== null,
  )
  if (quote === null || quote.buyer.party === null) return null
  const { supplier, buyer } = quote
  const attester = store
    .all(Agent.Agents)
    .find(({ handle }) => handle === Quote.owedOf(quote).metered?.attester)
  const [by, other] = dice.of(
    [supplier, quote.buyer.party],
    [quote.buyer.party, supplier],
    [attester ?? supplier, buyer.party],
  )
  const named = dice.chance(90) ? other : someone(world)
  const entry = {
    sha256: sha256Hex(`reading ${dice.int(20)}`),
    kind: "meter",
    ref: quote.id,
    ...(named === null ? {} : { counterparty: named.handle }),
    ...(dice.chance(95) ? { units: dice.of(...units) } : {}),
  } as const
  return ask(world, notarise, entry, mostly(world, acting(by)))
}

const waits = ({ kind, review, counterpartyId }: Dealing.Dealing): boolean =>
  kind === "meter" && review === null && counterpartyId !== null

/** The other side confirms a reading, so that it counts for both, or contests it, so that it must still answer. */
const reviewingReading: Act = (world) => {
  const found = one(world, Dealing.Dealings, waits)
  const named = found?.counterpartyId == null ? null : world.store.find(Agent.Agents, found.counterpartyId)
  if (found === null || named === null) return null
  const outcome = world.dice.of("confirmed", "confirmed", "contested")
  return ask(world, reviewDealing, { id: found.id, outcome }, mostly(world, acting(named)))
}

export const meterActs: ReadonlyArray<readonly [weight: number, act: Act]> = [
  [8, reading],
  [4, reviewingReading],
]
