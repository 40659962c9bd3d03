// Writes the vectors: `node conformance/criteria/testing/vectors/write.ts`. Each expected value is stated here, by hand or by its rule; no implementation runs.
import { writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import type { Vector } from "../Vector.ts"
import { bombVectors } from "./bombs.ts"
import { bytesVectors, textVectors } from "./bytes.ts"
import { documentVectors, priceVectors } from "./documents.ts"
import { fuelVectors } from "./fuel.ts"
import { jsonVectors } from "./json.ts"
import { listVectors } from "./lists.ts"
import { numberVectors } from "./numbers.ts"
import { attestedVectors, outcomeVectors } from "./outcomes.ts"
import { patternVectors } from "./patterns.ts"
import { depthVectors, refusedVectors } from "./refusedSchemas.ts"
import { keywordVectors } from "./schemas.ts"

const folder = resolve(import.meta.dirname, "../..")

export const families: Readonly<Record<string, ReadonlyArray<Vector>>> = {
  bytes: [...bytesVectors, ...textVectors],
  json: jsonVectors,
  numbers: numberVectors,
  pattern: patternVectors,
  lists: listVectors,
  schema: [...keywordVectors, ...depthVectors, ...refusedVectors],
  fuel: fuelVectors,
  outcomes: [...outcomeVectors, ...attestedVectors],
  documents: [...documentVectors, ...priceVectors],
  bombs: bombVectors,
}

/** A vector a line, so that a change shows which vector it changes. */
export const written = (vectors: ReadonlyArray<Vector>): string =>
  `[\n${vectors.map((vector) => JSON.stringify(vector)).join(",\n")}\n]\n`

if (import.meta.main)
  for (const [family, vectors] of Object.entries(families)) {
    writeFileSync(join(folder, `${family}.json`), written(vectors))
    console.log(`${family}.json: ${vectors.length} vectors`)
  }
