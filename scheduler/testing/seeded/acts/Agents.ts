/** Requests of agents and their operators: enrolment, manifests, stakes, keys, proof, and dealings. */

import {
  Acceptance,
  Agent,
  acceptAgent,
  records as agentRecords,
  heartbeat,
  issueApproval,
  patchManifest,
  proveOperator,
  publishStake,
  revokeKeys,
  rotateKey,
  setService,
  vouch,
} from "../../../../core/agents/index.ts"
import { Dealing, notarise, notariseBatch, reviewDealing } from "../../../../core/dealings/index.ts"
import { enrol } from "../../../../core/enrolment/index.ts"
import { sha256Hex } from "../../../../core/kernel/Hash.ts"
import { enrolment } from "../../../../core/testing/Agents.ts"
import { type Act, acting, ask, keyOf, mostly, one, registrar, someone } from "../Asked.ts"
import { keys } from "../Outside.ts"
import type { World } from "../World.ts"
import { keyedToken } from "./Quotes.ts"

const operatorsMax = 5
const handlesMax = 14
const operatorOf = (n: number) => `operator-${n}`

/** Tokens are made from a few numbers, so that one is sometimes used twice. */
const approvalToken = (n: number) => `approval/${n}`
const tokensMax = 12

/** A link as the host makes one; the court decides whether it is sent. */
const linkOf = ({ dice, links }: World, handle: string) => {
  const nonce = `${handle}-${dice.int(1_000_000)}`
  const token = keys.keyedHash(Acceptance.tokenText(nonce))
  const tokenSha256 = sha256Hex(token)
  links.set(tokenSha256, token)
  return { nonce, tokenSha256, baseUrl: "https://court.example" }
}

const enrolling: Act = (world) => {
  const { dice } = world
  const handle = `agent-${dice.int(handlesMax)}`
  const operatorId = operatorOf(dice.int(operatorsMax))
  const { body, ...given } = enrolment(handle)
  const input = {
    ...given,
    body: {
      ...body,
      operator: { name: operatorId, email: `${operatorId}@example.com` },
      stakeCents: dice.of(0, 5_000, 40_000),
      ...(dice.chance(60) ? { serviceUrl: `https://${handle}.example/hook` } : {}),
      ...(dice.chance(15) ? { invitation: keyedToken(dice.int(tokensMax)) } : {}),
    },
    operatorId,
    credentialId: `key-of-${handle}-${dice.int(1_000_000)}`,
    approval: dice.chance(15) ? approvalToken(dice.int(tokensMax)) : null,
    mail: dice.chance(50),
    link: linkOf(world, handle),
  }
  return ask(world, enrol, input, { role: "public" })
}

const own =
  (act: (world: World, agent: Agent.Agent) => ReturnType<Act>): Act =>
  (world) => {
    const agent = world.dice.pick(world.store.all(Agent.Agents))
    return agent === undefined ? null : act(world, agent)
  }

const sendingHeartbeat = own((world, agent) => ask(world, heartbeat, undefined, mostly(world, acting(agent))))
const patching = own((world, agent) => {
  const model = `model-${world.dice.int(3)}`
  return ask(world, patchManifest, { handle: agent.handle, model }, mostly(world, acting(agent)))
})
const staking = own((world, agent) => {
  const stakeCents = world.dice.int(60_000)
  return ask(world, publishStake, { handle: agent.handle, stakeCents }, mostly(world, acting(agent)))
})
const serving = own((world, agent) => {
  const { dice } = world
  const operatorId = dice.chance(30) ? operatorOf(dice.int(operatorsMax)) : null
  const input = {
    handle: agent.handle,
    body: {
      ...(dice.chance(60)
        ? { serviceUrl: dice.chance(70) ? `https://${agent.handle}.example/${dice.int(9)}` : null }
        : {}),
      ...(operatorId === null ? {} : { operatorEmail: `${operatorId}@example.com` }),
    },
    operatorId,
    mail: dice.chance(50),
    link: linkOf(world, agent.handle),
  }
  return ask(world, setService, input, mostly(world, acting(agent)))
})
const rotating = own((world, agent) => {
  const { dice } = world
  const credentialId = `key-of-${agent.handle}-${dice.int(1_000_000)}`
  const by = keyOf(world, agent.id)
  const input = { handle: agent.handle, credentialId, revokePrevious: dice.chance(30), by }
  return ask(world, rotateKey, input, acting(agent), by)
})
const revoking = own((world, { handle }) =>
  ask(world, revokeKeys, { handle, reasons: "It was asked for." }, mostly(world, registrar)),
)
const proving = own((world, agent) => {
  const id = world.dice.of(agent.handle, agent.operatorId)
  return ask(world, proveOperator, { id, reasons: "Papers were seen." }, mostly(world, registrar))
})
const vouching = own((world, { handle, operatorId }) => {
  const proven = (agent: Agent.Agent) => agent.operatorId === operatorId && agent.identity.status === "proven"
  const voucher = one(world, Agent.Agents, proven)
  return voucher === null ? null : ask(world, vouch, { handle }, acting(voucher))
})
const accepting: Act = (world) => {
  const link = one(world, agentRecords.Acceptances, ({ usedFor }) => usedFor === null)
  if (link === null) return null
  const other = someone(world)
  const handle = world.dice.chance(20) && other !== null ? { handle: other.handle } : {}
  return ask(world, acceptAgent, { token: world.links.get(link.id) ?? "none", ...handle }, { role: "public" })
}
const approving = own((world, agent) => {
  const approvalId = sha256Hex(approvalToken(world.dice.int(tokensMax)))
  return ask(world, issueApproval, { approvalId }, acting(agent))
})

/** Papers are few, so that several agents lodge the same one. */
export const paper = (n: number) => `paper ${n}`
export const papersMax = 12

const entry = ({ dice }: World, other: Pick<Agent.Agent, "handle"> | null): Dealing.NotaryEntry => ({
  sha256: sha256Hex(paper(dice.int(papersMax))),
  kind: dice.of("order", "delivery", "acceptance", "message", "invoice", "invoice", "refund"),
  ...(other === null || dice.chance(20) ? {} : { counterparty: other.handle }),
  valueCents: dice.int(100_000),
})

const lodging: Act = (world) => {
  const [agent, other] = [someone(world), someone(world)]
  return agent === null ? null : ask(world, notarise, entry(world, other), mostly(world, agent))
}

/** Several papers at once, of which some do not fit. */
const lodgingTogether: Act = (world) => {
  const { dice } = world
  const agent = someone(world)
  if (agent === null) return null
  const unfit = { errors: [{ path: "sha256", message: "is missing" }] }
  const items = Array.from({ length: 1 + dice.int(4) }, () =>
    dice.chance(10) ? unfit : entry(world, someone(world)),
  )
  return ask(world, notariseBatch, { items }, mostly(world, agent))
}

const reviewing: Act = (world) => {
  const dealing = one(
    world,
    Dealing.Dealings,
    ({ review, counterpartyId }) => review === null && counterpartyId !== null,
  )
  if (dealing === null) return null
  const { counterpartyId } = dealing
  const named = counterpartyId === null ? null : world.store.find(Agent.Agents, counterpartyId)
  const outcome = world.dice.of("confirmed", "confirmed", "contested")
  const by = named === null ? someone(world) : acting(named)
  return by === null ? null : ask(world, reviewDealing, { id: dealing.id, outcome }, mostly(world, by))
}

export const agentActs: ReadonlyArray<readonly [weight: number, act: Act]> = [
  [8, enrolling],
  [2, sendingHeartbeat],
  [2, patching],
  [4, staking],
  [3, serving],
  [2, rotating],
  [1, revoking],
  [2, proving],
  [2, vouching],
  [2, approving],
  [2, accepting],
  [7, lodging],
  [5, reviewing],
]

export const togetherActs: typeof agentActs = [[2, lodgingTogether]]
