import { describe, expect, it } from "vitest"
import { hashBytes } from "../../core/kernel/Hash.ts"
import { digest } from "./Sha256.ts"

describe("the host's SHA-256", () => {
  it.each([0, 1, 31, 65, 4096])("gives the bytes that the core's gives, of %i bytes", (length) => {
    // given
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 7) % 256)

    // when
    const given = digest(bytes)

    // then
    expect(given).toEqual(hashBytes(bytes))
  })

  it("hashes a text as its UTF-8 bytes", () => {
    expect([...digest("\0é")]).toEqual([...hashBytes(new TextEncoder().encode("\0é"))])
  })
})
