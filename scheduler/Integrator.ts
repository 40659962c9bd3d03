/**
 * The integrator of the court's log. It merges what is new in the journal into the tree, and publishes the next checkpoint. Any number of
 * processes may run one: each step is one commit, so that of two integrators one loses its step and nothing else, and an integrator that
 * was killed goes on with the same bytes.
 */

import { Duration, Effect, Schedule } from "effect"
import { digest } from "../adapters/host/Sha256.ts"
import { Keys } from "../adapters/keys/Keys.ts"
import { Host } from "../core/kernel/Host.ts"
import { itemText, type PublicItem } from "../core/kernel/Journal.ts"
import { Checkpoint, Integration, Merkle, Note, Records } from "../core/log/index.ts"
import { empty } from "../core/store/ChangeSet.ts"
import { type Driver, Store, type Stored } from "../core/store/Store.ts"
import * as LogPolicy from "./LogPolicy.ts"
import * as Loop from "./Loop.ts"
import * as Observed from "./Observed.ts"

/** The hash of an event's leaf, as `hashLeaf` gives it, without a copy of the bytes in between. */
const hashEvent = (item: PublicItem): Uint8Array => digest(`\0${itemText(item)}`)

/** How many events are read, hashed and merged at once: many, since each statement has a cost; not more, so that requests never wait long for the thread. */
const pageEvents = 64
/** How many events one commit takes. Their tiles stay within the operations and the bytes of a change set. */
const batchEvents = 160 * pageEvents
const everyMsDefault = 1000
/**
 * How long a served court leaves the thread to requests between two pages. Without pauses a second's events hold up all requests of some
 * 50 ms, which shows in the 99th percentile.
 */
export const servedPauseMs = 8

/** How the journal of a store is taken into its log. */
export interface Options {
  readonly origin: string
  readonly everyMs?: number
  /** The pause between two pages of the first batch of a look; 8 ms by default. A log that is behind by more catches up without pauses. */
  readonly pauseMs?: number
  /** Whether the log may go on, asked before each look. */
  readonly goesOn: Effect.Effect<boolean>
  /** The signatures that a checkpoint needs before `Cosigning` publishes it; null if it is published at once. */
  readonly policy?: Records.StatedPolicy | null
}

/** The kind and id under which the state of the log lies in a store. */
export const stateRef = { kind: Records.LogStates.name, id: Records.stateId }

const readLeaves = (store: Driver, after: string | null) =>
  Effect.map(
    store.journal({ subject: null, after, limit: pageEvents }),
    ({ items }): ReadonlyArray<Integration.Leaf> =>
      items.map((item) => ({ hash: hashEvent(item), cursor: item.cursor })),
  )

/** Merges pages of events into a tree, as many as one commit takes. Of the events themselves no more than a page is held. */
const mergePages = (
  store: Driver,
  from: Integration.Grown,
  first: ReadonlyArray<Integration.Leaf>,
  pauseMs: number,
) =>
  Effect.gen(function* () {
    const changed = new Map<string, Records.LogTile>()
    let tree = from
    for (let leaves = first; ; leaves = yield* readLeaves(store, tree.cursor)) {
      const grown = Integration.grow(tree, leaves, digest)
      for (const tile of grown.changed) changed.set(Records.tileId(tile), tile)
      tree = grown.tree
      if (leaves.length < pageEvents || tree.size - from.size === batchEvents) break
      if (pauseMs > 0) yield* Effect.sleep(pauseMs)
    }
    return { tree, changed: [...changed.values()] }
  })

/** The checkpoint of a tree, signed by the key of the log. */
export const signCheckpoint = (origin: string, size: number, root: Uint8Array) =>
  Effect.gen(function* () {
    const keys = yield* Keys
    const text = Checkpoint.format({ origin, size, root, extensions: [] })
    const { name, id } = Records.keyOf(origin, keys.log.publicKey)
    return Note.format({ text, signatures: [{ name, id, bytes: yield* keys.signLog(text) }] })
  })

/** The version of a stored record; 0 for a new record. */
export const versionOf = (stored: Stored | null | undefined): number => stored?.version ?? 0

/** The options of one look at the journal. Without `pauseMs` it makes no pause. */
export type Look = Pick<Options, "origin" | "policy" | "pauseMs">

/** The tiles on the edge of the tree with their versions; null if the log has moved on since its state was read. */
export const readEdge = (store: Driver, size: number, version: number) =>
  Effect.gen(function* () {
    const ids = Integration.edgeOf(size).map(Records.tileId)
    const [state, ...stored] = yield* store.read([
      stateRef,
      ...ids.map((id) => ({ kind: Records.LogTiles.name, id })),
    ])
    if (versionOf(state) !== version) return null
    const versions = new Map(ids.map((id, i) => [id, versionOf(stored[i])]))
    const edge = stored.flatMap(
      (found): ReadonlyArray<Records.LogTile> =>
        found === null ? [] : [Records.LogTiles.decode(found.body)],
    )
    return { edge, versions }
  })

/** The state of the log with its version; null before it has begun. */
export const readLog = (store: Pick<Driver, "read">) =>
  Effect.map(store.read([stateRef]), ([found]) =>
    found == null ? null : { version: versionOf(found), state: Records.LogStates.decode(found.body) },
  )

/** The checkpoint that stays published while that of a larger tree waits for its witnesses: before the first one, that of the empty tree. */
const keepPublished = (before: Records.LogState | null, name: string) =>
  before === null
    ? Effect.map(signCheckpoint(name, 0, Merkle.emptyRoot), (checkpoint) => ({ published: 0, checkpoint }))
    : Effect.succeed({ published: before.published, checkpoint: before.checkpoint })

const publishCheckpoint = (name: string, tree: Integration.Grown) =>
  Effect.map(signCheckpoint(name, tree.size, Integration.rootOf(tree, digest)), (checkpoint) => ({
    published: tree.size,
    checkpoint,
  }))

/**
 * Merges one batch of events, and publishes the checkpoint of the tree with them unless it waits for witnesses. Gives the number of events
 * that were merged.
 */
export const integrate = ({ origin, policy = null, pauseMs = 0 }: Look) =>
  Effect.gen(function* () {
    const [store, keys, host] = [yield* Store, yield* Keys, yield* Host]
    const { state: before, version } = (yield* readLog(store)) ?? { state: null, version: 0 }
    // A process with another policy than the log's publishes nothing, and `LogPolicy` says so.
    const witnessed = policy !== null || before?.policy !== undefined
    const name = before?.origin ?? origin
    const vkey = Note.formatVerifierKey(Records.keyOf(name, keys.log.publicKey))
    if (before !== null && before.vkey !== vkey) {
      yield* Effect.logError(
        `keys/log is not the key of the log ${name}: restore it from the copy of the keys`,
      )
      return 0
    }
    const leaves = yield* readLeaves(store, before?.cursor ?? null)
    // A court whose policy was taken away publishes what waited for witnesses.
    const isPublished = before !== null && (witnessed || before.published === before.size)
    if (leaves.length === 0 && isPublished) return 0
    const size = before?.size ?? 0
    const read = yield* readEdge(store, size, version)
    if (read === null) return 0
    const from = { size, cursor: before?.cursor ?? null, edge: read.edge }
    const { tree, changed } = yield* mergePages(store, from, leaves, pauseMs)
    const published = yield* witnessed ? keepPublished(before, name) : publishCheckpoint(name, tree)
    const state: Records.LogState = {
      ...(before ?? (policy === null ? {} : { policy })),
      ...{ origin: name, vkey, size: tree.size, cursor: tree.cursor, ...published },
    }
    const tiles = changed.map((tile) => ({
      ref: { kind: Records.LogTiles.name, id: Records.tileId(tile) },
      expected: read.versions.get(Records.tileId(tile)) ?? 0,
      body: Records.LogTiles.encode(tile),
      index: [],
    }))
    const put = { ref: stateRef, expected: version, body: Records.LogStates.encode(state), index: [] }
    const { _tag } = yield* store.commit({ ...empty(yield* host.now), puts: [put, ...tiles] })
    return _tag === "Committed" ? tree.size - size : 0
  })

/** Merges all that is new. Gives how many events the last batch had. */
export const look = (options: Look) =>
  Effect.gen(function* () {
    let merged = yield* integrate(options)
    while (merged === batchEvents) merged = yield* integrate({ ...options, pauseMs: 0 })
    return merged
  })

/** Starts the integrator in the scope. It may be broken off at any step. */
export const start = ({
  everyMs = everyMsDefault,
  pauseMs = servedPauseMs,
  goesOn,
  origin,
  policy = null,
}: Options) =>
  Observed.look("log", Effect.zipRight(LogPolicy.make(policy), look({ origin, policy, pauseMs }))).pipe(
    Effect.whenEffect(goesOn),
    Effect.catchAllCause(Loop.logFailed),
    Effect.repeat(Schedule.spaced(Duration.millis(everyMs))),
    Effect.forkScoped,
  )
