/** When a judgment is final, and how it is read. */
import { Effect, Either } from "effect"
import { describe, expect, it } from "vitest"
import type { Change } from "../Change.ts"
import * as Changed from "../Change.ts"
import { Seals } from "../Notary.ts"
import { refusal } from "../Refusal.ts"
import { bounds } from "../Schedule.ts"
import { format, hours } from "../Time.ts"
import { contextFor, start } from "../testing/Context.ts"
import { allowed, factsOf } from "../testing/Facts.ts"
import { disposition, isSigned } from "./Disposition.ts"
import { finalityAt, finalityTask, openFinality } from "./Finality.ts"
import { type Judgment, Judgments } from "./Judgment.ts"
import { finalEvents, passFinality, passJudgment } from "./PassJudgment.ts"
import { delivered } from "./testing/Cases.ts"
import { clock, run } from "./testing/Kept.ts"
import { addressesOf, listJudgments, marksAt, readJudgment } from "./View.ts"

describe("the finality of a judgment", () => {
  const judgment = delivered()
  const until = start + hours(bounds.appealNoticeHours)
  const final = { status: "final", until: null } as const
  const pass = (of: Judgment, now: number) =>
    factsOf(Changed.put(Judgments, of)).decide(
      passJudgment,
      { citation: of.citation },
      contextFor(clock, now),
    )

  it("Rule 6.0 comes at its instant, and is told as of then", () => {
    const { changes, reply } = allowed(pass(judgment, until + 5))
    expect(reply).toEqual({ citation: judgment.citation, finality: "final" })
    const { citation, payloadSha256 } = judgment
    expect(changes).toEqual([
      Changed.put(Judgments, { ...judgment, finality: final }),
      Changed.event(
        "judgment.final",
        `judgment/${citation}`,
        ["Rule 5.6", "Rule 6.0"],
        { citation, finality: "final", finalAt: format(until), payloadSha256 },
        until,
      ),
    ])
    expect(passFinality(judgment, until)?.at).toBe(until)
  })

  it("Rule 6.0 is not recorded before, nor twice, nor of what fell or is under appeal", () => {
    expect(allowed(pass(judgment, until - 1))).toEqual({
      changes: [],
      reply: { citation: judgment.citation, finality: "open to appeal" },
    })
    for (const finality of [
      final,
      { status: "final", until },
      { status: "vacated", until: null },
      { status: "under appeal", until },
    ] as const)
      expect(allowed(pass({ ...judgment, finality }, until)).changes).toEqual([])
    expect(finalEvents(judgment, until)).toEqual([])
    const unknown = factsOf().decide(passJudgment, { citation: "x" }, contextFor(clock))
    expect(unknown).toEqual(Either.left(refusal("unknown_judgment", { citation: "x" })))
  })

  it("Rule 5.6 is read at each instant, and shown with the marks", () => {
    expect(finalityAt({ status: "open to appeal", until: null }, until)).toBe("open to appeal")
    expect([finalityTask("x"), openFinality("consent", start, bounds)]).toEqual(["judgment-final/x", final])
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

describe("a judgment as it is read", () => {
  const judgment = delivered()
  const { citation } = judgment
  const seal = {
    id: citation,
    algorithm: "ed25519",
    publicKey: "00",
    signature: "00",
    sha256: "00",
    sealedAt: start,
  } as const
  const keptAs = [
    Changed.put(Judgments, judgment),
    Changed.blob(judgment.payloadSha256, "words"),
    Changed.put(Seals, seal),
  ]

  it("Rule 5.4 comes with its words and its seal, which are never apart", () => {
    expect(run(readJudgment(factsOf(...keptAs).reader, citation))).toEqual({
      judgment,
      payload: "words",
      seal,
    })
    const missing = (given: ReadonlyArray<Change>) =>
      String(Effect.runSync(Effect.exit(readJudgment(factsOf(...given).reader, citation))))
    for (const without of [1, 2])
      expect(missing(keptAs.filter((_, i) => i !== without))).toContain("SealMissing")
    expect(Effect.runSync(Effect.flip(readJudgment(factsOf().reader, "x")))).toEqual(
      refusal("unknown_judgment", { citation: "x" }),
    )
  })

  it("PD17 §1 is listed in the order of delivery, with where it is served", () => {
    const later = { ...judgment, citation: "[2026] MC 0", deliveredAt: start + 1 }
    const { reader } = factsOf(Changed.put(Judgments, later), Changed.put(Judgments, judgment))
    expect(run(listJudgments(reader, null, 9)).items.map((one) => one.citation)).toEqual([
      citation,
      "[2026] MC 0",
    ])
    const first = run(listJudgments(reader, null, 1))
    expect(run(listJudgments(reader, first.next, 1)).items.map((one) => one.citation)).toEqual([
      "[2026] MC 0",
    ])
    expect(addressesOf("https://c", "[2026] MC 1")).toEqual({
      key: "https://c/.well-known/notary.json",
      judgment: "https://c/api/v1/judgments/%5B2026%5D%20MC%201",
      page: "https://c/judgments/%5B2026%5D%20MC%201",
    })
  })
})
