import { describe, expect, it } from "vitest"
import { portableVerifiers } from "./Cosignature.ts"
import { computeRoot, hashLeaf, proveConsistency } from "./Merkle.ts"
import { formatSignature } from "./Note.ts"
import { log, signedBy, signer, witness } from "./testing/Signers.ts"
import { leavesOf, storeOf } from "./testing/Tree.ts"
import * as Witness from "./Witness.ts"

const read = storeOf(leavesOf(40))
const treeOf = (size: number) => ({ size, root: computeRoot(size, read) })
const requestOf = (oldSize: number, size: number): Witness.Request => ({
  oldSize,
  proof: proveConsistency(oldSize, size, read),
  signed: signedBy(treeOf(size), [log]),
})
const decide = (request: Witness.Request, seen: Witness.Seen | null) =>
  Witness.decide(request, [log.key], seen, portableVerifiers)
const statusOf = (request: Witness.Request, seen: Witness.Seen | null) => decide(request, seen).status
const otherRoot = hashLeaf(Buffer.from("another tree"))

describe("the text of a request to a witness", () => {
  it("C2SP tlog-witness a request is read back", () => {
    for (const request of [requestOf(0, 0), requestOf(0, 9), requestOf(9, 9), requestOf(9, 40)])
      expect(Witness.parseRequest(Witness.formatRequest(request))).toEqual(request)
    expect(Witness.formatRequest(requestOf(9, 40))).toMatch(/^old 9\n(\S{44}\n)+\ncourt\.example\/log\n40\n/)
  })

  const text = Witness.formatRequest(requestOf(9, 40))
  it.each([
    ["", "no text"],
    [text.replace("old 9", "old 09"), "a size with a zero before it"],
    [text.replace("old 9", "new 9"), "another word"],
    [text.replace("old 9\n", `old 9\n${`${"A".repeat(43)}=\n`.repeat(63)}`), "too many hashes"],
    [text.replace("\n40\n", "\n4O\n"), "no checkpoint"],
    [text.slice(0, -1), "no newline at the end"],
  ])("C2SP tlog-witness a text is not a request: %#, %s", (wrong) => {
    expect(Witness.parseRequest(wrong)).toBeNull()
  })
})

describe("what a witness decides", () => {
  it("C2SP tlog-witness a log is followed from nothing, step by step, and signed again at the same size", () => {
    expect(decide(requestOf(0, 0), null)).toMatchObject({ status: 200 })
    expect(statusOf(requestOf(0, 9), null)).toBe(200)
    expect(statusOf(requestOf(0, 9), treeOf(0))).toBe(200)
    expect(statusOf(requestOf(9, 40), treeOf(9))).toBe(200)
    expect(statusOf(requestOf(40, 40), treeOf(40))).toBe(200)
  })

  it("C2SP tlog-witness 404 the log is unknown", () => {
    const other = signer("other.example", 1)
    const signed = signedBy({ ...treeOf(9), of: "other.example" }, [other])
    expect(statusOf({ ...requestOf(0, 9), signed }, null)).toBe(404)
  })

  it("C2SP tlog-witness 403 no trusted key of the log signed, or a line that claims so does not verify", () => {
    const unsigned = signedBy(treeOf(9), [signer("w", 3)])
    const forged = signedBy(treeOf(9), [log, { key: log.key, sign: signer("w", 3).sign }])
    for (const signed of [unsigned, forged]) expect(statusOf({ ...requestOf(0, 9), signed }, null)).toBe(403)
  })

  it("C2SP tlog-witness 400 the old size is larger than that of the checkpoint", () => {
    expect(statusOf({ ...requestOf(9, 9), oldSize: 10 }, treeOf(10))).toBe(400)
  })

  it("C2SP tlog-witness 409 another checkpoint was signed last, and its size is told", () => {
    expect(decide(requestOf(9, 40), treeOf(12))).toEqual({ status: 409, seen: 12 })
    expect(decide(requestOf(9, 40), null)).toEqual({ status: 409, seen: 0 })
    expect(decide(requestOf(0, 9), treeOf(9))).toEqual({ status: 409, seen: 9 })
  })

  it("C2SP tlog-witness 422 the trees are not proved to be one log", () => {
    const fork = (size: number) => signedBy({ size, root: otherRoot }, [log])
    expect(statusOf({ ...requestOf(9, 40), signed: fork(40) }, treeOf(9))).toBe(422)
    expect(statusOf({ ...requestOf(9, 9), signed: fork(9) }, treeOf(9))).toBe(422)
    expect(statusOf({ ...requestOf(9, 40), proof: [] }, treeOf(9))).toBe(422)
    expect(statusOf({ ...requestOf(0, 9), proof: [otherRoot] }, null)).toBe(422)
    expect(statusOf({ ...requestOf(0, 0), signed: fork(0) }, null)).toBe(422)
  })
})

describe("what a log makes of the answer of a witness", () => {
  const signed = signedBy(treeOf(9), [log])
  const one = { name: "one", key: witness("one.example", 2).key, url: "https://one.example" }
  const two = { ...one, name: "two", key: witness("two.example", 3).key }
  const read = (sent: Parameters<typeof Witness.readAnswer>[0]) =>
    Witness.readAnswer(sent, signed, [one, two], portableVerifiers)
  const lineOf = (name: string, seed: number, size = 9) =>
    signedBy(treeOf(size), [witness(name, seed)])
      .signatures.map(formatSignature)
      .join("")
  const signers = (body: string) => {
    const answer = read({ status: 200, body })
    return "signed" in answer ? [...answer.signed.keys()] : answer
  }
  const nothing = { why: "it answered with no signature that verifies" }

  it("C2SP tlog-witness 200: each witness's signature is taken once, and those of others are not", () => {
    const [first, second] = [lineOf("one.example", 2), lineOf("two.example", 3)]
    expect(signers(first)).toEqual([one])
    expect(signers(second + lineOf("other.example", 4) + first + first)).toEqual([one, two])
    expect(signers(first + lineOf("two.example", 3, 8))).toEqual([one])
  })

  it("C2SP tlog-witness 200 with garbage counts as no signature", () => {
    for (const body of ["", "garbage", lineOf("one.example", 2, 8), lineOf("one.example", 4)])
      expect(signers(body)).toEqual(nothing)
  })

  it("C2SP tlog-witness 409 names the size from which to ask again; another answer is said", () => {
    expect(read({ status: 409, body: "7\n" })).toEqual({ seen: 7 })
    expect(read({ status: 409, body: "old 7\n" })).toEqual({ why: "it refused the size and named no other" })
    expect(read({ status: 307, body: "" })).toEqual({ why: "it answered with status 307" })
    expect(read({ why: "there was no answer" })).toEqual({ why: "there was no answer" })
  })
})
