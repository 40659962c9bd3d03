/** A log that ends by a loss, and the next one, on the memory store. */
import { Effect } from "effect"
import { expect, it } from "vitest"
import * as MemoryStore from "../store/MemoryStore.ts"
import { start } from "../testing/Context.ts"
import { type LogState, LogStates, stateId } from "./Records.ts"
import { nextOrigin, renewLog } from "./Renewal.ts"

const run = Effect.runPromise
const first: LogState = {
  origin: "court.example/log",
  vkey: "first",
  size: 12,
  cursor: "12",
  published: 11,
  checkpoint: "signed",
  policy: { witnesses: ["w"], quorum: "w" },
}

it("PD17 §1 a log that lost events ends, and the next one begins with what is left, says so in its journal and never has an earlier name", async () => {
  const driver = Effect.runSync(MemoryStore.make)
  const renew = async (
    state: LogState,
    version: number,
    at: number,
    loss: Parameters<typeof renewLog>[2],
  ) => {
    const next = { origin: nextOrigin(state.origin, at), vkey: `of ${at}`, checkpoint: "empty" }
    const set = renewLog({ state, version }, next, loss, at, `event-${at}`)
    expect(await run(driver.commit(set))).toMatchObject({ _tag: "Committed" })
    const [found] = await run(driver.read([{ kind: LogStates.name, id: stateId }]))
    return LogStates.decode(found?.body ?? null)
  }
  const second = await renew(first, 0, start, { kept: 12, known: 20 })
  const third = await renew(second, 1, start + 1, { kept: null, known: null })
  expect(second).toEqual({
    ...first,
    origin: expect.stringMatching(/^court\.example\/log\/\d{8}T\d{9}Z$/),
    vkey: `of ${start}`,
    published: 0,
    checkpoint: "empty",
    ended: [{ origin: "court.example/log", vkey: "first", kept: 12, known: 20, endedAt: start }],
  })
  expect(third.ended?.map(({ origin }) => origin)).toEqual([first.origin, second.origin])
  expect(third.origin).toMatch(/^court\.example\/log\/[^/]+$/)
  expect(third.origin).not.toBe(second.origin)
  const { items } = await run(driver.journal({ subject: null, after: null, limit: 10 }))
  expect(items.map(({ type, data }) => [type, data])).toEqual([
    [
      "log.renewed",
      {
        ended: { origin: first.origin, vkey: "first", kept: 12, known: 20 },
        log: { origin: second.origin, vkey: `of ${start}` },
      },
    ],
    ["log.renewed", expect.objectContaining({ log: { origin: third.origin, vkey: `of ${start + 1}` } })],
  ])
})
