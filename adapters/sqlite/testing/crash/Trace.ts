/** The calls by which a process changed its files, in order, as strace recorded them. */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { readFileSync, rmSync } from "node:fs"
import { basename, dirname, join } from "node:path"

export type Step =
  | { readonly _tag: "Write"; readonly name: string; readonly at: number; readonly bytes: Buffer }
  | { readonly _tag: "Truncate"; readonly name: string; readonly size: number }
  | { readonly _tag: "Sync"; readonly name: string }
  | { readonly _tag: "Remove"; readonly name: string }
  /** The process has told its reader that an act is done. */
  | { readonly _tag: "Acknowledge"; readonly act: string }

const script = join(import.meta.dirname, "run.ts")

export interface Run {
  readonly file: string
  readonly acts: number
  readonly synchronous: "FULL" | "NORMAL" | "OFF"
}

/** Runs the process to be crashed under strace, and gives the acts that it named. Throws if the process was not killed. */
export const traced = async (options: ReadonlyArray<string>, { file, acts, synchronous }: Run) => {
  const child = spawn(
    "strace",
    ["-f", ...options, process.execPath, script, file, String(acts), synchronous],
    { stdio: ["ignore", "pipe", "pipe"] },
  )
  let out = ""
  let errors = ""
  child.stdout.on("data", (chunk) => {
    out += chunk
  })
  child.stderr.on("data", (chunk) => {
    errors += chunk
  })
  const [code, signal] = await once(child, "close")
  // strace ends in the same way as its process, which is killed here.
  if (signal !== "SIGKILL") throw new Error(`the run ended with ${code ?? signal}: ${errors.slice(-2_000)}`)
  // A last line without an end was cut by the crash, so it does not count.
  return out.split("\n").slice(0, -1)
}

const calls = "pwrite64,write,ftruncate,fsync,fdatasync,unlink,unlinkat,rename"

interface Trace {
  readonly steps: ReadonlyArray<Step>
  /** How often the busiest thread made a call, since strace counts the calls of each thread separately. */
  readonly most: (call: string) => number
}

/** The trace of a run that is killed only at its end. */
export const traceOf = async (run: Run): Promise<Trace> => {
  const output = `${dirname(run.file)}.trace`
  await traced(
    [
      "--seccomp-bpf",
      "-y",
      "-xx",
      "-s",
      "1000000",
      "-e",
      "signal=none",
      "-e",
      `trace=${calls}`,
      "-o",
      output,
    ],
    run,
  )
  const text = readFileSync(output, "latin1")
  rmSync(output)
  const lines = whole(text.split("\n"))
  const most = (call: string): number => {
    const threads = new Map<string, number>()
    for (const line of lines) {
      const [, thread = "", name] = /^(\d+) +(\w+)\(/.exec(line) ?? []
      if (name === call) threads.set(thread, (threads.get(thread) ?? 0) + 1)
    }
    return Math.max(0, ...threads.values())
  }
  return { steps: lines.flatMap((line) => stepOf(line, basename(run.file)) ?? []), most }
}

const started = / <unfinished \.\.\.>$/
const resumed = /^(\d+) +<\.\.\. \w+ resumed>/

/** Joins calls that were split because another thread's came between. A sync stands where it ends, any other call where it starts. */
const whole = (lines: ReadonlyArray<string>): ReadonlyArray<string> => {
  const open = new Map<string, number>()
  const calls: Array<string | null> = []
  for (const line of lines) {
    const thread = /^\d+/.exec(line)?.[0] ?? ""
    if (started.test(line)) {
      open.set(thread, calls.push(line.replace(started, "")) - 1)
      continue
    }
    const begun = resumed.test(line) ? open.get(thread) : undefined
    if (begun === undefined) {
      calls.push(line)
      continue
    }
    const call = `${calls[begun] ?? ""}${line.replace(resumed, "")}`
    if (/^\d+ +f(data)?sync/.test(call)) {
      calls[begun] = null
      calls.push(call)
    } else calls[begun] = call
  }
  return calls.filter((call) => call !== null)
}

const decoded = (hex: string): Buffer => Buffer.from(hex.replaceAll("\\x", ""), "hex")

const pattern =
  /^\d+ +(\w+)\((?:AT_FDCWD[^,]*, )?(?:(\d+)<([^>]*)>|"([^"]*)")(?:, "([^"]*)")?((?:, -?\w+)*)\) += (-?\d+)/

/** The step of a call, or null if the call failed or has nothing to do with the store. */
const stepOf = (line: string, file: string): Step | null => {
  const [, call, descriptor, place, path, data, numbers = "", result] = pattern.exec(line) ?? []
  if (call === undefined || Number(result) < 0) return null
  if (call === "write" && descriptor === "1") {
    return {
      _tag: "Acknowledge",
      act: decoded(data ?? "")
        .toString()
        .trim(),
    }
  }
  const name = basename(decoded(place ?? path ?? "").toString())
  // SQLite makes the -shm file again from the log.
  if (!name.startsWith(file) || name.endsWith("-shm")) return null
  const rest = numbers.split(", ").slice(1).map(Number)
  switch (call) {
    case "pwrite64":
      return { _tag: "Write", name, at: rest[1] ?? 0, bytes: decoded(data ?? "") }
    case "ftruncate":
      return { _tag: "Truncate", name, size: rest[0] ?? 0 }
    case "fsync":
    case "fdatasync":
      return { _tag: "Sync", name }
    case "unlink":
    case "unlinkat":
      return { _tag: "Remove", name }
    default:
      throw new Error(`the store made a call that nobody expected: ${line.slice(0, 200)}`)
  }
}
