/** The parts of a scenario that a CSV file may give: listed arrivals, and the links of a network. */
import { dirname, resolve } from "node:path"
import { Either } from "effect"
import { isObject } from "../../core/kernel/Fits.ts"
import * as Arrivals from "./Arrivals.ts"
import * as Edges from "./Edges.ts"
import { assign, valueAt } from "./Parameter.ts"
import type { Read, ReadFile, Source } from "./Source.ts"

/** A part of a scenario that a CSV file may give: the member that its rows become, and how they are read. */
interface CsvPart {
  readonly rows: string
  readonly parse: (name: string, text: string) => Read<ReadonlyArray<unknown>>
}
const csvParts: Readonly<Record<"dealings.arrivals" | "dealings.network", CsvPart>> = {
  "dealings.arrivals": { rows: "items", parse: Arrivals.parse },
  "dealings.network": { rows: "edges", parse: Edges.parse },
}

/** The scenario with a part from the CSV file that it names, and the name of that file; null if the scenario names no file. */
export const withTable = (
  scenario: unknown,
  path: keyof typeof csvParts,
  source: Source,
  read: ReadFile,
): Read<{ readonly value: unknown; readonly table: string | null }> => {
  const given = valueAt(scenario, path)
  if (!isObject(given) || given.kind !== "csv") return Either.right({ value: scenario, table: null })
  const { file, ...others } = given
  const at = path.split(".")
  if (typeof file !== "string") {
    return Either.left([
      { place: source.placeOf(at), message: `${path}: file must be the path of a CSV file` },
    ])
  }
  const { rows, parse: parseTable } = csvParts[path]
  const text = Either.mapLeft(read(resolve(dirname(source.name), file)), (message) => [
    { place: source.placeOf([...at, "file"]), message },
  ])
  return Either.flatMap(text, (table) =>
    Either.flatMap(parseTable(file, table), (found) =>
      Either.map(
        Either.mapLeft(assign(scenario, path, { ...others, kind: "listed", [rows]: found }), (message) => [
          { place: source.name, message },
        ]),
        ({ value }) => ({ value, table: file }),
      ),
    ),
  )
}
