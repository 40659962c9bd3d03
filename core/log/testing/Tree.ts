/** Trees for tests: leaves, and roots computed as the definition of RFC 6962 (2.1) says, without any store. */
import { present } from "../../kernel/Defect.ts"
import { emptyRoot, hashChildren, hashLeaf, type ReadNode } from "../Merkle.ts"

export const leavesOf = (size: number): ReadonlyArray<Uint8Array> =>
  Array.from({ length: size }, (_, i) => Buffer.from(`leaf ${i}`))

/** MTH of RFC 6962. */
export const rootOf = (leaves: ReadonlyArray<Uint8Array>): Uint8Array => {
  const [first, ...rest] = leaves
  if (first === undefined) return emptyRoot
  if (rest.length === 0) return hashLeaf(first)
  let left = 1
  while (left * 2 < leaves.length) left *= 2
  return hashChildren(rootOf(leaves.slice(0, left)), rootOf(leaves.slice(left)))
}

/** The hashes of all complete subtrees over these leaves. */
export const storeOf = (leaves: ReadonlyArray<Uint8Array>): ReadNode => {
  const levels = [leaves.map((leaf) => hashLeaf(leaf))]
  for (let below = levels[0] ?? []; below.length > 1; ) {
    const above = Array.from({ length: Math.floor(below.length / 2) }, (_, i) =>
      hashChildren(present(below[2 * i], "a left node"), present(below[2 * i + 1], "a right node")),
    )
    levels.push(above)
    below = above
  }
  return ({ level, index }) => present(levels[level]?.[index], `node ${level} ${index}`)
}
