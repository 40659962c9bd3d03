/** The facts that an operator's tools read and copy from a file that its court has open. */
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { basename, join } from "node:path"
import { Effect, Either } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import type { Driver } from "../../core/store/Store.ts"
import * as File from "../sql/File.ts"
import { act, at, readActs, readOfFourActs } from "../store/testing/NoteActs.ts"
import * as Inspection from "./Inspection.ts"
import * as SqliteStore from "./SqliteStore.ts"

const root = mkdtempSync(join(tmpdir(), "agent-court-beside-"))
afterAll(() => rmSync(root, { recursive: true, force: true }))

let made = 0
const fresh = () => join(root, `${made++}.db`)
const opened = <A, E>(file: string, use: (store: Driver) => Effect.Effect<A, E>): Promise<A> =>
  Effect.runPromise(Effect.scoped(Effect.flatMap(SqliteStore.make({ file }), use)))
const seen = (file: string) =>
  Effect.scoped(
    Effect.flatMap(Inspection.make(file), (inspection) =>
      Effect.all({
        faults: inspection.faults,
        damage: Effect.suspend(() =>
          typeof inspection.damage === "string" ? Effect.die(inspection.damage) : inspection.damage,
        ),
        acts: readActs(inspection),
      }),
    ),
  )

describe("the inspection of a file", () => {
  it("Rule 2.6 given a court that has it open, then it shows everything that was acknowledged, and leaves no file", async () => {
    const file = fresh()
    await opened(file, (store) =>
      Effect.gen(function* () {
        for (const n of [1, 2, 3, 4]) yield* act(store, n)
        const found = yield* seen(file)
        expect(found).toEqual({
          faults: [],
          damage: [],
          acts: {
            ...readOfFourActs,
            journal: yield* store.journal({ subject: null, after: null, limit: 2 }),
          },
        })
      }),
    )
    await Effect.runPromise(seen(file))
    expect(readdirSync(root).filter((name) => file.endsWith(name.replace(/-(wal|shm)$/, "")))).toHaveLength(1)
  })

  it("Rule 2.6 given no file, then it fails and makes no file", async () => {
    const file = fresh()
    expect(Either.isLeft(await Effect.runPromise(Effect.either(seen(file))))).toBe(true)
    expect(existsSync(file)).toBe(false)
  })

  it("Rule 2.6 given a court that goes on committing, then a copy is one file, with the state of one instant", async () => {
    const file = fresh()
    const to = fresh()
    await opened(file, (store) =>
      Effect.gen(function* () {
        for (let n = 0; n < 400; n++) yield* act(store, n)
        // when the court goes on committing while its file is copied
        let stop = false
        const writing = yield* Effect.fork(
          Effect.iterate(400, { while: () => !stop, body: (n) => Effect.as(act(store, n), n + 1) }),
        )
        yield* File.copy(file, to)
        stop = true
        yield* writing
      }),
    )
    expect(readdirSync(root).filter((name) => name.startsWith(basename(to)))).toHaveLength(1)
    expect(await Effect.runPromise(File.damageOf(to))).toEqual([])
    // then the copy has every earlier act, and of each later act all or nothing
    const { all, numbers, lastEventAt } = (await Effect.runPromise(seen(to))).acts
    expect(all.length).toBeGreaterThanOrEqual(400)
    expect(numbers).toEqual([{ series: "notes", last: all.length }])
    expect(lastEventAt).toBe(at + all.length - 1)
  })

  it("Rule 2.6 given a file that a court has open, then it can't be settled, and any other file can", async () => {
    const file = fresh()
    await opened(file, (store) =>
      Effect.gen(function* () {
        yield* act(store, 1)
        expect(File.settle(file)).toBe(false)
        yield* act(store, 2)
      }),
    )
    expect(File.settle(file)).toBe(true)
    await opened(file, (store) => act(store, 3))
    const noDatabase = fresh()
    writeFileSync(noDatabase, "no database at all, ".repeat(500))
    expect(File.settle(noDatabase)).toBe(true)
    expect(await Effect.runPromise(File.damageOf(noDatabase))).toHaveLength(1)
  })
})
