/** Writes what was played: the page, its chart, and every case as a row of a CSV file. */
import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { textOf } from "../Csv.ts"
import { drawSvg } from "../charts/Draw.ts"
import { chartOf } from "./Chart.ts"
import { playLies } from "./Lies.ts"
import { pageOf } from "./Page.ts"
import { cellsOf } from "./Summary.ts"
import { rowsOf } from "./Table.ts"

export const writeLies = async (pages: string, results: string): Promise<void> => {
  const all = playLies()
  mkdirSync(results, { recursive: true })
  writeFileSync(join(pages, "lies.md"), pageOf(all))
  writeFileSync(join(pages, "lies.svg"), await drawSvg(chartOf(cellsOf(all))))
  writeFileSync(join(results, "lies.csv"), [...textOf(rowsOf(all))].join(""))
}
