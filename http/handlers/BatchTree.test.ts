/** The tree of a batch with all its hashes, held equal to the rule of the core. */
import { describe, expect, it } from "vitest"
import { Lodged } from "../../core/log/index.ts"
import { KeptTrees, Leaves } from "./BatchTree.ts"

const entry = (i: number): Lodged.Entry => ({
  sha256: i.toString(16).padStart(64, "a"),
  id: `entry-${i} "\u00e9\u2028\ud83d\ude00`,
  lodgedAt: "2026-11-29T00:00:00.000Z",
  sequence: i * 7 + 1,
})
const entries = (size: number) => Array.from({ length: size }, (_, i) => entry(i))
const treeOf = (all: ReadonlyArray<Lodged.Entry>) => {
  const leaves = new Leaves(all.length)
  for (const one of all) leaves.add(one)
  return leaves.tree
}

describe("Dealings Act 1.1B the tree of a batch", () => {
  it("has the root and the paths of the rule, whatever its size", () => {
    for (const size of [...Array.from({ length: 34 }, (_, i) => i), 63, 64, 65, 127, 128, 129, 999, 1000]) {
      const all = entries(size)
      const tree = treeOf(all)
      const hashes = all.map((one) => Lodged.hashEntry(one))
      expect(tree.root).toBe(Lodged.rootOfEntries(hashes))
      const some = [0, 1, 63, 64, 511, 512, size - 2, size - 1].filter((index) => index < size)
      const asked = size > 65 ? some : all.map((_, i) => i)
      for (const index of asked) expect(tree.pathOf(index)).toEqual(Lodged.pathOfEntry(index, hashes))
    }
  })

  it("takes only the members of the leaf", () => {
    const more = { ...entry(1), kind: "delivery", label: "x" }
    expect(treeOf([more]).root).toBe(treeOf([entry(1)]).root)
  })

  it("is kept until sixty-four thousand entries were lodged after it, however the batches are cut", () => {
    const kept = new KeptTrees()
    const small = treeOf(entries(1))
    const large = treeOf(entries(1_000))
    kept.keep("first", small)
    kept.keep("first", small)
    for (let i = 0; i < 63; i++) kept.keep(`batch ${i}`, large)
    expect(kept.of("first")).toBe(small)
    kept.keep("one more", large)
    expect(kept.of("first")).toBeNull()
    expect(kept.of("batch 0")).toBe(large)
  })
})
