/** The module that the author of a store begins with: `agent-court conformance --init ./my-store.ts`. */
import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"

/** Beside this file in the source tree. From a build, in the source folder that the package contains. */
const source = ["./starter/store.ts", "../../conformance/starter/store.ts"]
  .map((path) => fileURLToPath(new URL(path, import.meta.url)))
  .find((path) => existsSync(path))

/** The text of the module at a path, as a program outside this package writes it. */
const textFor = (path: string): string => {
  if (source === undefined) throw new Error("this installation lacks conformance/starter/store.ts")
  return readFileSync(source, "utf8")
    .replaceAll('"../../core/index.ts"', '"agent-court"')
    .replaceAll("./my-store.ts", path)
}

const codeOf = (error: unknown): string =>
  error instanceof Error && "code" in error ? String(error.code) : ""

const reasons: Readonly<Record<string, string>> = {
  EEXIST: "is there already, and no file is overwritten; name another, or examine that one with --store",
  ENOENT: "can't be written, since its folder doesn't exist; make the folder first",
  ENOTDIR: "can't be written, since a part of its path is a file; name another path",
  EACCES: "can't be written: permission is denied; name a path in a folder of yours",
  EROFS: "can't be written, since the disk is read-only; name another path",
}

/**
 * Writes the module. Gives null, or why it could not be written and what to do, in words. No file is overwritten.
 * @throws an error of the disk that has no words here.
 */
export const write = (path: string): string | null => {
  if (!/\.m?ts$/.test(path)) return `${path} must end with .ts, since the module is written in TypeScript`
  try {
    writeFileSync(path, textFor(path), { flag: "wx" })
    return null
  } catch (error) {
    const reason = reasons[codeOf(error)]
    if (reason === undefined) throw error
    return `${path} ${reason}`
  }
}
