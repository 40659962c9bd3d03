/**
 * `npm run flat -- <dealings> <store> [seconds]` measures whether a court grows slower as it grows older: acts, reads, lists, ticks, the
 * start and the backup of a court with so many dealings, beside the same on a court with a hundred. The store is sqlite or postgres; each
 * act is repeated for so many seconds, in turns on both courts, three times. A tenth as many quotes and entries are made, and a hundredth
 * as many matters. Ten million dealings take about 30 GB of disk and an hour. Linux only.
 */
import { createHash } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { modelOf } from "./Copies.ts"
import { type Court, clocks, residentMb, serve } from "./Court.ts"
import { countsFor, fill, type Sample } from "./Filling.ts"
import { type Asked, load } from "./Load.ts"
import * as Models from "./Models.ts"
import { type Row, rowOf, table } from "./Report.ts"
import * as Stores from "./Stores.ts"
import * as Ticks from "./Ticks.ts"

const [count = "", kind = "", seconds = "8"] = process.argv.slice(2)
const dealings = Number(count)
if (!(dealings >= 1_000)) throw new Error("npm run flat -- <dealings, 1,000 or more> <sqlite or postgres>")
const ms = Number(seconds) * 1_000
const turns = 3
const day = 86_400_000
const yearMs = 300 * day
const due = Math.min(1_000, dealings / 10)

interface Subject {
  readonly store: Stores.Subject
  readonly made: Models.Made
  readonly sample: Sample
  /** The id of the agent `seller-0`. */
  readonly seller: string
}

const say = (line: string) => console.error(`${new Date().toISOString().slice(11, 19)} ${line}`)

const sampleOf = ({ groups }: Models.Made): Sample => {
  const of = (kind: string) => groups.filter((group) => group.kind === kind).map(({ id }) => id)
  return { dealings: of("dealing"), entries: of("entry"), events: 0 }
}

/** Answers of a court that must succeed. */
const get = async <A>({ url }: Court, path: string, key?: string): Promise<A> => {
  const headers = key === undefined ? {} : { authorization: `Bearer ${key}` }
  const answer = await fetch(`${url}/api/v1${path}`, { headers })
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as A
}

/** A court with the acts that are copied, and with so many copies. */
const subject = async (store: Stores.Subject, copies: number): Promise<Subject> => {
  const age = copies === 0 ? 0 : yearMs
  const court = await serve(store.place, clocks.behind(age))
  const made = await Models.make(court.url, store.place.data, () => Date.now() - age)
  const { id: seller } = await get<{ readonly id: string }>(court, "/agents/seller-0")
  await sleep(2_500) // The log takes what was recorded.
  await court.stop()
  if (copies === 0) return { store, made, seller, sample: sampleOf(made) }
  const target = await store.target()
  const models = made.groups.map((group) => modelOf(group, target.rows))
  const begun = performance.now()
  const sample = await fill(target, models, countsFor(copies), yearMs)
  say(`filled in ${((performance.now() - begun) / 1000).toFixed(0)} s`)
  return { store, made, seller, sample }
}

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

const pick = (from: ReadonlyArray<string>): string => from[Math.floor(Math.random() * from.length)] ?? ""
const sha256 = () => crypto.getRandomValues(Buffer.alloc(32)).toString("hex")

/** A cursor as the interface gives it. */
const cursorOf = (key: string): string => Buffer.from(key).toString("base64url")

/** A cursor of the journal has a checksum before it (`http/handlers/System.ts`). */
const checked = (cursor: string): string =>
  createHash("sha256").update(`journal/${cursor}`).digest("base64url").slice(0, 6) + cursor

type Acts = Readonly<Record<string, () => Asked>>
/** What is asked of a court, again and again. */
const actsOn = async ({ store, made: { keys }, sample, seller }: Subject): Promise<Acts> => {
  const key = keys["seller-0"]
  const buyer = keys["buyer-0"]
  const notarise = (more: object) => () =>
    ({
      method: "POST",
      path: "/notarise",
      key,
      body: JSON.stringify({ sha256: sha256(), kind: "delivery", ...more }),
    }) as const
  const reading = (path: () => string, as?: string) => () =>
    ({ method: "GET", path: path(), key: as }) as const
  const acts: Record<string, () => Asked> = {
    "POST /notarise": notarise({}),
    "POST /notarise with a counterparty": notarise({ counterparty: "buyer-0", valueCents: 900 }),
    "GET /dealings/{id}": reading(() => `/dealings/${pick(sample.dealings)}`),
    "GET /agents/{handle}/compliance": reading(() => `/agents/seller-1/compliance`),
    "GET /compliance/{id}": reading(() => `/compliance/${pick(sample.entries)}`),
  }
  const lists: ReadonlyArray<
    readonly [path: string, index: string, prefix: string, key?: string | undefined]
  > = [
    ["/docket", "matters.docket", ""],
    ["/matters", "matters.party", `${seller}/`, key],
    ["/quotes", "quotes.party", `${seller}/`, key],
    ["/compliance", "entries.register", ""],
  ]
  for (const [path, index, prefix, as] of lists) {
    acts[`GET ${path}, first page`] = reading(() => `${path}?limit=20`, as)
    const cursor = await store.keyFromEnd(index, prefix, 20)
    const after = cursor === null ? "" : `&cursor=${cursorOf(cursor)}`
    acts[`GET ${path}, last page`] = reading(() => `${path}?limit=20${after}`, as)
  }
  acts["GET /dealings?counterparty=me, first page"] = reading(
    () => "/dealings?counterparty=me&limit=20",
    buyer,
  )
  acts["GET /inbox"] = reading(() => "/inbox?limit=20", key)
  acts["GET /journal, first page"] = reading(() => "/journal?limit=20")
  const last = await store.eventFromEnd(20)
  acts["GET /journal, last page"] = reading(
    () => `/journal?limit=20&after=${last === null ? "" : cursorOf(checked(last))}`,
  )
  return acts
}

/** Checks by HTTP that copies are what a court reads: the forms of some records, and the proof of one dealing in the log. */
const check = async (court: Court, { sample, made: { keys } }: Subject): Promise<void> => {
  for (let i = 0; i < 20; i++) {
    const dealing = await get<{ readonly sha256: string; readonly sequence: number; readonly id: string }>(
      court,
      `/dealings/${pick(sample.dealings)}`,
    )
    const { items } = await get<{ readonly items: ReadonlyArray<{ readonly id: string }> }>(
      court,
      `/dealings?sha256=${dealing.sha256}`,
    )
    if (items.length !== 1 || items[0]?.id !== dealing.id)
      throw new Error(`${dealing.id} is not listed by its hash`)
    await get(court, `/compliance/${pick(sample.entries)}`)
  }
  for (const path of [
    "/docket",
    "/matters",
    "/quotes",
    "/dealings?counterparty=me",
    "/inbox",
    "/journal",
    "/compliance",
  ])
    await get(court, path, keys["buyer-1"])
  const id = pick(sample.dealings)
  const proof = await fetch(`${court.url}/api/v1/dealings/${id}/proof`)
  if (proof.status !== 200) throw new Error(`no proof of ${id}: ${proof.status}`)
}

const median = (values: ReadonlyArray<number>): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

/** Measures each act in turns on both courts. */
const measureActs = async (
  stores: Stores.Stores,
  courts: ReadonlyArray<Court>,
  subjects: ReadonlyArray<Subject>,
): Promise<ReadonlyArray<Row>> => {
  const acts = await Promise.all(subjects.map(actsOn))
  const rows: Array<Row> = []
  const measured = async (act: string, time: number, rate: number) => {
    const found = courts.map(() => [] as Array<Awaited<ReturnType<typeof load>>>)
    for (let turn = 0; turn < turns; turn++)
      for (const [i, court] of courts.entries()) {
        const next = acts[i]?.[act]
        if (next === undefined) throw new Error(`no act ${act}`)
        const pids = [court.pid, ...stores.pids]
        found[i]?.push(await load({ port: court.port, pids, ms: time, rate, next }))
      }
    const of = (what: "perSecond" | "p50" | "p99" | "cpuMicros") =>
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
      rowOf(`${act}, µs of processor time`, full("cpuMicros"), "less"),
    )
    if (isWrite) {
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
    await subject(await stores.make("empty"), 0),
    await subject(await stores.make("full"), dealings),
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
  const backups = []
  for (const { store } of subjects) backups.push(await store.backup(join(root, "backup")))
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
  const all = sizes.reduce((sum, { bytes }) => sum + bytes, 0)
  console.log(`\nBytes for each dealing, with its share of the other acts: ${(all / dealings).toFixed(0)}\n`)
  for (const { name, bytes } of sizes.slice(0, 16))
    console.log(`| ${name} | ${(bytes / dealings).toFixed(1)} |`)
} finally {
  await stores.stop()
  rmSync(root, { recursive: true, force: true })
}
process.exit(0)
