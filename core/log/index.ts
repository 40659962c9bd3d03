/** The transparency log: its tree, its tiles, its signed checkpoints, and what is proved from them (C2SP tlog formats). */
import { LogStates, LogTiles } from "./Records.ts"

/** The kinds of records of the log; each is a view for SQL clients. */
export const records = { LogStates, LogTiles }

export { decodeBase64, encodeBase64 } from "./Base64.ts"
export * as Checkpoint from "./Checkpoint.ts"
export * as Cosignature from "./Cosignature.ts"
export * as Integration from "./Integration.ts"
export * as Lodged from "./Lodged.ts"
export * as Merkle from "./Merkle.ts"
export * as Note from "./Note.ts"
export * as Policy from "./Policy.ts"
export * as Proof from "./Proof.ts"
export {
  type ProofView,
  proveEvent,
  proveGrowth,
  type Standing,
  standingOf,
  type TileReader,
} from "./Prove.ts"
export { readState, readTile } from "./Queries.ts"
export * as Range from "./Range.ts"
export * as Records from "./Records.ts"
export { type Loss, nextOrigin, renewLog } from "./Renewal.ts"
export * as Tile from "./Tile.ts"
export * as Witness from "./Witness.ts"
