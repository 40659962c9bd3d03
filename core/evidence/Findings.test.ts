/** The bounds within which findings are kept. */
import { describe, expect, it } from "vitest"
import { byteLength } from "../kernel/Hash.ts"
import { published } from "../kernel/Schedule.ts"
import { start } from "../testing/Context.ts"
import type { Examined } from "./Examined.ts"
import { keepFindings, piecesToExamine } from "./Findings.ts"
import { artifact, examined, fetched, keyring, proof } from "./testing/Artifacts.ts"

const terms = published.at(start)
const keep = (pieces: ReadonlyArray<Partial<Examined>>, changes = {}) =>
  keepFindings(
    pieces.map((one, position) => ({ position, examined: examined(one) })),
    keyring({ proofs: new Map([["jwk:one", [proof("seller")]]]) }),
    start,
    { ...terms, ...changes },
  )
const failed = (kept: ReturnType<typeof keep>) =>
  kept.findings.pieces.map(({ verified }) =>
    verified.checks.filter(({ holds }) => !holds).map(({ check }) => check),
  )

describe("piecesToExamine", () => {
  it("Rule 4.11 the first pieces are examined that have the form of an artifact and are not too long", () => {
    const long = JSON.stringify({ a: "x".repeat(terms.examinedPieceBytesMax) })
    const pieces = piecesToExamine(["We accept.", long, artifact(), ...Array(30).fill("{}")], terms)
    expect(pieces.length).toBe(terms.examinedPiecesMax)
    expect(pieces[0]?.position).toBe(2)
  })
})

describe("keepFindings", () => {
  it("Rule 4.11 each document is kept once, with its address, its hash and its time", () => {
    const [a, b] = [fetched("a"), fetched("b")]
    const kept = keep([{ documents: [a, b] }, { documents: [a] }])
    expect(kept.documents).toEqual([a, b])
    expect(kept.findings.documents.map(({ url }) => url)).toEqual([a.url, b.url])
    expect(kept.text.text).not.toContain(a.text)
    expect(failed(kept)).toEqual([[], []])
  })

  it("Rule 4.11 given more documents than are kept, then the pieces that rest on them say so, and the others stand", () => {
    const many = Array.from({ length: terms.keptDocumentsMax + 1 }, (_, i) => fetched(`d${i}`))
    const big = fetched("big", "x".repeat(terms.keptDocumentsBytesMax + 1))
    const kept = keep([{ documents: many }, { documents: [big] }, { documents: [fetched("a")] }])
    expect(failed(kept)).toEqual([["documents"], ["documents"], []])
    expect(kept.documents).toEqual([fetched("a")])
  })

  it("Rule 4.11 given more findings than are kept, then nothing is kept of the pieces that are too long", () => {
    const long = {
      statement: [{ by: "seller", text: "x".repeat(terms.findingsBytesMax) }],
      documents: [fetched("a")],
    }
    const kept = keep([long, {}])
    expect(failed(kept)).toEqual([["length"], []])
    expect(kept.findings.pieces[0]?.verified).toMatchObject({ signers: [], statement: [] })
    expect(kept.documents).toEqual([])
  })

  it("Rule 4.11 the findings of as many pieces as are examined, each too long, take little room", () => {
    const long = { statement: [{ by: "seller", text: "x".repeat(terms.findingsBytesMax) }] }
    const kept = keep(Array(terms.examinedPiecesMax).fill(long))
    expect(byteLength(kept.text.text)).toBeLessThan(10_000)
  })
})
