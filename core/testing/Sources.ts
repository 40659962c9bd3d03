/** The repository's own source files, for the tests of its structure. */
import { existsSync, readdirSync, readFileSync } from "node:fs"
import { join, relative, sep } from "node:path"
import { fileURLToPath } from "node:url"

export const root = fileURLToPath(new URL("../../", import.meta.url))
const folders = ["core", "adapters", "http", "scheduler", "conformance"] as const
export type Folder = (typeof folders)[number]

export interface Source {
  /** From the root, with `/`: `core/enrolment/Enrol.ts`. */
  readonly path: string
  readonly folder: Folder
  readonly text: string
  /** Whether the source ships: it is neither a test, nor a bench, nor only used by tests. */
  readonly product: boolean
  readonly test: boolean
}

const isTest = (path: string) => path.endsWith(".test.ts")
const isAid = (path: string) =>
  path.endsWith(".bench.ts") || path.startsWith("http/trials/") || path.split("/").includes("testing")

const sourcesOf = (folder: Folder): ReadonlyArray<Source> =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((name) =>
      relative(root, join(root, folder, name))
        .split(sep)
        .join("/"),
    )
    .filter((path) => path.endsWith(".ts") && !path.includes("node_modules/"))
    .sort()
    .map((path) => ({
      path,
      folder,
      text: readFileSync(join(root, path), "utf8"),
      product: !isTest(path) && !isAid(path),
      test: isTest(path),
    }))

export const sources: ReadonlyArray<Source> = folders
  .filter((folder) => existsSync(join(root, folder)))
  .flatMap(sourcesOf)
export const product: ReadonlyArray<Source> = sources.filter((source) => source.product)

const comments = /\/\*[\s\S]*?\*\/|(?<=^|[\s;,({[])\/\/.*$/gm
const strings = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'/g

export const withoutComments = (text: string): string => text.replace(comments, "")
/** The code of a source without its comments and plain strings; templates stay, since code stands in them. */
export const code = (text: string): string => withoutComments(text).replace(strings, '""')

const importing =
  /^\s*(?:import|export)\b[^"';]*?\bfrom\s*"([^"\n]+)"|^\s*import\s*"([^"\n]+)"|\bimport\(\s*"([^"\n]+)"/gm
/** The specifiers that a source imports, statically or not. */
export const importsOf = ({ text }: Pick<Source, "text">): ReadonlyArray<string> =>
  [...withoutComments(text).matchAll(importing)].flatMap(
    ([, from, bare, dynamic]) => from ?? bare ?? dynamic ?? [],
  )

const loading = /^(?:import|export)\s+(type\s+)?(\w+|\*(?:\s+as\s+\w+)?|\{[^}]*\})\s+from\s+"([^"\n]+)"/gm
const onlyTypes = (names: string): boolean =>
  /^\{[\s\S]*\}\s*$/.test(names) && names.split(/[{},]/).every((name) => /^\s*(?:type\s|$)/.test(name))
/** The specifiers of the modules that are loaded before a source runs: the modules from which it imports more than types. */
export const loadedBy = ({ text }: Pick<Source, "text">): ReadonlyArray<string> =>
  [...withoutComments(text).matchAll(loading)].flatMap(([, type, names, from]) =>
    type !== undefined || names === undefined || from === undefined || onlyTypes(names) ? [] : [from],
  )

/** The path from the root that a relative specifier names, or null for a package. */
export const resolved = (from: string, specifier: string): string | null =>
  specifier.startsWith(".")
    ? relative(root, join(root, from, "..", specifier))
        .split(sep)
        .join("/")
    : null
