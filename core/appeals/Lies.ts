import { Series } from "../judgments/Judgment.ts"
import type { AppealCourt } from "./Appeal.ts"
import type { Act } from "./Transitions.ts"

/** Where an appeal lies from a judgment of each series, and how it begins; null where none does (Rules 6.0, 6.1). */
export const lies: {
  readonly [S in Series]: { readonly to: AppealCourt; readonly act: Extract<Act, "appeal" | "leave"> } | null
} = {
  MC: { to: "UC", act: "appeal" },
  FB: { to: "UC", act: "appeal" },
  UC: { to: "HC", act: "leave" },
  HC: null,
}

/** The text is no citation of this court: a defect, since only citations of judgments are kept. */
export class NoCitation extends Error {
  override readonly name = "NoCitation"
}

/** The series of a citation: `UC` of `[2026] UC 3`. */
export const seriesOf = (citation: string): Series => {
  const series = Series.literals.find((one) => citation.includes(` ${one} `))
  if (series === undefined) throw new NoCitation(citation)
  return series
}
