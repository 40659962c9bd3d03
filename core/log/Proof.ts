/** Proofs that a leaf stands in a log, as texts that are checked without the log (C2SP tlog-proof). */
import { hashBytes } from "../kernel/Hash.ts"
import { decodeBase64, encodeBase64 } from "./Base64.ts"
import * as Checkpoint from "./Checkpoint.ts"
import { portableVerifiers, signatureBy, type Verifiers } from "./Cosignature.ts"
import { equalBytes, hashLeaf, verifyInclusion } from "./Merkle.ts"
import * as Note from "./Note.ts"
import { isQuorum, type Policy, witnessesOf } from "./Policy.ts"

/** That one leaf stands in the tree of a signed checkpoint. */
export interface Proof {
  /** The log's own words about the leaf; the court's log writes the bytes of the leaf. Nothing proves it but a check. */
  readonly extra: Uint8Array | null
  readonly index: number
  /** The hashes of the proof of inclusion, from the leaf up. */
  readonly hashes: ReadonlyArray<Uint8Array>
  readonly signed: Checkpoint.Signed
}

const firstLine = "c2sp.org/tlog-proof@v1"

const proofHashesMax = 63

/** A proof as a file, by C2SP tlog-proof. */
export const format = ({ extra, index, hashes, signed }: Proof): string =>
  [
    firstLine,
    ...(extra === null ? [] : [`extra ${encodeBase64(extra)}`]),
    `index ${index}`,
    ...hashes.map(encodeBase64),
    "",
    Note.format(signed),
  ].join("\n")

/** Reads lines as hashes; null if a line is not a hash, or if there are too many. */
export const parseHashes = (lines: ReadonlyArray<string>): ReadonlyArray<Uint8Array> | null => {
  if (lines.length > proofHashesMax) return null
  const hashes = lines.map(Checkpoint.parseHash).filter((hash) => hash !== null)
  return hashes.length === lines.length ? hashes : null
}

/** Reads a text as a proof; null if the text is not a proof. */
export const parse = (text: string): Proof | null => {
  const end = text.indexOf("\n\n")
  const lines = text.slice(0, Math.max(end, 0)).split("\n")
  const more = lines[1]?.startsWith("extra ") ? lines[1].slice("extra ".length) : null
  const [index = "", ...path] = lines.slice(more === null ? 1 : 2)
  const number = index.startsWith("index ") ? Checkpoint.parseNumber(index.slice("index ".length)) : null
  const [extra, hashes] = [more === null ? null : decodeBase64(more), parseHashes(path)]
  const signed = Checkpoint.parseSigned(text.slice(end + 2))
  const isWhole = lines[0] === firstLine && (more === null) === (extra === null)
  return !isWhole || number === null || hashes === null || signed === null
    ? null
    : { extra, index: number, hashes, signed }
}

/** Whom the reader of a proof trusts: the keys of the logs that it accepts, and a policy, if it asks for witnesses. */
export interface Trust {
  readonly logs: ReadonlyArray<Note.VerifierKey>
  readonly policy: Policy | null
  readonly verifiers?: Verifiers
}

/**
 * The finding of a check of a proof. `other_origin`: the checkpoint is of a log that is not trusted. `unsigned`: no key of that log signed
 * it. `bad_signature`: a line that claims to be by the log or by a witness is not. `other_leaf`: the proof is of another leaf.
 * `not_included`: the leaf does not stand at its place in the tree. `quorum_not_reached`: too few witnesses signed.
 */
export type Verdict =
  | "proven"
  | "other_origin"
  | "unsigned"
  | "bad_signature"
  | "other_leaf"
  | "not_included"
  | "quorum_not_reached"

/** The meaning of each outcome of a check, in words for people. */
export const verdicts: Readonly<Record<Verdict, string>> = {
  proven: "the log has this event, and the witnesses that are asked for saw its checkpoint",
  other_origin: "the checkpoint is of another log",
  unsigned: "the log did not sign the checkpoint",
  bad_signature: "a signature of the checkpoint does not verify",
  other_leaf: "the proof is of another event",
  not_included: "the event does not stand in the tree of the checkpoint",
  quorum_not_reached: "too few witnesses signed the checkpoint",
}

const ofLog = (signed: Checkpoint.Signed, { logs, verifiers = portableVerifiers }: Trust): Verdict => {
  const keys = logs.filter(({ name }) => name === signed.checkpoint.origin)
  if (keys.length === 0) return "other_origin"
  const found = keys.map((key) => signatureBy(key, signed, verifiers))
  if (found.includes("bad")) return "bad_signature"
  return found.includes("good") ? "proven" : "unsigned"
}

const ofWitnesses = (
  signed: Checkpoint.Signed,
  { policy, verifiers = portableVerifiers }: Trust,
): Verdict => {
  if (policy === null) return "proven"
  const witnesses = witnessesOf(policy, signed, verifiers)
  if (witnesses === "bad") return "bad_signature"
  return isQuorum(policy, witnesses) ? "proven" : "quorum_not_reached"
}

/** Whether a checkpoint is signed by its log and by a quorum of witnesses. */
export const checkCheckpoint = (signed: Checkpoint.Signed, trust: Trust): Verdict => {
  const log = ofLog(signed, trust)
  return log === "proven" ? ofWitnesses(signed, trust) : log
}

/** Whether a proof shows that a log has these bytes as a leaf. */
export const check = ({ extra, index, hashes, signed }: Proof, leaf: Uint8Array, trust: Trust): Verdict => {
  if (extra !== null && !equalBytes(extra, leaf)) return "other_leaf"
  const verdict = checkCheckpoint(signed, trust)
  if (verdict !== "proven") return verdict
  const { size, root } = signed.checkpoint
  const included = verifyInclusion({ index, size, leaf: hashLeaf(leaf, hashBytes), proof: hashes, root })
  return included ? "proven" : "not_included"
}
