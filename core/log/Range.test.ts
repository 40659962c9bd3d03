import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { hashLeaf, rootOfHashes } from "./Merkle.ts"
import * as Range from "./Range.ts"

const leaves = (count: number) => Array.from({ length: count }, (_, i) => utf8ToBytes(`leaf ${i}`))

describe("RFC 9162 §2.1 a tree that is followed without its leaves", () => {
  it("has the root of the tree of its leaves, whatever is appended at a time", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 70 }), { maxLength: 8 }), (parts) => {
        const all = leaves(parts.reduce((sum, part) => sum + part, 0))
        let range = Range.empty
        for (const part of parts) range = Range.append(range, all.slice(range.size, range.size + part))
        expect(range.size).toBe(all.length)
        const root =
          all.length === 0 ? Range.rootOf(Range.empty) : rootOfHashes(all.map((leaf) => hashLeaf(leaf)))
        expect(bytesToHex(Range.rootOf(range))).toBe(bytesToHex(root))
      }),
    )
  })

  it("keeps as many hashes as its size has ones in binary", () => {
    expect(Range.append(Range.empty, leaves(255)).hashes).toHaveLength(8)
    expect(Range.append(Range.empty, leaves(256)).hashes).toHaveLength(1)
  })
})
