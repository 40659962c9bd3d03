/** Doors: what an area of the core and what an adapter offers to the others, and that nothing else of it is taken. */
import { describe, expect, it } from "vitest"
import { areaOf, planted } from "./testing/Areas.ts"
import { importsOf, resolved, type Source, sources } from "./testing/Sources.ts"

/** Every import of these sources that takes something of an area by another way than its index. Tests may share the aids of tests. */
const besideTheDoor = (among: ReadonlyArray<Source>): ReadonlyArray<string> =>
  among.flatMap((source) =>
    importsOf(source).flatMap((specifier) => {
      const target = resolved(source.path, specifier)
      const area = target === null ? null : areaOf(target)
      const isDoor = target?.endsWith("/index.ts") || target?.includes("/testing/")
      return area === null || area === areaOf(source.path) || isDoor
        ? []
        : [`${source.path} imports ${target}`]
    }),
  )

/** What other folders may take of each adapter: its index, and the modules that the index names. To take one of them loads no other. */
const offeredBy = new Map(
  sources
    .filter(({ path }) => /^adapters\/\w+\/index\.ts$/.test(path))
    .map((index) => [
      index.path.split("/")[1],
      new Set([index.path, ...importsOf(index).flatMap((named) => resolved(index.path, named) ?? [])]),
    ]),
)
/** The kit opens the store of a file without its thread, which is made of the parts of that store. */
const ofParts = "conformance/stores/sqliteInThread.ts"
/** Every import of these sources, from another folder, of a module that its adapter does not offer. Tests may share the aids of tests. */
const notOffered = (among: ReadonlyArray<Source>): ReadonlyArray<string> =>
  among.flatMap((source) =>
    importsOf(source).flatMap((specifier) => {
      const target = resolved(source.path, specifier)
      if (target === null || !target.startsWith("adapters/") || source.folder === "adapters") return []
      const isOffered = offeredBy.get(target.split("/")[1])?.has(target) || target.includes("/testing/")
      return isOffered || source.path === ofParts ? [] : [`${source.path} imports ${target}`]
    }),
  )

describe("the doors of areas and adapters", () => {
  it("what an area offers is taken from its index and from nowhere else, in tests too", () => {
    expect(besideTheDoor(sources)).toEqual([])
  })

  it("a planted import of a module behind an index is found between areas, and an aid of tests is not", () => {
    const text = 'import { acts } from "../../core/holds/Moves.ts"'
    expect(besideTheDoor(planted("http/docs/X.ts", text))).toHaveLength(1)
    expect(besideTheDoor(planted("http/docs/X.ts", text.replace("Moves", "index")))).toEqual([])
    expect(besideTheDoor(planted("core/matters/X.ts", 'export * from "../holds/Hold.ts"'))).toHaveLength(1)
    expect(besideTheDoor(planted("core/holds/X.ts", 'import { acts } from "./Moves.ts"'))).toEqual([])
    const aid = 'import { x } from "../holds/testing/Court.ts"'
    expect(besideTheDoor(planted("core/matters/X.test.ts", aid))).toEqual([])
  })

  it.each(["adapters/sql", "http/bin", "http/examples", "scheduler", "conformance/cases", "http"])(
    "a planted import of a module behind an index is found in %s, of an area of the core whatever its folder",
    (folder) => {
      const up = "../".repeat(folder.split("/").length)
      const taking = (module: string) =>
        besideTheDoor(planted(`${folder}/X.ts`, `import { x } from "${up}core/${module}"`))
      expect(taking("matters/Suits.ts")).toEqual([`${folder}/X.ts imports core/matters/Suits.ts`])
      expect(taking("agents/internal/Keys.ts")).toHaveLength(1)
      expect(taking("matters/index.ts")).toEqual([])
      expect(taking("kernel/Time.ts")).toEqual([])
    },
  )

  it("of an adapter, other folders take what its index names and nothing else", () => {
    expect(notOffered(sources)).toEqual([])
  })

  it.each(["http/bin", "http/examples", "scheduler", "conformance/cases"])(
    "a planted import of an adapter's own module is found in %s",
    (folder) => {
      const up = "../".repeat(folder.split("/").length)
      const taking = (module: string) =>
        notOffered(planted(`${folder}/X.ts`, `import { x } from "${up}adapters/${module}"`))
      expect(taking("postgres/Pool.ts")).toEqual([`${folder}/X.ts imports adapters/postgres/Pool.ts`])
      expect(taking("sql/Views.ts")).toHaveLength(1)
      expect(taking("postgres/index.ts")).toEqual([])
      expect(taking("postgres/PostgresStore.ts")).toEqual([])
    },
  )
})
