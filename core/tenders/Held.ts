/** The Court's own law and the shape of its citations. */
import type { Terms } from "../Schedule.ts"
import { normalCitation } from "./Source.ts"

const neutral = /\[(\d{4})\]\s*(mc|fb|uc|hc)\s*(\d{1,9})(?!\d)/

/** The citation of a judgment of this court within a tendered citation, as the register writes it; null where there is none. */
export const neutralCitation = (citation: string): string | null => {
  const [, year, series, number] = neutral.exec(normalCitation(citation)) ?? []
  return year === undefined || series === undefined || number === undefined
    ? null
    : `[${year}] ${series.toUpperCase()} ${Number(number)}`
}

/** The words of a provision of the Court's instruments, by its id; null where the citation names none. */
export const lawOf = (_citation: string, _terms: Terms): string | null => null
