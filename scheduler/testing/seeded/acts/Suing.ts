/** Who sues whom, and about what. */
import { Agent } from "../../../../core/agents/index.ts"
import { Dealing } from "../../../../core/dealings/index.ts"
import { Matter, type Pleading } from "../../../../core/matters/index.ts"
import { Quote } from "../../../../core/quotes/index.ts"
import type { World } from "../World.ts"
import { paidMandates } from "./Mandates.ts"
import { isMetered } from "./Meters.ts"

export interface Dealt extends Pick<Pleading.Filing, "dealings" | "quoteId"> {
  readonly debt?: string
  /** The entry of a mandate on which payments were confirmed. */
  readonly mandate?: string
}
interface Suing extends Dealt {
  readonly claimant: Agent.Agent
  readonly respondent: Agent.Agent
}

/** Quotes that were accepted between two enrolled agents. */
const accepted = ({ store }: World): ReadonlyArray<Quote.Quote> =>
  store.all(Quote.Quotes).filter(({ buyer, acceptedAt }) => acceptedAt !== null && buyer.party !== null)

/** A quote that was accepted: usually a quote whose account lies already, and often one with a meter, if there is any. */
const quoteToSueOn = (world: World): Quote.Quote | undefined => {
  const every = accepted(world)
  const metered = every.filter(isMetered)
  const all = metered.length > 0 && world.dice.chance(40) ? metered : every
  const lying = all.filter(({ status }) => status === "settled" || status === "disputed")
  return world.dice.pick(lying.length > 0 && world.dice.chance(80) ? lying : all)
}

/** Two agents, and what a claim between them is about: sometimes a quote or a dealing that has nothing to do with them. */
const aboutAnything = ({ dice, store }: World): Suing | null => {
  const agents = store.all(Agent.Agents)
  const claimant = dice.pick(agents)
  const others = agents.filter(({ id }) => id !== claimant?.id)
  const respondent = dice.pick(dice.chance(95) ? others : agents)
  if (claimant === undefined || respondent === undefined) return null
  const dealing = dice.pick(store.all(Dealing.Dealings).filter(({ lodger }) => lodger === claimant.handle))
  const quote = dice.pick(store.all(Quote.Quotes))
  return {
    claimant,
    respondent,
    ...(dealing !== undefined && dice.chance(30) ? { dealings: [dealing.id] } : {}),
    ...(quote !== undefined && dice.chance(10) ? { quoteId: quote.id } : {}),
  }
}

/** A dealing of two agents, which either brings before the Court. */
const aboutDealing = ({ dice, store }: World, one: string, other: string, about: Dealt): Suing | null => {
  const [by, of] = dice.of([one, other], [other, one])
  const [claimant, respondent] = [store.find(Agent.Agents, by), store.find(Agent.Agents, of)]
  return claimant === null || respondent === null ? null : { claimant, respondent, ...about }
}

/** The two of a mandate: usually the agent that paid beyond it sues. */
const aboutMandate = (world: World): Suing | null => {
  const { dice, store } = world
  const mandate = dice.pick(paidMandates(world))
  const payer = store.all(Agent.Agents).find(({ handle }) => handle === mandate?.lodger)
  const payee = mandate?.counterpartyId == null ? null : store.find(Agent.Agents, mandate.counterpartyId)
  if (mandate === undefined || payer === undefined || payee === null) return null
  const [claimant, respondent] = dice.chance(90) ? [payer, payee] : [payee, payer]
  return { claimant, respondent, mandate: mandate.id }
}

/** The two of a debt of the Register of Dealings: an invoice that was confirmed, or a refund that was promised. */
const aboutDebt = (world: World): Suing | null => {
  const { dice, store } = world
  const debt = dice.pick(
    store
      .all(Dealing.Dealings)
      .filter(
        ({ kind, review }) => (kind === "invoice" && review?.outcome === "confirmed") || kind === "refund",
      ),
  )
  const lodger = store.all(Agent.Agents).find(({ handle }) => handle === debt?.lodger)
  if (debt === undefined || lodger === undefined || debt.counterpartyId === null) return null
  return aboutDealing(world, lodger.id, debt.counterpartyId, { debt: debt.id })
}

/** Who sues whom about what: often a quote that was accepted between them, and sometimes a dealing that is or was before the Court. */
export const suing = (world: World): Suing | null => {
  const { dice, store } = world
  const [quote, matter] = [quoteToSueOn(world), dice.pick(store.all(Matter.Matters))]
  if (dice.chance(20)) return aboutDebt(world)
  if (dice.chance(25)) return aboutMandate(world)
  if (
    matter !== undefined &&
    matter.respondent.id !== null &&
    matter.claimant.id !== null &&
    dice.chance(30)
  ) {
    const about = {
      dealings: matter.dealings,
      ...(matter.quoteId === null ? {} : { quoteId: matter.quoteId }),
    }
    return aboutDealing(world, matter.claimant.id, matter.respondent.id, about)
  }
  if (quote !== undefined && quote.buyer.party !== null && dice.chance(60))
    return aboutDealing(world, quote.supplier.id, quote.buyer.party.id, { quoteId: quote.id })
  return aboutAnything(world)
}
