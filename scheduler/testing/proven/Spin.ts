/** Runs the checker SPIN on a model, and reads back what it found. */
import { execFile, spawnSync } from "node:child_process"
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import type { Model } from "./Language.ts"
import { promelaOf } from "./Promela.ts"

const run = promisify(execFile)

const has = (program: string): boolean =>
  spawnSync(program, ["--version"], { stdio: "ignore" }).error === undefined

/** A line that says which packages to install, if something that the checker needs is missing; null if nothing is. */
export const missing = (found: (program: string) => boolean = has): string | null => {
  const absent = ["spin", "gcc"].filter((program) => !found(program))
  return absent.length === 0
    ? null
    : `The model is checked by SPIN, which writes a C program. Missing here: ${absent.join(" and ")}. On Debian: apt-get install -y --no-install-recommends spin gcc libc6-dev (spin takes 2 MB). Nothing was checked.`
}

export interface Limits {
  readonly memoryMb: number
  readonly minutes: number
  /** How deep to search, one after the other until something is found: a way that is found at a small depth is a short story. */
  readonly depths: ReadonlyArray<number>
}

export interface Checked {
  /** `all`: every state was seen. `bound`: a limit ended the search before. */
  readonly seen: "all" | "bound"
  readonly states: number
  /** The steps of the longest way that the search followed; of a search by breadth, the depth within which every state was found. */
  readonly depth: number
  readonly seconds: number
  readonly megabytes: number
  /** The numbers of the steps of the counterexample, and where it begins to repeat; null if the theorem holds. */
  readonly trail: { readonly steps: ReadonlyArray<number>; readonly cycle: number | null } | null
  /** How many steps of the model no state allows, by the lines that were never reached. A search that found something knows of no such step. */
  readonly unreached: number
  readonly said: string
}

const figure = (text: string, pattern: RegExp): number => Number(pattern.exec(text)?.[1] ?? 0)

/** The steps of a replayed trail, by the numbers that it prints. */
export const stepsOf = (replayed: string): NonNullable<Checked["trail"]> => {
  const steps: Array<number> = []
  let cycle: number | null = null
  for (const line of replayed.split("\n")) {
    if (line.includes("START OF CYCLE")) cycle = steps.length
    const n = /^\s*STEP (\d+)/.exec(line)?.[1]
    if (n !== undefined) steps.push(Number(n))
  }
  return { steps, cycle }
}

/** The figures that a run of the checker printed. It ends early at a limit of its own, or because it was stopped. */
export const read = (said: string, stopped: boolean) => ({
  seen:
    stopped || /max search depth too small|out of memory|reached -DMEMLIM|Search not completed/.test(said)
      ? ("bound" as const)
      : ("all" as const),
  states: figure(said, /([\d.e+]+) states, stored/),
  depth: figure(said, /depth reached (\d+)/),
  unreached: [...said.matchAll(/^\s*model\.pml:\d+, state \d+, "(?!-end-")/gm)].length,
  megabytes: figure(said, /([\d.]+)\s+total actual memory usage/),
})

/**
 * Checks every `always` theorem (null), or the `eventually` theorem of this name, by exhaustive search. The former is searched by
 * breadth, so that the counterexample is the shortest; the latter with weak fairness between the processes.
 */
export const check = async (
  model: Model,
  property: string | null,
  { memoryMb, minutes, depths }: Limits,
): Promise<Checked> => {
  const folder = mkdtempSync(join(tmpdir(), "agent-court-proven-"))
  const here = { cwd: folder, maxBuffer: 1e8 }
  const began = performance.now()
  try {
    writeFileSync(join(folder, "model.pml"), promelaOf(model))
    const safe = property === null
    const defines = safe ? ["-DSAFETY_ONLY"] : []
    await run("spin", [...defines, "-a", "model.pml"], here)
    const options = safe ? ["-DBFS", "-DSAFETY", "-DNOREDUCE"] : ["-DNFAIR=4"]
    await run(
      "gcc",
      ["-O2", "-w", `-DMEMLIM=${memoryMb}`, "-DCOLLAPSE", ...options, "-o", "pan", "pan.c"],
      here,
    )
    const trailed = join(folder, "model.pml.trail")
    let ended = { stdout: "", stopped: false }
    for (const depth of safe ? depths.slice(-1) : depths) {
      const flags = safe ? [`-m${depth}`] : ["-a", "-f", "-N", property, `-m${depth}`]
      ended = await run(join(folder, "pan"), flags, { ...here, timeout: minutes * 60_000 }).then(
        ({ stdout }) => ({ stdout, stopped: false }),
        (cause: { readonly stdout?: string; readonly killed?: boolean }) => ({
          stdout: cause.stdout ?? "",
          stopped: cause.killed === true,
        }),
      )
      if (existsSync(trailed) || ended.stopped) break
    }
    const trail = existsSync(trailed)
      ? stepsOf((await run("spin", [...defines, "-t", "-B", "model.pml"], here)).stdout)
      : null
    return {
      ...read(ended.stdout, ended.stopped),
      seconds: (performance.now() - began) / 1000,
      trail,
      said: ended.stdout,
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
