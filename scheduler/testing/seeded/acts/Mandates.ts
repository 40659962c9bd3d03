/** Requests about payments beyond a mandate (PD15 §16): the mandate, the payments that name it, and their confirmations. */
import { Agent } from "../../../../core/agents/index.ts"
import { Dealing, notarise, reviewDealing } from "../../../../core/dealings/index.ts"
import { sha256Hex } from "../../../../core/kernel/Hash.ts"
import { type Act, acting, ask, mostly, one, someone } from "../Asked.ts"
import type { World } from "../World.ts"

const lodging: Act = (world) => {
  const [payer, payee] = [someone(world), someone(world)]
  if (payer === null || payee === null) return null
  const sha256 = sha256Hex(`mandate ${world.dice.int(6)}`)
  return ask(world, notarise, { kind: "mandate", counterparty: payee.handle, sha256 }, mostly(world, payer))
}

const isMandate = ({ kind, counterpartyId }: Dealing.Dealing): boolean =>
  kind === "mandate" && counterpartyId !== null
const mandateOf = ({ store }: World, { ref }: Dealing.Dealing): Dealing.Dealing | null => {
  const found = ref === null ? null : store.find(Dealing.Dealings, ref)
  return found !== null && isMandate(found) ? found : null
}

/** A payment under a mandate, or what is given back of it: receipts and transactions are few, so that one is stated twice. */
const paying: Act = (world) => {
  const { dice, store } = world
  const mandate = one(world, Dealing.Dealings, isMandate)
  const payer = store.all(Agent.Agents).find(({ handle }) => handle === mandate?.lodger)
  const payee = mandate?.counterpartyId == null ? null : store.find(Agent.Agents, mandate.counterpartyId)
  if (mandate === null || payer === undefined || payee === null) return null
  const [kind, by, to] = dice.chance(85)
    ? (["payment", payer, payee] as const)
    : (["refund", payee, payer] as const)
  const entry = {
    kind,
    ref: mandate.id,
    counterparty: to.handle,
    sha256: sha256Hex(`receipt ${dice.int(5)}`),
    valueCents: dice.of(1, 4_000, 45_000),
    ...(dice.chance(40) ? { txid: `0x${sha256Hex(String(dice.int(5)))}` } : {}),
  }
  return ask(world, notarise, entry, mostly(world, acting(by)))
}

const reviewing: Act = (world) => {
  const { dice, store } = world
  const found = one(
    world,
    Dealing.Dealings,
    (entry) => entry.review === null && mandateOf(world, entry) !== null,
  )
  const named = found?.counterpartyId == null ? null : store.find(Agent.Agents, found.counterpartyId)
  if (found === null || named === null) return null
  const outcome = dice.of("confirmed", "confirmed", "confirmed", "contested")
  return ask(world, reviewDealing, { id: found.id, outcome }, mostly(world, acting(named)))
}

/** The mandates on which a payment was confirmed: most of them are debts that can be claimed. */
export const paidMandates = (world: World): ReadonlyArray<Dealing.Dealing> =>
  world.store.all(Dealing.Dealings).flatMap((one) => {
    const mandate =
      one.kind === "payment" && one.review?.outcome === "confirmed" ? mandateOf(world, one) : null
    return mandate === null ? [] : [mandate]
  })

export const mandateActs: ReadonlyArray<readonly [weight: number, act: Act]> = [
  [4, lodging],
  [9, paying],
  [9, reviewing],
]
