/** The records of the court's log: its tiles, and how far it has come. The events themselves stay in the journal, and no copy is kept. */
import { hexToBytes } from "@noble/hashes/utils.js"
import { Schema } from "effect"
import * as Kind from "../kernel/Kind.ts"
import { Instant } from "../kernel/Time.ts"
import { makeVerifierKey, signatureTypes, type VerifierKey } from "./Note.ts"

/**
 * The hashes of a tile, in base 64. It grows until it has 256 of them, and then it never changes again. `before` leads back to the journal:
 * for level 0 it is the cursor before the first event of the tile, and for a higher level that of each child; null stands for the
 * beginning.
 */
export const LogTile = Schema.Struct({
  level: Schema.Int,
  index: Schema.Int,
  hashes: Schema.String,
  before: Schema.Array(Schema.NullOr(Schema.String)),
})
export interface LogTile extends Schema.Schema.Type<typeof LogTile> {}

/** The place of a tile in the tree of the log: its level and its index there (C2SP tlog-tiles). */
export type TilePlace = Pick<LogTile, "level" | "index">

/** The id of a tile, `<level>/<index>`, under which a store keeps it. */
export const tileId = ({ level, index }: TilePlace): string => `${level}/${index}`

/** Tiles of the log by their places, those on its edge as far as they are filled. */
export const LogTiles = Kind.make<LogTile>({ name: "log-tile", schema: LogTile, id: tileId })

/** The witnesses of which a published checkpoint needs a quorum, by their keys: `Policy.state` makes it of a policy. */
export const StatedPolicy = Schema.Struct({ witnesses: Schema.Array(Schema.String), quorum: Schema.String })
export type StatedPolicy = typeof StatedPolicy.Type

/** A log of this court that ended, because the court lost events of which the log had signed. */
export const EndedLog = Schema.Struct({
  origin: Schema.String,
  vkey: Schema.String,
  /** With how many of its events the next log begins; null if that log has others than it signed. */
  kept: Schema.NullOr(Schema.Int),
  /** The largest size that it is known to have had; null if no size is known. */
  known: Schema.NullOr(Schema.Int),
  endedAt: Instant,
})
export type EndedLog = typeof EndedLog.Type

const logStateSchema = Schema.Struct({
  origin: Schema.String,
  /** The verifier key of the log at its first checkpoint. */
  vkey: Schema.String,
  size: Schema.Int,
  /** The cursor after the last of them; null before the first. */
  cursor: Schema.NullOr(Schema.String),
  published: Schema.Int,
  checkpoint: Schema.String,
  /** Absent if no witness need have signed. */
  policy: Schema.optionalWith(StatedPolicy, { exact: true }),
  /** The earlier logs of the court, the first one first; absent if this is the court's first log. */
  ended: Schema.optionalWith(Schema.Array(EndedLog), { exact: true }),
})

export interface LogState extends Schema.Schema.Type<typeof logStateSchema> {}

/** How far the log has come. The stored tree may be larger than that of the published checkpoint, which waits for its witnesses. */
export const LogState: Schema.Schema<LogState> = logStateSchema

/** The origin of the log of a court whose address this is. */
export const originOf = (baseUrl: string): string => `${new URL(baseUrl).host}/log`

/** The key of a log, from its 32 bytes in hexadecimal. */
export const keyOf = (origin: string, publicKey: string): VerifierKey =>
  makeVerifierKey(origin, signatureTypes.ed25519, hexToBytes(publicKey))

/** The id of the state of the log, of which a store has one record. */
export const stateId = "log"
/** How far the log of the court has come: one record. */
export const LogStates = Kind.make<LogState>({ name: "log-state", schema: LogState, id: () => stateId })

/** The hashes of a tile as bytes, 32 for each, in their order. */
export const bytesOf = ({ hashes }: Pick<LogTile, "hashes">): Uint8Array => {
  const text = atob(hashes)
  const bytes = new Uint8Array(text.length)
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i)
  return bytes
}

/** The bytes of a tile as its record has them. To spread them into arguments would take seven times as long. */
export const storedBytes = (bytes: Uint8Array): string =>
  btoa(Reflect.apply(String.fromCharCode, null, bytes))
