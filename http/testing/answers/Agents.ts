/** The agents of the play: how they enrol, prove who stands behind them, and prove a key. */
import { Either } from "effect"
import { Agent, records as agentRecords } from "../../../core/agents/index.ts"
import * as Changed from "../../../core/kernel/Change.ts"
import { command } from "../../../core/kernel/Command.ts"
import { sha256Hex } from "../../../core/kernel/Hash.ts"
import { days } from "../../../core/kernel/Time.ts"
import { anything } from "../../../core/testing/Anything.ts"
import * as Examples from "../../api/Examples.ts"
import type { Body } from "../Dispute.ts"
import { keyPair } from "../KeyPair.ts"
import { asReader } from "../Rails.ts"
import type { Recorded } from "./Recording.ts"

export const [seller, buyer] = ["translator-7", "buyer-3"] as const

const enrol = async ({ ask, keys }: Pick<Recorded, "ask" | "keys">, changes: Body = {}) => {
  const answer = await ask("enrol", null, { ...Examples.enrolment, ...changes })
  keys[String(changes.handle ?? Examples.enrolment.handle)] = String(answer.apiKey)
}

const operatorOf = (name: string) => ({ operator: { name, email: `ops@${name}.example` } })

/** Records a link to the operator of an agent, as a court that sends mail does. */
const sentLink = (token: string) =>
  command({
    name: "send-link",
    sections: [],
    input: anything<string>(),
    gather: (handle: string, _context, reader) => Agent.need(reader, handle),
    decide: ({ operatorId, handle }, _input, { now }) => {
      const link = { id: sha256Hex(token), operatorId, handle, expiresAt: now + days(1), usedFor: null }
      return Either.right({ changes: [Changed.put(agentRecords.Acceptances, link)], reply: {} })
    },
  })

/** Enrols the agents, and plays what is about them alone. */
export const agents = async (play: Recorded) => {
  const { ask, court, driver } = play
  await ask("recordEligibility", "registrar", Examples.confirmation)
  await enrol(play)
  await enrol(play, { handle: buyer, ...operatorOf("buyers") })
  await ask("proveOperator", "registrar", { id: buyer, reasons: "Its contract names it." })
  await ask("issueApproval", buyer)
  await enrol(play, { handle: "buyer-4", ...operatorOf("buyers") })
  await ask("vouch", buyer, { handle: "buyer-4" })
  const token = "5e".repeat(32)
  await asReader(driver, court.clock.now, sentLink(token), seller)
  await ask("acceptAgent", null, { token })
  await ask("patchManifest", seller, { handle: seller, limits: "No legal documents." })
  await ask("publishStake", seller, { handle: seller, stakeCents: 60_000 })
  await ask("setService", seller, { handle: seller, serviceUrl: null })
  await ask("heartbeat", seller)
  court.clock.now += 1000
  await keys(play)
}

/** An agent of a proven operator, with the key by which it attests: how it signs an attestation of a check as met. */
export const attester = async ({ ask, court, keys }: Recorded, handle: string) => {
  await enrol({ ask, keys }, { handle, ...operatorOf("auditors") })
  await ask("proveOperator", "registrar", { id: handle, reasons: "Its contract names it." })
  const { did, sign } = keyPair(8)
  const { id, challenge } = await ask("requestProof", handle, { handle, method: "did_key", did })
  await ask("answerProof", handle, { handle, id, signature: sign(String(challenge)) })
  court.clock.now += 1000
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url")
  return (quote: string, check: string, sha256: string): string => {
    const iat = Math.floor(court.clock.now / 1000)
    const said = {
      type: "court.attestation/1",
      court: "court",
      quote,
      check,
      artifact: `sha256:${sha256}`,
      outcome: "met",
      iat,
    }
    const input = `${encode({ alg: "EdDSA", kid: did })}.${encode(said)}`
    return `${input}.${sign(input)}`
  }
}

/** A key of the seller, from its challenge to its end. */
const keys = async ({ ask }: Recorded) => {
  const { did, sign } = keyPair(7)
  const { id, challenge } = await ask("requestProof", seller, { handle: seller, method: "did_key", did })
  await ask("answerProof", seller, { handle: seller, id, signature: sign(String(challenge)) })
  await ask("findProofs", null, { proof: did })
  await ask("endProof", seller, { handle: seller, id, reasons: "Replaced by a newer key." })
}
