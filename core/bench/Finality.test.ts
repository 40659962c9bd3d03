/** When a judgment is final, and how it is read. */
import { Either } from "effect"
import { describe, expect, it } from "vitest"
import {
  disposition,
  finalityAt,
  finalityTask,
  isSigned,
  type Judgment,
  Judgments,
  listJudgments,
  marksAt,
  readDisposition,
  readJudgment,
} from "../judgments/index.ts"
import * as Changed from "../kernel/Change.ts"
import { Seals } from "../kernel/Notary.ts"
import { refusal } from "../kernel/Refusal.ts"
import { bounds } from "../kernel/Schedule.ts"
import { format, hours } from "../kernel/Time.ts"
import { contextFor, start } from "../testing/Context.ts"
import { allowed, factsOf } from "../testing/Facts.ts"
import { passJudgment } from "./Commands.ts"
import { openFinality, passFinality } from "./Law.ts"
import { finalEvents } from "./Notices.ts"
import { delivered } from "./testing/Cases.ts"
import { clock } from "./testing/Kept.ts"

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

  it("Rule 6.0 a judgment becomes final when its time to appeal ends, and the event has that instant", () => {
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

  it("Rule 6.0 finality is not recorded early or twice, or of a judgment that is vacated, superseded or under appeal", () => {
    expect(allowed(pass(judgment, until - 1))).toEqual({
      changes: [],
      reply: { citation: judgment.citation, finality: "open to appeal" },
    })
    for (const finality of [
      final,
      { status: "final", until },
      { status: "vacated", until: null },
      { status: "under appeal", until },
      { status: "superseded", until: null },
    ] as const)
      expect(allowed(pass({ ...judgment, finality }, until)).changes).toEqual([])
    expect(finalEvents(judgment, until)).toEqual([])
    const unknown = factsOf().decide(passJudgment, { citation: "x" }, contextFor(clock))
    expect(unknown).toEqual(Either.left(refusal("unknown_judgment", { citation: "x" })))
  })

  it("Rule 5.6 finality is computed for the instant of reading, and shown with the marks", () => {
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
})
