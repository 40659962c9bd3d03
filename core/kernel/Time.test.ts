import { Either, Schema } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { DateTime, days, format, formatNullable, hours, lastInstant, parse, sortable } from "./Time.ts"

const decode = Schema.decodeUnknownEither(DateTime)
const instant = fc.integer({ min: 0, max: Date.UTC(9999, 0) })

describe("time", () => {
  it("Rule 4.9 an instant is written in UTC with milliseconds and reads back as itself", () => {
    fc.assert(
      fc.property(instant, (at) => {
        expect(format(at)).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
        expect(parse(format(at))).toBe(at)
        expect(decode(format(at))).toEqual(Either.right(at))
        expect(Schema.encodeSync(DateTime)(at)).toBe(format(at))
      }),
    )
    expect(formatNullable(null)).toBeNull()
    expect(formatNullable(0)).toBe("1970-01-01T00:00:00.000Z")
  })

  it.each(["2026-11-20T09:00:00Z", "2026-11-20t09:00:00.123456z", "2026-11-20T09:00:00+08:00"])(
    "Rule 4.9 %s is a date-time of RFC 3339",
    (text) => {
      expect(Either.isRight(decode(text))).toBe(true)
    },
  )

  it.each([
    "2026-11-20",
    "2026-11-20 09:00:00Z",
    "2026-11-20T09:00:00",
    "2026-13-20T09:00:00Z",
    "2026-11-20T24:00:00Z",
    "2026-11-20T09:60:00Z",
    "2026-02-30T09:00:00Z",
    "2025-02-29T09:00:00Z",
    "2026-11-20T09:00:00+24:00",
    "9999-12-31T23:59:59-23:59",
    "9999-12-31T23:59:59.999-00:01",
    "1970-01-01T00:00:00+00:01",
    "1969-12-31T23:59:59.999Z",
    "0001-01-01T00:00:00Z",
    "tomorrow",
    "",
  ])("Rule 4.9 %j is not a date-time of RFC 3339", (text) => {
    expect(Either.isLeft(decode(text))).toBe(true)
  })

  it("Rule 4.9 the first and the last instant are those of the years 1970 and 9999 in UTC, however they are written", () => {
    expect(decode("1970-01-01T00:00:00Z")).toEqual(Either.right(0))
    expect(decode("1969-12-31T23:00:00-01:00")).toEqual(Either.right(0))
    expect(decode("9999-12-31T23:59:59.999Z")).toEqual(Either.right(lastInstant))
    expect(decode("9999-12-31T23:59:59.999+00:01")).toEqual(Either.right(lastInstant - 60_000))
    const refused = decode("9999-12-31T23:59:59-23:59")
    expect(Either.isLeft(refused) && refused.left.message).toContain("years 1970 to 9999 in UTC")
  })

  it("Rule 4.9 the order of sortable texts is the order in time", () => {
    fc.assert(
      fc.property(instant, instant, (a, b) => {
        expect(Math.sign(a - b)).toBe(sortable(a) < sortable(b) ? -1 : sortable(a) > sortable(b) ? 1 : 0)
      }),
    )
  })

  it("Rule 4.9 days and hours are counted in milliseconds", () => {
    expect(days(2)).toBe(hours(48))
    expect(hours(1)).toBe(60 * 60 * 1000)
  })
})
