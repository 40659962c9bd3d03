/** Trees for tests: leaves, and roots computed as the definition of RFC 6962 (2.1) says, without any store. */
import { needPresent } from "../../kernel/Defect.ts"
import { emptyRoot, hashChildren, hashLeaf, type ReadNode } from "../Merkle.ts"

export const leavesOf = (size: number): ReadonlyArray<Uint8Array> =>
  Array.from({ length: size }, (_, i) => new Uint8Array(Buffer.from(`leaf ${i}`)))

/** MTH of RFC 6962: the root over the leaves from `begin` up to `end`. Each root that was computed once is kept. */
export const rootsOver = (leaves: ReadonlyArray<Uint8Array>) => {
  const kept = new Map<string, Uint8Array>()
  const compute = (begin: number, end: number): Uint8Array => {
    if (begin === end) return emptyRoot
    if (end - begin === 1) return hashLeaf(needPresent(leaves[begin], "a leaf"))
    let left = 1
    while (left * 2 < end - begin) left *= 2
    return hashChildren(root(begin, begin + left), root(begin + left, end))
  }
  const root = (begin: number, end: number): Uint8Array => {
    const key = `${begin} ${end}`
    const found = kept.get(key) ?? compute(begin, end)
    kept.set(key, found)
    return found
  }
  return root
}

/** The hashes of all complete subtrees over these leaves. */
export const storeOf = (leaves: ReadonlyArray<Uint8Array>): ReadNode => {
  const levels = [leaves.map((leaf) => hashLeaf(leaf))]
  for (let below = levels[0] ?? []; below.length > 1; ) {
    const above = Array.from({ length: Math.floor(below.length / 2) }, (_, i) =>
      hashChildren(needPresent(below[2 * i], "a left node"), needPresent(below[2 * i + 1], "a right node")),
    )
    levels.push(above)
    below = above
  }
  return ({ level, index }) => needPresent(levels[level]?.[index], `node ${level} ${index}`)
}
