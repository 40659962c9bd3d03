/** For tests: whether the bench finds the fault of a judge. */
import { Measures } from "../../../core/judging/index.ts"
import { type ScriptedName, scripted } from "../Scripted.ts"

/** The Brier score of a coin. */
const coin = 0.25

/** Whether the interval of the fault's measure lies on the worse side of that of the sound judge, or of a coin for confidence. */
export const isFound = (measured: ReadonlyMap<string, Measures.Measured>, name: ScriptedName): boolean => {
  const { foundBy } = scripted[name]
  const [faulty, sound] = [measured.get(name), measured.get("sound")]
  if (foundBy === "brier") return (faulty?.brier?.low ?? 0) > coin
  const [own, beside] = [faulty?.shares[foundBy] ?? null, sound?.shares[foundBy] ?? null]
  if (own === null || beside === null) return false
  return Measures.shares[foundBy].better === "high" ? own.high < beside.low : own.low > beside.high
}
