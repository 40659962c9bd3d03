/** What an artifact says of its own times, against the court's clock. */
import { format, type Instant, minutes } from "../../core/kernel/Time.ts"
import { type Check, checkOf, fails } from "./Verifier.ts"
import { instantOf } from "./Words.ts"

/** How far a signer's clock may be ahead of the court's. */
const skewMs = minutes(5)

/** Whether a time of signing is no later than the court's clock; no check if the artifact states none. */
export const clock = (seconds: unknown, now: Instant): ReadonlyArray<Check> => {
  if (seconds === undefined) return []
  const at = instantOf(seconds)
  if (at === null) return [fails("clock", "The time of signing that it states is no time.")]
  return [
    checkOf(
      "clock",
      at <= now + skewMs,
      `It says that it was signed at ${format(at)}, which had passed.`,
      `It says that it was signed at ${format(at)}, which lies ahead of this court's clock.`,
    ),
  ]
}

/** Whether its term has not passed; no check if it has none. A statement stands when its term has passed. */
export const notExpired = (seconds: unknown, now: Instant): ReadonlyArray<Check> => {
  if (seconds === undefined || seconds === 0) return []
  const at = instantOf(seconds)
  if (at === null) return [fails("not_expired", "The end of its term that it states is no time.")]
  return [
    checkOf(
      "not_expired",
      now <= at,
      `Its term ends at ${format(at)}.`,
      `Its term ended at ${format(at)}. What it says was said all the same.`,
    ),
  ]
}
