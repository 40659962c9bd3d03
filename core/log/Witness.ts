/** The decision of a witness on a checkpoint that a log sends it, and the use that the log makes of the answer (C2SP tlog-witness). */
import type { Effect } from "effect"
import { encodeBase64 } from "./Base64.ts"
import * as Checkpoint from "./Checkpoint.ts"
import { signatureBy, type Verifiers } from "./Cosignature.ts"
import { emptyRoot, verifyConsistency } from "./Merkle.ts"
import * as Note from "./Note.ts"
import type { KnownWitness, Policy } from "./Policy.ts"
import { checkCheckpoint, parseHashes } from "./Proof.ts"

/** The request of a log for a cosignature (C2SP tlog-witness). */
export interface Request {
  /** The size of the checkpoint that the log believes the witness signed last. */
  readonly oldSize: number
  /** The proof that the new tree begins with that one. */
  readonly proof: ReadonlyArray<Uint8Array>
  readonly signed: Checkpoint.Signed
}

/** The body of a submission to a witness (C2SP tlog-witness). */
export const formatRequest = ({ oldSize, proof, signed }: Request): string =>
  [`old ${oldSize}`, ...proof.map(encodeBase64), "", Note.format(signed)].join("\n")

/** Reads a text as a request; null if the text is not a request. */
export const parseRequest = (text: string): Request | null => {
  const end = text.indexOf("\n\n")
  const [old = "", ...lines] = text.slice(0, Math.max(end, 0)).split("\n")
  const oldSize = old.startsWith("old ") ? Checkpoint.parseNumber(old.slice("old ".length)) : null
  const [proof, signed] = [parseHashes(lines), Checkpoint.parseSigned(text.slice(end + 2))]
  return oldSize === null || proof === null || signed === null ? null : { oldSize, proof, signed }
}

/** The last checkpoint of a log that a witness has signed; it signs no smaller and no other one. */
export interface Seen {
  readonly size: number
  readonly root: Uint8Array
}

/**
 * The answer of a witness. 200: it records the checkpoint as the latest one, and only then signs it. 409: the log was wrong about the
 * checkpoint that the witness signed last, whose size is `seen`.
 */
export type Decision =
  | { readonly status: 200; readonly signed: Checkpoint.Signed }
  | { readonly status: 409; readonly seen: number }
  | { readonly status: 400 | 403 | 404 | 422; readonly why: string }

/** The decision of a witness that trusts these keys of logs, if the latest tree that it signed of this log is `seen`. */
export const decide = (
  { oldSize, proof, signed }: Request,
  logs: ReadonlyArray<Note.VerifierKey>,
  seen: Seen | null,
  verifiers: Verifiers,
): Decision => {
  const { size, root } = signed.checkpoint
  const verdict = checkCheckpoint(signed, { logs, policy: null, verifiers })
  if (verdict === "other_origin") return { status: 404, why: "this log is unknown here" }
  if (verdict !== "proven") return { status: 403, why: "no trusted key of the log signed the checkpoint" }
  if (oldSize > size) return { status: 400, why: "the old size is larger than that of the checkpoint" }
  const { size: seenSize, root: oldRoot } = seen ?? { size: 0, root: emptyRoot }
  if (oldSize !== seenSize) return { status: 409, seen: seenSize }
  return verifyConsistency({ oldSize, oldRoot, size, root, proof })
    ? { status: 200, signed }
    : { status: 422, why: "the checkpoint is not proved to continue the one that was signed last" }
}

/** The response of a witness: an answer, or the reason why the witness gave no answer. */
export type Sent = { readonly status: number; readonly body: string } | { readonly why: string }

/** The witnesses that a log asks: its policy, and how a request reaches `add-checkpoint` under the URL of a witness. */
export interface Witnesses {
  readonly policy: Policy
  readonly send: (url: string, request: string) => Effect.Effect<Sent>
}

/** The meaning of an answer for the log. With `seen`, the witness signed a tree of this size last, and is to be asked from there. */
export type Answer =
  | { readonly signed: ReadonlyMap<KnownWitness, Note.Signature> }
  | { readonly seen: number }
  | { readonly why: string }

const readSignatures = (
  body: string,
  signed: Checkpoint.Signed,
  witnesses: ReadonlyArray<KnownWitness>,
  verifiers: Verifiers,
): Answer => {
  const signatures = Note.parseSignatures(body) ?? []
  const found = new Map(
    witnesses.flatMap((witness) => {
      const { key } = witness
      const line = signatures.find(({ name, id }) => name === key.name && id === key.id)
      const isGood =
        line !== undefined && signatureBy(key, { ...signed, signatures: [line] }, verifiers) === "good"
      return isGood ? [[witness, line] as const] : []
    }),
  )
  return found.size === 0 ? { why: "it answered with no signature that verifies" } : { signed: found }
}

/** Reads the answer to a checkpoint. Of its signatures only those are kept that verify by the keys of these witnesses, one of each. */
export const readAnswer = (
  sent: Sent,
  signed: Checkpoint.Signed,
  witnesses: ReadonlyArray<KnownWitness>,
  verifiers: Verifiers,
): Answer => {
  if ("why" in sent) return sent
  if (sent.status === 200) return readSignatures(sent.body, signed, witnesses, verifiers)
  if (sent.status !== 409) return { why: `it answered with status ${sent.status}` }
  const seen = Checkpoint.parseNumber(sent.body.replace(/\n$/, ""))
  return seen === null ? { why: "it refused the size and named no other" } : { seen }
}
