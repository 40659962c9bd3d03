/**
 * The facts that are read about keys, and who is told of them: holds, services and filings are private to the agents to which they belong.
 */
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { records as agentRecords } from "../agents/index.ts"
import { notarise } from "../dealings/index.ts"
import type { Actor } from "../kernel/Actor.ts"
import * as Changed from "../kernel/Change.ts"
import * as Court from "../kernel/Court.ts"
import { sha256Hex } from "../kernel/Hash.ts"
import { published } from "../kernel/Schedule.ts"
import { hours } from "../kernel/Time.ts"
import { type HeldAddress, ProvenKey, records as proofRecords } from "../proofs/index.ts"
import { didKey, key, keyStage } from "../proofs/testing/Court.ts"
import { Store } from "../store/Store.ts"
import { contextFor } from "../testing/Context.ts"
import { put } from "../testing/Put.ts"
import { registrar } from "../testing/Stage.ts"
import { checkEvidence } from "./Check.ts"
import * as Findings from "./Findings.ts"
import { artifact, reading, signer } from "./testing/Artifacts.ts"
import { Verifiers } from "./Verified.ts"

const fingerprint = `evm:0x${"ab".repeat(20)}`

const opened = async () => {
  const court = keyStage()
  const seller = await court.enrolled("seller")
  const buyer = await court.enrolled("buyer", "op-2")
  const stranger = await court.enrolled("stranger", "op-3")
  const hold = (agent: Actor & { role: "agent" }) => {
    const held: HeldAddress.HeldAddress = {
      agentId: agent.id,
      handle: agent.handle,
      fingerprint,
      since: court.now(),
    }
    return court.act(put, [Changed.put(proofRecords.HeldAddresses, held)], registrar)
  }
  const serve = async (serviceUrl: string | null) => {
    const [found] = await court.read((reader) => reader.findAll(agentRecords.Agents, [seller.id]))
    if (found?._tag !== "Some") throw new Error("no seller")
    const served = { ...found.value, serviceUrl, serviceAnsweredAt: serviceUrl === null ? null : court.now() }
    return court.act(put, [Changed.put(agentRecords.Agents, served)], registrar)
  }
  const examine = (content: string, actor: Actor, trial: boolean) =>
    court.read((reader) =>
      Effect.provideService(
        Findings.examine(
          reader,
          [content],
          { parties: [seller.id, buyer.id], quote: null },
          { ...contextFor(actor, court.now()), trial },
        ),
        Verifiers,
        reading,
      ),
    )
  /** Whose an artifact is if the buyer files it, or only tries to. */
  const whose = async (content: string, trial = false, actor: Actor = buyer) =>
    (await examine(content, actor, trial))?.findings.pieces[0]?.verified.signers[0]?.agent
  const file = async (content: string) => {
    const kept = await examine(content, buyer, false)
    return court.act(put, [...Findings.keptChanges(kept)], registrar)
  }
  const checked = async (content: string, actor: Actor) => {
    const envelope = { actor, now: court.now(), schedule: published }
    const asked = Court.ask(checkEvidence, { content }, envelope)
    const { verified } = await Effect.runPromise(
      asked.pipe(Effect.provideService(Store, court.driver), Effect.provideService(Verifiers, reading)),
    )
    return [verified?.signers[0]?.agent, verified?.checks.at(-1)?.why] as const
  }
  return { court, seller, buyer, stranger, hold, serve, whose, file, checked }
}

const nobody = "seller (did:key:z6Mk1): No agent of this Court has shown that this key is its own."

describe("what is told of keys", () => {
  it("Rule 4.11D given a stranger that checks an artifact, or tries a filing, then it learns nothing of a private hold", async () => {
    const { court, seller, buyer, stranger, hold, whose, checked } = await opened()
    await hold(seller)
    const content = artifact({ signers: [signer({ fingerprint, signedAt: court.now() })] })
    for (const actor of [stranger, buyer, registrar])
      expect(await checked(content, actor)).toEqual([null, nobody])
    expect((await checked(content, seller))[0]).toBe("seller")
    expect(await whose(content, true)).toBeNull()
    expect(await whose(content, true, registrar)).toBeNull()
    expect(await whose(content)).toBe("seller")
    // A hold of somebody who is not a party is neither told nor counted, so that an accomplice takes nothing over.
    await hold(stranger)
    expect(await whose(content)).toBe("seller")
    await hold(buyer)
    expect(await whose(content)).toBeNull()
    expect((await checked(content, seller))[0]).toBe("seller")
  })

  it("Rule 4.11D given a stranger that checks an artifact, or tries a filing, then it learns nothing of another's service", async () => {
    const { court, seller, stranger, serve, whose, checked } = await opened()
    await serve("https://seller.example")
    const content = artifact({
      signers: [signer({ entitled: "host", host: "Seller.example", signedAt: court.now() })],
    })
    expect((await checked(content, stranger))[0]).toBeNull()
    expect((await checked(content, seller))[0]).toBe("seller")
    expect(await whose(content, true)).toBeNull()
    expect(await whose(content)).toBe("seller")
    await serve(null)
    expect(await whose(content)).toBeNull()
  })

  it("Rule 4.11B given a key at the root of a host, then it is the agent's that has proven the did:web of that root, and no tenant's", async () => {
    const { court, seller, buyer, whose } = await opened()
    const content = artifact({
      signers: [signer({ entitled: "host", host: "platform.example", signedAt: court.now() })],
    })
    await court.prove(buyer, { method: "did_web", did: "did:web:platform.example:agents:buyer#key-1" })
    expect(await whose(content)).toBeNull()
    const { proofId } = await court.prove(seller, {
      method: "did_web",
      did: "did:web:platform.example#key-1",
    })
    expect(await whose(content, true)).toBe("seller")
    court.advance(hours(1))
    await court.act(court.endProof, { handle: "seller", id: proofId }, seller)
    expect(await whose(content)).toBeNull()
  })
})

describe("an artifact that the Court has seen before", () => {
  it("Rule 4.11C given an offer that was filed while the key stood, then no end of the key unsays it in a later paper, and a trial does not tell", async () => {
    for (const signedAt of [null, "now"]) {
      const { court, seller, whose, file } = await opened()
      const { proofId } = await court.prove(seller, { method: "did_key", did: didKey })
      const own = {
        fingerprint: ProvenKey.fingerprintOf({
          jwk: { ...key, x: sha256Hex(`${didKey}#${didKey.slice(8)}`) },
        }),
      }
      const at = signedAt === null ? null : court.now()
      const signed = (role: string) => artifact({ signers: [signer({ ...own, signedAt: at, role })] })
      const [filed, other] = [signed("seller"), signed("merchant")]
      court.advance(hours(1))
      await file(filed)
      await file(filed)
      court.advance(hours(1))
      await court.act(court.endProof, { handle: "seller", id: proofId }, seller)
      court.advance(hours(1))
      expect(await whose(filed)).toBe("seller")
      expect(await whose(filed, true)).toBeNull()
      expect(await whose(other)).toBeNull()
      // An entry of it that is lodged later changes nothing.
      await court.act(notarise, { sha256: sha256Hex(filed) }, seller)
      expect(await whose(filed)).toBe("seller")
    }
  })
})
