// The scenario `windows` in the laboratory and in a second model of it, which is written on SimPy and has other random numbers:
// `npm run simpy -- [runs]`. Their means must agree: each difference has an interval, widened for the number of measures.
import { spawnSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { estimate, studentT } from "../scheduler/laboratory/Statistics.ts"

const root = resolve(import.meta.dirname, "..")
const runs = process.argv[2] ?? "10"
const windows = [24, 72, 168]
const folder = mkdtempSync(join(tmpdir(), "simpy-"))
const output = (program, args) => {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: "utf8" })
  if (status !== 0) throw new Error(`${program} ${args.join(" ")}: ${stderr}${error ?? ""}`)
  return stdout
}
const rowsOf = (text) => {
  const [header, ...rows] = text
    .trim()
    .split("\n")
    .map((row) => row.split(","))
  return rows.map((row) => Object.fromEntries(header.map((name, i) => [name, row[i]])))
}

let failed = 0
try {
  const court = join(root, "http/bin/agent-court.ts")
  output(process.execPath, [court, "simulate", "windows", "--runs", runs, "--tables", "--out", folder])
  const ours = rowsOf(readFileSync(join(folder, "runs.csv"), "utf8"))
  const model = join(root, "scheduler/laboratory/testing/windows.py")
  const found = windows.map((hours) => {
    const other = output("/usr/bin/python3", [model, String(hours), runs])
      .trim()
      .split("\n")
      .map((row) => JSON.parse(row))
    return { hours, other, mine: ours.filter((row) => Number(row["schedule.noticeHours"]) === hours) }
  })
  const names = Object.keys(found[0].other[0])
  // Bonferroni: all intervals cover together in 95 of 100 repetitions.
  const level = 1 - 0.05 / (names.length * windows.length)
  for (const { hours, other, mine } of found)
    for (const name of names) {
      const [a, b] = [mine, other].map((rows) => estimate(rows.map((row) => Number(row[name]))))
      const half = studentT(a.n + b.n - 2, level) * Math.sqrt(a.sd ** 2 / a.n + b.sd ** 2 / b.n)
      const agrees = Math.abs(a.mean - b.mean) <= half
      failed += agrees ? 0 : 1
      const [x, y, z] = [a.mean, b.mean, half].map((value) => Number(value.toPrecision(4)))
      console.log(
        `${agrees ? "agrees " : "DIFFERS"}  ${hours} h  ${name}: laboratory ${x}, SimPy ${y}, interval ±${z}`,
      )
    }
} finally {
  rmSync(folder, { recursive: true })
}
process.exitCode = failed === 0 ? 0 : 1
