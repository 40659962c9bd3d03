/** A store that a later version wrote: neither a start nor the doctor changes it, and both name the version that can read it. */
import { randomBytes } from "node:crypto"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Context, Effect, Layer } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { start } from "../../adapters/postgres/testing/EmbeddedPostgres.ts"
import { Stores } from "../../adapters/stores/index.ts"
import { Founding } from "../../core/registrar/index.ts"
import { empty } from "../../core/store/ChangeSet.ts"
import { type Driver, Store } from "../../core/store/Store.ts"
import { examineCourt } from "../operate/doctor/Examine.ts"
import { command } from "../operate/testing/Process.ts"

const withinMs = 60_000
const root = mkdtempSync(join(tmpdir(), "agent-court-later-"))
// With fsync, since no court starts on a server without it.
let server: Awaited<ReturnType<typeof start>>
beforeAll(async () => {
  server = await start({ fsync: true })
}, withinMs)
afterAll(async () => {
  await server.stop()
  rmSync(root, { recursive: true, force: true })
})

const ref = { kind: "founding", id: "court" }
const body = {
  court: { named: randomBytes(4).toString("hex") },
  written: { by: "9.1.0", format: Founding.storeFormat + 1 },
}
const inStore = <A, E>(store: Stores.StoreAddress, use: (driver: Driver) => Effect.Effect<A, E>) =>
  Layer.build(Stores.layer(store)).pipe(
    Effect.flatMap((context) => use(Context.get(context, Store))),
    Effect.scoped,
    Effect.runPromise,
  )

const says =
  /the store \([^)]+\) was written by agent-court 9\.1\.0 in format 2, and this version reads formats up to 1\. agent-court 9\.1\.0 can read it, or a later version\. No record was changed/

describe.each([
  ["SQLite", "sqlite", async () => join(root, "court.db")],
  ["PostgreSQL", "postgres", async () => server.url],
] as const)("a store of a later format on %s", (name, kind, place) => {
  it(
    "Rule 2.6 is refused by start and by the doctor, which name the version that can read it",
    async () => {
      // given a store that a later version has founded
      const store = { kind, at: await place() }
      const set = { ...empty(0), puts: [{ ref, expected: 0, body, index: [] }] }
      expect(await inStore(store, (driver) => driver.commit(set))).toMatchObject({ _tag: "Committed" })
      // when a court of this version starts on it, and when the doctor examines it
      const env = {
        COURT_DATA: join(root, name),
        COURT_STORE: kind === "sqlite" ? `sqlite:${store.at}` : store.at,
      }
      const { written, ended } = command(["serve"], env)
      const found = await examineCourt({ ...process.env, ...env }, { deep: false, peer: undefined })
      // then both say which version can read it, and the record is as before
      expect(await ended).toBe(1)
      expect(written.error).toMatch(says)
      expect(found.find((one) => says.test(one.says))?.todo).toMatch(/serve it with the version/)
      expect(await inStore(store, (driver) => driver.read([ref]))).toMatchObject([{ version: 1, body }])
    },
    withinMs,
  )
})
