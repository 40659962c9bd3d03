/** The differences that are found in a list of the check that leaves somebody out. */
import { createHash } from "node:crypto"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import * as MemoryStore from "../../../core/store/MemoryStore.ts"
import { play } from "../../examples/demo/Play.ts"
import { findName, type List, type ListedName, saltedName, writeRows } from "../../gate/index.ts"
import { opened } from "../../operate/testing/Opened.ts"
import { fetchJournal, type Item } from "../Journal.ts"
import { compareList, readServedList } from "./Listed.ts"

let court: Awaited<ReturnType<typeof opened>>
let list: List
let items: ReadonlyArray<Item>
const quiet = { act: () => {}, step: () => {}, show: () => {}, quote: () => {}, leave: () => {} }
beforeAll(async () => {
  court = await opened(MemoryStore.layer)
  await play({ ...quiet, base: court.url, registrar: court.registrar, suffix: "one" })
  items = await fetchJournal(court.url, null, 0)
  // The court's log publishes a checkpoint within two seconds, and the list names the last one.
  const sizeOfLog = async () =>
    Number((await (await fetch(`${court.url}/log/checkpoint`)).text()).split("\n")[1] ?? 0)
  await vi.waitUntil(async () => (await sizeOfLog()) >= items.length, { timeout: 30_000, interval: 50 })
  list = await readServedList(court.url)
}, 60_000)
afterAll(() => court?.stop())

/** The list with these names alone, by what it says of them or by another word. */
const listOf = async (names: Readonly<Record<string, Partial<ListedName>>>): Promise<List> => {
  const found = await Promise.all(
    Object.entries(names).map(async ([name, changes]) => {
      const said = await findName(list.head.salt, list.rows, name)
      if (said === null) throw new Error(`${name} is not in the list`)
      const hash = createHash("sha256").update(saltedName(list.head.salt, name)).digest()
      return { ...said, ...changes, hash }
    }),
  )
  return { ...list, rows: writeRows(found) }
}

describe("the list of the check beside the journal", () => {
  it("PD11 §14 given the list that a court serves, then nobody is left out, and each is told what the journal says", async () => {
    expect(list.head.names).toBeGreaterThanOrEqual(2)
    expect(await compareList(list, items)).toEqual([])
  })

  it("PD11 §14 given a list without an agent, or with another word on it, then that agent is named", async () => {
    const names = items.filter(({ type }) => type === "agent.enrolled").map(({ subject }) => subject.slice(6))
    const listed = await Promise.all(
      names.map(async (name) => [name, await findName(list.head.salt, list.rows, name)] as const),
    )
    const known = listed.flatMap(([name, said]) => (said === null ? [] : [name]))
    const [left = "", ...rest] = known
    const kept = Object.fromEntries(rest.map((name) => [name, {}]))
    expect(await compareList(await listOf(kept), items)).toEqual([
      expect.stringMatching(`^${left}: the list leaves it out, and by the journal it is `),
    ])
    for (const other of [{ advice: "caution" }, { label: "in default" }, { stakeCents: 5_000_000 }])
      expect(await compareList(await listOf({ ...kept, [left]: other }), items)).toEqual([
        expect.stringMatching(`^${left}: the list says `),
      ])
  })

  it("PD11 §14 given a journal of which an event was changed or left out, then it has not the root of the checkpoint", async () => {
    const { checkpoint } = list.head
    expect(checkpoint).toContain("/log\n")
    const changed = items.map((item, i) => (i === 0 ? { ...item, subject: "agent/somebody" } : item))
    await expect(compareList(list, changed)).rejects.toThrow("does not have the root")
    await expect(compareList(list, items.slice(1))).rejects.toThrow("does not have the root")
    const none = { ...list, head: { ...list.head, checkpoint: "none" } }
    await expect(compareList(none, items)).rejects.toThrow("is none")
  })

  it("PD11 §14 given a list whose checkpoint is older than the list, then it says so, since that would hide what has happened since", async () => {
    const later = new Date(Date.parse(list.head.asOf) + 120_000).toISOString()
    const old = { ...list, head: { ...list.head, asOf: later, checkpoint: null } }
    expect(await compareList(old, items)).toEqual([expect.stringContaining("lacks events")])
  })
})
