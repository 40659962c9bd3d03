/** The lines of entries in the journal, read back by the schema that writes them. */
import { Either, Schema } from "effect"
import { describe, expect, it } from "vitest"
import { needPresent } from "../kernel/Defect.ts"
import { start } from "../testing/Context.ts"
import { EventData } from "./Line.ts"
import { creditor, decide, dispute, prove } from "./testing/Given.ts"
import { chain, course, courses, registrar } from "./testing/Journal.ts"

const decode = Schema.decodeUnknownSync(EventData)
const encode = Schema.encodeSync(EventData)
const reads = (data: unknown): boolean => Either.isRight(Schema.decodeUnknownEither(EventData)(data))

describe("the lines of entries in the journal", () => {
  it.each(courses)(
    "PD17 §1 after %s, every event of an entry reads back, and is written alike",
    (_what, acts) => {
      const events = course(...acts).items.filter(({ type }) => type.startsWith("compliance."))
      expect(events.length).toBeGreaterThan(0)
      for (const { data } of events) expect(encode(decode(data))).toEqual(data)
    },
  )

  it("PD17 §1 given a decision that leaves another status than the Registrar may decide, or a proof without its instant, then the line is unreadable", () => {
    const last = (...acts: (typeof courses)[number][1]) =>
      needPresent(course(...acts).items.at(-1)?.data, "the last event")
    const decided = last([dispute(), creditor, start + 1], [decide("pending"), registrar, start + 2])
    const proved = last([prove(start + 1), chain, start + 2])
    expect([decided, proved].map(reads)).toEqual([true, true])
    expect(reads({ ...Object(decided), status: "attested" })).toBe(false)
    expect(reads({ ...Object(proved), performedAt: null })).toBe(false)
  })
})
