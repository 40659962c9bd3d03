import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { hashBytes } from "../kernel/Hash.ts"
import {
  computeRoot,
  emptyRoot,
  hashLeaf,
  type Node,
  nodesOfConsistency,
  nodesOfInclusion,
  nodesOfTree,
  proveConsistency,
  proveInclusion,
  type ReadNode,
  rootOfHashes,
  verifyConsistency,
  verifyInclusion,
} from "./Merkle.ts"
import { leavesOf, rootsOver, storeOf } from "./testing/Tree.ts"

const leaves = leavesOf(300)
const read = storeOf(leaves)
const roots = leaves.map((_, size) => computeRoot(size, read))
const root = (size: number) => roots[size] ?? emptyRoot
const leaf = (index: number) => hashLeaf(leaves[index] ?? new Uint8Array())
const sizes = Array.from({ length: 48 }, (_, size) => size)
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString("hex")

const inclusion = (index: number, size: number) => ({
  index,
  size,
  leaf: leaf(index),
  proof: proveInclusion(index, size, read),
  root: root(size),
})
const consistency = (oldSize: number, size: number) => ({
  oldSize,
  oldRoot: root(oldSize),
  size,
  root: root(size),
  proof: proveConsistency(oldSize, size, read),
})
const flipped = (bytes: Uint8Array) => bytes.map((byte, i) => (i === 7 ? byte ^ 1 : byte))

describe("the tree of a log", () => {
  it("RFC 6962 2.1 the root of every size is that of the definition, from stored nodes and from leaves alike", () => {
    const defined = rootsOver(leaves)
    expect(roots.map(hex)).toEqual(roots.map((_, size) => hex(defined(0, size))))
    for (let size = 0; size < 300; size += 13)
      expect(hex(rootOfHashes(leaves.slice(0, size).map((one) => hashLeaf(one))))).toBe(hex(root(size)))
    expect(hex(emptyRoot)).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
  })

  it("RFC 6962 2.1 the hash of the court and that of Node give the same tree", () => {
    const fast = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest()
    expect(hex(hashBytes(Buffer.from("abc")))).toBe(hex(fast(Buffer.from("abc"))))
    expect(hex(computeRoot(299, read, fast))).toBe(hex(root(299)))
    expect(hex(rootOfHashes([leaf(0), leaf(1), leaf(2)], fast))).toBe(hex(root(3)))
    const { oldSize, size } = consistency(100, 299)
    expect(proveConsistency(oldSize, size, read, fast).map(hex)).toEqual(consistency(100, 299).proof.map(hex))
    expect(verifyInclusion({ ...inclusion(5, 299), proof: proveInclusion(5, 299, read, fast) }, fast)).toBe(
      true,
    )
    expect(verifyConsistency(consistency(100, 299), fast)).toBe(true)
  })

  /** Makes a proof, and says whether exactly the nodes that are named were read for it. */
  const readsOnly = (named: ReadonlyArray<Node>, prove: (read: ReadNode) => unknown): boolean => {
    const asked: Array<Node> = []
    prove((node) => {
      asked.push(node)
      return read(node)
    })
    return JSON.stringify(asked) === JSON.stringify(named)
  }
  const pairs = sizes.flatMap((size) => sizes.slice(0, size + 1).map((at) => [at, size] as const))

  it("RFC 9162 2.1.3 every leaf of every tree is proved, from the nodes that are named", () => {
    const failed = pairs.filter(
      ([index, size]) =>
        index < size &&
        !(
          verifyInclusion(inclusion(index, size)) &&
          readsOnly(nodesOfInclusion(index, size), (read) => proveInclusion(index, size, read))
        ),
    )
    expect(failed).toEqual([])
  })

  it("RFC 9162 2.1.4 every tree is proved to begin with every smaller one, from the nodes that are named", () => {
    const failed = pairs.filter(
      ([old, size]) =>
        !(
          verifyConsistency(consistency(old, size)) &&
          readsOnly(nodesOfConsistency(old, size), (read) => proveConsistency(old, size, read))
        ),
    )
    expect(failed).toEqual([])
  })

  it("RFC 9162 2.1.3 a proof of inclusion fails if any part of it is another", () => {
    const size = fc.integer({ min: 2, max: 299 })
    fc.assert(
      fc.property(size, fc.nat(), fc.nat(), fc.nat(), (size, at, other, cut) => {
        const good = inclusion(at % size, size)
        const { proof } = good
        const place = cut % proof.length
        const bad = [
          { ...good, index: (good.index + 1 + (other % (size - 1))) % size },
          { ...good, index: size },
          { ...good, leaf: flipped(good.leaf) },
          { ...good, root: flipped(good.root) },
          { ...good, proof: proof.map((hash, i) => (i === place ? flipped(hash) : hash)) },
          { ...good, proof: proof.filter((_, i) => i !== place) },
          { ...good, proof: [...proof.slice(0, place), leaf(0), ...proof.slice(place)] },
        ]
        expect(bad.map((one) => verifyInclusion(one))).toEqual(bad.map(() => false))
      }),
    )
  })

  it("RFC 9162 2.1.4 a proof of consistency fails if any part of it is another", () => {
    const size = fc.integer({ min: 3, max: 299 })
    fc.assert(
      fc.property(size, fc.nat(), fc.nat(), (size, at, cut) => {
        const good = consistency(1 + (at % (size - 1)), size)
        const { proof } = good
        const place = cut % proof.length
        const bad = [
          { ...good, oldRoot: flipped(good.oldRoot) },
          { ...good, root: flipped(good.root) },
          { ...good, oldSize: size, size: good.oldSize },
          { ...good, oldSize: size },
          { ...good, oldSize: 0 },
          { ...good, proof: proof.map((hash, i) => (i === place ? flipped(hash) : hash)) },
          { ...good, proof: proof.filter((_, i) => i !== place) },
          { ...good, proof: [...proof, leaf(0)] },
          { ...good, proof: [] },
        ]
        expect(bad.map((one) => verifyConsistency(one))).toEqual(bad.map(() => false))
      }),
    )
  })

  it("RFC 9162 2.1.4 a tree of no leaves or of the same size needs its own root and no proof", () => {
    const same = consistency(9, 9)
    expect(verifyConsistency({ ...same, proof: [leaf(0)] })).toBe(false)
    expect(verifyConsistency({ ...same, oldRoot: leaf(0) })).toBe(false)
    const empty = consistency(0, 9)
    expect(verifyConsistency({ ...empty, proof: [leaf(0)] })).toBe(false)
    expect(verifyConsistency({ ...empty, oldRoot: leaf(0) })).toBe(false)
  })

  it("RFC 6962 2.1 a root is computed from complete subtrees, also of sizes beyond 32 bits", () => {
    expect(nodesOfTree(7)).toEqual([
      { level: 2, index: 0 },
      { level: 1, index: 2 },
      { level: 0, index: 6 },
    ])
    const size = 2 ** 52 + 3
    const far = () => leaf(0)
    expect(nodesOfTree(size).map(({ level }) => level)).toEqual([52, 1, 0])
    const proof = proveInclusion(2 ** 52, size, far)
    expect(proof).toHaveLength(3)
    expect(
      verifyInclusion({ index: 2 ** 52, size, leaf: leaf(0), proof, root: computeRoot(size, far) }),
    ).toBe(false)
  })
})

interface Vector {
  readonly desc: string
  readonly wantErr: boolean
  readonly proof: ReadonlyArray<string>
  readonly leafIdx?: number
  readonly treeSize?: number
  readonly leafHash?: string
  readonly root?: string
  readonly size1?: number
  readonly size2?: number
  readonly root1?: string
  readonly root2?: string
}
const bytes = (base64 = "") => new Uint8Array(Buffer.from(base64, "base64"))

describe("the published vectors of transparency-dev (Apache 2.0)", () => {
  const vectors: ReadonlyArray<Vector> = readFileSync(
    new URL("testing/merkle.jsonl", import.meta.url),
    "utf8",
  )
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line))

  // C2SP tlog-witness begins a log with the empty tree, which needs no proof. Their library asks its callers not to.
  const fromNothing = "size1 is zero and size2 is not zero"

  it("RFC 9162 2.1 each proof is accepted or refused as they say, but that every tree begins with the empty one", () => {
    const found = vectors.map((vector) => {
      const proof = vector.proof.map(bytes)
      const { leafIdx: index = 0, treeSize: size = 0, size1: oldSize = 0, size2: newSize = 0 } = vector
      return vector.leafHash === undefined
        ? verifyConsistency({
            oldSize,
            oldRoot: bytes(vector.root1),
            size: newSize,
            root: bytes(vector.root2),
            proof,
          })
        : verifyInclusion({ index, size, leaf: bytes(vector.leafHash), proof, root: bytes(vector.root) })
    })
    const others = vectors.filter(({ wantErr }, i) => found[i] === wantErr)
    expect(others.map(({ desc }) => desc)).toEqual([fromNothing])
    expect(vectors.length).toBeGreaterThan(150)
  })
})
