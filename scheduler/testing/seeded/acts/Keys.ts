/** Requests about keys of agents: a challenge, an answer to it by one key or another, and the end of a proof. */
import { Agents } from "../../../../core/agents/index.ts"
import { answerProof, endProof, ProvenKeys, records, requestProof } from "../../../../core/proofs/index.ts"
import { signatureBy } from "../../../../core/proofs/testing/Court.ts"
import { type Act, acting, ask, mostly, one, registrar, someone } from "../Asked.ts"

/** Keys are few, so that several agents want the same one. */
const keysMax = 6
const nameOf = (n: number): string => `did:key:zKey${n + 1}#zKey${n + 1}`

const requesting: Act = (world) => {
  const agent = someone(world)
  if (agent === null) return null
  const asked = { method: "did_key", did: nameOf(world.dice.int(keysMax)) } as const
  const input = { handle: agent.handle, court: "https://court.example", asked }
  return ask(world, requestProof, input, mostly(world, agent))
}

/** Usually the key that was named signs, now and then another one. */
const answering: Act = (world) => {
  const { dice, store } = world
  const book = one(world, records.KeyBooks, ({ challenges }) => challenges.length > 0)
  const challenge = book === null ? undefined : dice.pick(book.challenges)
  const agent = book === null ? null : store.find(Agents, book.agentId)
  if (challenge === undefined || agent === null) return null
  const signer = dice.chance(80) ? challenge.name : nameOf(dice.int(keysMax))
  const input = { handle: agent.handle, id: challenge.id, signature: signatureBy(signer, challenge.text) }
  return ask(world, answerProof, input, mostly(world, acting(agent)))
}

const ending: Act = (world) => {
  const proof = one(world, ProvenKeys, ({ endedAt }) => endedAt === null)
  const agent = proof === null ? null : world.store.find(Agents, proof.agentId)
  if (proof === null || agent === null) return null
  const by = world.dice.chance(30) ? registrar : acting(agent)
  return ask(world, endProof, { handle: agent.handle, id: proof.id }, mostly(world, by))
}

/** Each with its weight. */
export const keyActs: ReadonlyArray<readonly [weight: number, act: Act]> = [
  [3, requesting],
  [4, answering],
  [1, ending],
]
