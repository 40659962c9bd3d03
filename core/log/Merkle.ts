/**
 * The Merkle tree of a log (RFC 6962, RFC 9162): hashes, roots and proofs. Proofs are made from stored hashes of complete subtrees, which
 * never change when the log grows. Sizes and indexes are whole numbers up to 2^53.
 */
import { type HashBytes, hashBytes } from "../kernel/Hash.ts"

/** The length in bytes of every hash of the tree, which is a SHA-256. */
export const hashLength = 32

/** A complete subtree: that of the `2^level` leaves which begin with leaf `index * 2^level`. */
export interface Node {
  readonly level: number
  readonly index: number
}

/** Gives the hash of a node of the tree (32 bytes). */
export type ReadNode = (node: Node) => Uint8Array

/** The leaves from `begin` up to, but not with, `end`. */
interface Range {
  readonly begin: number
  readonly end: number
}

/** The hash of a leaf, with the byte 0 before it, so that no leaf passes for a node (RFC 6962). */
export const hashLeaf = (leaf: Uint8Array, hash: HashBytes = hashBytes): Uint8Array => {
  const bytes = new Uint8Array(leaf.length + 1)
  bytes.set(leaf, 1)
  return hash(bytes)
}

/** The hash of a node by the hashes of its children (RFC 6962, section 2.1). */
export const hashChildren = (
  left: Uint8Array,
  right: Uint8Array,
  hash: HashBytes = hashBytes,
): Uint8Array => {
  const bytes = new Uint8Array(1 + 2 * hashLength)
  bytes[0] = 1
  bytes.set(left, 1)
  bytes.set(right, 1 + hashLength)
  return hash(bytes)
}

/** The root of the tree without leaves: the hash of no bytes. */
export const emptyRoot: Uint8Array = hashBytes(new Uint8Array())

/** Whether two values have the same bytes; not in constant time, so not for secrets. */
export const equalBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, i) => byte === b[i])

/** The level of the largest complete subtree of at most so many leaves. */
const levelWithin = (leaves: number): number => {
  let level = 0
  while (2 ** (level + 1) <= leaves) level++
  return level
}

const isHash = (bytes: Uint8Array): boolean => bytes.length === hashLength

/** How many leaves stand on the left of a tree's root: the largest power of two below its size, which is 2 or more. */
const leftLeaves = (size: number): number => 2 ** levelWithin(size - 1)

/** The complete subtrees that make up the subtree of a range, from the left. */
const nodesOfRange = ({ begin, end }: Range): ReadonlyArray<Node> => {
  const nodes: Array<Node> = []
  for (let at = begin; at < end; ) {
    const level = levelWithin(end - at)
    nodes.push({ level, index: at / 2 ** level })
    at += 2 ** level
  }
  return nodes
}

/** The hash over subtrees from the left, each of which is larger than the next. */
const foldHashes = (hashes: ReadonlyArray<Uint8Array>, hash: HashBytes): Uint8Array =>
  hashes.reduceRight((right, left) => hashChildren(left, right, hash))

const hashRange = (range: Range, read: ReadNode, hash: HashBytes): Uint8Array =>
  foldHashes(nodesOfRange(range).map(read), hash)

/** The complete subtrees that make up a tree, from the left: what a root is computed from. */
export const nodesOfTree = (size: number): ReadonlyArray<Node> => nodesOfRange({ begin: 0, end: size })

/** The root of a tree of so many leaves (RFC 6962), which reads a hash for each complete subtree. */
export const computeRoot = (size: number, read: ReadNode, hash: HashBytes = hashBytes): Uint8Array =>
  size === 0 ? emptyRoot : hashRange({ begin: 0, end: size }, read, hash)

/** The root over hashes that stand beside each other: of leaves, or of complete subtrees of one level. */
export const rootOfHashes = (hashes: ReadonlyArray<Uint8Array>, hash: HashBytes = hashBytes): Uint8Array => {
  // Each complete subtree is carried up as soon as its right half is there.
  const subtrees: Array<{ readonly level: number; readonly hash: Uint8Array }> = []
  for (const leaf of hashes) {
    let subtree = { level: 0, hash: leaf }
    for (let left = subtrees.at(-1); left?.level === subtree.level; left = subtrees.at(-1)) {
      subtree = { level: subtree.level + 1, hash: hashChildren(left.hash, subtree.hash, hash) }
      subtrees.pop()
    }
    subtrees.push(subtree)
  }
  return subtrees.length === 0
    ? emptyRoot
    : foldHashes(
        subtrees.map((subtree) => subtree.hash),
        hash,
      )
}

/** The subtrees whose hashes prove that a leaf stands in the tree, from the leaf up (RFC 6962, 2.1.1). */
const inclusionRanges = (index: number, size: number): ReadonlyArray<Range> => {
  const ranges: Array<Range> = []
  for (let [begin, end] = [0, size]; end - begin > 1; ) {
    const middle = begin + leftLeaves(end - begin)
    const inLeft = index < middle
    ranges.push(inLeft ? { begin: middle, end } : { begin, end: middle })
    if (inLeft) end = middle
    else begin = middle
  }
  return ranges.reverse()
}

/** The subtrees whose hashes prove that one tree begins with another (RFC 6962, 2.1.2). */
const consistencyRanges = (oldSize: number, size: number): ReadonlyArray<Range> => {
  if (oldSize === 0 || oldSize === size) return []
  const ranges: Array<Range> = []
  let [begin, end] = [0, size]
  while (oldSize < end) {
    const middle = begin + leftLeaves(end - begin)
    const inLeft = oldSize <= middle
    ranges.push(inLeft ? { begin: middle, end } : { begin, end: middle })
    if (inLeft) end = middle
    else begin = middle
  }
  // Whoever checks the proof has the root of the old tree. If that is a subtree here, it needn't be told.
  return (begin === 0 ? ranges : [...ranges, { begin, end }]).reverse()
}

/** The nodes whose hashes prove that leaf `index` stands in the tree of `size` leaves (RFC 6962, section 2.1.1). */
export const nodesOfInclusion = (index: number, size: number): ReadonlyArray<Node> =>
  inclusionRanges(index, size).flatMap(nodesOfRange)

/** The nodes whose hashes prove that a tree begins with an older tree of `oldSize` leaves (RFC 6962, section 2.1.2). */
export const nodesOfConsistency = (oldSize: number, size: number): ReadonlyArray<Node> =>
  consistencyRanges(oldSize, size).flatMap(nodesOfRange)

/** The proof that leaf `index` stands in the tree of `size` leaves; `index` is less than `size`. */
export const proveInclusion = (
  index: number,
  size: number,
  read: ReadNode,
  hash: HashBytes = hashBytes,
): ReadonlyArray<Uint8Array> => inclusionRanges(index, size).map((range) => hashRange(range, read, hash))

/** As `proveInclusion`, from the hashes of all leaves. */
export const proveAmong = (
  index: number,
  leaves: ReadonlyArray<Uint8Array>,
  hash: HashBytes = hashBytes,
): ReadonlyArray<Uint8Array> =>
  inclusionRanges(index, leaves.length).map(({ begin, end }) => rootOfHashes(leaves.slice(begin, end), hash))

/** The proof that the tree of `size` leaves begins with the tree of `oldSize` leaves; `oldSize` is at most `size`. */
export const proveConsistency = (
  oldSize: number,
  size: number,
  read: ReadNode,
  hash: HashBytes = hashBytes,
): ReadonlyArray<Uint8Array> => consistencyRanges(oldSize, size).map((range) => hashRange(range, read, hash))

const isOdd = (place: number): boolean => place % 2 === 1
const half = (place: number): number => Math.floor(place / 2)

/** A proof that a leaf stands at `index` in the tree with this root; all hashes have 32 bytes. */
export interface Inclusion {
  readonly index: number
  readonly size: number
  readonly leaf: Uint8Array
  readonly proof: ReadonlyArray<Uint8Array>
  readonly root: Uint8Array
}

/** Whether a proof shows that a leaf stands at its place in the tree of this root (RFC 9162, 2.1.3.2). */
export const verifyInclusion = (
  { index, size, leaf, proof, root }: Inclusion,
  hash: HashBytes = hashBytes,
): boolean => {
  if (index >= size || ![leaf, ...proof].every(isHash)) return false
  // The places of the leaf and of the last leaf on the level that is being hashed.
  let [place, last] = [index, size - 1]
  let found = leaf
  for (const sibling of proof) {
    if (last === 0) return false
    if (isOdd(place) || place === last) {
      found = hashChildren(sibling, found, hash)
      // The last node of a level that has no sibling there rises as it is.
      while (!isOdd(place) && place > 0) [place, last] = [half(place), half(last)]
    } else found = hashChildren(found, sibling, hash)
    ;[place, last] = [half(place), half(last)]
  }
  return last === 0 && equalBytes(found, root)
}

/** A proof that the tree with this root begins with the older tree; all hashes have 32 bytes. */
export interface Consistency {
  readonly oldSize: number
  readonly oldRoot: Uint8Array
  readonly size: number
  readonly root: Uint8Array
  readonly proof: ReadonlyArray<Uint8Array>
}

/**
 * Whether a proof shows that the new tree begins with the old one (RFC 9162, 2.1.4.2). Every tree begins with the empty one, for which the
 * proof is empty.
 */
export const verifyConsistency = (
  { oldSize, oldRoot, size, root, proof }: Consistency,
  hash: HashBytes = hashBytes,
): boolean => {
  if (oldSize > size || (oldSize === 0 && !equalBytes(oldRoot, emptyRoot))) return false
  if (oldSize === size) return proof.length === 0 && equalBytes(oldRoot, root)
  if (oldSize === 0) return proof.length === 0
  if (![oldRoot, ...proof].every(isHash)) return false
  let [place, last] = [oldSize - 1, size - 1]
  while (isOdd(place)) [place, last] = [half(place), half(last)]
  // An old tree of a power of two stands whole in the new one, and then its root is not told.
  const [first, ...rest] = place === 0 ? [oldRoot, ...proof] : proof
  if (first === undefined || proof.length === 0) return false
  let [before, after] = [first, first]
  for (const sibling of rest) {
    if (last === 0) return false
    if (isOdd(place) || place === last) {
      before = hashChildren(sibling, before, hash)
      after = hashChildren(sibling, after, hash)
      while (!isOdd(place) && place > 0) [place, last] = [half(place), half(last)]
    } else after = hashChildren(after, sibling, hash)
    ;[place, last] = [half(place), half(last)]
  }
  return last === 0 && equalBytes(before, oldRoot) && equalBytes(after, root)
}
