/** Proofs and files of a log whose records and journal stand in a store. */
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { needPresent } from "../kernel/Defect.ts"
import * as Reader from "../kernel/Reader.ts"
import { published as figures } from "../kernel/Schedule.ts"
import { empty } from "../store/ChangeSet.ts"
import * as MemoryStore from "../store/MemoryStore.ts"
import type { Journalled, Page } from "../store/Store.ts"
import { start } from "../testing/Context.ts"
import * as Checkpoint from "./Checkpoint.ts"
import { type Grown, grow, rootOf } from "./Integration.ts"
import { equalBytes, hashLeaf, rootOfHashes, verifyConsistency, verifyInclusion } from "./Merkle.ts"
import * as Note from "./Note.ts"
import * as Proof from "./Proof.ts"
import { proveEvent, proveGrowth, standingOf } from "./Prove.ts"
import { readState, readTile } from "./Queries.ts"
import { keyOf, LogStates, LogTiles, originOf, stateId, tileId } from "./Records.ts"
import { decodeBundle, leafOf, type Tile, tileWidth } from "./Tile.ts"

const origin = originOf("https://court.example:8443/path")
const context = {
  actor: { role: "public" },
  now: start,
  terms: figures.at(start),
  schedule: figures,
} as const
const run = Effect.runPromise

/** A store with so many events, of which the log has `merged` and has published `told`. */
const logged = async (events: number, merged: number, told = merged) => {
  const driver = Effect.runSync(MemoryStore.make)
  await run(
    driver.commit({
      ...empty(start),
      events: Array.from({ length: events }, (_, i) => ({
        id: `event-${i}`,
        at: start + i,
        type: "test.told",
        subject: `test/${i}`,
        rules: [],
        data: { i },
      })),
    }),
  )
  const items: Array<Journalled> = []
  for (let after: string | null = null; items.length < events; ) {
    const page: Page<Journalled> = await run(driver.journal({ subject: null, after, limit: 1000 }))
    items.push(...page.items)
    after = page.next
  }
  const leaves = items.map((item) => ({ hash: hashLeaf(leafOf(item)), cursor: item.cursor }))
  const none: Grown = { size: 0, cursor: null, edge: [] }
  const { tree, changed } = grow(none, leaves.slice(0, merged))
  const text = Checkpoint.format({
    origin,
    size: told,
    root: rootOf(told === merged ? tree : grow(none, leaves.slice(0, told)).tree),
    extensions: [],
  })
  const { name, id } = keyOf(origin, "11".repeat(32))
  const checkpoint = Note.format({ text, signatures: [{ name, id, bytes: new Uint8Array(64) }] })
  const state = { origin, vkey: "", size: merged, cursor: tree.cursor, published: told, checkpoint }
  const put = (kind: string, id: string, body: object) => ({
    ref: { kind, id },
    expected: 0,
    body: JSON.parse(JSON.stringify(body)),
    index: [],
  })
  await run(
    driver.commit({
      ...empty(start),
      puts: [
        put(LogStates.name, stateId, state),
        ...changed.map((tile) => put(LogTiles.name, tileId(tile), tile)),
      ],
    }),
  )
  const { reader } = Reader.make(driver)
  return {
    items,
    state,
    reader,
    prove: (place: number) => run(proveEvent(reader, items[place])),
    tile: (tile: Tile) => run(readTile.read({ tile }, context, reader)),
  }
}

describe("the proof of an event", () => {
  it.each([[1], [256], [257], [700], [256 * 256], [256 * 256 + 300]])(
    "tlog-proof in a log of %i events, an event at any place is proved against the published checkpoint",
    async (size) => {
      const { prove, items } = await logged(size, size)
      const places = [0, 1, 255, 256, 257, 511, 512, 65_535, 65_536, size - 1].filter((place) => place < size)
      for (const place of places) {
        const { proof } = await prove(place)
        const { index, extra, hashes, signed } = needPresent(Proof.parse(proof ?? ""), "a proof")
        expect(index).toBe(place)
        expect(equalBytes(extra ?? new Uint8Array(), leafOf(needPresent(items[place], "an event")))).toBe(
          true,
        )
        const { root } = needPresent(Checkpoint.parse(signed.text), "a checkpoint")
        const leaf = hashLeaf(extra ?? new Uint8Array())
        expect(verifyInclusion({ index, size, leaf, proof: hashes, root })).toBe(true)
      }
    },
  )

  it("tlog-proof there is none before the log has the event, before it is published, and if the journal has another event in its place", async () => {
    const { prove, reader, items } = await logged(10, 8, 6)
    expect((await prove(5)).proof).not.toBeNull()
    expect(await Promise.all([6, 7, 8, 9].map(prove))).toEqual(
      Array(4).fill({ proof: null, lacks: "behind" }),
    )
    expect(await run(proveEvent(reader, undefined))).toEqual({ proof: null, lacks: "behind" })
    // The store has another event at this place than the log.
    const altered = { ...needPresent(items[3], "an event"), at: start }
    expect(await run(proveEvent(reader, altered))).toEqual({ proof: null, lacks: "altered" })
  })

  it("tlog-proof there is none before the log has begun, or while it is empty", async () => {
    const { reader } = Reader.make(Effect.runSync(MemoryStore.make))
    const { items, reader: ofEmpty } = await logged(1, 0)
    expect(await run(proveEvent(reader, items[0]))).toEqual({ proof: null, lacks: "behind" })
    expect(await run(proveEvent(ofEmpty, items[0]))).toEqual({ proof: null, lacks: "behind" })
    expect(await run(readState.read({}, context, reader))).toBeNull()
  })
})

describe("the proof that a log grew", () => {
  it("tlog-witness it is that of the journal's leaves, also of a tree that has grown since", async () => {
    const { reader, items } = await logged(700, 700)
    const rootAt = (size: number) => rootOfHashes(items.slice(0, size).map((item) => hashLeaf(leafOf(item))))
    const pairs = [
      [0, 300],
      [1, 300],
      [256, 300],
      [299, 300],
      [300, 300],
      [300, 700],
      [513, 699],
    ] as const
    for (const [oldSize, size] of pairs) {
      const proof = await run(proveGrowth(reader, oldSize, size))
      const roots = { oldRoot: rootAt(oldSize), root: rootAt(size) }
      expect(verifyConsistency({ oldSize, size, ...roots, proof })).toBe(true)
    }
  })
})

describe("how a store stands to a signed tree", () => {
  it.each([0, 1, 256, 299, 300])(
    "tlog-checkpoint of 300 events it has kept the first %i, or has forked",
    async (size) => {
      const { reader, items } = await logged(300, 300)
      const root = rootOfHashes(items.slice(0, size).map((item) => hashLeaf(leafOf(item))))
      expect(await run(standingOf(reader, 300, { size, root }))).toBe("kept")
      expect(await run(standingOf(reader, 300, { size, root: new Uint8Array(32) }))).toBe("forked")
    },
  )

  it("tlog-checkpoint it is behind a larger tree, whose root it can't know; without a root the size alone counts", async () => {
    const { reader } = await logged(300, 300)
    expect(await run(standingOf(reader, 300, { size: 301, root: null }))).toBe("behind")
    expect(await run(standingOf(reader, 300, { size: 300, root: null }))).toBe("kept")
  })
})

describe("the files of a log", () => {
  it("tlog-tiles a tile is given in any width up to what is stored, and its bundle comes from the journal", async () => {
    const { tile, items, state, reader } = await logged(300, 300)
    expect(await run(readState.read({}, context, reader))).toEqual(state)
    const whole = await tile({ level: 0, index: 1, width: 44 })
    expect(await tile({ level: 0, index: 1, width: 2 })).toEqual(whole?.subarray(0, 64))
    expect(await tile({ level: 0, index: 1, width: 45 })).toBeNull()
    expect(await tile({ level: 1, index: 1, width: 1 })).toBeNull()
    const bundle = await tile({ level: "entries", index: 1, width: 44 })
    const entries = decodeBundle(bundle ?? new Uint8Array()) ?? []
    expect(entries.map((entry) => JSON.parse(new TextDecoder().decode(entry)).subject)).toEqual(
      items.slice(tileWidth).map(({ subject }) => subject),
    )
    expect(await tile({ level: "entries", index: 0, width: tileWidth })).not.toBeNull()
  })
})
