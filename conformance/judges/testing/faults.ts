/** `node conformance/judges/testing/faults.ts COUNT SEED`: tries all judges that are here, and fails if the fault of one is not found. */
import { Effect } from "effect"
import { Measures } from "../../../core/judging/index.ts"
import { type ScriptedName, scripted } from "../Scripted.ts"
import { ownJudges, trialsOf, tryJudge } from "../Try.ts"
import { isFound } from "./Found.ts"

const [count = "200", seed = "1"] = process.argv.slice(2)
const trials = trialsOf(Number(count), Number(seed))
const measured = new Map(
  ownJudges.map((judge) => [
    judge.name,
    Measures.measure(trials.map((trial) => Effect.runSync(tryJudge(judge, trial)))),
  ]),
)
const hidden = (Object.keys(scripted) as ReadonlyArray<ScriptedName>).filter(
  (name) => !isFound(measured, name),
)
const wrong = measured.get("papers")?.shares.computed?.share !== 1 ? ["papers differs from the accounts"] : []
if (hidden.length + wrong.length > 0) {
  console.error([...hidden.map((name) => `the fault of ${name} is not found`), ...wrong].join("\n"))
  process.exitCode = 1
} else
  console.log(
    `Every fault is found, and papers has every answer of an account: ${trials.length} trials each (seed ${seed}).`,
  )
