import { readdirSync, readFileSync, statSync } from "node:fs"
import { join } from "node:path"

/** Every path in a folder, with the bytes of the file. */
export const contents = (folder: string): ReadonlyArray<readonly [string, string]> =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .sort()
    .map((name) => {
      const path = join(folder, name)
      return [name, statSync(path).isFile() ? readFileSync(path, "latin1") : "folder"]
    })
