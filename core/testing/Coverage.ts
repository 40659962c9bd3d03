/** Which provisions have code and tests: collected from the modules of the core and the titles of tests. */
import { pathToFileURL } from "node:url"
import type { Section } from "../kernel/Section.ts"
import { Rulebook } from "../rulebook/index.ts"
import { product, root, sources } from "./Sources.ts"

const citation =
  /(?:(?:Constitution|Rule|Dealings Act) \d+\.\d+[A-Z]?|PD\d+ §\d+[A-Z]{0,2}|Code of Dealings \d+)/
export const citationsIn = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(new RegExp(citation, "g"))].map(([id]) => id)

const title = new RegExp(`\\b(?:it|test)\\b[^"'\`\\n]*\\(\\s*["'\`](${citation.source})(?= )`, "g")
export const titlesIn = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(title)].flatMap(([, id]) => id ?? [])

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  (typeof value === "object" && value !== null) || typeof value === "function"

/** Sections that a value and what it is made of carry: functions wrapped by `rule`, commands, moves of a table. */
const carried = (value: unknown, seen: Set<unknown>, depth: number): ReadonlyArray<string> => {
  if (!isObject(value) || seen.has(value) || depth > 5) return []
  seen.add(value)
  const { sections } = value
  const own = Array.isArray(sections) ? sections.filter((id) => typeof id === "string") : []
  const within = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype
  return within
    ? [...own, ...Object.values(value).flatMap((member) => carried(member, seen, depth + 1))]
    : own
}

type Carriers = ReadonlyMap<string, ReadonlySet<string>>
const gathered = (pairs: ReadonlyArray<readonly [id: string, by: string]>): Carriers => {
  const found = new Map<string, Set<string>>()
  for (const [id, by] of pairs) found.set(id, (found.get(id) ?? new Set()).add(by))
  return found
}

interface Exported {
  readonly by: string
  readonly value: unknown
}
/** The modules that only repeat what their area has: its index, and its rules as functions. */
const isDoor = (path: string): boolean => /\/(?:index|Rules)\.ts$/.test(path)

/** All that the core, or one of its folders, exports, each by the module that has it. */
const exportsOf = async (folder: string): Promise<ReadonlyArray<Exported>> => {
  const modules = product.filter(({ path }) => path.startsWith(folder) && !isDoor(path))
  const found: Array<Exported> = []
  for (const { path } of modules) {
    const exported: Readonly<Record<string, unknown>> = await import(pathToFileURL(`${root}${path}`).href)
    const file = path.slice("core/".length, -".ts".length)
    for (const [name, value] of Object.entries(exported)) found.push({ by: `${file} ${name}`, value })
  }
  return found
}
const isRulebook = ({ by }: Exported): boolean => by.startsWith("rulebook/")

/** By section, the exported values of the core, or of one of its folders, that carry it, as `folder/File name`. */
export const functions = async (folder = "core/"): Promise<Carriers> => {
  const found = (await exportsOf(folder)).filter((one) => !isRulebook(one))
  return gathered(
    found.flatMap(({ by, value }) => carried(value, new Set(), 0).map((id) => [id, by] as const)),
  )
}

/** By section, the file and the name under which its words stand; the instrument's own file if they have no name. */
const words = async (): Promise<ReadonlyMap<string, string>> => {
  const all = Rulebook.instruments.flatMap(({ sections }) => sections)
  const found = await exportsOf("core/")
  return new Map(
    all.flatMap((section) => {
      const by = found.find(({ value }) => value === section)?.by
      return by === undefined ? [] : [[section.id, by] as const]
    }),
  )
}

/** By section, the test files with a title that begins with it. */
const tests = (): Carriers =>
  gathered(
    sources
      .filter(({ test }) => test)
      .flatMap(({ path, text }) => titlesIn(text).map((id) => [id, path] as const)),
  )

interface Row {
  readonly section: Section
  /** Where its words stand; null for words that stand in the rulebook itself. */
  readonly words: string | null
  readonly functions: ReadonlyArray<string>
  readonly tests: ReadonlyArray<string>
}

/** One row for every provision of the rulebook, in its order. */
export const rows = async (): Promise<ReadonlyArray<Row>> => {
  const [code, tested, written] = [await functions(), tests(), await words()]
  const sorted = (by: ReadonlySet<string> | undefined) => [...(by ?? [])].sort()
  return Rulebook.instruments
    .flatMap(({ sections }) => sections)
    .map((section) => ({
      section,
      words: written.get(section.id) ?? null,
      functions: sorted(code.get(section.id)),
      tests: sorted(tested.get(section.id)),
    }))
}

const cell = (of: ReadonlyArray<string>) => of.map((one) => `\`${one}\``).join("<br>") || "–"
/** The tests nearest to the words: three of their area at most, else the first of all. A reader starts there. */
const nearest = ({ words, tests }: Row): ReadonlyArray<string> => {
  const area = `core/${words?.split("/")[0] ?? "rulebook"}/`
  const near = tests.filter((test) => test.startsWith(area)).slice(0, 3)
  return near.length > 0 ? near : tests.slice(0, 1)
}
const linked = (words: string | null): string => {
  const [file, name] = words?.split(" ") ?? ["rulebook/Rulebook", null]
  return `[\`${file}\`](../${file}.ts)${name === null ? "" : ` \`${name}\``}`
}

/** The table that `core/rulebook/COVERAGE.md` holds. */
export const table = (of: ReadonlyArray<Row>): string => {
  const share = (status: Section["status"]) => of.filter(({ section }) => section.status === status).length
  const lines = of.map(
    (row) =>
      `| ${row.section.id} | ${row.section.title} | ${row.section.status} | ${linked(row.words)} | ${cell(row.functions)} | ${cell(nearest(row))} |`,
  )
  return [
    "# Coverage of the rulebook",
    "",
    `Made by \`npm run coverage-table\` from the code and the titles of the tests; a test compares. \`matters/Intake filingOpen\` is the value \`filingOpen\` of \`core/matters/Intake.ts\`. Of ${of.length} provisions: enforced by functions, ${share("enforced")}; declaratory (they state a fact or a power), ${share("declaratory")}; external (people or operators carry them out), ${share("external")}.`,
    "",
    "| Provision | Title | Status | Words | Functions | Tests |",
    "| --- | --- | --- | --- | --- | --- |",
    ...lines,
    "",
  ].join("\n")
}
