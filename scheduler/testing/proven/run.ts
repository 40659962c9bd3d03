/**
 * `npm run prove -- [--deep] [--mutants] [--print] [--write]`: checks the theorems on the model of the five tables by SPIN, and prints
 * the counterexample of what is broken as a story. `--mutants` checks the broken courts in the place of the court; `--print` prints the
 * model; `--write` records the figures for the page. Without SPIN it says what to install, and fails.
 */
import { readFileSync, writeFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { modelOf } from "./Build.ts"
import { type Bounds, bounds } from "./Links.ts"
import { type Mutant, mutants } from "./Mutants.ts"
import { named } from "./Named.ts"
import { pagePath, type Recorded, type Row, recordedPath, withTables } from "./Page.ts"
import { promelaOf } from "./Promela.ts"
import { check, missing } from "./Spin.ts"
import { brokenBy, storyOf } from "./Story.ts"
import { theorems } from "./Theorems.ts"

const { values: asked } = parseArgs({
  options: {
    deep: { type: "boolean", default: false },
    mutants: { type: "boolean", default: false },
    print: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
  },
})
const size = asked.deep ? "deep" : "usual"
const saysOf = (name: string): string => theorems.find((one) => one.name === name)?.says ?? name
const limits = asked.deep ? { memoryMb: 12_000, minutes: 60 } : { memoryMb: 2_000, minutes: 5 }
const whole = [1_000_000]
/** Short ways are looked for first, as their stories are short. */
const short = [20, 30, 40, 50, 60, 80, 120, ...whole]

/** Checks one property of a model: every theorem of states at once, or one of runs. Gives its figures, and whether it holds. */
const checked = async (
  of: Bounds,
  property: string | null,
  mutant: Mutant | null,
): Promise<Row & { readonly broken: string | null }> => {
  const model = modelOf(of, named, mutant ?? {})
  const { trail, seen, states, depth, seconds, megabytes, unreached, said } = await check(model, property, {
    ...limits,
    depths: mutant === null ? whole : short,
  })
  const formula = trail === null ? null : brokenBy(model, trail, property)
  const what = property === null ? "the theorems of states" : `"${saysOf(property)}"`
  const result =
    formula === null
      ? states === 0
        ? `NOT CHECKED: ${said.trim()}`
        : "no counterexample"
      : `BROKEN: ${saysOf(formula.name)}`
  console.log(
    `${what}: ${states} states, ${seen === "all" ? "all that there are" : "up to a bound"}, to depth ${depth}, in ${seconds.toFixed(0)} s and ${megabytes.toFixed(0)} MB; ${result}`,
  )
  if (formula !== null && trail !== null)
    for (const line of storyOf(model, formula, saysOf(formula.name), trail)) console.log(line)
  if (formula === null && states === 0) process.exitCode = 1
  // A theorem about steps that nobody can make says nothing.
  if (property === null && mutant === null && formula === null && unreached > 0) {
    console.log(`${unreached} steps of the model are never made:\n${said}`)
    process.exitCode = 1
  }
  return {
    property: property ?? "states",
    seen,
    states,
    depth,
    seconds: Math.round(seconds),
    broken: formula?.name ?? null,
  }
}

const properties = [
  null,
  ...modelOf(bounds.usual, named).formulas.flatMap(({ kind, name }) => (kind === "eventually" ? [name] : [])),
]

const proveAll = async (): Promise<void> => {
  const rows: Array<Row & { readonly broken: string | null }> = []
  for (const property of properties) rows.push(await checked(bounds[size], property, null))
  if (rows.some(({ broken, states }) => broken !== null || states === 0)) {
    process.exitCode = 1
    return
  }
  console.log(`${theorems.length} theorems: no counterexample.`)
  if (!asked.write) return
  const recorded = JSON.parse(readFileSync(recordedPath, "utf8")) as Recorded
  const model = { ...recorded.model, [size]: rows.map(({ broken: _, ...row }) => row) }
  writeFileSync(recordedPath, `${JSON.stringify({ ...recorded, model }, null, 2)}\n`)
  writeFileSync(pagePath, withTables(readFileSync(pagePath, "utf8"), { ...recorded, model }))
}

const findMutants = async (): Promise<void> => {
  for (const mutant of mutants) {
    console.log(`\nA court that ${mutant.breaks}`)
    const { broken } = await checked(
      bounds[size],
      properties.includes(mutant.theorem) ? mutant.theorem : null,
      mutant,
    )
    if (broken === mutant.theorem) continue
    console.log(`NOT FOUND: it should break that ${saysOf(mutant.theorem)}`)
    process.exitCode = 1
  }
}

const lacks = asked.print ? null : missing()
if (asked.print) console.log(promelaOf(modelOf(bounds[size], named)))
else if (lacks !== null) {
  console.error(lacks)
  process.exitCode = 1
} else await (asked.mutants ? findMutants() : proveAll())
