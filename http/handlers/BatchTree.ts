/**
 * The tree over the entries of a batch, as `core/log` makes it (Dealings Act 1.1B). It keeps all its hashes, so that a path is a few
 * look-ups. The entries of a batch never change, so a tree is made once and kept.
 */
import { hash } from "node:crypto"
import { Lodged } from "../../core/log/index.ts"

const hashLength = 32

/** The hash of an entry, as `hashEntry` gives it: the members are those of the leaf, in the order of their names. */
const hashLeaf = ({ id, lodgedAt, sequence, sha256 }: Lodged.Entry): string =>
  hash("sha256", `\0${JSON.stringify({ id, lodgedAt, sequence, sha256 })}`)

// The runtime gives hashes fastest as hexadecimal text, and two hashes are hashed in one piece after the byte 1.
const pair = Buffer.alloc(1 + 2 * hashLength, 1)
const hashPair = (hashes: Uint8Array, at: number): string => {
  pair.set(hashes.subarray(at, at + 2 * hashLength), 1)
  return hash("sha256", pair)
}

/** The hashes of one level of a tree, one after another. */
type Level = Buffer

/** The level above. A hash without a neighbour on its right rises as it is. */
const levelAbove = (below: Level): Level => {
  const count = below.length / hashLength
  const above = Buffer.alloc(Math.ceil(count / 2) * hashLength)
  for (let i = 0; i + 1 < count; i += 2)
    above.write(hashPair(below, i * hashLength), (i / 2) * hashLength, "hex")
  if (count % 2 === 1) below.copy(above, above.length - hashLength, below.length - hashLength)
  return above
}

export class BatchTree {
  readonly #levels: ReadonlyArray<Level>
  readonly size: number

  constructor(leaves: Level) {
    const levels = [leaves]
    for (let top = leaves; top.length > hashLength; ) {
      top = levelAbove(top)
      levels.push(top)
    }
    this.#levels = levels
    this.size = leaves.length / hashLength
  }

  get root(): string {
    return this.size === 0
      ? Lodged.rootOfEntries([])
      : (this.#levels.at(-1) ?? Buffer.alloc(0)).toString("hex")
  }

  /** The hashes beside the way from an entry to the root, from the leaf up, in hexadecimal. `index` is less than `size`. */
  pathOf(index: number): ReadonlyArray<string> {
    const path: Array<string> = []
    let place = index
    for (const level of this.#levels) {
      const beside = (place ^ 1) * hashLength
      if (beside < level.length) path.push(level.toString("hex", beside, beside + hashLength))
      place >>= 1
    }
    return path
  }
}

/** The hashes of entries, to which the next ones are added. */
export class Leaves {
  readonly #hashes: Level
  #count = 0

  constructor(size: number) {
    this.#hashes = Buffer.alloc(size * hashLength)
  }

  add(entry: Lodged.Entry): void {
    this.#hashes.write(hashLeaf(entry), this.#count * hashLength, "hex")
    this.#count += 1
  }

  get tree(): BatchTree {
    return new BatchTree(this.#hashes.subarray(0, this.#count * hashLength))
  }
}

// A tree has 64 bytes an entry, so this is 4 MB at most.
const entriesMax = 64_000

/** The trees that were made last, by the ids of their batches. */
export class KeptTrees {
  readonly #trees = new Map<string, BatchTree>()
  #entries = 0

  keep(batch: string, tree: BatchTree): void {
    if (this.#trees.has(batch)) return
    this.#trees.set(batch, tree)
    this.#entries += tree.size
    for (const [oldest, { size }] of this.#trees) {
      if (this.#entries <= entriesMax) break
      this.#trees.delete(oldest)
      this.#entries -= size
    }
  }

  of(batch: string): BatchTree | null {
    return this.#trees.get(batch) ?? null
  }
}
