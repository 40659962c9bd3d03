/** Changes by another program, in place, of the file or the log of a store that commits all the while. */
import { copyFileSync, mkdtempSync, rmSync, statSync, truncateSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Exit, Scope } from "effect"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { type ChangeSet, empty } from "../../core/store/ChangeSet.ts"
import type { Driver } from "../../core/store/Store.ts"
import * as SqliteStore from "./SqliteStore.ts"

let folder: string
let file: string
let scope: Scope.CloseableScope
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "court-spoiled-"))
  file = join(folder, "court.db")
  scope = Effect.runSync(Scope.make())
})
afterEach(async () => {
  await Effect.runPromise(Scope.close(scope, Exit.void))
  rmSync(folder, { recursive: true, force: true })
})

const act = (id: string): ChangeSet => ({
  ...empty(1000),
  puts: [{ ref: { kind: "note", id }, expected: 0, body: { text: "x".repeat(1000) }, index: [] }],
  events: [
    { id, at: 1000, type: "noted", subject: `note/${id}`, rules: [], data: { filler: "y".repeat(300) } },
  ],
})

/**
 * Commits acts, eight at a time, until one fails or there are enough. Gives how many were acknowledged, and the first failure. After so
 * many as `at` says, `attack` is done while the others go on.
 */
const busy = async (store: Driver, prefix: string, enough: number, at = 0, attack = () => {}) => {
  let acknowledged = 0
  let failed: { readonly name: string } | null = null
  const worker = async (w: number): Promise<void> => {
    for (let i = 0; failed === null && acknowledged < enough; i++) {
      const result = await Effect.runPromise(Effect.either(store.commit(act(`${prefix}/${w}/${i}`))))
      if (result._tag === "Right") {
        if (++acknowledged === at) attack()
      } else failed = result.left.cause as { readonly name: string } // what the store gives is an error
    }
  }
  await Promise.all(Array.from({ length: 8 }, (_, w) => worker(w)))
  return { acknowledged, failed: failed as { readonly name: string } | null }
}

// The first and the last of five, which CI tries all.
const tries = process.env.CI ? [0, 1, 2, 3, 4] : [0, 4]

describe("a busy store whose file another program changes in place", () => {
  it.each(tries)("acknowledges no more once its log was shortened (try %d)", async (n) => {
    const store = await Effect.runPromise(SqliteStore.make({ file }).pipe(Scope.extend(scope)))
    await busy(store, "before", 100 + 30 * n)
    const log = `${file}-wal`
    // when the log loses its end while the store goes on writing behind it
    const shorten = () => truncateSync(log, Math.max(32, Math.floor((statSync(log).size * (n + 1)) / 7)))
    const { failed } = await busy(store, "going", 10_000, 1 + 40 * n, shorten)
    // then acts fail, and go on failing
    expect(failed?.name).toMatch(/FileSpoiled|SqliteError/)
    expect((await busy(store, "after", 50)).acknowledged).toBe(0)
  })

  it.each(tries)("acknowledges no more once an older copy was written over it (try %d)", async (n) => {
    const store = await Effect.runPromise(SqliteStore.make({ file }).pipe(Scope.extend(scope)))
    await busy(store, "first", 1_500)
    copyFileSync(file, join(folder, "older"))
    await busy(store, "second", 1_500 + 200 * n)
    const overwrite = () => copyFileSync(join(folder, "older"), file)
    const { failed } = await busy(store, "going", 20_000, 1 + 40 * n, overwrite)
    expect(failed).not.toBeNull()
    expect((await busy(store, "after", 50)).acknowledged).toBe(0)
  })
})
