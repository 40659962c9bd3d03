/** The view that a reader gets of a judgment, and how it stands at the instant of reading. */
import { Either } from "effect"
import { describe, expect, it } from "vitest"
import { delivered } from "../bench/testing/Cases.ts"
import * as Changed from "../kernel/Change.ts"
import { needPresent } from "../kernel/Defect.ts"
import { Seals } from "../kernel/Notary.ts"
import { refusal } from "../kernel/Refusal.ts"
import { format } from "../kernel/Time.ts"
import { clock } from "../testing/Actors.ts"
import { contextFor, start } from "../testing/Context.ts"
import { factsOf } from "../testing/Facts.ts"
import { Judgments } from "./Judgment.ts"
import { disposition, isSigned, listJudgments, marksAt, readDisposition, readJudgment } from "./Queries.ts"

describe("a judgment as it is read", () => {
  const judgment = delivered()
  const until = needPresent(judgment.finality.until, "the end of the time to appeal")
  const { citation } = judgment
  const seal = {
    id: citation,
    algorithm: "ed25519",
    publicKey: "00",
    signature: "00",
    sha256: "00",
    sealedAt: start,
  } as const
  const kept = [
    Changed.put(Judgments, judgment),
    Changed.blob(judgment.payloadSha256, "words"),
    Changed.put(Seals, seal),
  ]

  const notary = { publicKey: "00", retiredKeys: [] }
  const asked = (known: ReturnType<typeof factsOf>, of = citation) =>
    known.ask(readJudgment, { citation: of, notary, baseUrl: "https://c" }, contextFor(clock))

  it("Rule 5.4 a judgment is read with its payload and its seal, and it is a defect if either is missing", () => {
    expect(Either.getOrThrow(asked(factsOf(...kept)))).toMatchObject({
      citation,
      payload: "words",
      signature: "00",
      atDelivery: true,
      intact: false,
      key: "https://c/.well-known/notary.json",
      judgment: "https://c/api/v1/judgments/%5B2026%5D%20MC%201",
      page: "https://c/judgments/%5B2026%5D%20MC%201",
    })
    for (const missing of [1, 2])
      expect(() => asked(factsOf(...kept.filter((_, i) => i !== missing)))).toThrow(citation)
    expect(asked(factsOf(), "x")).toEqual(Either.left(refusal("unknown_judgment", { citation: "x" })))
  })

  it("PD17 §1 a disposition shows the judgment as it stands at the instant of reading", () => {
    const known = factsOf(...kept)
    const read = (of: string, now: number) =>
      known.ask(readDisposition, { citation: of }, contextFor(clock, now))
    expect(read(citation, start + 1)).toEqual(Either.right(disposition(judgment, start + 1)))
    expect(read("x", start)).toEqual(Either.left(refusal("unknown_judgment", { citation: "x" })))
  })

  it("PD17 §1 judgments are listed page by page, in the order of delivery", () => {
    const later = { ...judgment, citation: "[2026] MC 0", deliveredAt: start + 1 }
    const known = factsOf(Changed.put(Judgments, judgment), Changed.put(Judgments, later))
    const page = (after: string | null, limit: number) =>
      Either.getOrThrow(known.ask(listJudgments, { page: { after, limit } }, contextFor(clock)))
    const citations = ({ items }: ReturnType<typeof page>) => items.map((one) => one.citation)
    expect(citations(page(null, 9))).toEqual([citation, "[2026] MC 0"])
    expect(citations(page(page(null, 1).next, 1))).toEqual(["[2026] MC 0"])
  })

  it("Rule 5.6 finality is computed for the instant of reading, and shown with the marks", () => {
    expect(marksAt(judgment, until - 1)).toEqual({
      finality: "open to appeal",
      openUntil: format(until),
      marks: judgment.marks,
    })
    expect(marksAt(judgment, until)).toEqual({ finality: "final", openUntil: null, marks: judgment.marks })
    expect(disposition(judgment, until)).toMatchObject({
      schema: "cp.disposition/1",
      finality: "final",
      asOf: format(until),
    })
    expect([isSigned(disposition(judgment, until)), isSigned(disposition(judgment, start))]).toEqual([
      true,
      false,
    ])
  })
})
