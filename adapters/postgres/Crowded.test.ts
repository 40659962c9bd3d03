/** Commits on a server that has little room for locks. */
import { Effect, Either, Exit, Scope } from "effect"
import { Client } from "pg"
import { afterAll, beforeAll, expect, it } from "vitest"
import type { ChangeSet } from "../../core/store/ChangeSet.ts"
import type { Driver } from "../../core/store/Store.ts"
import * as PostgresStore from "./PostgresStore.ts"
import { changes, putNote } from "./testing/ChangeSets.ts"
import { type EmbeddedPostgres, start } from "./testing/EmbeddedPostgres.ts"

const scope = Effect.runSync(Scope.make())
let server: EmbeddedPostgres
let store: Driver
beforeAll(async () => {
  server = await start({ settings: { max_connections: "10", max_locks_per_transaction: "10" } })
  const opened = PostgresStore.make({ url: server.url, connections: 4, allowUnsafe: true })
  store = await Effect.runPromise(Scope.extend(opened, scope))
})
afterAll(async () => {
  await Effect.runPromise(Scope.close(scope, Exit.void))
  await server.stop()
})

const wide = (name: string, locks: number): ChangeSet =>
  changes({ puts: Array.from({ length: locks }, (_, n) => putNote(`${name}/${n}`)) })
const commit = async (set: ChangeSet): Promise<string> => {
  const ended = await Effect.runPromise(Effect.either(store.commit(set)))
  return Either.isRight(ended) ? ended.right._tag : ended.left._tag
}

it("Rule 2.6 given many large change sets at the same time, when the server has little room for locks, then all are committed", async () => {
  const ended = await Promise.all(Array.from({ length: 60 }, (_, i) => commit(wide(`wide/${i}`, 20))))
  expect(new Set(ended)).toEqual(new Set(["Committed"]))
})

it("Rule 2.6 given a change set that is alone and finds no room for its locks, when there is room again, then it is committed", async () => {
  const other = new Client({ connectionString: server.url })
  await other.connect()
  try {
    // Locks of a session stay when the statement that took them fails.
    const all = other.query("select pg_advisory_lock(n) from generate_series(1, 100000) n")
    await expect(all).rejects.toMatchObject({ code: "53200" })
    const ended = commit(wide("alone", 100))
    // When these are answered, the commit has begun.
    for (let i = 0; i < 3; i++) await other.query("select 1")
    await other.query("select pg_advisory_unlock_all()")
    expect(await ended).toBe("Committed")
  } finally {
    await other.end()
  }
})
