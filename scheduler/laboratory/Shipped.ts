/** The scenarios that are part of the package, by name. */
import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"

const ending = ".yaml"
/** Beside this file in the source tree. From a build, in the source folder that the package contains. */
const folder = ["./scenarios/", "../../../scheduler/laboratory/scenarios/"]
  .map((path) => fileURLToPath(new URL(path, import.meta.url)))
  .find((path) => existsSync(path))

export const shipped: ReadonlyArray<string> =
  folder === undefined
    ? []
    : readdirSync(folder)
        .filter((name) => name.endsWith(ending))
        .map((name) => name.slice(0, -ending.length))
        .sort()

/** The path of a scenario of the package; undefined if no scenario of the package has this name. */
export const pathOf = (name: string): string | undefined =>
  folder !== undefined && shipped.includes(name) ? join(folder, `${name}${ending}`) : undefined
