/** The processor time of processes, as Linux counts it. */
import { readdirSync, readFileSync } from "node:fs"

/** Linux counts in ticks of 10 ms (`getconf CLK_TCK`). */
const msPerTick = 10

/** The fields of `/proc/<pid>/stat` after the name; empty if the process has ended or the machine has no such file. */
const fieldsOf = (pid: number): ReadonlyArray<string> => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "utf8")
    return text.slice(text.lastIndexOf(")") + 2).split(" ")
  } catch {
    return []
  }
}

const parent = 1
// In user mode and in the kernel, of the process and of its children that have ended.
const times = [11, 12, 13, 14]

/** The processor time of a process with its threads and all processes beneath it, in milliseconds; NaN if the machine does not tell. */
export const spentMs = (pid: number): number => {
  const all = new Map(
    readdirSync("/proc")
      .filter((name) => /^\d+$/.test(name))
      .map((name) => [Number(name), fieldsOf(Number(name))]),
  )
  const isBeneath = (one: number): boolean =>
    one === pid || (one > 1 && isBeneath(Number(all.get(one)?.[parent] ?? 0)))
  let ticks = all.has(pid) ? 0 : Number.NaN
  for (const [one, fields] of all)
    if (isBeneath(one)) for (const time of times) ticks += Number(fields[time] ?? 0)
  return ticks * msPerTick
}
