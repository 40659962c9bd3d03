/** `node conformance/judges/testing/faults.ts COUNT SEED`: tries all judges that are here, and fails if the fault of one is not found. */
import { Effect } from "effect"
import { measure, type ShareName, shares } from "../../../core/judging/index.ts"
import { type ScriptedName, scripted } from "../Scripted.ts"
import { ownJudges, trialsOf, tryJudge } from "../Try.ts"

const [count = "200", seed = "1"] = process.argv.slice(2)
const trials = trialsOf(Number(count), Number(seed))
const measured = new Map(
  ownJudges.map((judge) => [
    judge.name,
    measure(trials.map((trial) => Effect.runSync(tryJudge(judge, trial)))),
  ]),
)
const of = (name: string, share: ShareName) => measured.get(name)?.shares[share] ?? null

const isFound = (name: ScriptedName): boolean => {
  const { foundBy } = scripted[name]
  if (foundBy === "brier") return (measured.get(name)?.brier?.low ?? 0) > 0.25
  const [faulty, sound] = [of(name, foundBy), of("papers", foundBy)]
  if (faulty === null || sound === null) return false
  return shares[foundBy].better === "high" ? faulty.high < sound.low : faulty.low > sound.high
}
const hidden = (Object.keys(scripted) as ReadonlyArray<ScriptedName>).filter((name) => !isFound(name))
const wrong = of("papers", "computed")?.share !== 1 ? ["papers differs from the accounts"] : []
if (hidden.length + wrong.length > 0) {
  console.error([...hidden.map((name) => `the fault of ${name} is not found`), ...wrong].join("\n"))
  process.exitCode = 1
} else
  console.log(
    `Every fault is found, and papers has every answer of an account: ${trials.length} trials each (seed ${seed}).`,
  )
