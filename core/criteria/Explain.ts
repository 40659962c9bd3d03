/** Says in sentences what criteria ask for, and what they cost. */
import type { Criteria } from "./Criteria.ts"

/** A check in a sentence, with the most that it can cost. */
export interface Explained {
  readonly id: string
  readonly kind: string
  readonly sentence: string
  /** The steps that it takes at most over `bytesMax` bytes. */
  readonly stepsMax: number
  /** The millionths of the price that come off if it is unmet; null if the whole price comes off. */
  readonly share: number | null
}

/** Every check of criteria in a sentence, in their order. */
export const explain = ({ checks }: Criteria): ReadonlyArray<Explained> =>
  checks.map(({ id, kind, sentence, stepsMax, share }) => ({ id, kind, sentence, stepsMax, share }))
