/**
 * The log of a store is copied to its file while the store commits, by its own thread or by another process: nothing is lost, and no act
 * is refused.
 */
import { spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { text } from "node:stream/consumers"
import { Effect } from "effect"
import { expect, it } from "vitest"
import { type ChangeSet, empty } from "../../core/store/ChangeSet.ts"
import type { Driver } from "../../core/store/Store.ts"
import { LogIndexes } from "./LogIndex.ts"
import * as SqliteStore from "./SqliteStore.ts"

const act = (id: string): ChangeSet => ({
  ...empty(1000),
  puts: [{ ref: { kind: "note", id }, expected: 0, body: { text: "x".repeat(1000) }, index: [] }],
  tallies: [{ name: "acts", add: 1 }],
})

const large = { sha256: "ab".repeat(32), text: "x".repeat(200_000) }

const workers = 8
// `npm test` tries a few hundred acts. `COURT_TEST_ACTS=60000` takes a minute or more.
const acts = Number(process.env.COURT_TEST_ACTS ?? 400)

const besides = (file: string, way: string) => {
  const script = join(import.meta.dirname, "testing", "checkpoint.ts")
  const runtime = "Deno" in globalThis ? ["run", "-A", script] : [script]
  return spawn(process.execPath, [...runtime, file, way], { stdio: ["pipe", "pipe", "inherit"] })
}

const storeIn = (
  file: string,
  use: (store: Driver) => Promise<void>,
  options: Partial<SqliteStore.Options> = {},
): Promise<void> =>
  Effect.runPromise(
    Effect.scoped(
      Effect.flatMap(SqliteStore.make({ file, ...options }), (store) => Effect.promise(() => use(store))),
    ),
  )

/** Commits all acts, several at a time, and reads each of them. */
const commitAll = async (store: Driver): Promise<void> => {
  const worker = async (w: number): Promise<void> => {
    for (let i = w; i < acts; i += workers) {
      await Effect.runPromise(store.commit(act(`${i}`)))
      expect(await Effect.runPromise(store.read([{ kind: "note", id: `${i}` }]))).toMatchObject([
        { version: 1 },
      ])
    }
  }
  await Promise.all(Array.from({ length: workers }, (_, w) => worker(w)))
}

it("the store copies its log beside the acts, and no act is lost", async () => {
  const folder = mkdtempSync(join(tmpdir(), "court-checkpoints-"))
  const file = join(folder, "court.db")
  try {
    await storeIn(
      file,
      async (store) => {
        // given a log that is to be copied after 40 frames, and by the thread that writes only after 120
        // when one act takes more than 40
        await Effect.runPromise(store.commit({ ...empty(1000), blobs: [large] }))
        const log = new LogIndexes(() => {}).open(file)
        const before = log.read()
        expect(before?.frames).toBeGreaterThan(40)
        expect(before?.frames).toBeLessThan(120)
        // then all of them come to be in the file without a further act, and the next act begins the log anew
        await expect.poll(() => log.read()?.copied).toBe(before?.frames)
        await Effect.runPromise(store.commit(act("next")))
        expect(log.read()?.frames).toBeLessThan(40)
        // when many acts come while it copies
        await commitAll(store)
      },
      { copyAtFrames: 40 },
    )
    // then the log is gone with the store, and the file alone has all acts
    expect(existsSync(`${file}-wal`)).toBe(false)
    await storeIn(file, async (store) => {
      expect(await Effect.runPromise(store.tallies(["acts"]))).toEqual([acts + 1])
    })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

it.each(["operator", "replicator"])(
  "no act is lost or refused while a process copies the log (%s)",
  async (way) => {
    const folder = mkdtempSync(join(tmpdir(), "court-checkpoints-"))
    const file = join(folder, "court.db")
    try {
      await storeIn(file, async (store) => {
        // given a court that serves, and a process that makes its log empty again and again
        const other = besides(file, way)
        const said = text(other.stdout)
        // when acts come all the while, and are read
        await commitAll(store)
        other.stdin.end()
        const [code] = await once(other, "exit")
        expect([code, Number(await said) > 10]).toEqual([0, true])
      })
      // then each act is there, by the file alone
      await storeIn(file, async (store) => {
        expect(await Effect.runPromise(store.tallies(["acts"]))).toEqual([acts])
      })
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
)
