/** The tree over entries that were lodged together. */
import { createHash } from "node:crypto"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import * as Lodged from "./Lodged.ts"

const entry = (n: number): Lodged.Entry => ({
  id: `dealing-${n}`,
  sequence: 3 * n + 1,
  sha256: n.toString(16).padStart(64, "0"),
  lodgedAt: "2026-11-01T00:00:00.000Z",
})
const entries = (count: number) => Array.from({ length: count }, (_, n) => entry(n))

const sha256 = (...parts: ReadonlyArray<Buffer | string>): Buffer => {
  const hash = createHash("sha256")
  for (const part of parts) hash.update(part)
  return hash.digest()
}
/** The root as RFC 6962 defines it, by the definition's own recursion. */
const rootBy6962 = (leaves: ReadonlyArray<Lodged.Entry>): Buffer => {
  const [only] = leaves
  if (leaves.length === 1 && only !== undefined) {
    const { id, lodgedAt, sequence, sha256: hash } = only
    // The members of an RFC 8785 form stand in the order of their names.
    return sha256(Buffer.of(0), JSON.stringify({ id, lodgedAt, sequence, sha256: hash }))
  }
  let left = 1
  while (2 * left < leaves.length) left *= 2
  return sha256(Buffer.of(1), rootBy6962(leaves.slice(0, left)), rootBy6962(leaves.slice(left)))
}

describe("the root of a batch", () => {
  it("Dealings Act 1.1B is that of RFC 6962 over the RFC 8785 forms of the entries, in their order", () => {
    for (const count of [1, 2, 3, 7, 8, 9, 1000]) {
      const leaves = entries(count).map((each) => Lodged.hashEntry(each))
      expect(Lodged.rootOfEntries(leaves)).toBe(rootBy6962(entries(count)).toString("hex"))
    }
  })

  it("Dealings Act 1.1B does not depend on members beside those of the leaf", () => {
    expect(Lodged.hashEntry({ ...entry(1), ...{ receipt: "x" } })).toEqual(Lodged.hashEntry(entry(1)))
  })
})

describe("the path of an entry", () => {
  const placed = fc
    .integer({ min: 1, max: 70 })
    .chain((size) => fc.record({ size: fc.constant(size), index: fc.integer({ min: 0, max: size - 1 }) }))

  it("Dealings Act 1.1B proves each entry in its place of a batch of any size, and no other entry and no other place", () => {
    fc.assert(
      fc.property(placed, ({ size, index }) => {
        const leaves = entries(size).map((each) => Lodged.hashEntry(each))
        const place = {
          index,
          size,
          root: Lodged.rootOfEntries(leaves),
          path: Lodged.pathOfEntry(index, leaves),
        }
        expect(Lodged.isInBatch(entry(index), place)).toBe(true)
        expect(Lodged.isInBatch({ ...entry(index), sequence: 0 }, place)).toBe(false)
        expect(Lodged.isInBatch(entry(index + 1), place)).toBe(false)
        expect(Lodged.isInBatch(entry(index), { ...place, index: index + 1 })).toBe(false)
        expect(Lodged.isInBatch(entry(index), { ...place, path: [...place.path, place.root] })).toBe(false)
      }),
    )
  })

  it.each([
    ["an index that is negative", { index: -1 }],
    ["an index that is not whole", { index: 0.5 }],
    ["a root that is not a hash", { root: "00" }],
    ["a root in capitals, which the court never writes", { root: "AB".repeat(32) }],
    ["a hash of the path that is not one", { path: ["zz"] }],
  ])("Dealings Act 1.1B given %s, then nothing is proven, and nothing is thrown", (_what, wrong) => {
    const leaves = entries(2).map((each) => Lodged.hashEntry(each))
    const place = {
      index: 0,
      size: 2,
      root: Lodged.rootOfEntries(leaves),
      path: Lodged.pathOfEntry(0, leaves),
    }
    expect(Lodged.isInBatch(entry(0), { ...place, ...wrong })).toBe(false)
  })
})
