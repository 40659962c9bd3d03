/** The outcomes of a study: as a table that fits a terminal, or as JSON for a program. */
import {
  describe,
  estimateOf,
  type Findings,
  type Observed,
  totals,
} from "../../../scheduler/laboratory/Findings.ts"
import { separate } from "../../../scheduler/laboratory/Numbers.ts"
import { quantileNames, spreadOf } from "../../../scheduler/laboratory/Spread.ts"
import { style, wrap } from "../../terminal/Terminal.ts"

/** A measure over all conditions: its name and unit, and its mean in each; null if no run has a value. */
interface Column {
  readonly name: string
  readonly unit: string
  readonly means: ReadonlyArray<number | null>
}

const columnsOf = (findings: Findings, observed: ReadonlyArray<Observed>): ReadonlyArray<Column> =>
  findings.outcomes.map((measure) => {
    const { title, unit } = describe(findings, measure)
    const isShare = unit === "share"
    return {
      name: title.split(":")[0] ?? title,
      unit: isShare ? "%" : unit,
      means: observed.map(({ runs }) => {
        const mean = estimateOf(totals(runs, measure))?.mean ?? null
        return mean === null || !isShare ? mean : mean * 100
      }),
    }
  })

const significant = 4
const decimalsMax = 3
const decimalsOf = (mean: number): number =>
  (Number(mean.toPrecision(significant)).toString().split(".")[1] ?? "").slice(0, decimalsMax).length

/** The means of a column with as many decimals each, so that their points stand beneath each other. */
const cellsOf = ({ unit, means }: Column): ReadonlyArray<string> => {
  const known = means.filter((mean) => mean !== null)
  const decimals = unit === "%" ? 1 : Math.max(0, ...known.map(decimalsOf))
  return means.map((mean) => (mean === null ? "–" : separate(mean.toFixed(decimals))))
}

const headWidth = 12
const between = "  "
interface Set {
  readonly head: ReadonlyArray<string>
  readonly cells: ReadonlyArray<string>
  readonly width: number
}
const setColumn = (column: Column): Set => {
  const [head, cells] = [[...wrap(column.name, headWidth), column.unit], cellsOf(column)]
  return { head, cells, width: Math.max(...[...head, ...cells].map(({ length }) => length)) }
}

/** As many columns to a block as fit beside the labels. */
const blocksOf = (sets: ReadonlyArray<Set>, room: number): ReadonlyArray<ReadonlyArray<Set>> => {
  const blocks: Array<Array<Set>> = []
  let taken = 0
  for (const set of sets) {
    const wide = set.width + between.length
    const last = blocks.at(-1)
    if (last === undefined || taken + wide > room) {
      blocks.push([set])
      taken = wide
    } else {
      last.push(set)
      taken += wide
    }
  }
  return blocks
}

/** Of a sample: how each outcome is spread over its points. */
const spreadLines = (findings: Findings): ReadonlyArray<string> => {
  const rows = findings.outcomes.map((measure) => {
    const { title, unit } = describe(findings, measure)
    const { n, missing, quantiles } = spreadOf(findings, measure)
    const isShare = unit === "share"
    const means = quantileNames.map((_, i) => {
      const value = quantiles[i] ?? null
      return value === null || !isShare ? value : value * 100
    })
    const unitText = isShare ? "%" : unit
    return {
      name: `${title.split(":")[0]}${unitText === "" ? "" : ` (${unitText})`}`,
      cells: [String(n), String(missing), ...cellsOf({ name: "", unit: unitText, means })],
    }
  })
  const heads = ["points", "without", "least", "1st quart.", "median", "3rd quart.", "greatest"]
  const width = Math.max("Outcome".length, ...rows.map(({ name }) => name.length))
  const widths = heads.map((head, i) =>
    Math.max(head.length, ...rows.map(({ cells }) => (cells[i] ?? "").length)),
  )
  const row = (name: string, cells: ReadonlyArray<string>) =>
    [name.padEnd(width), ...cells.map((cell, i) => cell.padStart(widths[i] ?? 0))].join(between)
  const head = row("Outcome", heads)
  return [
    "",
    style("bold", head),
    "─".repeat(head.length),
    ...rows.map(({ name, cells }) => row(name, cells)),
  ]
}

/** The lines of the table. Columns for which the terminal has no room stand in another block below. */
export const tableOf = (
  findings: Findings,
  observed: ReadonlyArray<Observed>,
  terminalWidth: number,
): ReadonlyArray<string> => {
  if (findings.study.experiment.sample !== undefined) return spreadLines(findings)
  const title = findings.parameter ?? "Condition"
  const labels = observed.map(({ label }) => label)
  const width = Math.max(...[title, ...labels].map(({ length }) => length))
  const row = (label: string, cells: ReadonlyArray<string>) => [label.padEnd(width), ...cells].join(between)
  return blocksOf(columnsOf(findings, observed).map(setColumn), terminalWidth - width).flatMap((block) => {
    const height = Math.max(...block.map(({ head }) => head.length))
    const heads = Array.from({ length: height }, (_, i) => {
      const cells = block.map((set) => (set.head[i - height + set.head.length] ?? "").padStart(set.width))
      return style("bold", row(i === height - 1 ? title : "", cells))
    })
    const rule = "─".repeat(block.reduce((sum, set) => sum + between.length + set.width, width))
    const rows = labels.map((label, i) =>
      row(
        label,
        block.map(({ cells, width: wide }) => (cells[i] ?? "").padStart(wide)),
      ),
    )
    return ["", ...heads, rule, ...rows]
  })
}

/** The same for a program: every condition, with the estimate of each measure. Shares are from 0 to 1. */
export const jsonOf = (findings: Findings) => ({
  study: findings.study.name,
  parameter: findings.parameter,
  measures: Object.fromEntries(findings.outcomes.map((measure) => [measure, describe(findings, measure)])),
  conditions: findings.observed.map(({ label, runs }) => ({
    condition: label,
    runs: runs.length,
    outcomes: Object.fromEntries(
      findings.outcomes.map((measure) => [measure, estimateOf(totals(runs, measure))]),
    ),
  })),
})
