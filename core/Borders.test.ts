import { describe, expect, it } from "vitest"
import { needPresent } from "./kernel/Defect.ts"
import { areas, planted } from "./testing/Areas.ts"
import { circlesOf } from "./testing/Circles.ts"
import {
  type Folder,
  importsOf,
  loadedBy,
  product,
  resolved,
  type Source,
  sources,
  withoutComments,
} from "./testing/Sources.ts"

const mayImport: Readonly<Record<Folder, ReadonlyArray<Folder>>> = {
  core: ["core"],
  adapters: ["core", "adapters"],
  http: ["core", "adapters", "http"],
  scheduler: ["core", "adapters", "scheduler"],
  conformance: ["core", "adapters", "conformance"],
}
/** These rooms assemble whole programs, and an example is one, so they may import every folder. */
const mayImportAll = (path: string) => /^http\/(?:bin|court|operate|examples)\//.test(path)
const listing = "stores"
/** The adapters that other adapters may import. */
const shared = ["sql", "store", "host", "keys", "outbound", "telemetry"]
const corePackages = /^(effect|@noble\/.+|@scure\/base)$/
/** The language of the criteria stands alone, since browsers and other programs take it without a court. */
const criteria = "core/criteria/"
const criteriaPackages = /^(re2js|@noble\/hashes\/.+)$/
/** The laboratory's engine runs the court's rules over virtual time. It is as pure as the core, and it may import only the core. */
const engine = "scheduler/laboratory/engine/"
const isPure = (path: string): boolean => path.startsWith("core/") || path.startsWith(engine)

const crossing = ({ path, folder }: Source, target: string): string | null => {
  const to = target.split("/")
  if (mayImportAll(path)) return null
  if (path.startsWith(criteria) && !target.startsWith(criteria)) return `${path} imports ${target}`
  if (path.startsWith(engine) && !isPure(target)) return `${path} imports ${target}`
  if (!mayImport[folder].some((allowed) => allowed === to[0])) return `${path} imports ${target}`
  const own = path.split("/")[1]
  const another = folder === "adapters" && to[0] === "adapters" && to[1] !== own
  return another && own !== listing && !shared.includes(needPresent(to[1], "an adapter"))
    ? `${path} imports another adapter, ${target}`
    : null
}

/** Every import of these sources that crosses a border. */
const crossings = (among: ReadonlyArray<Source>): ReadonlyArray<string> =>
  among.flatMap((source) =>
    importsOf(source).flatMap((specifier) => {
      const target = resolved(source.path, specifier)
      if (target !== null) return crossing(source, target) ?? []
      const packages = source.path.startsWith(criteria) ? criteriaPackages : corePackages
      return isPure(source.path) && !packages.test(specifier) ? `${source.path} imports ${specifier}` : []
    }),
  )

/** Code that would make the core depend on where or when it runs. `new Date(instant)` is allowed, since it only formats an instant. */
const impurities: ReadonlyArray<readonly [what: string, pattern: RegExp]> = [
  [
    "the clock",
    /\bDate\.now\b|new Date\(\s*\)|\bperformance\.(?:now|mark|measure|timeOrigin)\b|\bClock\.|\bEffect\.(?:clock|sleep|delay|timeout)\w*/,
  ],
  ["randomness", /\bMath\.random\b|\bcrypto\.|\bRandom\./],
  ["the environment", /\bprocess\.|\bDeno\.|\bglobalThis\b|\bConfig\.|import\.meta/],
  ["input or output", /\bconsole\.|\bfetch\(|\bsetTimeout\b|\bsetInterval\b|\bEffect\.(?:run|log)\w*/],
]
/** The court's loop waits between the attempts of a command. No rule depends on that wait. */
const waits = new Set(["core/kernel/Court.ts the clock"])

const impure = (among: ReadonlyArray<Source>): ReadonlyArray<string> =>
  among
    .filter(({ path }) => isPure(path))
    .flatMap(({ path, text }) =>
      impurities.flatMap(([what, pattern]) =>
        pattern.test(withoutComments(text)) && !waits.has(`${path} ${what}`) ? [`${path} uses ${what}`] : [],
      ),
    )

/** The circles among these sources: by all their imports, or by those alone that load another module. */
const circlesAmong = (among: ReadonlyArray<Source>, specifiers: (source: Source) => ReadonlyArray<string>) =>
  circlesOf(
    new Map(
      among.map((source) => [
        source.path,
        specifiers(source).flatMap((specifier) => resolved(source.path, specifier) ?? []),
      ]),
    ),
  )
const circlesOfValues = (among: ReadonlyArray<Source>) => circlesAmong(among, loadedBy)
/** Two files may share their types in a circle, as one noun; more can't be read one by one. */
const circleFilesMax = 2
const wideCircles = (among: ReadonlyArray<Source>) =>
  circlesAmong(among, importsOf).filter(({ length }) => length > circleFilesMax)

/** The modules that each module of the project loads: other modules by their path, and packages by their name. */
const loads = new Map(
  product.map((source) => [
    source.path,
    loadedBy(source).map((specifier) => resolved(source.path, specifier) ?? specifier),
  ]),
)
const under = (path: string, seen = new Set<string>()): ReadonlySet<string> => {
  for (const next of loads.get(path) ?? [])
    if (!seen.has(next)) {
      seen.add(next)
      under(next, seen)
    }
  return seen
}

/** The place of a module's area in the order; -1 if its folder has no place. */
const placeOf = (path: string): number => {
  const [folder, area] = path.split("/")
  return folder === "core" ? areas.indexOf(needPresent(area, "a folder or a file")) : -1
}
/** Every import of these sources, also of a type alone, by which an area imports a later area. */
const against = (among: ReadonlyArray<Source>): ReadonlyArray<string> =>
  among.flatMap((source) => {
    const place = placeOf(source.path)
    return importsOf(source).flatMap((specifier) => {
      const target = resolved(source.path, specifier)
      return place >= 0 && target !== null && placeOf(target) > place
        ? [`${source.path} imports ${target}`]
        : []
    })
  })

describe("imports between folders", () => {
  it("a folder imports only the folders that it may import", () => {
    expect(crossings(product)).toEqual([])
  })

  it("the core's tests import only the core, test libraries and Node's modules", () => {
    const here = "core/Borders.test.ts" // its planted imports cross every border
    const aids = sources.filter(({ folder, product, path }) => folder === "core" && !product && path !== here)
    const packages = /^(effect|@effect\/vitest|vitest|fast-check|node:.+|@noble\/.+|@scure\/base)$/
    const outside = aids.flatMap((source) =>
      importsOf(source).filter((specifier) => {
        const target = resolved(source.path, specifier)
        return target === null ? !packages.test(specifier) : !target.startsWith("core/")
      }),
    )
    expect(outside).toEqual([])
  })

  it("the core and the laboratory's engine use no clock, no randomness, no environment, no input and no output", () => {
    expect(impure(product)).toEqual([])
  })

  it("the thread that writes to SQLite loads no Effect, which takes twenty megabytes", () => {
    const loaded = under("adapters/sqlite/WriterThread.ts")
    expect(loaded).toContain("adapters/sqlite/Commit.ts")
    expect([...loaded].filter((name) => name.startsWith("effect") || name.startsWith("@effect/"))).toEqual([])
  })

  it("the table of stores loads no driver, which would cost memory if another store is used", () => {
    const loaded = [...under("adapters/stores/index.ts")]
    expect(loaded).toContain("adapters/postgres/Kind.ts")
    expect(loaded.filter((name) => /^(?:better-sqlite3|pg|@deno\/kv|@effect\/sql.*)$/.test(name))).toEqual([])
  })

  it("an area of the core imports only areas before it, values and types alike", () => {
    expect(against(product)).toEqual([])
  })

  it("every area of the core has its place in the order", () => {
    const unordered = ["kernel", "store"]
    const found = product.flatMap(({ path }) => /^core\/(\w+)\//.exec(path)?.[1] ?? [])
    expect([...new Set(found)].sort()).toEqual([...areas, ...unordered].sort())
  })

  it("no modules load each other in a circle", () => {
    expect(circlesOfValues(product)).toEqual([])
  })

  it("no more than two modules know each other in a circle, even by their types", () => {
    expect(wideCircles(product)).toEqual([])
  })

  it("a planted circle is found: of values however small, of types if it has more than two files", () => {
    const chain = (names: string, importing: string) =>
      [...names].flatMap((name, i) =>
        planted(`core/agents/${name}.ts`, `${importing} { x } from "./${names[(i + 1) % names.length]}.ts"`),
      )
    expect(circlesOfValues(chain("AB", "import"))).toEqual([["core/agents/A.ts", "core/agents/B.ts"]])
    expect(circlesOfValues(chain("AB", "export"))).toHaveLength(1)
    expect(circlesOfValues(chain("ABCD", "import type"))).toEqual([])
    expect(wideCircles(chain("ABCD", "import type"))).toHaveLength(1)
    expect(wideCircles(chain("ABC", "import type"))).toHaveLength(1)
    expect(wideCircles(chain("AB", "import type"))).toEqual([])
    expect(wideCircles([...chain("ABC", "import").slice(0, 2), ...planted("core/agents/C.ts", "")])).toEqual(
      [],
    )
  })

  it.each([
    ['import type { A } from "./A.ts"', []],
    ['import { type A, type B } from "./A.ts"', []],
    ['import {\n  type A,\n  b,\n} from "./A.ts"', ["./A.ts"]],
    ['import * as A from "./A.ts"', ["./A.ts"]],
    ['export * from "./A.ts"', ["./A.ts"]],
    ['// import { a } from "./A.ts"', []],
  ])("an import that takes only types loads no module: %s", (text, loaded) => {
    expect(loadedBy({ text })).toEqual(loaded)
  })

  it.each([
    ["core/agents/X.ts", 'import { x } from "../../adapters/sqlite/index.ts"'],
    ["core/agents/X.ts", 'import { readFileSync } from "node:fs"'],
    ["core/agents/X.ts", 'const x = await import("viem")'],
    ["adapters/postgres/X.ts", 'import { x } from "../sqlite/index.ts"'],
    ["adapters/postgres/X.ts", 'import { x } from "../../http/api/Api.ts"'],
    ["http/X.ts", 'import { x } from "../scheduler/Tick.ts"'],
    ["scheduler/X.ts", 'export * from "../http/api/Api.ts"'],
    ["core/criteria/X.ts", 'import { x } from "../kernel/Hash.ts"'],
    ["core/criteria/X.ts", 'import type { Json } from "../kernel/Json.ts"'],
    ["core/criteria/X.ts", 'import { Effect } from "effect"'],
    ["core/agents/X.ts", 'import { RE2JS } from "re2js"'],
    ["scheduler/laboratory/engine/X.ts", 'import { x } from "../Study.ts"'],
    ["scheduler/laboratory/engine/X.ts", 'import { readFileSync } from "node:fs"'],
  ])("a planted import across a border is found: %s %s", (path, text) => {
    expect(crossings(planted(path, text))).toHaveLength(1)
  })

  it.each([
    'import { vacateJudgment } from "../appeals/Vacate.ts"',
    'import type { Appeal } from "../appeals/Appeal.ts"',
    'export * from "../appeals/index.ts"',
  ])("a planted import against the order of the areas is found: %s", (text) => {
    expect(against(planted("core/matters/X.ts", text))).toHaveLength(1)
    expect(against(planted("core/registrar/X.ts", text))).toEqual([])
  })

  it.each([
    "const at = Date.now()",
    "const at = new Date()",
    "const id = Math.random()",
    "const id = crypto.randomUUID()",
    "const url = process.env.URL",
    'console.log("x")',
    "yield* Clock.currentTimeMillis",
  ])("a planted impurity is found: %s", (text) => {
    expect(impure(planted("core/agents/X.ts", text))).toHaveLength(1)
    expect(impure(planted(`${engine}X.ts`, text))).toHaveLength(1)
  })
})
