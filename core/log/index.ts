/** The transparency log: its tree, its tiles, its signed checkpoints, and what is proved from them (C2SP tlog formats). */
import { LogStates, LogTiles } from "./Records.ts"

/** The kinds of records of the log; each is a view for SQL clients. */
export const records = { LogStates, LogTiles }

export { decodeBase64, encodeBase64 } from "./Base64.ts"
export {
  type Checkpoint,
  formatCheckpoint,
  parseNumber,
  parseSignedCheckpoint,
  type SignedCheckpoint,
} from "./Checkpoint.ts"
export {
  portableVerifiers,
  signatureBy,
  signCheckpoint,
  signedAt,
  type Verifiers,
  withoutSignatures,
} from "./Cosignature.ts"
export { edgeOf, type Grown, grow, type Leaf, rootOf } from "./Integration.ts"
export {
  type EntryPlace,
  hashEntry,
  isInBatch,
  type LodgedEntry,
  pathOfEntry,
  rootOfEntries,
} from "./Lodged.ts"
export {
  computeRoot,
  emptyRoot,
  equalBytes,
  hashLeaf,
  hashLength,
  nodesOfTree,
  proveConsistency,
  proveInclusion,
  rootOfHashes,
  verifyConsistency,
} from "./Merkle.ts"
export {
  formatNote,
  formatSignature,
  formatVerifierKey,
  makeVerifierKey,
  parseNote,
  parseSignatures,
  parseVerifierKey,
  signatureTypes,
  type VerifierKey,
} from "./Note.ts"
export {
  isQuorum,
  isSamePolicy,
  type KnownWitness,
  type Policy,
  parsePolicy,
  statePolicy,
  witnessesOf,
} from "./Policy.ts"
export {
  checkCheckpoint,
  checkProof,
  formatProof,
  type Proof,
  type ProofVerdict,
  parseProof,
  proofVerdicts,
  type Trust,
} from "./Proof.ts"
export {
  type ProofView,
  proveEvent,
  proveGrowth,
  type Standing,
  standingOf,
  type TileReader,
} from "./Prove.ts"
export { readState, readTile } from "./Queries.ts"
export { append, emptyRange, type Range, rootOfRange } from "./Range.ts"
export {
  keyOf,
  type LogState,
  LogStates,
  type LogTile,
  LogTiles,
  originOf,
  type StatedPolicy,
  stateId,
  tileId,
} from "./Records.ts"
export { type Loss, nextOrigin, renewLog } from "./Renewal.ts"
export {
  decodeBundle,
  encodeBundle,
  hashesOfTile,
  leafOf,
  parseTilePath,
  readTiles,
  type Tile,
  tilePath,
  tilesAdded,
  tilesOfNodes,
  tileWidth,
} from "./Tile.ts"
export {
  decideWitness,
  formatWitnessRequest,
  parseWitnessRequest,
  readWitnessAnswer,
  type Seen,
  type Sent,
  type WitnessAnswer,
  type Witnesses,
} from "./Witness.ts"
