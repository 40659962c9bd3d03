/**
 * The time that a page of a list takes with 100,000 quotes and 10,000 matters stored, the first page and the thousandth, over HTTP:
 * `node http/server/Lists.bench.ts`. The figure: under 20 ms at the median, and the same on both.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Layer, Scope } from "effect"
import { PostgresStore } from "../../adapters/postgres/index.ts"
import { start as startPostgres } from "../../adapters/postgres/testing/EmbeddedPostgres.ts"
import { newDatabase } from "../../adapters/postgres/testing/NewDatabase.ts"
import { SqliteStore } from "../../adapters/sqlite/index.ts"
import type { Json } from "../../core/kernel/Json.ts"
import type { Kind } from "../../core/kernel/Kind.ts"
import { Matter } from "../../core/matters/index.ts"
import { docketIndex } from "../../core/matters/testing/index.ts"
import { Quote } from "../../core/quotes/index.ts"
import { offered } from "../../core/quotes/testing/Given.ts"
import { partyIndex as partyOfQuote, registerIndex } from "../../core/quotes/testing/index.ts"
import { empty, type Put } from "../../core/store/ChangeSet.ts"
import { type Driver, type Indexed, limits, type Page, Store } from "../../core/store/Store.ts"
import { start } from "../../core/testing/Context.ts"
import { matterIn } from "../../core/testing/Matters.ts"
import { enrolled, startCourt, type TestCourt } from "../testing/TestCourt.ts"

const counts = { quotes: 100_000, matters: 10_000 }
const pageItems = 20
const runs = 100

const putOf = <A>(kind: Kind<A>, record: A): Put => ({
  ref: { kind: kind.name, id: kind.id(record) },
  expected: 0,
  body: record as Json,
  index: kind.index(record),
})

const idOf = (n: number): string => `01900000-0000-7000-8000-${String(n).padStart(12, "0")}`

/** Commits so many records, as many in a commit as it takes. */
const plant = (driver: Driver, count: number, record: (n: number) => Put) =>
  Effect.runPromise(
    Effect.forEach(
      Array.from({ length: Math.ceil(count / limits.operations) }, (_, i) => i * limits.operations),
      (from) =>
        driver.commit({
          ...empty(start),
          puts: Array.from({ length: Math.min(limits.operations, count - from) }, (_, i) => record(from + i)),
        }),
      { concurrency: 64, discard: true },
    ),
  )

const median = (values: ReadonlyArray<number>): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0

const timed = async (court: TestCourt, path: string, key: string): Promise<number> => {
  const times: Array<number> = []
  for (let n = 0; n < runs; n++) {
    const asked = performance.now()
    const answer = await fetch(`${court.url}/api/v1${path}`, { headers: { authorization: `Bearer ${key}` } })
    const { items } = (await answer.json()) as { readonly items: ReadonlyArray<unknown> }
    if (items.length !== pageItems) throw new Error(`${path}: ${answer.status}, ${items.length} items`)
    times.push(performance.now() - asked)
  }
  return median(times)
}

/** The cursor of the page that begins after the n-th record of an index. */
const cursorAfter = async (driver: Driver, index: string, prefix: string, n: number): Promise<string> => {
  let after: string | null = null
  for (let left = n + 1; left > 0; ) {
    const query = { index, prefix, after, limit: Math.min(left, limits.pageItems) }
    const page: Page<Indexed> = await Effect.runPromise(driver.list(query))
    left -= page.items.length
    after = page.items.at(-1)?.key ?? null
    if (after === null) throw new Error(`${index} has fewer than ${n} entries`)
  }
  return Buffer.from(after ?? "", "utf8").toString("base64url")
}

const measure = async (name: string, driver: Driver) => {
  const court = await startCourt({ store: Layer.succeed(Store, driver) })
  const key = await enrolled(court, "seller")
  const record = await fetch(`${court.url}/api/v1/agents/seller`)
  const { id } = (await record.json()) as { readonly id: string }
  const seller = { id, handle: "seller", operatorId: "op" }
  const quote = (n: number) => offered({ id: idOf(n), offeredAt: start + n, supplier: seller })
  const matter = (n: number) => matterIn("served", { id: idOf(n), number: n + 1, respondent: seller })
  await plant(driver, counts.quotes, (n) => putOf(Quote.Quotes, quote(n)))
  await plant(driver, counts.matters, (n) => putOf(Matter.Matters, matter(n)))
  const lists = [
    { path: "/quotes", last: 1000 * pageItems - 1, index: partyOfQuote, prefix: `${id}/`, token: key },
    { path: "/quotes", last: 1000 * pageItems - 1, index: registerIndex, prefix: "", token: court.registrar },
    { path: "/matters", last: 400 * pageItems - 1, index: Matter.partyIndex, prefix: `${id}/`, token: key },
    { path: "/docket", last: 400 * pageItems - 1, index: docketIndex, prefix: "", token: key },
  ]
  for (const { path, last, index, prefix, token } of lists) {
    const page = `limit=${pageItems}`
    const later = `${page}&cursor=${await cursorAfter(driver, index, prefix, last)}`
    await timed(court, `${path}?${page}`, token)
    const [first, far] = [
      await timed(court, `${path}?${page}`, token),
      await timed(court, `${path}?${later}`, token),
    ]
    const who = token === court.registrar ? " (Registrar)" : ""
    console.log(
      `  ${name.padEnd(10)} GET ${(path + who).padEnd(20)} first page ${first.toFixed(2)} ms, page ${(last + 1) / pageItems} ${far.toFixed(2)} ms`,
    )
  }
  await court.stop()
}

const opened = async (layer: Layer.Layer<Store, unknown>): Promise<Driver> => {
  const scope = Effect.runSync(Scope.make())
  const built = Layer.buildWithScope(layer, scope)
  return Effect.runPromise(Effect.flatMap(built, (context) => Effect.provide(Store, context)))
}

console.log(`${counts.quotes} quotes and ${counts.matters} matters, pages of ${pageItems}, median of ${runs}`)
const folder = mkdtempSync(join(tmpdir(), "court-lists-"))
await measure("SQLite", await opened(SqliteStore.layer({ file: join(folder, "court.db") })))
rmSync(folder, { recursive: true })
const server = await startPostgres({ fsync: false })
const url = await newDatabase(server.url)
await measure("PostgreSQL", await opened(PostgresStore.layer({ url, allowUnsafe: true })))
await server.stop()
process.exit(0)
