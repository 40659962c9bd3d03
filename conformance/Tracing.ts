/** Whether a store waits for the disk: a child process commits under `strace`, which says what the child asks of the operating system. */
import { spawn } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import { Broken, type Kit, NotProbed } from "./Case.ts"
import { scriptArguments } from "./Children.ts"

/** The child removes a folder that isn't there when a commit begins and when it is acknowledged. No store makes such calls. */
export const markOf = (moment: "begin" | "end", n: number): string => `/agent-court-kit/${moment}/${n}`

const syncing = ["fsync", "fdatasync", "msync", "syncfs", "sync"]
const traced = [...syncing, "rmdir", "unlinkat", "connect", "open", "openat"].map((name) => `?${name}`)

const synced = new RegExp(`\\b(?:${syncing.join("|")})(?:\\([^<]*| resumed>.*)= 0$`)
/** Each write to a file that was opened like this waits for the disk. */
const syncingFile = /\bopen(?:at)?\(.*O_D?SYNC/
const connected = /\bconnect\(.*(?:= 0|EINPROGRESS)/

/** The lines of a trace between the two marks of a commit; null if one of them is missing. */
const linesOf = (lines: ReadonlyArray<string>, n: number): ReadonlyArray<string> | null => {
  const [begin, end] = (["begin", "end"] as const).map((moment) =>
    lines.findIndex((line) => line.includes(`"${markOf(moment, n)}"`)),
  )
  return begin === undefined || end === undefined || begin < 0 || end < begin ? null : lines.slice(begin, end)
}

/** Judges the store by the trace of a child that made so many commits. */
export const judge = (trace: string, commits: number): Broken | NotProbed | null => {
  const lines = trace.split("\n")
  const parts = Array.from({ length: commits }, (_, n) => linesOf(lines, n))
  if (parts.some((part) => part === null))
    return new NotProbed({ message: "strace lost the calls of the process that wrote" })
  const unsynced = parts.filter((part) => part?.some((line) => synced.test(line)) !== true).length
  if (unsynced === 0 || lines.some((line) => syncingFile.test(line))) return null
  if (lines.some((line) => connected.test(line)))
    return new NotProbed({
      message: "the store works through a connection, so another process waits for the disk, or does not",
    })
  return new Broken({
    message: `expected that the store waits for the disk (${syncing.join(", ")}) before it acknowledges a commit, got ${unsynced} of ${commits} commits that were acknowledged before`,
  })
}

const start = (kit: Kit, location: string, file: string, commits: number) =>
  Effect.async<void, Broken | NotProbed>((resume) => {
    const script = [...scriptArguments("tracee"), kit.module, location, kit.own("acts"), String(commits)]
    const flags = [
      "-f",
      "-qq",
      "--seccomp-bpf",
      "-e",
      `trace=${traced.join()}`,
      "-e",
      "signal=none",
      "-o",
      file,
    ]
    const child = spawn("strace", [...flags, process.execPath, ...script], {
      stdio: ["ignore", "ignore", "pipe"],
      // Else Node may hand its calls to the system in a way that strace doesn't see.
      env: { ...process.env, UV_USE_IO_URING: "0" },
    })
    const errors: Array<string> = []
    child.stderr.on("data", (text) => errors.push(String(text)))
    child.on("error", () => resume(new NotProbed({ message: "strace is not installed here" })))
    child.on("close", (code) => {
      const said = errors.join("").trim()
      if (code === 0) resume(Effect.void)
      else if (/^strace: /m.test(said)) resume(new NotProbed({ message: said.split("\n")[0] ?? said }))
      else resume(new Broken({ message: `a child process that writes to the store ended: ${said}` }))
    })
    return Effect.sync(() => child.kill("SIGKILL"))
  })

/** Makes commits in a child, and breaks the case if the child acknowledged one before it had waited for the disk. */
export const waitsForDisk = (kit: Kit, location: string, commits: number) =>
  Effect.acquireUseRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "agent-court-trace-"))),
    (folder) =>
      Effect.gen(function* () {
        const file = join(folder, "trace")
        yield* kit.note("a child process under strace", start(kit, location, file, commits))
        const fault = judge(readFileSync(file, "utf8"), commits)
        if (fault !== null) return yield* Effect.fail(fault)
      }),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true })),
  )
