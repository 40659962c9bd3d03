/** How many keys an agent may prove, and two agents that want one key. */
import { beforeEach, describe, expect, it } from "vitest"
import { bounds } from "../kernel/Schedule.ts"
import { days } from "../kernel/Time.ts"
import type * as Challenge from "./Challenge.ts"
import { proofsOfKey } from "./ProvenKey.ts"
import { latestProofs, proofsShown } from "./Queries.ts"
import * as Given from "./testing/Court.ts"

const web = (host: string) => ({ method: "did_web", did: `did:web:${host}#k` }) as const
const byAddress = { method: "evm", address: Given.addressOfOne } as const

describe("the limits of proven keys", () => {
  let keys: { [name: string]: Challenge.Verdict }
  let court: ReturnType<typeof Given.keyStage>
  let seller: Awaited<ReturnType<typeof court.enrolled>>
  let other: typeof seller
  beforeEach(async () => {
    keys = {}
    court = Given.keyStage(keys)
    seller = await court.enrolled("seller-1")
    other = await court.enrolled("other-1", "op-2")
  })
  const shown = () => court.read((reader) => latestProofs(reader, seller.id))
  const answer = (id: string, challenge: string, agent = seller) => ({
    handle: agent.handle,
    id,
    signature: Given.signatureBy(Given.nameIn(challenge), challenge),
  })

  it("PD3 §4 given more challenges than may be open, then the newest take the places of the oldest", async () => {
    const first = await court.request(seller, web("a.example"))
    const rest = []
    for (let n = 0; n < bounds.proofChallengesMax; n++)
      rest.push(await court.request(seller, web(`h${n}.example`)))
    expect(await court.codeOf(court.answerProof, answer(first.id, first.challenge), seller)).toBe(
      "unknown_proof",
    )
    const [second] = rest
    expect(
      await court.codeOf(court.answerProof, answer(second?.id ?? "", second?.challenge ?? ""), seller),
    ).toBeNull()
  })

  it("PD3 §4B an agent has at most so many keys at once, and proves at most so many on a day", async () => {
    const ids = []
    for (let n = 0; n < bounds.provenKeysMax; n++)
      ids.push((await court.prove(seller, web(`h${n}.example`))).proofId)
    const next = () =>
      court.codeOf(
        court.requestProof,
        { handle: "seller-1", court: "https://court.example", ...web("more.example") },
        seller,
      )
    expect(await next()).toBe("standing_keys")
    await court.act(court.endProof, { handle: "seller-1", id: ids[0] ?? "" }, seller)
    expect(await next()).toBe("daily_figure")
    court.advance(days(1))
    expect(await next()).toBeNull()
    await court.prove(seller, web("more.example"))
    const latest = await shown()
    expect(latest).toHaveLength(proofsShown)
    expect(latest[0]).toMatchObject({ id: "did:web:more.example#k", endedAt: null })
  })

  it("PD3 §4B an agent that proves and ends one key again and again hides nothing that the key signed", async () => {
    for (let n = 0; n < bounds.keyProofsMax; n++) {
      const { proofId } = await court.prove(seller, byAddress)
      await court.act(court.endProof, { handle: "seller-1", id: proofId }, seller)
    }
    court.advance(days(1))
    expect(await court.provingCode(seller, byAddress)).toBe("key_spent")
    expect(await court.provingCode(other, byAddress)).toBe("key_spent")
    const name = `evm:${Given.addressOfOne.toLowerCase()}`
    expect(await court.read((reader) => proofsOfKey(reader, name))).toHaveLength(bounds.keyProofsMax)
  })

  it("PD3 §4B of two agents that prove one key at once, one has it", async () => {
    for (const host of ["a.example", "b.example"])
      keys[`did:web:${host}#k`] = { _tag: "Signed", jwk: Given.key, document: null }
    const [mine, its] = [
      await court.request(seller, web("a.example")),
      await court.request(other, web("b.example")),
    ]
    const codes = await Promise.all([
      court.codeOf(court.answerProof, answer(mine.id, mine.challenge), seller),
      court.codeOf(court.answerProof, answer(its.id, its.challenge, other), other),
    ])
    expect(codes.toSorted()).toEqual(["key_taken", null])
  })
})
