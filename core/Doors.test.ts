/** Doors: what an area of the core and what an adapter offers to the others, and that nothing else of it is taken. */
import { describe, expect, it } from "vitest"
import { areaOf, planted } from "./testing/Areas.ts"
import { importsOf, product, resolved, type Source, sources, withoutComments } from "./testing/Sources.ts"

/** The package offers the rules of an area by themselves. An example takes them as other programs do. */
const isOfRules = ({ path }: Source, target: string | null): boolean =>
  path.startsWith("http/examples/") && /^core\/\w+\/Rules\.ts$/.test(target ?? "")

/** Every import of these sources that takes something of an area by another way than its index. Tests may share the aids of tests. */
const besideTheDoor = (among: ReadonlyArray<Source>): ReadonlyArray<string> =>
  among.flatMap((source) =>
    importsOf(source).flatMap((specifier) => {
      const target = resolved(source.path, specifier)
      const area = target === null ? null : areaOf(target)
      const isDoor =
        target?.endsWith("/index.ts") || target?.includes("/testing/") || isOfRules(source, target)
      return area === null || area === areaOf(source.path) || isDoor
        ? []
        : [`${source.path} imports ${target}`]
    }),
  )

/** The names of a list such as `{ type Entry, entries as all }`, as the readers of the list know them: before `as`, or after it. */
const namesOf = (list: string, side: "before" | "after"): ReadonlyArray<string> =>
  list.split(",").flatMap((item) => {
    const words = item
      .trim()
      .replace(/^type\s+/, "")
      .split(/\s+as\s+/)
    return (side === "before" ? words[0] : words.at(-1)) || []
  })
const listed = /^(?:import|export)\s+(?:type\s+)?\{([^}]*)\}\s+from\s+"([^"\n]+)"/gm
/** The nouns that an index offers whole, as `Note` of the module `./Note.ts`, each with the path of its module. */
const nounsOf = (index: Source): ReadonlyArray<{ readonly noun: string; readonly path: string | null }> =>
  [...withoutComments(index.text).matchAll(/^export \* as (\w+) from "([^"\n]+)"/gm)].map(
    ([, noun = "", from = ""]) => ({ noun, path: resolved(index.path, from) }),
  )
const exportedBy = (index: Source): ReadonlyArray<string> => {
  const text = withoutComments(index.text)
  return [
    ...nounsOf(index).map(({ noun }) => noun),
    ...[...text.matchAll(listed)].flatMap(([said, list = ""]) =>
      said.startsWith("export") ? namesOf(list, "after") : [],
    ),
    ...[...text.matchAll(/^export const (\w+)/gm)].flatMap(([, name]) => name ?? []),
  ]
}
/** The names of areas that a source takes: by their index, or of the whole core, as a program does that embeds it. */
const takenBy = (source: Source): ReadonlyArray<string> => {
  const text = withoutComments(source.text)
  const isEmbedding = importsOf(source).some((from) => resolved(source.path, from) === "core/index.ts")
  const byName = [...text.matchAll(listed)].flatMap(([, list = "", specifier = ""]) => {
    const target = resolved(source.path, specifier) ?? ""
    const area = areaOf(target)
    return target.endsWith("/index.ts") && area !== null && area !== areaOf(source.path)
      ? namesOf(list, "before").map((name) => `${area}.${name}`)
      : []
  })
  return isEmbedding ? [...byName, ...(text.match(/\b[a-z]\w*\.\w+/g) ?? [])] : byName
}
/** The area whose index the package offers by itself. Programs elsewhere take its names. `agent-court/account` is `account/Rules.ts`. */
const offeredAlone = ["criteria"]
/** The names of the operations. The command or the query of an operation is taken by that name. */
const operations = new Set(
  sources
    .filter(({ path }) => /^http\/api\/\w+\.ts$/.test(path))
    .flatMap(({ text }) => [...text.matchAll(/^ {2}operation\("(\w+)"/gm)].map(([, name]) => name)),
)
/** The names at the doors of areas that no source of another place takes, tests included. */
const takenByNobody = (among: ReadonlyArray<Source>): ReadonlyArray<string> => {
  const taken = new Set(sources.flatMap(takenBy))
  return among.flatMap((source) => {
    const area = areaOf(source.path)
    return area === null || offeredAlone.includes(area) || source.path !== `core/${area}/index.ts`
      ? []
      : exportedBy(source).flatMap((name) =>
          taken.has(`${area}.${name}`) || operations.has(name) ? [] : [`${area}.${name}`],
        )
  })
}
/** The nouns that an index offers, by index and name: the path of the module of each. */
const nouns = (among: ReadonlyArray<Source>): ReadonlyMap<string, string> =>
  new Map(
    among
      .filter(({ path }) => /^core\/\w+\/index\.ts$/.test(path))
      .flatMap((index) =>
        nounsOf(index).map(({ noun, path }) => [`${index.path} ${noun}`, path ?? ""] as const),
      ),
  )
const wholes = /^import (?:type )?\* as (\w+) from "([^"\n]+)"/gm
/** The names that a source takes of modules that are nouns, qualified as `Note.parse`, or by its own name from the module itself. */
const takenOfNouns = (source: Source, known: ReadonlyMap<string, string>): ReadonlyArray<string> => {
  const text = withoutComments(source.text)
  const qualifiers = new Map<string, string>()
  const byName: Array<string> = []
  for (const [, name = "", from = ""] of text.matchAll(wholes))
    qualifiers.set(name, resolved(source.path, from) ?? "")
  for (const [, list = "", from = ""] of text.matchAll(listed)) {
    const target = resolved(source.path, from) ?? ""
    const locals = namesOf(list, "after")
    for (const [i, name] of namesOf(list, "before").entries()) {
      byName.push(`${target} ${name}`)
      const path = known.get(`${target} ${name}`)
      if (path !== undefined) qualifiers.set(locals[i] ?? name, path)
    }
  }
  const qualified = [...text.matchAll(/\b(\w+)\.(\w+)/g)].flatMap(([, noun = "", member = ""]) => {
    const path = qualifiers.get(noun)
    return path === undefined ? [] : [`${path} ${member}`]
  })
  return [...byName, ...qualified]
}
/** A rule is exported for the table of coverage, and a type may be known by what gives it. */
const valued =
  /^export (?:const|class) (\w+)\b(?! = (?:rule|enforced)\()(?![\s\S]*^export (?:type|interface) \1\b)/gm
/** The functions and values of nouns that areas offer, and that no other module takes. */
const idleOfNouns = (among: ReadonlyArray<Source>): ReadonlyArray<string> => {
  const known = nouns(sources)
  const taken = new Set(sources.flatMap((source) => takenOfNouns(source, known)))
  return [...nouns(among)].flatMap(([noun, path]) => {
    const module = [...among, ...sources].find((source) => source.path === path)
    return [...(module?.text ?? "").matchAll(valued)].flatMap(([, member = ""]) =>
      taken.has(`${path} ${member}`) ? [] : [`${noun}.${member}`],
    )
  })
}

/** The room whose index says what other folders may take of a module: an adapter, the scheduler with its laboratory, or the kit. */
const roomOf = (path: string): string | null =>
  /^(?:adapters\/\w+|scheduler|conformance)(?=\/)/.exec(path)?.[0] ?? null
/** The files that other folders may take of each room: its indexes, and the modules that they name. To take one of them loads no other. */
const offeredBy = new Map<string, ReadonlySet<string>>()
for (const index of sources.filter(({ path }) =>
  /^(?:adapters\/\w+|scheduler(?:\/laboratory(?:\/engine)?)?|conformance)\/index\.ts$/.test(path),
)) {
  const named = importsOf(index).flatMap((specifier) => resolved(index.path, specifier) ?? [])
  const room = roomOf(index.path) ?? index.path
  offeredBy.set(room, new Set([...(offeredBy.get(room) ?? []), index.path, ...named]))
}
/** The kit opens the store of a file without its thread, which is made of the parts of that store. */
const ofParts = "conformance/stores/sqliteInThread.ts"
/** Every import of these sources, from another folder, of a module that its room does not offer. Tests may share the aids of tests. */
const notOffered = (among: ReadonlyArray<Source>): ReadonlyArray<string> =>
  among.flatMap((source) =>
    importsOf(source).flatMap((specifier) => {
      const target = resolved(source.path, specifier)
      const room = target === null ? null : roomOf(target)
      if (target === null || room === null || target.startsWith(`${source.folder}/`)) return []
      const isOffered = offeredBy.get(room)?.has(target) || target.includes("/testing/")
      return isOffered || source.path === ofParts ? [] : [`${source.path} imports ${target}`]
    }),
  )

/**
 * The modules that each room of http offers to the others, by the names of its modules. `api` has no secrets: each module states
 * operations.
 */
const rooms: Readonly<Record<string, ReadonlyArray<string>>> = {
  audit: [
    "Client",
    "Journal",
    "monitor/Following",
    "monitor/Kept",
    "monitor/LogReader",
    "monitor/Round",
    "rejudge/Compare",
    "rejudge/Source",
    "replay/Compare",
    "replay/Folded",
    "replay/Listed",
    "verify/Compliance",
    "verify/Judgment",
    "verify/Lodgement",
    "verify/Proof",
    "verify/Source",
    "witness/Enrolled",
    "witness/Enrolment",
    "witness/Keys",
    "witness/Memory",
    "witness/Open",
    "witness/Policy",
    "witness/Prepare",
    "witness/Server",
  ],
  bin: [],
  client: ["Connect", "Failure", "Proof", "Seal", "Verify", "index"],
  court: [
    "Announcement",
    "ChainConfig",
    "Composition",
    "Config",
    "Deno",
    "Log",
    "ModelConfig",
    "StartFailure",
    "Telemetry",
    "TelemetryConfig",
    "Variables",
  ],
  docs: [],
  examples: ["demo/OwnCourt", "demo/Play"],
  handlers: ["CheckList", "Log", "Pages", "RiskCheck", "index"],
  links: ["Cookie", "Links"],
  operate: [
    "Heap",
    "Identity",
    "Running",
    "Serving",
    "backup/Manifest",
    "backup/Restore",
    "backup/Take",
    "doctor/Examine",
  ],
  oauth: ["AccessToken", "Form", "Metadata", "Resource", "Tokens"],
  pages: [
    "AgentPage",
    "CheckPage",
    "Clients",
    "CompliancePages",
    "CriteriaPage",
    "DocketPages",
    "FindPage",
    "FixedPages",
    "Fonts",
    "Frame",
    "Guide",
    "GuidePages",
    "Html",
    "JudgePages",
    "JudgmentPages",
    "MatterPage",
    "OpenPage",
    "OperationText",
    "Outcome",
    "Parts",
    "ProofCheck",
    "SealScript",
    "Style",
  ],
  server: [
    "AccessLog",
    "Answer",
    "App",
    "Body",
    "Call",
    "Clock",
    "Connections",
    "Encoding",
    "Endpoint",
    "Handler",
    "Idempotency",
    "Incoming",
    "Node",
    "Problem",
    "PublicRead",
    "SchemaErrors",
    "RateLimit",
    "SigningKeys",
    "Web",
  ],
  terminal: ["Bar", "Terminal"],
  tools: ["Mcp", "Tool", "Tools"],
}
/** The rooms of whole programs. Each takes only of the rooms before it, so that an audit needs no court of its own. */
const programs = ["terminal", "audit", "court", "operate", "examples", "bin"]
/** Every import of these sources by which a room of programs takes something of a later one. */
const againstTheRooms = (among: ReadonlyArray<Source>): ReadonlyArray<string> =>
  among.flatMap((source) => {
    const place = programs.indexOf(roomOfHttp(source.path))
    return importsOf(source).flatMap((specifier) => {
      const target = resolved(source.path, specifier)
      return place >= 0 && target !== null && programs.indexOf(roomOfHttp(target)) > place
        ? [`${source.path} imports ${target}`]
        : []
    })
  })
const roomOfHttp = (path: string): string => /^http\/(\w+)\//.exec(path)?.[1] ?? ""
/** Every import of these sources that takes a module of a room of http which that room does not offer. Tests may serve a whole court. */
const takenOfRooms = (among: ReadonlyArray<Source>): ReadonlyArray<string> =>
  among.flatMap((source) =>
    importsOf(source).flatMap((specifier) => {
      const target = resolved(source.path, specifier)
      const [, room = "", module = ""] = /^http\/(\w+)\/(.+)\.ts$/.exec(target ?? "") ?? []
      const offered = rooms[room]
      return offered === undefined || source.path.startsWith(`http/${room}/`) || offered.includes(module)
        ? []
        : [`${source.path} imports ${target}`]
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

  it("an area offers no name that nobody takes", () => {
    expect(takenByNobody(sources)).toEqual([])
    const text = 'export { texts, holds as nobodys, type Hold } from "./Hold.ts"\nexport const unused = {}'
    expect(takenByNobody(planted("core/holds/index.ts", text))).toEqual(["holds.nobodys", "holds.unused"])
  })

  it("of a noun that an area offers whole, another module takes each function", () => {
    expect(idleOfNouns(sources)).toEqual([])
    const whole = [
      ...planted("core/holds/index.ts", 'export * as Nobody from "./Planted.ts"'),
      ...planted("core/holds/Planted.ts", "export const idle = 1\nexport interface Kind {}"),
    ]
    expect(idleOfNouns(whole)).toEqual(["core/holds/index.ts Nobody.idle"])
    expect(takenByNobody(whole)).toEqual(["holds.Nobody"])
  })

  it("of an adapter, of the scheduler and of the kit, other folders take what an index names and nothing else", () => {
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

  it("a planted import of a module that the scheduler, its laboratory or the kit keeps to itself is found", () => {
    const taking = (module: string) =>
      notOffered(planted("http/bin/X.ts", `import * as x from "../../${module}"`))
    expect(taking("scheduler/Shares.ts")).toEqual(["http/bin/X.ts imports scheduler/Shares.ts"])
    expect(taking("scheduler/laboratory/Pool.ts")).toHaveLength(1)
    expect(taking("scheduler/laboratory/engine/Exact.ts")).toHaveLength(1)
    expect(taking("conformance/Children.ts")).toHaveLength(1)
    expect(taking("scheduler/laboratory/Study.ts")).toEqual([])
    expect(taking("conformance/run.ts")).toEqual([])
  })

  it("of a room of http, the others take what it offers, and it offers nothing that nobody takes", () => {
    expect(takenOfRooms(product)).toEqual([])
    const taken = new Set(
      product.flatMap((source) =>
        importsOf(source).flatMap((specifier) => {
          const target = resolved(source.path, specifier)
          const room = target?.split("/")[1]
          return target === null || source.path.startsWith(`http/${room}/`) ? [] : [target]
        }),
      ),
    )
    const idle = Object.entries(rooms).flatMap(([room, offered]) =>
      offered.map((module) => `http/${room}/${module}.ts`).filter((path) => !taken.has(path)),
    )
    expect(idle).toEqual([])
  })

  it("a planted import of a module that a room of http keeps to itself is found", () => {
    const taking = (path: string, module: string) =>
      takenOfRooms(planted(path, `import { x } from "../${module}"`))
    expect(taking("http/handlers/X.ts", "server/Limits.ts")).toEqual([
      "http/handlers/X.ts imports http/server/Limits.ts",
    ])
    expect(taking("http/pages/X.ts", "operate/doctor/Work.ts")).toHaveLength(1)
    expect(taking("http/pages/X.ts", "bin/Cli.ts")).toHaveLength(1)
    expect(taking("http/server/X.ts", "server/Limits.ts")).toEqual([])
    expect(taking("http/tools/X.ts", "server/Call.ts")).toEqual([])
    expect(taking("http/handlers/X.ts", "api/Matters.ts")).toEqual([])
  })

  it("the rooms of whole programs import each other in one direction", () => {
    expect(againstTheRooms(product)).toEqual([])
    const text = 'import { court } from "../court/Composition.ts"'
    expect(againstTheRooms(planted("http/audit/X.ts", text))).toHaveLength(1)
    expect(againstTheRooms(planted("http/operate/X.ts", text))).toEqual([])
  })
})
