// Installs the package as its user would, in an empty folder and with install scripts off, beside the oldest and the newest Effect that it
// takes. Compiles and runs its examples there, and serves a court from it: on the oldest Node that is supported, on Node 24, and on Deno.
import { spawn, spawnSync } from "node:child_process"
import { copyFileSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { delimiter, join, resolve } from "node:path"
import { createInterface } from "node:readline"
import { freePort } from "../../adapters/outbound/FreePort.ts"
import { tryBundles } from "./bundles.mjs"

const here = import.meta.dirname
const root = resolve(here, "../..")
const mostMB = 115
const mostAloneMB = 60
/** The packages that a court on SQLite needs beside this one, and the types of a program over HTTP. */
const optional = ["better-sqlite3@13", "@effect/platform", "@types/better-sqlite3", "@types/node"]
const folder = mkdtempSync(join(tmpdir(), "agent-court-package-"))
const program = join(folder, "node_modules/.bin/agent-court")

/** The runtimes: the folder with each one's program, and how it runs the command line and a program of the user's. */
const runtimes = [
  { name: "Node 22", bin: join(here, "node_modules/.bin"), court: [program], run: ["node"] },
  { name: "Node 24", bin: join(root, "node_modules/.bin"), court: [program], run: ["node"] },
  {
    name: "Deno",
    bin: join(root, "node_modules/.bin"),
    court: ["deno", "run", "-A", "npm:agent-court"],
    run: ["deno", "run", "-A"],
  },
]

const environment = (bin, more = {}) => ({
  ...process.env,
  PATH: bin + delimiter + process.env.PATH,
  ...more,
})

const ran = (command, args, cwd, env = process.env) => {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, env, encoding: "utf8" })
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${status}: ${stderr || stdout}`)
  return stdout.trim()
}
const must = (holds, what) => {
  if (!holds) throw new Error(what)
  console.log(what)
}

/** The exported names without a comment, and with a long type, are at most so many. */
const documented = async () => {
  // It needs the compiler of this folder, which is installed by now.
  const { ceilings, examined } = await import("./documented.mjs")
  const { names, silent, long } = examined(join(folder, "node_modules/agent-court"))
  must(
    silent.length <= ceilings.silent && long.length <= ceilings.long,
    `  ${names} names: ${silent.length} without a comment, of at most ${ceilings.silent}; ${long.length} with a long type, of at most ${ceilings.long}`,
  )
}

const { exports, peerDependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))

/** The versions of Effect that a user may have: the oldest that the package takes, and the newest of its line. */
const effects = [`effect@${peerDependencies.effect.replace("^", "")}`, "effect@3"]

const pack = () => {
  // The build made the files before this. Without `--ignore-scripts`, packing would build them again.
  ran("npm", ["pack", "--ignore-scripts", "--pack-destination", folder], root)
  return globSync("*.tgz", { cwd: folder })[0]
}

/** The versions of a package that are installed, wherever they lie. */
const versionsOf = (name) =>
  globSync(`node_modules/**/${name}/package.json`, { cwd: folder })
    .map((path) => JSON.parse(readFileSync(join(folder, path), "utf8")))
    .filter((found) => found.name === name)
    .map(({ version }) => version)

/** Courts whose store or mail needs a package that is not installed: the variables of each, and the package that it must name. */
const lacks = [
  [{ COURT_STORE: "sqlite:lacking.db" }, "better-sqlite3"],
  [{ COURT_STORE: "postgres://nobody@127.0.0.1/none" }, "@effect/sql-pg"],
  [
    { COURT_STORE: "memory:", COURT_SMTP_URL: "smtp://127.0.0.1:1", COURT_SMTP_FROM: "court@example.com" },
    "nodemailer",
  ],
]
const lacking = () => {
  for (const [variables, name] of lacks) {
    const env = environment(join(root, "node_modules/.bin"), {
      PORT: "0",
      COURT_DATA: "lacking",
      ...variables,
    })
    const { status, stderr } = spawnSync(program, ["serve"], {
      cwd: folder,
      env,
      encoding: "utf8",
      timeout: 20_000,
    })
    must(status === 1 && stderr.includes(`run: npm install ${name}`), `  without ${name}: ${stderr.trim()}`)
  }
  rmSync(join(folder, "lacking"), { recursive: true, force: true })
}

const tsc = join(here, "node_modules/typescript/bin/tsc")
/** Compiles the program on rules with the declarations of the package and of Effect, and with no others. */
const aloneCompiled = () => {
  const name = "rules.mts"
  copyFileSync(join(folder, "node_modules/agent-court/dist/examples", name), join(folder, name))
  const options = ["--strict", "--noEmit", "--module", "nodenext", "--target", "es2022"]
  ran(process.execPath, [tsc, ...options, name], folder)
  console.log(`  ${name} compiles without the types of Node`)
}

const install = (archive, effect) => {
  for (const left of ["node_modules", "package-lock.json"])
    rmSync(join(folder, left), { recursive: true, force: true })
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "user", private: true, type: "module" }))
  const began = performance.now()
  ran("npm", ["install", "--ignore-scripts", `./${archive}`, effect], folder)
  const alone = Number(ran("du", ["-sm", "node_modules"], folder).split("\t")[0])
  must(
    alone < mostAloneMB,
    `  the package with Effect alone: ${alone} MB installed, of at most ${mostAloneMB}`,
  )
  aloneCompiled()
  lacking()
  ran("npm", ["install", "--ignore-scripts", ...optional], folder)
  console.log(`installed with ${effect} in ${((performance.now() - began) / 1000).toFixed(1)} s`)
  for (const shared of ["effect", "@effect/platform"]) {
    const found = versionsOf(shared)
    must(found.length === 1, `  ${shared} installed: ${found.join(", ")}`)
  }
  const libraries = versionsOf("better-sqlite3")
  must(libraries.length === 1, `  SQLite libraries installed: ${libraries.length}`)
  const megabytes = Number(ran("du", ["-sm", "node_modules"], folder).split("\t")[0])
  must(megabytes < mostMB, `  ${megabytes} MB installed, of at most ${mostMB}`)
}

/** Compiles the examples and a program that imports every entry point, under `strict` and with all types checked. */
const compile = () => {
  const examples = globSync("*.mts", { cwd: join(folder, "node_modules/agent-court/dist/examples") })
  must(examples.length > 0, `  examples in the package: ${examples.join(", ")}`)
  for (const name of examples)
    copyFileSync(join(folder, "node_modules/agent-court/dist/examples", name), join(folder, name))
  const adapters = globSync("adapters/*/index.ts", { cwd: root }).map(
    (file) => `./${file.slice(0, -"/index.ts".length)}`,
  )
  const entries = [...Object.keys(exports).filter((path) => !/\*|\.json$/.test(path)), ...adapters]
  const imports = entries.map(
    (path, i) => `export * as entry${i} from "${path.replace(/^\./, "agent-court")}"\n`,
  )
  writeFileSync(join(folder, "entries.ts"), imports.join(""))
  const compilerOptions = { strict: true, skipLibCheck: false, module: "nodenext", target: "es2022" }
  const files = [...examples, "entries.ts"]
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }))
  const version = ran(process.execPath, [tsc, "--version"], folder)
  ran(process.execPath, [tsc, "-p", "."], folder)
  console.log(`  the examples and ${entries.length} entry points compile under strict: ${version}`)
}

/** A program as somebody writes it, and what an editor must show at the last name of each line. */
const written = [
  ["court.quotes.offerQuote", /Lodge a quote/],
  ["offered.priceCents", /The price, in cents/],
  ["offered.dueBy", /lapses then/],
  ["quotes.acceptQuote", /The buyer accepts.*PD14 §4/s],
  ["quotes.readTerms", /A quote with the text of its terms/],
  ["entry.dueAt", /The instant at which the time fixed passes.*Milliseconds since 1970/s],
  ["view.label", /"good" \| "in default"/],
]
const head = `import { compliance, quotes } from "agent-court"
import { connect } from "agent-court/http/client"
const court = connect({ baseUrl: "https://court.example" })
declare const offered: Extract<Parameters<typeof court.quotes.offerQuote>[0], object>["payload"]
declare const entry: compliance.Entry.Entry
declare const view: Awaited<ReturnType<typeof court.compliance.checkCompliance>>
`

/** Asks the compiler's own service for editors what it shows. */
const shownInEditor = () => {
  const ts = createRequire(join(here, "package.json"))("typescript")
  const file = join(folder, "editor.ts")
  writeFileSync(file, head + written.map(([code]) => `${code}\n`).join(""))
  const options = { strict: true, module: ts.ModuleKind.NodeNext, target: ts.ScriptTarget.ES2022 }
  const text = (path) => ts.sys.readFile(path)
  const service = ts.createLanguageService({
    ...ts.sys,
    useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames,
    getCompilationSettings: () => options,
    getScriptFileNames: () => [file],
    getScriptVersion: () => "1",
    getScriptSnapshot: (path) =>
      ts.sys.fileExists(path) ? ts.ScriptSnapshot.fromString(text(path)) : undefined,
    getCurrentDirectory: () => folder,
    getDefaultLibFileName: (given) => ts.getDefaultLibFilePath(given),
  })
  for (const [code, words] of written) {
    const at = text(file).indexOf(`\n${code}\n`) + code.length
    const { displayParts = [], documentation = [] } = service.getQuickInfoAtPosition(file, at) ?? {}
    const shown = [...displayParts, ...documentation].map((part) => part.text).join("")
    must(words.test(shown), `  an editor shows at ${code}: ${shown.replaceAll(/\s+/g, " ").slice(0, 160)}`)
  }
}

/** The output that a page says its program prints. */
const toldBy = (page) =>
  /^```text\n(.*?)^```$/ms.exec(readFileSync(join(root, "http/docs", page), "utf8"))?.[1] ?? ""
const told = toldBy("embedding.md")
const rules = toldBy("rules-as-functions.md")

/** Runs the examples that end by themselves. Another version of Effect in the same program would warn on the standard error. */
const played = ({ run: [command, ...args], bin }) => {
  for (const [name, expected] of [
    ["quote.mjs", "The quote has lapsed.\n"],
    ["dispute.mjs", told],
    ["rules.mjs", rules],
  ]) {
    const { stdout, stderr } = spawnSync(command, [...args, name], {
      cwd: folder,
      env: environment(bin),
      encoding: "utf8",
    })
    must(stdout === expected && stderr === "", `  ${name} says what its page says${stderr && `: ${stderr}`}`)
  }
}

/** Runs the example that serves the court inside a server of the user's, until it has answered. */
const inside = async ({ name, run: [command, ...args], bin }) => {
  const port = String(await freePort())
  const program = name === "Deno" ? "deno-server.mjs" : "node-server.mjs"
  const child = spawn(command, [...args, program], {
    cwd: folder,
    env: environment(bin, { PORT: port }),
    stdio: ["ignore", "pipe", "inherit"],
    detached: true,
  })
  try {
    for await (const line of createInterface({ input: child.stdout })) if (line.includes(port)) break
    const at = (path) => fetch(`http://127.0.0.1:${port}${path}`)
    const [own, docket] = [await at("/hello"), await at("/api/v1/docket")]
    must(own.ok && docket.ok, `  ${program} answers the platform's path and the court's`)
  } finally {
    process.kill(-child.pid, "SIGKILL")
  }
}

/** Begins a store as its author would: writes the starter, compiles it under `strict` and examines it. */
const begun = () => {
  const examine = (...args) => {
    const env = environment(join(root, "node_modules/.bin"))
    const { status, stdout, stderr } = spawnSync(program, ["conformance", ...args], {
      cwd: folder,
      env,
      encoding: "utf8",
    })
    return { status, said: stdout + stderr }
  }
  must(examine("--init", "./my-store.ts").status === 0, "the starter of a store is written")
  const again = examine("--init", "./my-store.ts")
  must(again.status === 1 && /no file is overwritten/.test(again.said), "  and not written over")
  const options = ["--strict", "--noEmit", "--module", "nodenext", "--target", "es2022"]
  ran(process.execPath, [tsc, ...options, "my-store.ts"], folder)
  const { status, said } = examine("--store", "./my-store.ts", "--runs", "0")
  const [, kept] = /: (\d+) kept, \d+ broken/.exec(said) ?? []
  const others = said.match(/^✗ .*\n.*$/gm)?.filter((line) => !line.includes("not written yet")) ?? []
  must(
    status === 1 && Number(kept) > 30 && others.length === 0,
    `  it compiles under strict and keeps ${kept} promises; each other case says what is not written yet${others.join("")}`,
  )
}

/** Tries what the packed libraries do: an address that is to be proven, and an artifact that the verifying thread reads. */
const trySignatures = async (url) => {
  const post = async (path, body, key) => {
    const answer = await fetch(`${url}/api/v1${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...(key && { authorization: `Bearer ${key}` }) },
      body: JSON.stringify(body),
    })
    return { status: answer.status, ...(await answer.json()) }
  }
  const { apiKey } = await post("/enrol", {
    handle: "packed",
    operator: { name: "Packed", email: "packed@operator.example" },
    manifest: { model: "packed-1", capabilities: ["Is tried."], authority: "None." },
    provenance: { publisher: "Packed" },
  })
  const asked = { method: "evm", address: "0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf" }
  const { id } = await post("/agents/packed/proofs", asked, apiKey)
  const { code } = await post(`/agents/packed/proofs/${id}`, { signature: `0x${"11".repeat(65)}` }, apiKey)
  must(code === "proof_unsigned", `  it reads the signature of an address: ${code}`)
  const content = `${btoa('{"alg":"ES256"}').replace(/=+$/, "")}.e30.${"A".repeat(86)}`
  const { verified } = await post("/evidence/check", { content }, apiKey)
  must(verified?.format === "jws", `  it verifies a piece of evidence: ${verified?.format}`)
}

const served = async ({ bin, court }) => {
  const [command, ...args] = [...court, "serve"]
  const child = spawn(command, args, {
    cwd: folder,
    // Nothing listens at the endpoint. It makes the court load its exporter, and a failure to load would end the start.
    env: environment(bin, {
      PORT: "0",
      COURT_METRICS: "127.0.0.1:0",
      OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:9",
    }),
    stdio: ["ignore", "pipe", "inherit"],
    // The program on the path may start another process, so the whole group is killed.
    detached: true,
  })
  try {
    let url
    let metrics
    for await (const line of createInterface({ input: child.stdout })) {
      metrics ??= /Metrics are at (\S+)\.$/.exec(line)?.[1]
      url = /open at (\S+)/.exec(line)?.[1]
      if (url !== undefined) break
    }
    if (url === undefined) throw new Error("the installed court did not open")
    const ready = await fetch(`${url}/readyz`)
    must(ready.status === 200, `  it is ready on SQLite: ${ready.status}`)
    const measured = await (await fetch(metrics)).text()
    must(measured.includes("court_tasks_due 0"), "  its metrics are on an address of their own")
    const asked = await fetch(`${url}/mcp`, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }),
    })
    must((await asked.text()).includes("check_compliance"), "  its tools are listed at /mcp")
    await trySignatures(url)
    // The package has the monitor in one file, made of the same sources.
    const watched = [...args.slice(0, -1), "monitor", url, "--once", "--state", "monitor.state"]
    const said = ran(command, watched, folder, environment(bin))
    must(/^[1-9]\d* events follow from the rules/.test(said), `  its monitor says: ${said}`)
    rmSync(join(folder, "monitor.state"))
  } finally {
    process.kill(-child.pid, "SIGKILL")
  }
}

const tried = async (runtime) => {
  const { name, bin, court, run } = runtime
  const env = environment(bin)
  const [command] = run
  console.log(`${name}: ${ran(command, ["--version"], folder, env).split("\n")[0]}`)
  const [called, ...given] = court
  const version = ran(called, [...given, "--version"], folder, env)
  must(/^\d+\.\d+\.\d+$/.test(version), `  agent-court --version says ${version}`)
  const drawn = spawnSync(called, [...given, "simulate", "windows", "--runs", "1"], {
    cwd: folder,
    env,
    encoding: "utf8",
  })
  must(
    drawn.status === 1 && /npm install @fontsource\S* .*vega/.test(drawn.stderr),
    `  simulate says: ${drawn.stderr.trim()}`,
  )
  const tables = ["simulate", "windows", "--runs", "1", "--set", "agents=50", "--tables", "--out", "tables"]
  ran(called, [...given, ...tables], folder, env)
  must(existsSync(join(folder, "tables/summary.csv")), "  simulate --tables needs no library for drawing")
  rmSync(join(folder, "tables"), { recursive: true })
  played(runtime)
  await inside(runtime)
  await served(runtime)
  rmSync(join(folder, "court-data"), { recursive: true })
}

try {
  if (!existsSync(join(here, "node_modules"))) ran("npm", ["ci", "--ignore-scripts"], here)
  const archive = pack()
  for (const effect of effects) {
    install(archive, effect)
    compile()
    played(runtimes[1])
  }
  await tryBundles({ folder, ran, must, rules, told })
  begun()
  shownInEditor()
  await documented()
  for (const runtime of runtimes) await tried(runtime)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
