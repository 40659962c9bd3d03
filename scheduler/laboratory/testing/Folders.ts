/** Studies in a folder of their own for each test, and what is in their folders. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Either } from "effect"
import { afterEach, beforeEach, expect } from "vitest"
import type { Options } from "../Simulate.ts"
import { problemText } from "../Source.ts"
import { read, type Study } from "../Study.ts"
import { smallScenario } from "./Digests.ts"

export const study = (text = smallScenario(), runs?: string): Study =>
  Either.getOrThrowWith(
    read("s.yaml", text, { set: [], runs }, () => Either.left("no file")),
    (problems) => new Error(problems.map(problemText).join("\n")),
  )

export const optionsFor = (out: string, more: Partial<Options> = {}): Options => ({
  out,
  workers: 2,
  signal: new AbortController().signal,
  begins: () => {},
  progress: () => {},
  makes: () => {},
  report: false,
  ...more,
})

export const filesIn = (path: string): ReadonlyArray<string> =>
  readdirSync(path, { recursive: true, encoding: "utf8" })
    .filter((name) => statSync(join(path, name)).isFile())
    .sort()

/** The folder of a test, which is made before it and removed after it. Names are those of studies in it. */
export const folders = () => {
  let folder = ""
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "simulate-"))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))
  const pathOf = (...names: ReadonlyArray<string>): string => join(folder, ...names)
  return {
    pathOf,
    options: (name: string, more?: Partial<Options>): Options => optionsFor(pathOf(name), more),
    manifest: (name: string) => JSON.parse(readFileSync(pathOf(name, "manifest.json"), "utf8")),
    /** The files that differ between two folders, which must have files of the same names. */
    differing: (a: string, b: string): ReadonlyArray<string> => {
      const files = filesIn(pathOf(a))
      expect(filesIn(pathOf(b))).toEqual(files)
      return files.filter((name) => !readFileSync(pathOf(a, name)).equals(readFileSync(pathOf(b, name))))
    },
  }
}
