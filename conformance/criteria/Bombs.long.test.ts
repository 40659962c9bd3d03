import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { seal } from "./testing/Implementations.ts"
import * as reference from "./testing/Reference.ts"
import { differences } from "./testing/Run.ts"
import type { Vector } from "./testing/Vector.ts"

const bombs: ReadonlyArray<Vector> = JSON.parse(readFileSync(join(import.meta.dirname, "bombs.json"), "utf8"))

it("court.criteria/1, as the reference reads it: every check that spends all its steps is what its vector says", () => {
  expect(bombs.flatMap((vector) => differences(seal(reference), vector))).toEqual([])
})
