import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { sha256Hex } from "../../core/kernel/Hash.ts"
import { verifyJws } from "../../core/kernel/Notary.ts"
import * as ApiKey from "./ApiKey.ts"
import * as MemoryKeys from "./MemoryKeys.ts"

describe("MemoryKeys", () => {
  it("Rule 2.6 gives the credentials of the offices beside the keys, which know their hashes alone", () => {
    const { keys, registrarKey, judgeKey } = MemoryKeys.make()
    expect(keys.registrarSha256).toBe(ApiKey.parse(registrarKey))
    expect(keys.judgeSha256).toBe(ApiKey.parse(judgeKey))
    expect(JSON.stringify(keys)).not.toContain(registrarKey)
  })

  it("Rule 5.4 signs what its published keys verify, and no key is shared by two courts", async () => {
    const [one, other] = [MemoryKeys.make().keys, MemoryKeys.make().keys]
    const value = { label: "good" }
    const jws = await Effect.runPromise(one.sign(value))
    expect(verifyJws(jws, value, one.jwks).valid).toBe(true)
    expect(verifyJws(jws, value, other.jwks).valid).toBe(false)
    expect(one.seal("text").publicKey).toBe(one.notary.publicKey)
    const texts = [one, other].flatMap(({ keyedHash, payout, notary }) => [
      keyedHash("ops@example.com"),
      payout.address,
      notary.publicKey,
    ])
    expect(new Set(texts).size).toBe(texts.length)
    expect(one.keyedHash("ops@example.com")).not.toBe(sha256Hex("ops@example.com"))
    expect([one.notary.retiredKeys, one.payout.retiredKeys]).toEqual([[], []])
  })
})
