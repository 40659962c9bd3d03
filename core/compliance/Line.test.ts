/** The lines of entries in the journal, read back by the schema that writes them. */
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { EventData } from "./Line.ts"
import { course, courses } from "./testing/Journal.ts"

const decode = Schema.decodeUnknownSync(EventData)
const encode = Schema.encodeSync(EventData)

describe("the lines of entries in the journal", () => {
  it.each(courses)(
    "PD17 §1 after %s, every event of an entry reads back, and is written alike",
    (_what, acts) => {
      const events = course(...acts).items.filter(({ type }) => type.startsWith("compliance."))
      expect(events.length).toBeGreaterThan(0)
      for (const { data } of events) expect(encode(decode(data))).toEqual(data)
    },
  )
})
