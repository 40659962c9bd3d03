/** Where each refusal stands: collected from the tables of grounds and from the code that names them. */
import { type RefusalCode, tables } from "../kernel/Refusal.ts"
import type { Ground, RefusalClass } from "../kernel/refusals/Ground.ts"
import { product, type Source, withoutComments } from "./Sources.ts"

interface Row {
  readonly code: string
  readonly kind: RefusalClass
  readonly ground: Pick<Ground<never>, "rules" | "title">
  /** The file under `core/kernel/refusals` with its words. */
  readonly words: string
  /** The functions and tables that name its code, as `holds/Law mayStand`. */
  readonly by: ReadonlyArray<string>
}

const folder = "core/kernel/refusals/"
const declared = /^(?:export )?(?:const|function|class) (\w+)/gm

/** The name at the top of a module under which the text at an index stands. */
const nameAt = (text: string, index: number): string =>
  [...text.slice(0, index).matchAll(declared)].at(-1)?.[1] ?? ""

/** Every place of these sources that names a code, by the code. */
export const namedIn = (among: ReadonlyArray<Source>): ReadonlyMap<string, ReadonlySet<string>> => {
  const found = new Map<string, Set<string>>()
  for (const { path, text } of among) {
    const code = withoutComments(text)
    const file = path.replace(/^core\/|\.ts$/g, "")
    for (const { 1: name = "", index } of code.matchAll(/"([a-z]+(?:_[a-z]+)*)"/g))
      found.set(name, (found.get(name) ?? new Set()).add(`${file} ${nameAt(code, index)}`.trim()))
  }
  return found
}

/** One row for every ground, in order of precedence. The places of a ground that the core never names are those of the other folders. */
export const refusalRows = (): ReadonlyArray<Row> => {
  const isOfCore = ({ path }: Source) => path.startsWith("core/")
  const named = namedIn(product.filter((source) => isOfCore(source) && !source.path.startsWith(folder)))
  const namedAbove = namedIn(product.filter((source) => !isOfCore(source)))
  const wordsOf = (code: string) =>
    product.find(({ path, text }) => path.startsWith(folder) && new RegExp(`^  ${code}: `, "m").test(text))
  return Object.entries(tables).flatMap(([kind, grounds]) =>
    Object.entries(grounds).map(([code, ground]) => ({
      code: code as RefusalCode,
      kind: kind as RefusalClass,
      ground,
      words: wordsOf(code)?.path.slice("core/".length, -".ts".length) ?? "",
      by: [...(named.get(code) ?? namedAbove.get(code) ?? [])].sort(),
    })),
  )
}

/** The table that `core/rulebook/REFUSALS.md` holds. */
export const refusalTable = (of: ReadonlyArray<Row>): string =>
  [
    "# Where each refusal stands",
    "",
    "Made by `npm run coverage-table` from the tables of grounds and the code; a test compares. Search for the `code` of the problem that the court answered. `holds/Law mayStand` is the value `mayStand` of `core/holds/Law.ts`. The rows are in order of precedence: if several refusals apply, the first one answers. A code without a row is a fault of the request itself, which [`http/server/Problem.ts`](../../http/server/Problem.ts) has.",
    "",
    "| Code | Class | Provision | Title | Words | Refused by |",
    "| --- | --- | --- | --- | --- | --- |",
    ...of.map(
      ({ code, kind, ground, words, by }) =>
        `| ${code} | ${kind} | ${ground.rules.join(", ") || "–"} | ${ground.title} | [\`${words}\`](../${words}.ts) | ${by.map((one) => `\`${one}\``).join("<br>") || "–"} |`,
    ),
    "",
  ].join("\n")
