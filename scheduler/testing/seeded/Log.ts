/** The court's log in a run: integrators that fail, end and overtake each other, and what the checkpoints that they publish must satisfy. */

import { Effect } from "effect"
import { digest } from "../../../adapters/host/Sha256.ts"
import { Keys } from "../../../adapters/keys/Keys.ts"
import { needPresent } from "../../../core/kernel/Defect.ts"
import { Host } from "../../../core/kernel/Host.ts"
import { published } from "../../../core/kernel/Schedule.ts"
import { Checkpoint, Merkle, Records, Tile } from "../../../core/log/index.ts"
import { type Driver, limits, Store, type Stored } from "../../../core/store/Store.ts"
import * as Integrator from "../../Integrator.ts"
import * as Dice from "./Dice.ts"
import { calm, faulty, ratesOf } from "./Faults.ts"
import { keys } from "./Outside.ts"
import type { Broken, World } from "./World.ts"

export interface Log {
  /** After an operation: now and then one integrator runs, or two of them at once. */
  readonly after: () => void
  readonly atEnd: () => ReadonlyArray<string>
}

const origin = "seeded.example/log"
/** One operation of so many is followed by an integrator. */
const everyOperations = 32

const journalOf = (store: Driver) =>
  Effect.gen(function* () {
    const leaves: Array<Uint8Array> = []
    for (let after: string | null = null, more = true; more; ) {
      const page: Effect.Effect.Success<ReturnType<Driver["journal"]>> = yield* store.journal({
        subject: null,
        after,
        limit: limits.pageItems,
      })
      for (const item of page.items) leaves.push(Merkle.hashLeaf(Tile.leafOf(item), digest))
      more = page.items.length === limits.pageItems
      after = page.next
    }
    return leaves
  })

const bytesOf = (stored: Stored | null | undefined): Uint8Array =>
  Buffer.from(Records.LogTiles.decode(needPresent(stored, "a stored tile").body).hashes, "base64")

/** The bytes of the stored tiles of a tree, by their ids. */
const tilesOf = (store: Driver, size: number) => {
  const ids = Tile.findAdded(0, size)
    .filter(({ level }) => level !== "entries")
    .map(({ level, index }) => Records.tileId({ level: Number(level), index }))
  return Effect.map(
    store.read(ids.map((id) => ({ kind: Records.LogTiles.name, id }))),
    (found) => new Map(ids.map((id, i) => [id, bytesOf(found[i])])),
  )
}

/** The log has dice of its own, so that how often it looks changes no other operation of a seed. */
export const make = (world: World, seed: number, broken: Broken): Log => {
  const dice = Dice.make(seed, 1)
  const rates = ratesOf(dice)
  const seen: Array<Checkpoint.Checkpoint> = []
  const host = Host.of({
    now: Effect.sync(world.now),
    seed: Effect.sync(() => dice.hex(20)),
    schedule: Effect.succeed(published),
  })

  /** An integrator in a process of its own, which a fault may end. */
  const look = (ratesNow = rates) =>
    Effect.suspend(() => {
      let ended = false
      const process = {
        ended: () => ended,
        end: () => {
          ended = true
        },
      }
      const store = faulty(world.store.as("log"), process, dice, () => ratesNow)
      return Integrator.look({ origin }).pipe(
        Effect.provideService(Store, (broken.log ?? ((driver) => driver))(store)),
        Effect.provideService(Keys, keys),
        Effect.provideService(Host, host),
        Effect.exit,
      )
    })

  const readCheckpoint = () =>
    Effect.map(world.plain.read([{ kind: Records.LogStates.name, id: Records.stateId }]), ([found]) =>
      found == null ? null : Checkpoint.parseSigned(Records.LogStates.decode(found.body).checkpoint),
    )

  /** Remembers the checkpoint that the log publishes now. */
  const remember = (): void => {
    const signed = Effect.runSync(readCheckpoint())
    if (signed !== null && signed.checkpoint.size !== seen.at(-1)?.size) seen.push(signed.checkpoint)
  }

  return {
    after: () => {
      if (dice.int(everyOperations) > 0) return
      const looks = dice.of([look()], [look(), look()])
      world.play(Effect.asVoid(Effect.all(looks, { concurrency: "unbounded" })))
      remember()
    },
    atEnd: () => {
      world.play(Effect.asVoid(look(calm)))
      remember()
      const last = needPresent(seen.at(-1), "a checkpoint")
      const { size, root } = last
      const leaves = Effect.runSync(journalOf(world.plain))
      const tiles = Effect.runSync(tilesOf(world.plain, size))
      const tile = ({ level, index }: Tile.Tile) =>
        needPresent(tiles.get(`${level}/${index}`), "a tile of the tree")
      const read = Tile.read(size, tile, digest)
      const stored = [...tiles].flatMap(([id, bytes]) => (id.startsWith("0/") ? Tile.hashesOf(bytes) : []))
      const differing = leaves.findIndex((leaf, i) => !Merkle.equalBytes(leaf, stored[i] ?? new Uint8Array()))
      const inconsistent = seen.filter(
        ({ size: oldSize, root: oldRoot }) =>
          oldSize > size ||
          !Merkle.verifyConsistency(
            {
              oldSize,
              oldRoot,
              size,
              root,
              proof:
                oldSize === 0 || oldSize === size ? [] : Merkle.proveConsistency(oldSize, size, read, digest),
            },
            digest,
          ),
      )
      return [
        ...(size === leaves.length && Merkle.equalBytes(root, Merkle.rootOfHashes(leaves, digest))
          ? []
          : [`the log is the tree of the journal: ${size} leaves of ${leaves.length} events`]),
        ...(differing === -1 ? [] : [`the tiles have every event in its place: not event ${differing}`]),
        ...inconsistent.map(
          ({ size: old }) => `every checkpoint is consistent with those after it: ${old} and ${size}`,
        ),
      ]
    },
  }
}
