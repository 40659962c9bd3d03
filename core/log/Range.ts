/** A tree as a reader follows it without its leaves: its size, and the hashes of the complete subtrees that make it up. */
import { needPresent } from "../kernel/Defect.ts"
import { type HashBytes, hashBytes } from "../kernel/Hash.ts"
import { emptyRoot, hashChildren, hashLeaf } from "./Merkle.ts"

/** The hashes from which a log grows without reading what it has: one for each complete subtree. */
export interface Range {
  readonly size: number
  /** From the left, the hash of each subtree that `nodesOfTree` names. */
  readonly hashes: ReadonlyArray<Uint8Array>
}

/** The range of a log without leaves, from which every log grows. */
export const empty: Range = { size: 0, hashes: [] }

/** The tree with further leaves. Each leaf closes as many subtrees as its number has trailing ones in binary. */
export const append = (
  { size, hashes }: Range,
  leaves: ReadonlyArray<Uint8Array>,
  hash: HashBytes = hashBytes,
): Range => {
  const open = [...hashes]
  leaves.forEach((leaf, i) => {
    let node = hashLeaf(leaf, hash)
    for (let count = size + i; count % 2 === 1; count = (count - 1) / 2)
      node = hashChildren(needPresent(open.pop(), "the left half of a subtree"), node, hash)
    open.push(node)
  })
  return { size: size + leaves.length, hashes: open }
}

/** The root of the tree of which a range has the subtrees. */
export const rootOf = ({ hashes }: Range, hash: HashBytes = hashBytes): Uint8Array =>
  hashes.length === 0 ? emptyRoot : hashes.reduceRight((right, left) => hashChildren(left, right, hash))
