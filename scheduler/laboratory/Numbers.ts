/** Numbers as people read them in charts, reports and terminals. Files for programs have them plain. */
import { groupThousands } from "../../core/kernel/Money.ts"

/** A number's text with its thousands separated: `1234567.5` becomes `1,234,567.5`. A text in powers of ten stays as it is. */
export const separate = (text: string): string =>
  /\de[+-]/.test(text)
    ? text
    : text.replace(/\d+/, (digits) => (digits.length > 3 ? groupThousands(Number(digits)) : digits))

/** A number with at most so many significant figures, its thousands separated. */
export const roundTo = (value: number, figures: number): string =>
  separate(String(Number(value.toPrecision(figures))))
