/** Where a run has its files in the folder of results. */
import { join } from "node:path"

const digits = 6
const stem = (run: number): string => String(run).padStart(digits, "0")
export const digestFile = (folder: string, run: number): string => join(folder, "runs", `${stem(run)}.json`)
export const entriesFile = (folder: string, run: number): string =>
  join(folder, "runs", `${stem(run)}.entries.parquet`)
export const failedFile = (folder: string, run: number): string =>
  join(folder, "runs", `${stem(run)}.failed.json`)
