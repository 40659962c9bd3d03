/** Charts of several panels. */
import type { Findings, Observed } from "../Findings.ts"
import { shown } from "./Chart.ts"

/** How panels of one chart are laid out: so that no row has a hole, but for the last. */
const panelGrid = (
  count: number,
): { readonly columns: number; readonly width: number; readonly height: number } => {
  if (count === 1) return { columns: 1, width: 700, height: 340 }
  if (count === 5) return { columns: 5, width: 140, height: 190 }
  return count === 2 || count === 4
    ? { columns: 2, width: 340, height: 210 }
    : { columns: 3, width: 230, height: 190 }
}

const panelsMax = 6

/** Conditions that a chart of panels shows. */
export const inPanels = (findings: Findings): ReadonlyArray<Observed> => shown(findings, panelsMax)

/** One panel a condition, each drawn as `spec` says; a single one needs no name. */
export const panelOf = <Spec extends object>(
  { parameter }: Findings,
  among: ReadonlyArray<Observed>,
  spec: Spec,
) => {
  const { columns, width, height } = panelGrid(among.length)
  const single = among.length === 1
  return {
    ...(single ? {} : { columns }),
    facet: {
      field: "condition",
      type: "nominal" as const,
      title: parameter,
      sort: among.map(({ label }) => label),
      ...(single ? { header: null } : {}),
    },
    spec: { width, height, ...spec },
  }
}

/** Panels side by side, two in a row. */
export const inPairs = <A>(panels: ReadonlyArray<A>): ReadonlyArray<{ hconcat: Array<A>; spacing: number }> =>
  Array.from({ length: Math.ceil(panels.length / 2) }, (_, row) => ({
    hconcat: panels.slice(2 * row, 2 * row + 2),
    spacing: 40,
  }))
