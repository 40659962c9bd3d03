/** Instants: their forms in records, in bodies and in index keys. */
import { Schema } from "effect"

/** Milliseconds since 1970-01-01T00:00:00Z. Every instant inside the court has this form. */
export type Instant = number
export const Instant = Schema.Int.annotations({
  identifier: "Instant",
  description: "Milliseconds since 1970-01-01T00:00:00Z",
})

/** Minutes in milliseconds. */
export const minutes = (count: number): number => count * 60_000
/** Hours in milliseconds. */
export const hours = (count: number): number => count * 3_600_000
/** Days of 24 hours in milliseconds. */
export const days = (count: number): number => hours(count * 24)

/** The instant at which the UTC day of an instant begins. */
export const dayStart = (at: Instant): Instant => Math.floor(at / days(1)) * days(1)

/** The instant at which the next UTC day begins. */
export const nextDay = (at: Instant): Instant => dayStart(at) + days(1)

/** RFC 3339 in UTC with milliseconds, the form of every instant that leaves the court. */
export const format = (at: Instant): string => new Date(at).toISOString()
/** The RFC 3339 text of an instant, with milliseconds; null for null. */
export const formatNullable = (at: Instant | null): string | null => (at === null ? null : format(at))

/** The instant that a validated RFC 3339 text names. */
export const parse = (text: string): Instant => Date.parse(text)

/** An instant as text of a fixed width for index keys, so that the order of texts is the order of time. */
export const sortable = (at: Instant): string => String(at).padStart(15, "0")

/** Like `sortable`, but a later instant comes first. */
export const latestFirst = (at: Instant): string => sortable(999_999_999_999_999 - at)

const pattern =
  /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])[Tt]([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?([Zz]|[+-]([01]\d|2[0-3]):[0-5]\d)$/

/** Whether the day exists. Every month has 28 days; `Date` reads 30 February as a day of March. */
const inCalendar = (text: string): boolean => {
  const day = text.slice(0, "2026-11-20".length)
  return Number(day.slice(-2)) <= 28 || new Date(`${day}T00:00:00Z`).toISOString().startsWith(day)
}

/** The last instant that a text of four digits for the year can name in UTC. */
export const lastInstant: Instant = Date.UTC(9999, 11, 31, 23, 59, 59, 999)

/** Whether an instant is one of the years 1970 to 9999 in UTC. Beyond them its text and its index keys would have another form. */
const inRange = (at: Instant): boolean => at >= 0 && at <= lastInstant

/** Whether a text is an RFC 3339 time of a day that exists, within the range of the court. */
export const isDateTime = (text: string): boolean =>
  pattern.test(text) && inCalendar(text) && inRange(parse(text))

/** An RFC 3339 date-time in a request, decoded to an instant. */
export const DateTime = Schema.transform(
  Schema.String.pipe(
    Schema.pattern(pattern, {
      message: () => "must be an RFC 3339 date-time, for example 2026-11-20T09:00:00.000Z",
    }),
    Schema.filter((text) => inCalendar(text) || "names no instant"),
    Schema.filter((text) => inRange(parse(text)) || "must be an instant of the years 1970 to 9999 in UTC"),
  ),
  Instant,
  { strict: true, decode: parse, encode: format },
).annotations({ identifier: "DateTime", jsonSchema: { type: "string", format: "date-time" } })

/** An instant as the interface writes it: RFC 3339, UTC, with milliseconds. */
export const Timestamp = Schema.String.annotations({
  identifier: "Timestamp",
  description: "RFC 3339, UTC, with milliseconds",
  jsonSchema: { type: "string", format: "date-time" },
  examples: ["2026-11-20T09:00:00.000Z"],
})

/** An instant of a record, which answers encode as a `Timestamp`: one schema serves both. */
export const Stamp = Schema.transform(Timestamp, Instant, { strict: true, decode: parse, encode: format })
