/** Strategies of one's own from a file in TypeScript, which exports `strategies`. */
import type { Either } from "effect"
import { mistakeOf } from "./engine/Mind.ts"
import type { Strategies } from "./engine/Strategy.ts"
import * as Module from "./Module.ts"
import type { Path } from "./Source.ts"

export type Loaded = Module.Loaded<Strategies>

const exported: Module.Exported = { name: "strategies", mistakeOf }
export const instanceOf = (url: string, run: number): Promise<Either.Either<Strategies, string>> =>
  Module.instanceOf(url, run, exported)
export const load = (file: string): Promise<Either.Either<Loaded, string>> => Module.load(file, exported)

const offices = ["judge", "appeals", "registrar"]

/** Every strategy of one's own that a scenario names, as it is written, with the path of the name. */
export const namedStrategies = (
  value: unknown,
  path: Path = [],
): ReadonlyArray<{ readonly path: Path; readonly name: string }> => {
  if (typeof value !== "object" || value === null) return []
  const inner = Object.entries(value).flatMap(([key, part]) =>
    namedStrategies(part, [...path, Array.isArray(value) ? Number(key) : key]),
  )
  if (!("strategy" in value)) return inner
  const [top, ...below] = path
  const isOwn =
    (top === "populations" && below.length === 1) || (offices.includes(String(top)) && below.length === 0)
  if (isOwn) return [{ path: [...path, "strategy"], name: String(value.strategy) }, ...inner]
  if (value.strategy !== "custom") return inner
  return [{ path: [...path, "strategy"], name: "name" in value ? String(value.name) : "" }, ...inner]
}
