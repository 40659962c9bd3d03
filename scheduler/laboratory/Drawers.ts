/**
 * The functions that draw charts and write the report. This module loads large libraries that need not be installed, so it is loaded only
 * if it is used.
 */
import { join } from "node:path"
import { type Written, writeWhole } from "../../adapters/host/WholeFile.ts"
import type { Chart } from "./charts/Chart.ts"
import type { Drawn } from "./charts/Draw.ts"
import type { Drawing } from "./Html.ts"

export const load = async () => {
  const [{ charts }, { draw }, { reportOf }] = await Promise.all([
    import("./charts/index.ts"),
    import("./charts/Draw.ts"),
    import("./Report.ts"),
  ])
  return { charts, draw, reportOf }
}
export type Drawers = Awaited<ReturnType<typeof load>>

/** Draws charts, and writes each as SVG, PDF and PNG under `charts/`. Gives the drawings for a report, and what was written. */
export const drawCharts = async (
  out: string,
  charts: ReadonlyArray<Chart>,
  draw: (chart: Chart) => Promise<Drawn>,
  makes: (file: string) => void = () => {},
) => {
  const drawn: Array<Drawing> = []
  const files: Record<string, Written> = {}
  for (const chart of charts) {
    makes(`charts/${chart.name}.svg`)
    const pictures = await draw(chart)
    for (const form of ["svg", "pdf", "png"] as const) {
      const file = `charts/${chart.name}.${form}`
      files[file] = await writeWhole(join(out, file), [pictures[form]])
    }
    drawn.push({ ...chart, svg: pictures.svg })
  }
  return { drawn, files }
}
