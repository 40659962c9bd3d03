import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { implementations } from "./testing/Implementations.ts"
import { differences } from "./testing/Run.ts"
import type { Vector } from "./testing/Vector.ts"

const bombs: ReadonlyArray<Vector> = JSON.parse(readFileSync(join(import.meta.dirname, "bombs.json"), "utf8"))

it.each(Object.entries(implementations))(
  "court.criteria/1, as the %s reads it: every check that spends all its steps is what its vector says",
  (_, implementation) => {
    expect(bombs.flatMap((vector) => differences(implementation, vector))).toEqual([])
  },
)
