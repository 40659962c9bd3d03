/**
 * Servers that are measured beside each other. All of them serve at the same time, and the load goes to one after the other for a second or
 * so, since the speed of a machine changes within minutes. Servers are compared by what they took in the same turn.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { start } from "../../adapters/postgres/testing/EmbeddedPostgres.ts"
import { newDatabase } from "../../adapters/postgres/testing/NewDatabase.ts"
import { load, type Measured, type Plan } from "./Requests.ts"

/** The place where the stores of the servers are made, and the process of their database if it runs by itself. */
export interface Place {
  readonly fresh: (name: string) => Promise<string>
  readonly pids: ReadonlyArray<number>
  readonly remove: () => Promise<void>
}

const files = (): Place => {
  const folder = mkdtempSync(join(tmpdir(), "court-turns-"))
  return {
    fresh: async (name) => join(folder, `${name}.db`),
    pids: [],
    remove: async () => rmSync(folder, { recursive: true }),
  }
}

const databases = async (): Promise<Place> => {
  const server = await start({ fsync: true })
  const postmaster = readFileSync(join(server.folder, "data", "postmaster.pid"), "utf8")
  return {
    fresh: () => newDatabase(server.url),
    pids: [Number.parseInt(postmaster, 10)],
    remove: server.stop,
  }
}

/** A place for stores on files, or on a PostgreSQL server that waits for the disk. */
export const placeOf = async (kind: "sqlite" | "postgres"): Promise<Place> =>
  kind === "sqlite" ? files() : databases()

export type Load = Omit<Plan, "ms" | "rate">

interface Turns {
  readonly count: number
  readonly ms: number
  /** How many requests a second each server gets; 0 for as many as it answers. */
  readonly rates: ReadonlyArray<number>
}

/** The measures of each server in each turn. Every other turn goes through them from the last to the first. */
export const inTurns = async (
  loads: ReadonlyArray<Load>,
  { count, ms, rates }: Turns,
): Promise<ReadonlyArray<ReadonlyArray<Measured>>> => {
  const found = loads.map(() => [] as Array<Measured>)
  const order = [...loads.entries()]
  for (let turn = 0; turn < count; turn++)
    for (const [i, plan] of turn % 2 === 0 ? order : order.toReversed()) {
      const one = await load({ ...plan, ms, rate: rates[i] ?? 0 })
      if (one.failure !== null) throw new Error(one.failure)
      found[i]?.push(one)
    }
  return found
}

export type Figure = (one: Measured) => number

/** Microseconds of processor time of an answer, in all processes that count. */
export const cpuOf: Figure = ({ cpuMicros }) => cpuMicros.reduce((sum, each) => sum + each, 0)

const quantile = (values: ReadonlyArray<number>, share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN

export const median = (found: ReadonlyArray<Measured>, of: Figure): number => quantile(found.map(of), 0.5)

/** The quartiles of a figure beside that of another server in the same turn. */
export const ratios = (found: ReadonlyArray<Measured>, others: ReadonlyArray<Measured>, of: Figure) => {
  const all = found.flatMap((one, i) => {
    const other = others[i]
    return other === undefined ? [] : [of(one) / of(other)]
  })
  return { low: quantile(all, 0.25), middle: quantile(all, 0.5), high: quantile(all, 0.75) }
}
