/** The pages of this folder that are written from the values that run. `npm run diagrams` writes them, and a test compares them. */

import { Either } from "effect"
import { type Column, type Table, tables } from "../Dictionary.ts"
import * as Check from "../engine/Check.ts"
import { measureNames, measures } from "../engine/Measure.ts"
import type { Happening } from "../engine/Result.ts"
import { Course } from "../engine/Run.ts"
import type { Scenario } from "../engine/Scenario.ts"
import { kinds, meanings } from "../Meanings.ts"
import { behaviours, distributions, type Field, type Form, fields } from "./Fields.ts"

/** A scenario in which everybody meets orders in one way, and others do with the entries whatever they may. */
const scenarioOf = (behaviour: object): Scenario =>
  Either.getOrThrowWith(
    Check.read({
      name: "one-behaviour",
      horizon: { days: 60 },
      agents: 60,
      populations: [
        {
          name: "all",
          share: 1,
          breaches: 0.5,
          // Some sums are worth a default to an agent that weighs, and others aren't.
          stakeCents: { uniform: [100, 50_000] },
          behaviours: [behaviour],
        },
      ],
      dealings: { arrivals: { kind: "poisson", perAgentPerDay: 0.5 } },
      registrar: { errorRate: 0.1, pending: 0.1 },
    }),
    (faults) => new Error(JSON.stringify(faults)),
  )

const arrowOf = ({ from, to, act, by, refused }: Happening): readonly [string, string] | null =>
  refused !== null || act === "file" || act === "dismiss" || to === null
    ? null
    : [`${from ?? "[*]"} --> ${to}`, `${act} (${by})`]

/** The arrows of all entries of a run, each with its acts. */
const arrows = (scenario: Scenario): ReadonlyMap<string, ReadonlySet<string>> => {
  const found = new Map<string, Set<string>>()
  const course = new Course(scenario, {}, (happening) => {
    const [arrow, label] = arrowOf(happening) ?? []
    if (arrow === undefined || label === undefined) return
    found.set(arrow, (found.get(arrow) ?? new Set()).add(label))
  })
  while (course.advance());
  return found
}

/** A behaviour as a state diagram in Mermaid: the statuses of its entries, and the acts between them. */
const diagramOf = (behaviour: object): string =>
  [
    "stateDiagram-v2",
    ...[...arrows(scenarioOf(behaviour))]
      .map(([arrow, labels]) => `  ${arrow} : ${[...labels].sort().join(", ")}`)
      .sort(),
  ].join("\n")

const escapeCell = (text: string): string => text.replaceAll("|", "\\|").replaceAll("<", "&lt;")
const table = (head: ReadonlyArray<string>, rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n")
const code = (text: string): string => (text === "" ? "" : `\`${text.replaceAll("|", "\\|")}\``)

/** A path as a file writes it, and after it the form to which its field belongs. */
const pathCell = (path: string): string => {
  const [of = "", form] = /\[(\w+)\]/.exec(path) ?? []
  return form === undefined ? code(path) : `${code(path.replace(of, ""))} (${form})`
}

const fieldTable = (rows: ReadonlyArray<Field>): string =>
  table(
    ["field", "is", "if absent", "what"],
    rows.map(({ path, type, otherwise, isRequired, what }) => [
      pathCell(path),
      escapeCell(type),
      isRequired ? "must be stated" : code(otherwise),
      escapeCell(what),
    ]),
  )

const fieldPage = (): string =>
  `# Every field of a scenario

A scenario is a file in YAML or JSON. A path is written so everywhere: in \`--set\`, in the parts of an experiment, in the columns of tables and
in messages. \`<name>\` stands for a name, such as that of a population, and \`<number>\` for the place of an element without a name, from 0.
After a path, (poisson) says that the field is one of the form whose \`kind\` is \`poisson\`. A share is a number from 0 to 1, and in a list one share may be \`rest\`: what the others leave. A field
whose cell under “if absent” is empty may be left out. [Behaviours](behaviours.md) and [measures](results.md) have pages of their own.

${fieldTable(fields)}

## Distribution

A number, or one of these forms. It is drawn anew at each use, unless its field says otherwise. It is never negative.

${fieldTable(distributions)}

## Figures of the Schedule

\`schedule\` and \`interventions.<number>.schedule\` name figures of the court's Schedule. \`manifest.json\` has all of them, with their values, under
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

How a party bound meets an order. Each diagram has every move that occurred to the entries of a run of 60 days in which all of the 60
agents have this behaviour, with its default values. \`perform\` is the performance itself, which the Register does not see. The moves are
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

An empty cell of a CSV file and a null of Parquet mean that there is no value: nothing was there to measure, or the event has not happened.
A mean over runs leaves out the runs without a value, and \`n\` says how many are left.

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

export const pages: Readonly<Record<string, () => string>> = {
  "fields.md": fieldPage,
  "behaviours.md": behaviourPage,
  "results.md": resultPage,
}
