/** The scenarios that come with the court, by name. */
import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const ending = ".yaml"
/** Beside this file in the tree; where the tree is built, in the tree that the package holds. */
const folder = ["./scenarios/", "../../../scheduler/simulation/scenarios/"]
  .map((path) => fileURLToPath(new URL(path, import.meta.url)))
  .find((path) => existsSync(path))

export const shipped: ReadonlyArray<string> =
  folder === undefined
    ? []
    : readdirSync(folder)
        .filter((name) => name.endsWith(ending))
        .map((name) => name.slice(0, -ending.length))
        .sort()

/** The path of a scenario that ships; undefined where none has this name. */
export const pathOf = (name: string): string | undefined =>
  folder !== undefined && shipped.includes(name) ? join(folder, `${name}${ending}`) : undefined
