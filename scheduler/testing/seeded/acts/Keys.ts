/** Requests about keys of agents: a challenge, an answer to it by one key or another, and the end of a proof. */
import { Agent } from "../../../../core/agents/index.ts"
import {
  answerProof,
  endProof,
  records as proofRecords,
  records,
  requestProof,
} from "../../../../core/proofs/index.ts"
import { signatureBy } from "../../../../core/proofs/testing/Court.ts"
import { keyNames } from "../Artifacts.ts"
import { type Act, acting, ask, mostly, one, registrar, someone } from "../Asked.ts"

type Challenge = Parameters<typeof records.KeyBooks.index>[0]["challenges"][number]

const requesting: Act = (world) => {
  const agent = someone(world)
  if (agent === null) return null
  const did = world.dice.pick(keyNames) ?? ""
  const input = { handle: agent.handle, court: "https://court.example", method: "did_key", did } as const
  return ask(world, requestProof, input, mostly(world, agent))
}

/** Usually the key that was named signs, now and then another one. */
const answering =
  (wanted: (challenge: Challenge, now: number) => boolean): Act =>
  (world) => {
    const { dice, store } = world
    const open = ({ challenges }: { readonly challenges: ReadonlyArray<Challenge> }) =>
      challenges.filter((challenge) => wanted(challenge, world.now()))
    const book = one(world, records.KeyBooks, (book) => open(book).length > 0)
    const challenge = book === null ? undefined : dice.pick(open(book))
    const agent = book === null ? null : store.find(Agent.Agents, book.agentId)
    if (challenge === undefined || agent === null) return null
    const signer = dice.chance(80) ? challenge.name : (dice.pick(keyNames) ?? "")
    const input = { handle: agent.handle, id: challenge.id, signature: signatureBy(signer, challenge.text) }
    return ask(world, answerProof, input, mostly(world, acting(agent)))
  }

/** An answer in time. A challenge runs for minutes, so that agents answer it before they do anything else. */
export const answeringInTime: Act = answering(({ expiresAt }, now) => now < expiresAt)

const ending: Act = (world) => {
  const proof = one(world, proofRecords.ProvenKeys, ({ endedAt }) => endedAt === null)
  const agent = proof === null ? null : world.store.find(Agent.Agents, proof.agentId)
  if (proof === null || agent === null) return null
  const by = world.dice.chance(30) ? registrar : acting(agent)
  return ask(world, endProof, { handle: agent.handle, id: proof.id }, mostly(world, by))
}

export const keyActs: ReadonlyArray<readonly [weight: number, act: Act]> = [
  [8, requesting],
  [2, answering(() => true)],
  [1, ending],
]
