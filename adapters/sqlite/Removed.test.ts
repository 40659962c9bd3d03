/** A store whose folder is removed while its court runs: nothing is recorded, it is not ready, and the log does not fill a disk. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Exit, Logger, Scope } from "effect"
import { expect, it } from "vitest"
import { empty } from "../../core/store/ChangeSet.ts"
import { Health } from "../store/index.ts"
import * as SqliteStore from "./SqliteStore.ts"

it("is not ready from then on, and says so in a few lines and then in one line a minute", async () => {
  const folder = mkdtempSync(join(tmpdir(), "agent-court-removed-"))
  const scope = Effect.runSync(Scope.make())
  const store = await Effect.runPromise(
    SqliteStore.make({ file: join(folder, "court.db") }).pipe(Scope.extend(scope)),
  )
  let now = 0
  const clocks = { wallMs: () => now, steadyMs: () => now }
  const { driver, health } = Health.watchHealth(store, clocks)
  const lines: Array<string> = []
  const logger = Logger.make(({ message }) => void lines.push(String(message)))
  const run = <A, E>(effect: Effect.Effect<A, E>) =>
    Effect.runPromise(
      Effect.either(effect).pipe(Effect.provide(Logger.replace(Logger.defaultLogger, logger))),
    )
  // given a store that works
  await run(driver.commit(empty(1)))
  expect(await run(health.state)).toMatchObject({ right: { trouble: null } })
  // when its folder is removed, and its court reads and writes each second for two minutes
  rmSync(folder, { recursive: true })
  const second = async () => {
    now += 1_000
    expect(await run(driver.commit(empty(1)))).toMatchObject({ left: { _tag: "StoreUnavailable" } })
    await run(driver.read([{ kind: "note", id: "1" }]))
  }
  for (let i = 0; i < 60; i++) await second()
  const first = lines.splice(0)
  for (let i = 0; i < 60; i++) await second()
  // then each code is said once, and after that one line says all in a minute
  expect(first.length).toBeGreaterThan(0)
  expect(first.length).toBeLessThanOrEqual(4)
  expect(lines).toEqual([
    expect.stringMatching(/^the store is unavailable: .* more failures since the last line/),
  ])
  expect(await run(health.state)).toMatchObject({ right: { trouble: { operation: expect.any(String) } } })
  await Effect.runPromise(Scope.close(scope, Exit.void))
})
