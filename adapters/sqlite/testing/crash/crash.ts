/**
 * `npm run crash -- [kills] [seed]`: checks that acknowledged acts survive a loss of power and a kill of the process at any moment.
 *
 * Loss of power: from a trace of the calls of a run, it makes and opens several states in which a disk may be after each step. With
 * `synchronous` FULL no acknowledged act may be missing. With NORMAL and OFF one must be, which shows that the check can fail.
 * Kill: the process is killed at its n-th write, and at its n-th wait for the disk, for `kills` values of n.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { availableParallelism, tmpdir } from "node:os"
import { join } from "node:path"
import Sqlite from "better-sqlite3"
import { Disk, type Kept } from "./Disk.ts"
import { type Run, type Step, traced, traceOf } from "./Trace.ts"

const [kills = "60", given = "any"] = process.argv.slice(2)
const seed = given === "any" ? Math.floor(Math.random() * 2 ** 31) : Number(given)
const folder = mkdtempSync(join(tmpdir(), "agent-court-crash-"))
const acts = 30

/** Random booleans that a seed repeats (xorshift). */
const chance = (start: number) => {
  let state = start | 1
  return (): boolean => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state & 8) !== 0
  }
}

/** The fault of a store as it was found, or null. */
const wrongWith = (file: string, acknowledged: ReadonlyArray<string>): string | null => {
  const db = new Sqlite(file)
  try {
    const state = db.pragma("integrity_check", { simple: true })
    if (state !== "ok") return `broken: ${state}`
    if (acknowledged.length === 0) return null
    const found = new Set(db.prepare("SELECT id FROM records WHERE kind = 'act'").pluck().all())
    const missing = acknowledged.filter((act) => !found.has(act))
    if (missing.length > 0) return `lost ${missing.join(", ")}`
    const counted = db.prepare("SELECT total FROM tallies WHERE name = 'acts'").pluck().get()
    return counted === found.size ? null : `half written: ${found.size} acts, ${counted} counted`
  } catch (error) {
    return `broken: ${error instanceof Error ? error.message : String(error)}`
  } finally {
    db.close()
  }
}

let images = 0
/** The fault of the store in an image of a disk, or null. */
const wrongWithImage = (image: ReadonlyMap<string, Buffer>, acknowledged: ReadonlyArray<string>) => {
  const place = join(folder, `image-${images++}`)
  for (const [name, content] of image) writeFileSync(`${place}${name.slice("court.db".length)}`, content)
  const wrong = wrongWith(place, acknowledged)
  for (const end of ["", "-wal", "-shm", "-journal"]) rmSync(place + end, { force: true })
  return wrong
}

/** Checks the images of a run, and gives their number and the wrong images. */
const powerLoss = (steps: ReadonlyArray<Step>) => {
  const disk = new Disk()
  const acknowledged: Array<string> = []
  const wrong: Array<string> = []
  const random = chance(seed)
  let count = 0
  steps.forEach((step, n) => {
    disk.follow(step)
    if (step._tag === "Acknowledge") acknowledged.push(step.act)
    for (const kept of ["nothing", "all", random, random] satisfies ReadonlyArray<Kept>) {
      count += 1
      const found = wrongWithImage(disk.image(kept), acknowledged)
      if (found !== null) wrong.push(`after step ${n} (${step._tag}): ${found}`)
    }
  })
  return { count, wrong, acknowledged: acknowledged.length }
}

const failures: Array<string> = []
const report = (line: string, failed: boolean): void => {
  console.log(`${failed ? "FAILED " : ""}${line}`)
  if (failed) failures.push(line)
}

const levels = ["FULL", "NORMAL", "OFF"] as const satisfies ReadonlyArray<Run["synchronous"]>
const calls = ["pwrite64", "fsync"] as const
const counted = new Map<string, number>()

try {
  for (const synchronous of levels) {
    const started = performance.now()
    const file = join(folder, synchronous, "court.db")
    const { steps, most } = await traceOf({ file, acts, synchronous })
    if (synchronous === "FULL") for (const call of calls) counted.set(call, most(call))
    const { count, wrong, acknowledged } = powerLoss(steps)
    const seconds = ((performance.now() - started) / 1000).toFixed(0)
    const found = `power lost under ${synchronous}: ${count} images of ${steps.length} steps and ${acknowledged} acknowledged acts in ${seconds} s (seed ${seed}), ${wrong.length} wrong`
    if (synchronous === "FULL") report([found, ...wrong.slice(0, 5)].join("\n  "), wrong.length > 0)
    else report(`${found}, as it must be: ${wrong[0] ?? "none"}`, wrong.length === 0)
  }
  for (const call of calls) {
    const started = performance.now()
    const [all, most] = [counted.get(call) ?? 0, Number(kills) / calls.length]
    const every = Math.max(1, Math.ceil(all / most))
    let killed = 0
    const killAt = async (n: number): Promise<void> => {
      const file = join(folder, `${call}-${n}`, "court.db")
      const inject = [
        "-e",
        `trace=${call}`,
        "-e",
        `inject=${call}:signal=SIGKILL:when=${n}`,
        "-o",
        "/dev/null",
      ]
      const acknowledged = await traced(inject, { file, acts, synchronous: "FULL" })
      const wrong = wrongWith(file, acknowledged)
      if (wrong !== null) report(`killed at ${call} ${n} after ${acknowledged.length} acts: ${wrong}`, true)
      rmSync(join(folder, `${call}-${n}`), { recursive: true })
      if (acknowledged.length < acts) killed += 1
    }
    const first = 1 + (seed % every)
    // The turns draw from one iterator.
    const places = Array.from({ length: Math.ceil((all + 1 - first) / every) }, (_, i) => first + i * every)
    const waiting = places.values()
    const turn = async (): Promise<void> => {
      for (const n of waiting) await killAt(n)
    }
    await Promise.all(Array.from({ length: availableParallelism() }, turn))
    const seconds = ((performance.now() - started) / 1000).toFixed(0)
    report(`killed at ${killed} of up to ${all} calls of ${call} in ${seconds} s`, killed === 0)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
process.exitCode = failures.length > 0 ? 1 : 0
