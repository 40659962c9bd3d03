import { describe, expect, it } from "vitest"
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

/** Which top-level folders a folder may import. */
const mayImport: Readonly<Record<Folder, ReadonlyArray<Folder>>> = {
  core: ["core"],
  adapters: ["core", "adapters"],
  http: ["core", "adapters", "http"],
  scheduler: ["core", "adapters", "scheduler"],
  conformance: ["core", "adapters", "conformance"],
}
/** The composition root of the command line chooses among all. */
const mayImportAll = (path: string) => path.startsWith("http/bin/")
/** Adapters that others share: what SQL stores, key-value stores and all stores have in common, the host, the keys, the way out, and telemetry. */
const shared = ["sql", "keyvalue", "store", "host", "keys", "outbound", "telemetry"]
const corePackages = /^(effect|@noble\/.+|@scure\/base)$/
/** The laboratory's engine runs the court's rules over virtual time: it is as pure as the core, and imports nothing else. */
const engine = "scheduler/simulation/engine/"
const isPure = (path: string): boolean => path.startsWith("core/") || path.startsWith(engine)

const crossing = ({ path, folder }: Source, target: string): string | null => {
  const to = target.split("/")
  if (mayImportAll(path)) return null
  if (path.startsWith(engine) && !isPure(target)) return `${path} imports ${target}`
  if (!mayImport[folder].some((allowed) => allowed === to[0])) return `${path} imports ${target}`
  const own = path.split("/")[1]
  const another = folder === "adapters" && to[0] === "adapters" && to[1] !== own
  return another && !shared.includes(to[1] ?? "") ? `${path} imports another adapter, ${target}` : null
}

/** Every import of these sources that crosses a border. */
const crossings = (among: ReadonlyArray<Source>): ReadonlyArray<string> =>
  among.flatMap((source) =>
    importsOf(source).flatMap((specifier) => {
      const target = resolved(source.path, specifier)
      if (target !== null) return crossing(source, target) ?? []
      return isPure(source.path) && !corePackages.test(specifier) ? `${source.path} imports ${specifier}` : []
    }),
  )

/** What would make the core depend on where and when it runs. `new Date(instant)` only formats. */
const impurities: ReadonlyArray<readonly [what: string, pattern: RegExp]> = [
  [
    "the clock",
    /\bDate\.now\b|new Date\(\s*\)|\bperformance\.(?:now|mark|measure|timeOrigin)\b|\bClock\.|\bEffect\.(?:clock|sleep|delay|timeout)\w*/,
  ],
  ["randomness", /\bMath\.random\b|\bcrypto\.|\bRandom\./],
  ["the environment", /\bprocess\.|\bDeno\.|\bglobalThis\b|\bConfig\.|import\.meta/],
  ["input or output", /\bconsole\.|\bfetch\(|\bsetTimeout\b|\bsetInterval\b|\bEffect\.(?:run|log)\w*/],
]
/** The loop waits between attempts at one commit; no rule sees it. */
const waits = new Set(["core/Court.ts the clock"])

const impure = (among: ReadonlyArray<Source>): ReadonlyArray<string> =>
  among
    .filter(({ path }) => isPure(path))
    .flatMap(({ path, text }) =>
      impurities.flatMap(([what, pattern]) =>
        pattern.test(withoutComments(text)) && !waits.has(`${path} ${what}`) ? [`${path} uses ${what}`] : [],
      ),
    )

/** The areas of the core in their order: an area may use those before it. The rulebook collects from all, and every area tests itself. */
const areas = [
  "agents",
  "chains",
  "dealings",
  "ledger",
  "quotes",
  "tenders",
  "matters",
  "judgments",
  "compliance",
  "appeals",
  "holds",
  "counsel",
  "law",
  "registrar",
]
/** What runs against the order, and why. */
const againstTheOrder: Readonly<Record<string, string>> = {
  "agents/Enrol -> quotes/Invitation": "enrolment answers an invitation to a quote",
  "judgments/Delivery -> compliance/Judged": "a judgment opens entries in the Register",
  "ledger/Payment -> compliance/Proof": "a transfer that is reversed may have proved an entry",
  "matters/Intake -> counsel/Retainer": "counsel files under a brief",
  "matters/Queries -> appeals/Record": "a matter shows its appeal",
  "matters/View -> appeals/Moves": "what may be done next in a matter may be done on appeal",
  "tenders/Knowledge -> judgments/Judgment": "a tender may cite a judgment",
  "tenders/Knowledge -> law/Library": "a tender may cite an instrument of the library",
}

const planted = (path: string, text: string): ReadonlyArray<Source> => [
  { path, folder: path.split("/")[0] as Folder, text, product: true, test: false },
]

describe("the borders of the house", () => {
  it("imports point one way: core, adapters, entry points", () => {
    expect(crossings(product)).toEqual([])
  })

  it("the core's own tests stay inside it too, but for the files they read", () => {
    const here = "core/Borders.test.ts" // its planted imports cross every border
    const aids = sources.filter(({ folder, product, path }) => folder === "core" && !product && path !== here)
    const packages = /^(effect|@effect\/vitest|vitest|fast-check|xstate|node:.+|@noble\/.+|@scure\/base)$/
    const outside = aids.flatMap((source) =>
      importsOf(source).filter((specifier) => {
        const target = resolved(source.path, specifier)
        return target === null ? !packages.test(specifier) : !target.startsWith("core/")
      }),
    )
    expect(outside).toEqual([])
  })

  it("the core and the laboratory's engine know no clock, no randomness, no environment, no input or output", () => {
    expect(impure(product)).toEqual([])
  })

  it("no provision stands in a module that loads the rulebook: the rulebook would collect it before it is there", () => {
    const rulebook = "core/rulebook/Rulebook.ts"
    const loads = new Map(
      product.map((source) => [
        source.path,
        loadedBy(source).flatMap((specifier) => resolved(source.path, specifier) ?? []),
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
    const collected = under(rulebook)
    expect(collected.size).toBeGreaterThan(50)
    expect([...collected].filter((path) => under(path).has(rulebook))).toEqual([])
  })

  it("areas of the core use those before them, and what runs against that order is named with its reason", () => {
    const areaOf = (path: string) => areas.indexOf(path.split("/")[1] ?? "")
    const named = (path: string) => path.replace(/^core\/|\.ts$/g, "")
    const against = product
      .filter(({ path }) => path.startsWith("core/") && areaOf(path) >= 0)
      .flatMap((source) =>
        loadedBy(source).flatMap((specifier) => {
          const target = resolved(source.path, specifier)
          return target?.startsWith("core/") && areaOf(target) > areaOf(source.path)
            ? [`${named(source.path)} -> ${named(target)}`]
            : []
        }),
      )
    expect([...new Set(against)].sort()).toEqual(Object.keys(againstTheOrder))
  })

  it.each([
    ['import type { A } from "./A.ts"', []],
    ['import { type A, type B } from "./A.ts"', []],
    ['import {\n  type A,\n  b,\n} from "./A.ts"', ["./A.ts"]],
    ['import * as A from "./A.ts"', ["./A.ts"]],
    ['export * from "./A.ts"', ["./A.ts"]],
    ['// import { a } from "./A.ts"', []],
  ])("a module is loaded for more than its types: %s", (text, loaded) => {
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
    ["scheduler/simulation/engine/X.ts", 'import { x } from "../Study.ts"'],
    ["scheduler/simulation/engine/X.ts", 'import { readFileSync } from "node:fs"'],
  ])("a planted import across a border is found: %s %s", (path, text) => {
    expect(crossings(planted(path, text))).toHaveLength(1)
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
