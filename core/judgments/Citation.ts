import { Option, Schema } from "effect"
import { rule } from "../Rule.ts"
import type { Instant } from "../Time.ts"
import { Series, type SeriesCounter } from "./Judgment.ts"

/** The court that sits in each series. */
export const courts: { readonly [S in Series]: string } = {
  MC: "Magistrate",
  FB: "Full Bench",
  UC: "Upper Court",
  HC: "High Court",
}

/** The register in which every judgment stands. */
export const register = "Register of Judgments"

/** `[2026] MC 7`. */
export const citationOf = (year: number, series: Series, number: number): string =>
  `[${year}] ${series} ${number}`

const pattern = new RegExp(`^\\[(\\d{4})\\] (${Series.literals.join("|")}) ([1-9]\\d{0,9})$`)

/** Whether a text has the form of a citation of this court. */
export const isCitation = (text: string): boolean => pattern.test(text)

const decodeSeries = Schema.decodeUnknownOption(Series)
/** The series, year and number that a citation names; null where the text is none of this court's. */
export const citedAs = (
  text: string,
): { readonly series: Series; readonly year: number; readonly number: number } | null => {
  const [, year, name, number] = pattern.exec(text) ?? []
  const series = Option.getOrNull(decodeSeries(name))
  return series === null ? null : { series, year: Number(year), number: Number(number) }
}

/** The next citation of a series in the UTC year of an instant, and the counter that says it is taken (Rule 5.5). */
export const nextCitation = rule(
  ["Rule 5.5"],
  (
    counter: Option.Option<SeriesCounter>,
    series: Series,
    now: Instant,
  ): { readonly citation: string; readonly counter: SeriesCounter } => {
    const year = yearOf(now)
    const number =
      Option.match(counter, { onNone: () => 0, onSome: ({ last, year: of }) => (of === year ? last : 0) }) + 1
    return { citation: citationOf(year, series, number), counter: { series, year, last: number } }
  },
)

export const yearOf = (now: Instant): number => new Date(now).getUTCFullYear()
