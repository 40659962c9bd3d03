/** The tables of the page `http/docs/proven.md`: the theorems with how far each was checked, their formulas, and what the model keeps. */
import { join } from "node:path"
import { tableOf } from "../../../core/kernel/Moves.ts"
import { scenes } from "../explored/Scenes.ts"
import { modelOf, readingsOf } from "./Build.ts"
import { actors } from "./Language.ts"
import { bounds } from "./Links.ts"
import { mutants } from "./Mutants.ts"
import { named } from "./Named.ts"
import { propertyOf } from "./Promela.ts"
import type { Reading } from "./Reading.ts"
import { machines, rows } from "./Tables.ts"
import { theorems } from "./Theorems.ts"

/** The figures of one search by the checker. */
export interface Row {
  /** `states` for all theorems of states together; otherwise the theorem of runs. */
  readonly property: string
  readonly seen: "all" | "bound"
  readonly states: number
  readonly depth: number
  readonly seconds: number
}

/** The figures of the last runs that were recorded. */
export interface Recorded {
  readonly model: Readonly<Record<"usual" | "deep", ReadonlyArray<Row>>>
}

export const recordedPath = join(import.meta.dirname, "recorded.json")
export const pagePath = join(import.meta.dirname, "../../../http/docs/proven.md")

const thousands = (n: number): string => n.toLocaleString("en-US")

const isOfRuns = (name: string): boolean =>
  modelOf(bounds.usual, named).formulas.some((one) => one.name === name && one.kind === "eventually")

const searched = ({ model }: Recorded, size: "usual" | "deep", name: string): string => {
  const row = model[size].find(({ property }) => property === (isOfRuns(name) ? name : "states"))
  if (row === undefined) return "not run"
  return row.seen === "all"
    ? `all ${thousands(row.states)} states`
    : `${thousands(row.states)} states, to depth ${row.depth}`
}

const depths = (size: "usual" | "deep"): string => {
  const all = scenes.map(({ depth }) => depth[size])
  return `${Math.min(...all)} to ${Math.max(...all)}`
}

const theoremTable = (recorded: Recorded): string =>
  tableOf(
    [
      "Theorem",
      "It means",
      "Provision",
      "The model, in CI",
      "The model, at night",
      "The real commands, in CI and at night",
      "Planted mutants",
    ],
    theorems.map(({ name, says, sections, means, isExplored, tried }) => [
      `**${says}** (\`${name}\`)`,
      means,
      sections.join(", "),
      searched(recorded, "usual", name),
      searched(recorded, "deep", name),
      `${isExplored ? `explored to depth ${depths("usual")}, and ${depths("deep")}` : "by the seeds and a test of their own"}: ${tried.map((path) => `\`${path}\``).join(", ")}`,
      String(mutants.filter(({ theorem }) => theorem === name).length),
    ]),
  )

const formulas = (): string =>
  modelOf(bounds.usual, named)
    .formulas.map((formula) => `\`${formula.name}\`:\n\n\`\`\`\n${propertyOf(formula)}\n\`\`\``)
    .join("\n\n")

const keptTable = (): string => {
  const readings = readingsOf(bounds.usual, rows)
  return tableOf(
    [
      "Act",
      "Conditions that the model keeps besides the row",
      "Left out: the model allows more than the Court",
    ],
    machines.flatMap((machine) =>
      Object.entries(readings[machine] as Readonly<Record<string, Reading>>).map(
        ([act, { guards, leaves }]) => [
          `${machine} \`${act}\``,
          [...new Set(actors.flatMap((actor) => guards?.(actor) ?? []).map(({ says }) => says))].join("; "),
          leaves,
        ],
      ),
    ),
  )
}

/** The page with its three generated parts as they are now. */
export const withTables = (page: string, recorded: Recorded): string =>
  Object.entries({ theorems: theoremTable(recorded), formulas: formulas(), kept: keptTable() }).reduce(
    (text, [name, part]) =>
      text.replace(
        new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(<!-- end of ${name} -->)`),
        (_all, begin: string, end: string) => `${begin}\n${part}\n\n${end}`,
      ),
    page,
  )
