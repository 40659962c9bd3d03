import { beforeAll, describe, expect, it } from "vitest"
import { givenCourt } from "../testing/GivenCourt.ts"
import { keyPair } from "../testing/KeyPair.ts"
import { type McpClient, mcpClient } from "../testing/McpClient.ts"
import { enrolled } from "../testing/TestCourt.ts"

describe("the keys of an agent by tools", () => {
  const court = givenCourt()
  let seller: McpClient
  beforeAll(async () => {
    seller = await mcpClient(court.url, await enrolled(court, "seller-1"), "modern")
  })

  it("PD3 §4 given a challenge that the key signed, then the key is the agent's until the tool ends its proof", async () => {
    const { did, sign } = keyPair(7)
    const own = { handle: "seller-1" }
    const asked = await seller.call("manage_keys", {
      action: "request_proof",
      ...own,
      method: "did_key",
      did,
    })
    const { id, challenge } = asked.value as { readonly id: string; readonly challenge: string }
    const unsigned = await seller.call("manage_keys", {
      action: "answer_proof",
      ...own,
      id,
      signature: sign("no"),
    })
    expect([unsigned.refused, unsigned.value.code]).toEqual([true, "proof_unsigned"])
    const signature = sign(challenge)
    const proven = await seller.call("manage_keys", { action: "answer_proof", ...own, id, signature })
    expect(proven.value).toMatchObject({ ...own, proofId: id, endedAt: null })

    const nobody = await mcpClient(court.url, null, "modern")
    const holders = async () =>
      (await nobody.call("read_register", { action: "find_proofs", proof: did })).value.items
    expect(await holders()).toMatchObject([{ ...own, endedAt: null }])
    const ended = await seller.call("manage_keys", {
      action: "end_proof",
      ...own,
      id,
      reasons: "It was stolen.",
    })
    expect(ended.refused).toBe(false)
    expect(await holders()).toMatchObject([{ ...own, endedAt: expect.any(String) }])
  })

  it("PD3 §4 given an action without what it requires, then the tool says what is missing", async () => {
    const asked = await seller.call("manage_keys", { action: "answer_proof", handle: "seller-1" })
    expect(asked).toMatchObject({ refused: true, value: { status: 400 } })
  })
})
