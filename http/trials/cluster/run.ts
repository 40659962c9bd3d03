/**
 * `npm run cluster -- [rounds]`: runs two servers and two schedulers under load on a PostgreSQL cluster. In each round (20 by default) the
 * primary is killed, frozen or cut off, in turn. Afterwards every process of the court is restarted. No acknowledged act may be lost
 * or done twice, the journal must keep its order, and the court must accept acts within two seconds after the cluster does.
 */
import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import * as Beats from "./Beats.ts"
import * as Cluster from "./Cluster.ts"
import { enter } from "./Cluster.ts"
import * as Load from "./Load.ts"
import * as Servers from "./Servers.ts"
import { changeVersion } from "./Servers.ts"

const rounds = Number(process.argv[2] ?? 20)
const callers = 8
const backWithinMs = 2_000
const patienceMs = 120_000

const failures: Array<string> = []
const must = (what: string, holds: boolean): void => {
  console.log(`${holds ? "" : "FAILED "}${what}`)
  if (!holds) failures.push(what)
}

const until = async (what: string, holds: () => boolean): Promise<void> => {
  const end = performance.now() + patienceMs
  while (!holds()) {
    if (performance.now() > end)
      throw new Error(`${what}: this did not happen within ${patienceMs / 1_000} s`)
    await sleep(50)
  }
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`

interface Rig {
  readonly cluster: Cluster.Cluster
  readonly beats: Beats.Beats
  readonly court: Servers.Court
  readonly load: Load.Load
}

/** Inflicts one fault, and checks how long after the cluster both servers acknowledged an act. */
const round = async ({ cluster, beats, court, load }: Rig, n: number): Promise<void> => {
  const primary = await cluster.whole(patienceMs)
  const fault = Cluster.faults[n % Cluster.faults.length] ?? "killed"
  const host = Cluster.addressOf(primary)
  const { acknowledged } = load.seen
  const before = acknowledged.length
  await until("acts are acknowledged before the fault", () => acknowledged.length > before + callers)
  const at = Date.now()
  const heal = cluster.hurt(primary, fault)
  // An answer in the first second may have been under way at the fault, since no standby takes over within a second.
  const first = (server: Servers.Process) =>
    acknowledged.find((act) => act.server === server.url && act.at > at + 1_000)?.at ?? null
  const servers = court.servers
  await until("the cluster accepts a write", () => beats.firstElsewhere(host, at) !== null)
  await until("both servers acknowledge an act", () => servers.every((server) => first(server) !== null))
  heal()
  const recoveredAt = beats.firstElsewhere(host, at) ?? Number.NaN
  const after = Math.max(...servers.map((server) => (first(server) ?? Number.NaN) - recoveredAt))
  must(
    `${n + 1}/${rounds}: ${primary} ${fault}; the cluster accepts writes after ${seconds(recoveredAt - at)}, the court ${seconds(after)} later`,
    after <= backWithinMs,
  )
}

const played = async (folder: string): Promise<void> => {
  const cluster = Cluster.start(folder)
  await cluster.whole(patienceMs)
  const beats = Beats.start()
  Beats.createDatabase("court")
  const court = await Servers.start(folder)
  const load = await Load.start(court.servers, callers)
  const rig = { cluster, beats, court, load }
  for (let n = 0; n < rounds; n++) await round(rig, n)
  await cluster.whole(patienceMs)
  for (const [what, holds] of await changeVersion(court, load.seen)) must(what, holds)
  await load.stop()
  for (const [what, holds] of checksOf(load.seen, await load.journal())) must(what, holds)
  console.log(`answers: ${[...load.seen.answers].map(([what, times]) => `${what}: ${times}`).join(", ")}`)
}

interface Event {
  readonly type: string
  readonly subject: string
  readonly data: { readonly sha256?: string }
}

const duplicates = (values: ReadonlyArray<string>): number => values.length - new Set(values).size

/** Counts the papers that stand in the journal in another order than their caller received the acknowledgements. */
const outOfOrder = (seen: Load.Seen, lodged: ReadonlyArray<string>): number => {
  const places = new Map(lodged.map((sha256, i) => [sha256, i]))
  const lastPlaces = new Map<number, number>()
  let found = 0
  for (const { caller, sha256 } of seen.acknowledged) {
    const place = places.get(sha256)
    // A lost paper has no place. It is counted as lost.
    if (place === undefined) continue
    if (place < (lastPlaces.get(caller) ?? 0)) found++
    lastPlaces.set(caller, place)
  }
  return found
}

/**
 * The checks after a run, as lines of the report, each with whether it holds: no act is lost or done twice, and the journal equals what its
 * reader received.
 */
const checksOf = (
  seen: Load.Seen,
  journal: ReadonlyArray<string>,
): ReadonlyArray<readonly [what: string, holds: boolean]> => {
  const events = journal.map((line) => JSON.parse(line) as Event)
  const lodged = events.flatMap(({ type, data }) =>
    type === "dealing.lodged" && data.sha256 ? [data.sha256] : [],
  )
  const kept = new Set(lodged)
  const lost = seen.acknowledged.filter(({ sha256 }) => !kept.has(sha256)).length
  const records = Number(
    Beats.psql("select count(*) from agent_court.records where kind = 'dealing'", "court"),
  )
  const judgments = events.filter(({ type }) => type === "judgment.delivered")
  const firstMoved = seen.followed.findIndex((line, i) => line !== journal[i])
  const disorder = outOfOrder(seen, lodged)
  return [
    [`${seen.acknowledged.length} acknowledged acts, ${lost} lost`, lost === 0],
    [`${lodged.length} acts recorded, ${duplicates(lodged)} of them twice`, duplicates(lodged) === 0],
    [`there are as many records as recorded acts: ${records}`, records === lodged.length],
    [
      `${seen.judged.size} matters judged by the schedulers, ${judgments.length} judgments`,
      duplicates(judgments.map(({ subject }) => subject)) === 0 && judgments.length >= seen.judged.size,
    ],
    [
      `${seen.followed.length} events followed, ${firstMoved < 0 ? "each in its final place" : `the first that moved is at ${firstMoved}`}`,
      firstMoved < 0,
    ],
    [`acts recorded in another order than their caller was answered: ${disorder}`, disorder === 0],
    ...[...seen.faults].map(([what, times]) => [`${times} times: ${what}`, false] as const),
  ]
}

const main = async (): Promise<number> => {
  const code = await enter()
  if (code !== null) return code
  const folder = mkdtempSync(join(tmpdir(), "agent-court-cluster-"))
  // PostgreSQL runs as the user `postgres`, who must be able to reach the folder.
  chmodSync(folder, 0o755)
  try {
    await played(folder)
  } catch (error) {
    must(String(error), false)
  }
  if (failures.length === 0) rmSync(folder, { recursive: true, force: true })
  else console.log(`the logs are in ${folder}`)
  return failures.length === 0 ? 0 : 1
}

// The namespaces end with this process, and with them whatever still runs inside.
process.exit(await main())
