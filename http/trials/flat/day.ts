/**
 * `npm run day -- <sqlite or postgres> [seconds]`: as many acts as the machine bears, for so many seconds (600 by default), by a
 * clock on which they are two days, so that the receipts of the first day expire on the second. Every tenth of the time it prints what the
 * store has grown by and what its upkeep did. Linux only.
 */
import { mkdtempSync, rmSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import Sqlite from "better-sqlite3"
import { Client } from "pg"
import * as Examples from "../../api/Examples.ts"
import { type Asked, load } from "../../testing/Requests.ts"
import { clocks, type Place, serve } from "./Court.ts"
import * as Models from "./Models.ts"
import * as Stores from "./Stores.ts"

const [kind = "", seconds = "600"] = process.argv.slice(2)
const days = 2
const parts = 10
const times = (days * 86_400) / Number(seconds)

const asked = async (url: string, sql: string): Promise<ReadonlyArray<Record<string, unknown>>> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(sql)
  await client.end()
  return rows
}

const ofTables = `select relname as table, n_live_tup::int as live, n_dead_tup::int as dead, autovacuum_count::int as vacuums,
  round(pg_total_relation_size(relid) / 1e6, 1)::float8 as mb
  from pg_stat_user_tables where schemaname = 'agent_court' and n_tup_ins + n_tup_upd > 100 order by 5 desc`
const ofServer = `select round((pg_current_wal_insert_lsn() - '0/0'::pg_lsn) / 1e6)::int as wal_mb, checkpoints_timed::int as timed,
  checkpoints_req::int as asked, buffers_checkpoint::int as pages from pg_stat_bgwriter`

const aboutPostgres = async (url: string): Promise<string> => {
  const tables = (await asked(url, ofTables)).map(
    ({ table, live, dead, vacuums, mb }) =>
      `${table} ${mb} MB, ${dead}/${live} dead, vacuumed ${vacuums} times`,
  )
  const [server] = await asked(url, ofServer)
  return [JSON.stringify(server), ...tables].join("; ")
}

const aboutSqlite = (file: string): string => {
  const db = new Sqlite(file, { readonly: true })
  const of = (name: string) => Number(db.pragma(name, { simple: true }))
  const receipts = db.prepare("SELECT count(*) FROM receipts").pluck().get()
  const told = `file ${(statSync(file).size / 1e6).toFixed(0)} MB, log ${(statSync(`${file}-wal`).size / 1e6).toFixed(1)} MB, ${of("freelist_count")} of ${of("page_count")} pages free, ${receipts} receipts`
  db.close()
  return told
}

const about = ({ store }: Place): Promise<string> =>
  store.startsWith("sqlite:")
    ? Promise.resolve(aboutSqlite(store.slice("sqlite:".length)))
    : aboutPostgres(store)

const root = mkdtempSync(join(tmpdir(), "agent-court-day-"))
const stores = await Stores.open(kind, root)
try {
  const { place, sizes } = await stores.make("day")
  const court = await serve(place, clocks.faster(times))
  const begun = Date.now()
  const now = () => begun + (Date.now() - begun) * times
  const { keys } = await Models.make(court.url, place.data, now)
  let n = 0
  /** Of ten acts, eight are dealings, one a heartbeat and one a quote. */
  const next = (): Asked => {
    const [seller, buyer] = [`seller-${n % 10}`, `buyer-${(n * 7) % 10}`]
    const key = keys[seller]
    const share = Math.floor(n++ / 10) % 10
    const dueBy = new Date(now() + 30 * 86_400_000).toISOString()
    if (share === 0) return { method: "POST", path: "/heartbeat", key, body: "{}" }
    if (share === 1)
      return {
        method: "POST",
        path: "/quotes",
        key,
        body: JSON.stringify({ ...Examples.quote, buyer, dueBy }),
      }
    const sha256 = crypto.getRandomValues(Buffer.alloc(32)).toString("hex")
    const body = JSON.stringify({ sha256, kind: "delivery", counterparty: buyer, valueCents: 900 })
    return { method: "POST", path: "/notarise", key, body }
  }
  let acts = 0
  for (let part = 1; part <= parts; part++) {
    const pids = [court.pid, ...stores.pids]
    const ms = (Number(seconds) * 1_000) / parts
    const found = await load({ port: court.port, connections: 16, pids, ms, rate: 0, next })
    if (found.failure !== null) throw new Error(found.failure)
    acts += found.answers
    console.log(
      `${part}/${parts}: ${acts} acts, ${found.perSecond.toFixed(0)} a second, p99 ${found.p99.toFixed(0)} ms, most ${found.most.toFixed(0)} ms; ${await about(place)}`,
    )
  }
  const all = await sizes()
  console.log(
    all
      .slice(0, 16)
      .map(({ name, bytes }) => `${name} ${(bytes / acts).toFixed(0)}`)
      .join(", "),
  )
  await court.stop()
} finally {
  await stores.stop()
  rmSync(root, { recursive: true, force: true })
}
process.exit(0)
