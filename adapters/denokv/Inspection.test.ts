/** The facts that an operator's tools read from a Deno KV database that its court has open. */
import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import { empty } from "../../core/store/ChangeSet.ts"
import type { Driver } from "../../core/store/Store.ts"
import type { Inspection } from "../store/Inspection.ts"
import { act, at, readActs, readOfFourActs } from "../store/testing/NoteActs.ts"
import * as DenoKvStore from "./DenoKvStore.ts"
import * as DenoKvInspection from "./Inspection.ts"

const root = mkdtempSync(join(tmpdir(), "agent-court-inspected-"))
afterAll(() => rmSync(root, { recursive: true, force: true }))

let made = 0
const fresh = () => join(root, `${made++}.kv`)

/** Writes to a new store, and gives what an inspection sees while the store is open. */
const inspected = <A, E>(
  write: (store: Driver) => Effect.Effect<unknown, unknown>,
  look: (inspection: Inspection) => Effect.Effect<A, E>,
): Promise<A> => {
  const location = fresh()
  return Effect.runPromise(
    Effect.scoped(
      Effect.gen(function* () {
        const store = yield* DenoKvStore.make({ location })
        yield* write(store)
        return yield* look(yield* DenoKvInspection.make(location))
      }),
    ),
  )
}

describe("the inspection of a Deno KV database", () => {
  it("Rule 2.6 given a court that has it open, then it shows everything that was acknowledged", async () => {
    const found = await inspected(
      (store) => Effect.forEach([1, 2, 3, 4], (n) => act(store, n)),
      (inspection) =>
        Effect.all({
          faults: inspection.faults,
          damage: Effect.succeed(inspection.damage),
          clock: inspection.clock,
          bytes: Effect.map(inspection.bytes, (bytes) => bytes !== null && bytes > 0),
          acts: readActs(inspection),
        }),
    )
    expect(found).toMatchObject({
      faults: [],
      damage: expect.stringMatching(/hosted database by its host/),
      clock: null,
      bytes: true,
      acts: {
        ...readOfFourActs,
        journal: { items: [{ at: at + 1 }, { at: at + 2 }], next: expect.any(String) },
      },
    })
  })

  it("Rule 2.6 given a court that has recorded nothing, then it shows nothing and reports no fault", async () => {
    const found = await inspected(
      () => Effect.void,
      (inspection) =>
        Effect.all([
          inspection.faults,
          inspection.lastEventAt,
          inspection.numbers,
          inspection.all("note"),
          inspection.waiting(at),
          inspection.later(["even"], at, 1),
        ]),
    )
    expect(found).toEqual([[], null, [], [], [], []])
  })

  it("Rule 2.6 given many index entries placed after the latest event, then it still finds that event", async () => {
    const placed = (store: Driver, n: number) =>
      store.commit({
        ...empty(at + n),
        puts: [
          {
            ref: { kind: "line", id: `${n}` },
            expected: 0,
            body: {},
            index: [{ index: "lines", list: "a", rest: `${n}` }],
          },
        ],
      })
    const last = await inspected(
      (store) =>
        Effect.zipRight(
          act(store, 1),
          Effect.forEach(
            Array.from({ length: 130 }, (_, n) => n),
            (n) => placed(store, n),
          ),
        ),
      (inspection) => inspection.lastEventAt,
    )
    expect(last).toBe(at + 1)
  })

  it("Rule 2.6 given a path at which no file can be, then it fails and makes no file", async () => {
    const location = join(root, "0.kv", "inside.kv")
    const result = await Effect.runPromise(
      Effect.either(
        Effect.scoped(
          Effect.flatMap(DenoKvInspection.make(location), (inspection) => inspection.lastEventAt),
        ),
      ),
    )
    expect(result._tag).toBe("Left")
    expect(existsSync(location)).toBe(false)
  })
})
