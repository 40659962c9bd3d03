/** The suite of published results: `agent-court simulate validate`. */
import { costText } from "../Cost.ts"
import { milgromNorthWeingast } from "./MilgromNorthWeingast.ts"
import { type Finding, holds, type Published } from "./Published.ts"
import { standing } from "./Standing.ts"

export const published: ReadonlyArray<Published> = [milgromNorthWeingast, standing]
/** The memory that the process takes, of which its code is the most. */
const bytes = 300e6

const roundText = (value: number): string => String(Number(value.toFixed(4)))
const lineOf = (finding: Finding): string =>
  `  ${holds(finding) ? "holds" : "FAILS"}  ${finding.what}: the formula gives ${roundText(finding.formula)}, found ${roundText(finding.found)}, within ${finding.within}`

const ofFormula =
  "Each value to be found is computed from the formula at parameters chosen here; it is not copied from the paper."

/** Prints what would be reproduced, and about what it takes, and runs nothing. */
export const estimate = (print: (line: string) => void): void => {
  for (const { source, formula } of published) print(`${source}: ${formula}.`)
  print(costText({ seconds: published.reduce((sum, { seconds }) => sum + seconds, 0), bytes }, 1))
}

/** Reproduces every published result, and prints each with its source. Gives whether all hold. */
export const validate = (print: (line: string) => void, results = published): boolean => {
  const found = results.map(({ source, formula, model, reproduce }) => {
    print(`${source}: ${formula}. ${model} ${ofFormula}`)
    const findings = reproduce()
    for (const finding of findings) print(lineOf(finding))
    return findings.every(holds)
  })
  return found.every((held) => held)
}
