/** The transparency log: its tree, its tiles, its signed checkpoints, and what is proved from them (C2SP tlog formats). */
import { readState, readTile } from "./Queries.ts"
import { LogStates, LogTiles } from "./Records.ts"

export const records = { LogStates, LogTiles }
export const queries = { readState, readTile }

export { encodeBase64 } from "./Base64.ts"
export {
  type Checkpoint,
  formatCheckpoint,
  parseCheckpoint,
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
export { leafOf } from "./Leaf.ts"
export {
  type Consistency,
  computeRoot,
  emptyRoot,
  equalBytes,
  hashChildren,
  hashLeaf,
  hashLength,
  type Inclusion,
  type Node,
  nodesOfConsistency,
  nodesOfInclusion,
  nodesOfTree,
  proveConsistency,
  proveInclusion,
  type ReadNode,
  rootOfHashes,
  verifyConsistency,
  verifyInclusion,
} from "./Merkle.ts"
export {
  formatNote,
  formatSignature,
  formatVerifierKey,
  makeVerifierKey,
  type Note,
  type NoteSignature,
  parseNote,
  parseSignatures,
  parseVerifierKey,
  signatureTypes,
  type VerifierKey,
} from "./Note.ts"
export {
  isQuorum,
  isSamePolicy,
  type KnownLog,
  type KnownWitness,
  type Policy,
  type PolicyError,
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
  type EndedLog,
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
  entryLengthMax,
  hashesOfTile,
  parseTilePath,
  readTiles,
  type Tile,
  tileOfNode,
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
  type WitnessDecision,
  type Witnesses,
  type WitnessRequest,
} from "./Witness.ts"
