/**
 * Reads the log of a court over HTTP: its checkpoint, and its entries from bundles (C2SP tlog-tiles). The entries must give the root that
 * the log signed.
 */
import { Schema } from "effect"
import { digest } from "../../../adapters/host/Sha256.ts"
import { LogVerifiers } from "../../../adapters/keys/index.ts"
import type { PublicItem } from "../../../core/kernel/Journal.ts"
import { count } from "../../../core/kernel/Section.ts"
import { DateTime } from "../../../core/kernel/Time.ts"
import { Checkpoint, Merkle, Note, type Policy, Proof, Range, Tile } from "../../../core/log/index.ts"
import { Failure, progress } from "../../terminal/Terminal.ts"
import { call, decode, readAnswer, TooLong } from "../Client.ts"

/** A log as a monitor knows it: where it is served, the key that it had when it was first seen, and the witnesses that are asked for. */
export interface Log {
  readonly base: string
  readonly key: Note.VerifierKey
  readonly policy: Policy.Policy | null
}

/** A fault that the log itself shows, whatever its court says: a finding that a monitor reports. */
export class Wrong extends Error {
  override readonly name = "Wrong"
}

export const keyIn = (vkey: string, where: string): Note.VerifierKey => {
  const key = Note.parseVerifierKey(vkey)
  if (key === null) throw new Failure(`${where} is not a verifier key of a log`)
  return key
}

const Notary = Schema.Struct({ log: Schema.Struct({ vkey: Schema.String }) })

export const readKey = async (base: string): Promise<Note.VerifierKey> => {
  const document = await call(base, "GET", "/.well-known/notary.json")
  return keyIn(decode(Notary, document, "the notary key document").log.vkey, "the key of the log")
}

/** The most bytes of an answer that are read: of a bundle of 256 events of 60,000 bytes each, and of a checkpoint. */
const bundleBytesMax = Tile.tileWidth * (2 + 60_000)
const checkpointBytesMax = 100_000

const read = async (base: string, path: string, max: number): Promise<Uint8Array> => {
  const { status, bytes } = await readAnswer(new URL(path, base), {}, max).catch((error: unknown) => {
    throw error instanceof TooLong ? new Wrong(error.message) : error
  })
  if (status !== 200) throw new Failure(`GET ${path} was answered with ${status}`)
  return bytes
}

/** The checkpoint that the log serves now, signed by its key and by a quorum of the witnesses that are asked for. */
export const readCheckpoint = async ({ base, key, policy }: Log): Promise<Checkpoint.Checkpoint> => {
  const text = Buffer.from(await read(base, "/log/checkpoint", checkpointBytesMax)).toString("utf8")
  const signed = Checkpoint.parseSigned(text)
  if (signed === null) throw new Wrong("what is served at /log/checkpoint is not a checkpoint")
  const verdict = Proof.checkCheckpoint(signed, {
    logs: [key],
    policy,
    verifiers: LogVerifiers.nodeVerifiers,
  })
  if (verdict !== "proven")
    throw new Wrong(`the checkpoint of size ${signed.checkpoint.size}: ${Proof.verdicts[verdict]}`)
  return signed.checkpoint
}

export const readTile = async (base: string, tile: Tile.Tile): Promise<Uint8Array> => {
  const path = `/log/${Tile.pathOf(tile)}`
  const bytes = await read(base, path, Tile.tileWidth * Merkle.hashLength)
  if (bytes.length !== tile.width * Merkle.hashLength)
    throw new Wrong(`${path} is not a tile of ${tile.width} hashes`)
  return bytes
}

/** The entries of the log from one number to before another, a bundle at a time. */
async function* readBundles(
  { base }: Log,
  from: number,
  to: number,
): AsyncGenerator<ReadonlyArray<Uint8Array>> {
  for (let index = Math.floor(from / Tile.tileWidth); index * Tile.tileWidth < to; index++) {
    const width = Math.min(Tile.tileWidth, to - index * Tile.tileWidth)
    const path = `/log/${Tile.pathOf({ level: "entries", index, width })}`
    const entries = Tile.decodeBundle(await read(base, path, bundleBytesMax))
    if (entries === null || entries.length !== width)
      throw new Wrong(`${path} is not a bundle of ${width} entries`)
    yield entries.slice(Math.max(0, from - index * Tile.tileWidth))
  }
}

const Event = Schema.parseJson(
  Schema.Struct({
    at: DateTime,
    type: Schema.String,
    subject: Schema.String,
    rules: Schema.Array(Schema.String),
    data: Schema.Unknown,
  }),
)

const eventOf = (entry: Uint8Array, number: number): PublicItem =>
  decode(Event, Buffer.from(entry).toString("utf8"), `entry ${number} of the log`) as PublicItem

/** So many bytes or so many events are given at once: few enough for a reader of any log to need little memory. */
const batch = { bytes: 2_000_000, events: 4_096 }

interface Batch {
  readonly items: ReadonlyArray<PublicItem>
  readonly range: Range.Range
}

/** The events that further entries of a tree are, and the tree with them. */
export const addEntries = (before: Range.Range, entries: ReadonlyArray<Uint8Array>): Batch => ({
  items: entries.map((entry, i) => eventOf(entry, before.size + i)),
  range: Range.append(before, entries, digest),
})

/**
 * Reads the checkpoint, and the events after those of a tree that was read before. Throws `Wrong` if the log has shrunk, and, after the
 * last event, if its root is not that of all events that were read.
 */
export async function* readOn(log: Log, before: Range.Range): AsyncGenerator<Batch> {
  const { size, root } = await readCheckpoint(log)
  if (size < before.size)
    throw new Wrong(
      `the log has shrunk: it had ${count(before.size, "event")}, and its checkpoint has ${size}`,
    )
  let range = before
  let items: Array<PublicItem> = []
  let bytes = 0
  for await (const entries of readBundles(log, before.size, size)) {
    const added = addEntries(range, entries)
    items.push(...added.items)
    range = added.range
    bytes += entries.reduce((sum, { length }) => sum + length, 0)
    if (range.size < size && bytes < batch.bytes && items.length < batch.events) continue
    progress("events", range.size, size)
    yield { items, range }
    items = []
    bytes = 0
  }
  if (Merkle.equalBytes(Range.rootOf(range), root)) return
  throw new Wrong(
    size > before.size
      ? `the entries of the log do not have the root of its checkpoint of size ${size}: at least one of events ${before.size} to ${size - 1}${before.size === 0 ? "" : ", or of those that were read before,"} is not what was signed`
      : `the log shows another past: its checkpoint of size ${size} has another root than the events that were read`,
  )
}
