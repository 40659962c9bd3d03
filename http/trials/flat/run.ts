/**
 * `npm run flat -- <dealings> <store> [seconds] [turns]` measures whether a court grows slower as it grows older: acts, reads, lists, ticks, the
 * start and the backup of a court with so many dealings, beside the same on a court with a hundred. The store is sqlite or postgres; each
 * act is repeated for so many seconds (8), in turns on both courts (3). A tenth as many quotes and entries are made, and a hundredth
 * as many matters. Ten million dealings take about 40 GB of disk, as much again for a backup if there is room, and an hour. Linux only.
 */
import { mkdtempSync, rmSync, statfsSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { load, type Measured } from "../../testing/Requests.ts"
import { actsOn, check, listsOf, pageOf } from "./Acts.ts"
import * as Alone from "./Alone.ts"
import { type Court, residentMb, serve } from "./Court.ts"
import { type Row, rowOf, table } from "./Report.ts"
import * as Stores from "./Stores.ts"
import { make, type Subject, say } from "./Subjects.ts"
import * as Ticks from "./Ticks.ts"

const [count = "", kind = "", seconds = "8", turnsOfEach = "3"] = process.argv.slice(2)
const dealings = Number(count)
if (!(dealings >= 1_000)) throw new Error("npm run flat -- <dealings, 1,000 or more> <sqlite or postgres>")
const ms = Number(seconds) * 1_000
const turns = Number(turnsOfEach)
const connections = 16
/** How many reads of each kind a turn of the store alone has. */
const looks = 300
const due = Math.min(1_000, dealings / 10)

const logSize = async ({ url }: Court): Promise<number> =>
  Number((await (await fetch(`${url}/log/checkpoint`)).text()).split("\n")[1])

/** Waits until the log has so many events, and gives its size and the events a second. */
const integrated = async (court: Court, events: number) => {
  const [begun, from] = [performance.now(), await logSize(court)]
  let size = from
  while (size < events) {
    await sleep(200)
    size = await logSize(court)
  }
  return { size, perSecond: ((size - from) / (performance.now() - begun)) * 1000 }
}

const median = (values: ReadonlyArray<number>): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

const bytesOf = (sizes: ReadonlyArray<Stores.Size>): number =>
  sizes.reduce((sum, { bytes }) => sum + bytes, 0)

const measureActs = async (
  stores: Stores.Stores,
  courts: ReadonlyArray<Court>,
  subjects: ReadonlyArray<Subject>,
): Promise<ReadonlyArray<Row>> => {
  const acts = await Promise.all(subjects.map(actsOn))
  const rows: Array<Row> = []
  const measured = async (act: string, time: number, rate: number) => {
    const found = courts.map(() => [] as Array<Measured & { readonly cpu: number; readonly log: number }>)
    for (let turn = 0; turn < turns; turn++)
      for (const [i, court] of courts.entries()) {
        const next = acts[i]?.[act]
        if (next === undefined) throw new Error(`no act ${act}`)
        const pids = [court.pid, ...stores.pids]
        const logBytes = async () => (await subjects[i]?.store.logBytes()) ?? Number.NaN
        const before = await logBytes()
        const one = await load({ port: court.port, connections, pids, ms: time, rate, next })
        if (one.failure !== null) throw new Error(one.failure)
        const log = ((await logBytes()) - before) / one.answers
        found[i]?.push({ ...one, cpu: one.cpuMicros.reduce((sum, micros) => sum + micros, 0), log })
      }
    const of = (what: "perSecond" | "p50" | "p99" | "cpu" | "log") =>
      found.map((some) => median(some.map((one) => one[what])))
    return of
  }
  for (const act of Object.keys(acts[0] ?? {})) {
    const isWrite = act.startsWith("POST")
    const time = isWrite ? ms : ms / 4
    if (act === "POST /notarise") await measured(act, ms / 2, 0) // Code is compiled and caches fill.
    const full = await measured(act, time, 0)
    rows.push(
      rowOf(`${act}, a second`, full("perSecond"), "more"),
      rowOf(`${act}, µs of processor time`, full("cpu"), "less"),
    )
    if (isWrite) {
      const log = full("log")
      if (log.every(Number.isFinite)) rows.push(rowOf(`${act}, bytes of the database's log`, log, "less"))
      const half = await measured(act, time, (full("perSecond")[0] ?? 0) / 2)
      rows.push(rowOf(`${act}, p99 at half load, ms`, half("p99"), "less"))
    }
    say(act)
  }
  return rows
}

const root = mkdtempSync(join(tmpdir(), "agent-court-flat-"))
const stores = await Stores.open(kind, root)
try {
  const subjects = [
    await make(await stores.make("empty"), 0),
    await make(await stores.make("full"), dealings),
  ]
  const [, full] = subjects
  if (full === undefined) throw new Error("no subject")
  const first = await serve(full.store.place)
  const { size, perSecond } = await integrated(first, full.sample.events)
  say(`the log took ${size} events, ${perSecond.toFixed(0)} a second`)
  await check(first, full)
  await first.stop()
  const rows: Array<Row> = []
  const starts = subjects.map(() => [] as Array<number>)
  for (let turn = 0; turn < turns; turn++)
    for (const [i, { store }] of subjects.entries()) {
      const court = await serve(store.place)
      starts[i]?.push(court.startMs)
      await court.stop()
    }
  rows.push(rowOf("start until it serves, ms", starts.map(median), "less"))
  const courts = await Promise.all(subjects.map(({ store }) => serve(store.place)))
  await sleep(3_000)
  rows.push(
    rowOf(
      "memory at rest, MB",
      courts.map(({ pid }) => residentMb(pid)),
      "less",
    ),
  )
  rows.push(...(await measureActs(stores, courts, subjects)))
  rows.push(
    rowOf(
      "memory after the acts, MB",
      courts.map(({ pid }) => residentMb(pid)),
      "less",
    ),
  )
  const { bavail, bsize } = statfsSync(root)
  const [free, needed] = [
    bavail * bsize,
    bytesOf((await Promise.all(subjects.map(({ store }) => store.sizes()))).flat()),
  ]
  const backups = []
  if (free < 1.1 * needed) say(`no room for a backup of ${needed / 1e9} GB: ${free / 1e9} GB are free`)
  else for (const { store } of subjects) backups.push(await store.backup(join(root, "backup")))
  const how = backups[0]?.how
  if (how !== undefined)
    rows.push(
      rowOf(
        `${how}, s`,
        backups.map((one) => one?.seconds ?? Number.NaN),
        "size",
      ),
      rowOf(
        `${how}, MB`,
        backups.map((one) => (one?.bytes ?? Number.NaN) / 1e6),
        "size",
      ),
    )
  for (const court of courts) await court.stop()
  const alone = await Promise.all(
    subjects.map(async (subject) => ({
      layer: subject.store.layer,
      dealings: subject.sample.dealings,
      lists: await Promise.all(listsOf(subject).map((list) => pageOf(subject, list))),
      beforeLastEvent: await subject.store.eventFromEnd(20),
    })),
  )
  rows.push(...(await Alone.measure(alone, stores.pids, looks, turns)))
  say("the store alone")
  const ticks = []
  for (const { store } of subjects) ticks.push(await Ticks.measure(store.layer, due))
  rows.push(
    rowOf(
      "a tick, nothing due, ms",
      ticks.map(({ idle }) => idle),
      "less",
    ),
    rowOf(
      `a tick, ${due} deadlines due, ms`,
      ticks.map(({ busy }) => busy),
      "less",
    ),
  )
  console.log(table(stores.title, dealings, rows))
  const sizes = await full.store.sizes()
  console.log(
    `\nBytes for each dealing, with its share of the other acts: ${(bytesOf(sizes) / dealings).toFixed(0)}\n`,
  )
  for (const { name, bytes } of sizes.slice(0, 16))
    console.log(`| ${name} | ${(bytes / dealings).toFixed(1)} |`)
} finally {
  await stores.stop()
  rmSync(root, { recursive: true, force: true })
}
process.exit(0)
