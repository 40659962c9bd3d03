/**
 * What a list costs with much in store, on its first page and on its thousandth: `node http/Lists.bench.ts`. One caller, over HTTP,
 * SQLite in a file.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Exit, Layer, Scope } from "effect"
import { SqliteStore } from "../adapters/sqlite/index.ts"
import { Store } from "../core/Store.ts"
import * as Examples from "./api/Examples.ts"
import { connect } from "./client/index.ts"
import { enrolmentBody } from "./testing/Bodies.ts"
import { fill } from "./testing/FillLists.ts"
import { startCourt } from "./testing/TestCourt.ts"

const [matters, quotes, dealings] = [10_000, 100_000, 100_000]
const [far, limit, times] = [1_000, 10, 100]
const aim = 20

const folder = mkdtempSync(join(tmpdir(), "court-lists-"))
const scope = Effect.runSync(Scope.make())
const driver = await Effect.runPromise(
  Scope.extend(SqliteStore.make({ file: join(folder, "court.db") }), scope),
)
const court = await startCourt({ store: Layer.succeed(Store, driver) })
const visitor = connect({ baseUrl: court.url })
const registrar = connect({ baseUrl: court.url, apiKey: court.registrar })
const enrol = async (handle: string) =>
  connect({
    baseUrl: court.url,
    apiKey: (await visitor.agents.enrol({ payload: enrolmentBody(handle) })).apiKey,
  })
const [seller, buyer] = [await enrol("translator-7"), await enrol("buyer-3")]
await registrar.registrar.recordEligibility({ payload: Examples.confirmation })
const { matter } = await buyer.matters.fileMatter({ payload: Examples.filing as never })
const quote = await seller.quotes.offerQuote({ payload: { ...Examples.quote, buyer: "buyer-3" } as never })
const sha256 = "ab".repeat(32)
await fill(driver, court.clock.now, { matter: matter.id, quote: quote.id, sha256, matters, quotes, dealings })

interface Page {
  readonly items: ReadonlyArray<unknown>
  readonly nextCursor: string | null
}
type Ask = (cursor: string | undefined) => Promise<Page>
const at = (cursor: string | undefined) => (cursor === undefined ? { limit } : { limit, cursor })

const lists: ReadonlyArray<readonly [name: string, ask: Ask]> = [
  ["GET /docket", (cursor) => visitor.matters.docket({ urlParams: at(cursor) })],
  ["GET /matters (a party)", (cursor) => buyer.matters.listMatters({ urlParams: at(cursor) })],
  ["GET /matters (Registrar)", (cursor) => registrar.matters.listMatters({ urlParams: at(cursor) })],
  ["GET /quotes (a party)", (cursor) => seller.quotes.listQuotes({ urlParams: at(cursor) })],
  [
    "GET /dealings?sha256=",
    (cursor) => visitor.dealings.listDealings({ urlParams: { sha256, ...at(cursor) } }),
  ],
  [
    "GET /journal",
    (after) => visitor.journal.journal({ urlParams: after === undefined ? { limit } : { limit, after } }),
  ],
]

const median = async (ask: Ask, cursor: string | undefined): Promise<number> => {
  const taken: Array<number> = []
  for (let i = 0; i < times; i++) {
    const started = performance.now()
    await ask(cursor)
    taken.push(performance.now() - started)
  }
  return taken.sort((a, b) => a - b)[Math.floor(times / 2)] ?? Number.NaN
}

console.log(
  `${matters} matters, ${quotes} quotes, ${dealings} dealings in SQLite; pages of ${limit}, median of ${times} reads, ms`,
)
let missed = false
for (const [name, ask] of lists) {
  let cursor: string | undefined
  let page = 1
  for (; page < far; page++) {
    const { nextCursor } = await ask(cursor)
    if (nextCursor === null) break
    cursor = nextCursor
  }
  const [first, last] = [await median(ask, undefined), await median(ask, cursor)]
  missed ||= Math.max(first, last) > aim
  console.log(
    `  ${name.padEnd(26)} first page ${first.toFixed(1).padStart(5)}, page ${String(page).padStart(4)} ${last.toFixed(1).padStart(5)}`,
  )
}
console.log(missed ? `  MISSED: the aim is ${aim} ms` : `  all under ${aim} ms`)
await court.stop()
await Effect.runPromise(Scope.close(scope, Exit.void))
rmSync(folder, { recursive: true })
process.exitCode = missed ? 1 : 0
