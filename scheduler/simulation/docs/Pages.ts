/** The pages of this folder that are written from the values that run. `npm run diagrams` writes them, and a test compares them. */
import { type Column, type Table, tables } from "../Dictionary.ts"
import { measureNames, measures } from "../engine/Measure.ts"
import { kinds, meanings } from "../Meanings.ts"
import { diagramOf } from "./Behaviours.ts"
import { behaviours, distributions, type Field, type Form, fields } from "./Fields.ts"

const escapeCell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("<", "&lt;")
const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n")
const code = (text: string): string => (text === "" ? "" : `\`${text.replaceAll("|", "\\|")}\``)

const fieldTable = (rows: ReadonlyArray<Field>): string =>
  table(
    ["field", "is", "if absent", "what"],
    rows.map(({ path, type, otherwise, what }) => [
      code(path),
      escapeCell(type),
      code(otherwise),
      escapeCell(what),
    ]),
  )

const fieldPage = (): string =>
  `# Every field of a scenario

A file in YAML or JSON. \`[]\` stands for each element of a list, \`[poisson]\` for the form whose \`kind\` is \`poisson\`, and \`<name>\` for
a name. A behaviour has [its own page](behaviours.md), and so have [measures](results.md).

${fieldTable(fields)}

## Distribution

A number, or one of these forms. It is drawn anew at each use.

${fieldTable(distributions)}

## Figures of the Schedule

\`schedule\` and \`interventions[].schedule\` name figures of the court's Schedule. \`manifest.json\` has all of them, with their values, under
\`resolved.schedule\`.
`

const behaviourText = (form: Form): string => {
  const { name, what, needsMore } = form
  const drawn = needsMore
    ? "Its moves are those of the program that is given."
    : `\`\`\`mermaid\n${diagramOf({ strategy: name, share: 1 })}\n\`\`\``
  return `## ${name}\n\n${what}\n\n${fieldTable(form.fields)}\n\n${drawn}\n`
}

const behaviourPage = (): string =>
  `# Every behaviour

What a population does with a share of the orders against it. Each diagram has every move of the entries in a run of 60 days in which 60
agents know only this behaviour, with its default values; \`perform\` is the performance itself, which the Register doesn't see. The moves are
those of [the table that the court runs](../../../http/docs/compliance.md).

${behaviours.map(behaviourText).join("\n")}`

const columnRow = (one: Column | "parameters" | "measures"): ReadonlyArray<string> => {
  if (one === "parameters")
    return ["a column for each parameter that varies", "", "", "Its value, by its path."]
  if (one === "measures") return ["a column for each measure", "number", "", "Its value at the horizon."]
  return [code(one.name), one.type, one.unit, escapeCell(one.what)]
}

const tableText = ([name, { row, columns }]: readonly [string, Table]): string =>
  `## ${name.includes(".") ? name : `${name}/part-*.parquet`}

A row is ${row}.

${table(["column", "type", "unit", "what"], columns.map(columnRow))}
`

const resultPage = (): string =>
  `# Every measure and column

\`dictionary.csv\` in each folder of results says the same of that study, with its own parameters.

## Measures

${Object.entries(kinds)
  .map(([kind, what]) => `- \`${kind}\`: ${what}`)
  .join("\n")}

${table(
  ["measure", "title", "unit", "kind", "what", "source"],
  measureNames.map((name) => {
    const { title, unit, kind } = measures[name]
    const { what, source } = meanings[name]
    return [code(name), title, unit, kind, escapeCell(what), source]
  }),
)}

${Object.entries(tables).map(tableText).join("\n")}`

/** The pages by the names of their files. */
export const pages: Readonly<Record<string, () => string>> = {
  "fields.md": fieldPage,
  "behaviours.md": behaviourPage,
  "results.md": resultPage,
}
