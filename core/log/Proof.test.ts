import { Either } from "effect"
import { describe, expect, it } from "vitest"
import { computeRoot, proveInclusion } from "./Merkle.ts"
import { formatVerifierKey } from "./Note.ts"
import * as Policy from "./Policy.ts"
import * as Proof from "./Proof.ts"
import { log, signedBy, signer, witness } from "./testing/Signers.ts"
import { leavesOf, storeOf } from "./testing/Tree.ts"

const leaves = leavesOf(109)
const read = storeOf(leaves)
const tree = { size: 109, root: computeRoot(109, read) }
const [w1, w2] = [witness("w1.example", 2), witness("w2.example", 3)]
const leafAt = (index: number) => leaves[index] ?? new Uint8Array()
const proofOf = (index: number, signers = [log, w1]): Proof.Proof => ({
  extra: leafAt(index),
  index,
  hashes: proveInclusion(index, tree.size, read),
  signed: signedBy(tree, signers),
})
const proof = proofOf(73)
const policy: Policy.Policy = Either.getOrThrow(
  Policy.parse(
    `witness w1 ${formatVerifierKey(w1.key)}\nwitness w2 ${formatVerifierKey(w2.key)}\ngroup g any w1 w2\nquorum g\n`,
  ),
)
const trust = { logs: [log.key], policy }
const check = (changed: Partial<Proof.Proof>, leaf = leafAt(73)) =>
  Proof.check({ ...proof, ...changed }, leaf, trust)

describe("the text of a proof", () => {
  it("C2SP tlog-proof every proof is read back, with the bytes of its leaf or without", () => {
    for (const index of leaves.keys())
      for (const extra of [leafAt(index), null]) {
        const made = { ...proofOf(0), index, hashes: proveInclusion(index, tree.size, read), extra }
        expect(Proof.parse(Proof.format(made))).toEqual(made)
      }
    const alone = { ...proof, index: 0, hashes: [] }
    expect(Proof.parse(Proof.format(alone))).toEqual(alone)
    expect(Proof.format(proof)).toMatch(
      /^c2sp\.org\/tlog-proof@v1\nextra bGVhZiA3Mw==\nindex 73\n(\S{44}\n){7}\ncourt\.example\/log\n109\n/,
    )
  })

  const text = Proof.format(proof)
  it.each([
    ["another first line", text.replace("v1", "v2")],
    ["no index", text.replace(/index 73\n/, "")],
    ["an index with a zero before it", text.replace("index 73", "index 073")],
    ["an extra that is no base 64", text.replace("bGVhZ", "bGVh.")],
    ["a hash that is none", text.replace(/(index 73\n\S{40})\S{4}/, "$1")],
    ["too many hashes", text.replace("index 73\n", `index 73\n${`${"A".repeat(43)}=\n`.repeat(60)}`)],
    ["a checkpoint that is none", text.replace("\n109\n", "\nmany\n")],
    ["no checkpoint", text.slice(0, text.indexOf("\n\n") + 2)],
    ["no empty line", text.replaceAll("\n\n", "\n")],
    ["one line", "c2sp.org/tlog-proof@v1\n\n"],
  ])("C2SP tlog-proof a text with %s is not a proof", (_, wrong) => {
    expect(Proof.parse(wrong)).toBeNull()
  })
})

describe("the check of a proof", () => {
  it("C2SP tlog-proof a leaf is proven by the log and a quorum, or by the log alone if no policy asks", () => {
    expect(check({})).toBe("proven")
    expect(check({ extra: null })).toBe("proven")
    expect(Proof.check(proofOf(73, [log]), leafAt(73), { logs: [log.key], policy: null })).toBe("proven")
  })

  it("C2SP tlog-proof says what is wrong", () => {
    const of = signedBy({ ...tree, of: "other.example" }, [signer("other.example", 1), w1])
    expect(check({ signed: of })).toBe("other_origin")
    expect(check({ signed: signedBy(tree, [w1]) })).toBe("unsigned")
    expect(check({ signed: signedBy(tree, [{ key: log.key, sign: w1.sign }, w1]) })).toBe("bad_signature")
    expect(check({ signed: signedBy(tree, [log, { key: w1.key, sign: log.sign }]) })).toBe("bad_signature")
    expect(check({ signed: signedBy(tree, [log]) })).toBe("quorum_not_reached")
    expect(check({}, leafAt(72))).toBe("other_leaf")
    expect(check({ extra: null }, leafAt(72))).toBe("not_included")
    expect(check({ index: 72 })).toBe("not_included")
    expect(check({ hashes: proof.hashes.slice(1) })).toBe("not_included")
  })
})
