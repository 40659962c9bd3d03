/**
 * Checks that a court's log has what the court served, by a proof that was kept with it and without the court: that the event in the proof
 * recorded exactly this, that the log signed a tree in which the event stands, and that witnesses saw that tree.
 */
import { sha256Hex } from "../../core/kernel/Hash.ts"
import { canonical, type Json } from "../../core/kernel/Json.ts"
import {
  checkProof,
  encodeBase64,
  type Proof,
  type ProofVerdict,
  parseProof,
  portableVerifiers,
  proofVerdicts,
  type Trust,
  witnessesOf,
} from "../../core/log/index.ts"

export { type Policy, parsePolicy, parseVerifierKey, type Trust } from "../../core/log/index.ts"

type Members = { readonly [key: string]: Json | undefined }

/** An event of the journal, as it stands in the log: the leaf is its RFC 8785 form. */
export interface LoggedEvent {
  readonly at: string
  readonly type: string
  readonly subject: string
  readonly data: Members
}

const isMembers = (value: Json | undefined): value is { readonly [key: string]: Json } =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const areTexts = (members: Members, names: ReadonlyArray<string>): boolean =>
  names.every((name) => typeof members[name] === "string")

/** Whether two objects agree in these members, of which each must be in the second. */
const agree = (names: ReadonlyArray<string>, told: Members, recorded: Members): boolean =>
  names.every((name) => {
    const [a, b] = [told[name], recorded[name]]
    return a !== undefined && b !== undefined && canonical(a) === canonical(b)
  })

/** The names that both objects have. */
const sharedNames = (names: ReadonlyArray<string>, a: Members, b: Members): ReadonlyArray<string> =>
  names.filter((name) => a[name] !== undefined && b[name] !== undefined)

const isDealing = (record: Members, { type, at, data }: LoggedEvent): boolean =>
  type === "dealing.lodged" &&
  record.lodgedAt === at &&
  agree(["id", "sha256", "sequence"], record, data) &&
  agree(sharedNames(["kind", "label", "lodger", "dealingAt", "ref"], record, data), record, data)

const isJudgment = ({ citation, payload, sha256 }: Members, { type, data }: LoggedEvent): boolean =>
  type === "judgment.delivered" &&
  data.citation === citation &&
  data.payloadSha256 === sha256 &&
  typeof payload === "string" &&
  sha256Hex(payload) === sha256

/** What an entry says of its state in every event that moves it, and what it says of itself in the event that opened it. */
const ofState = ["dueAt", "window", "suspendedSince"]
const ofOpening = ["type", "amountCents", "hours", "sameOperator"]

const isEntry = (record: Members, { type, data }: LoggedEvent): boolean => {
  const lines: ReadonlyArray<Json> = Array.isArray(data.entries) ? data.entries : [data]
  const line = lines.filter(isMembers).find(({ entry }) => entry === record.id)
  return (
    type.startsWith("compliance.") &&
    line !== undefined &&
    agree(["citation", "n", "bound", "favoured", "status"], record, line) &&
    agree(sharedNames([...ofState, ...ofOpening], record, line), record, line)
  )
}

/** The kinds of records: the texts by which each is known, and how its event is recognised. The receipt of a lodgement is a dealing. */
const kinds = [
  { name: "dealing", texts: ["id", "sha256", "lodgedAt"], recordedBy: isDealing },
  { name: "judgment", texts: ["citation", "payload", "sha256"], recordedBy: isJudgment },
  { name: "entry", texts: ["id", "citation", "bound", "favoured", "status"], recordedBy: isEntry },
] as const
export type RecordKind = (typeof kinds)[number]["name"]

/** What was served as JSON; null if it is no object. */
const membersOf = (record: unknown): Members | null => {
  // What JSON writes, it reads as JSON.
  const value = JSON.parse(JSON.stringify(record) ?? "null") as Json
  return isMembers(value) ? value : null
}

const kindOf = (members: Members | null) =>
  members === null ? undefined : kinds.find(({ texts }) => areTexts(members, texts))

/** The kind of what a court served; null if it is none for which there is a proof. */
export const recordKindOf = (record: unknown): RecordKind | null => kindOf(membersOf(record))?.name ?? null

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/** The event whose RFC 8785 bytes these are; null if they are those of none. */
const eventOf = (bytes: Uint8Array): LoggedEvent | null => {
  try {
    const leaf = utf8.decode(bytes)
    const event = JSON.parse(leaf) as Json
    // A text in another form could name a member twice.
    if (!isMembers(event) || canonical(event) !== leaf) return null
    const { at, type, subject, data } = event
    return typeof at === "string" &&
      typeof type === "string" &&
      typeof subject === "string" &&
      isMembers(data)
      ? { at, type, subject, data }
      : null
  } catch {
    return null
  }
}

/** `no_proof`: the text is no proof with an event. `no_record`: there are no proofs of such a record. `other_record`: the event recorded something else. */
export type RecordVerdict = ProofVerdict | "no_proof" | "no_record" | "other_record"

/** What each verdict says. */
export const recordVerdicts: Readonly<Record<RecordVerdict, string>> = {
  ...proofVerdicts,
  no_proof: "this is no proof of an event",
  no_record: "this is no dealing, judgment or entry as a court serves it",
  other_record: "the event in the proof did not record this",
}

export interface Checked {
  readonly valid: boolean
  readonly verdict: RecordVerdict
  /** The event that the proof is of. Nothing is known of it unless `valid`. */
  readonly event: LoggedEvent | null
  /** Where the proof has the event, counted from 0, in the tree of which checkpoint. Its root is in base64, as the checkpoint has it. */
  readonly checkpoint: {
    readonly origin: string
    readonly index: number
    readonly size: number
    readonly root: string
  } | null
  /** The names in the policy of the witnesses that signed the checkpoint. */
  readonly witnesses: ReadonlyArray<string>
}

const verdictOf = (record: unknown, proof: Proof, event: LoggedEvent, trust: Trust): RecordVerdict => {
  const members = membersOf(record)
  const kind = kindOf(members)
  if (members === null || kind === undefined) return "no_record"
  const verdict = checkProof(proof, proof.extra ?? new Uint8Array(), trust)
  if (verdict !== "proven") return verdict
  return kind.recordedBy(members, event) ? "proven" : "other_record"
}

/**
 * Whether a proof shows that a log which is trusted recorded exactly this: a dealing or the receipt of its lodgement, a judgment, or an entry
 * of the Register of Compliance, as the court served it. Of an entry the proof shows its latest move: what it states is where the entry
 * stood in the tree of the checkpoint, and a later move may have followed.
 */
export const checkRecord = (record: unknown, proofText: string, trust: Trust): Checked => {
  const proof = parseProof(proofText)
  const event = proof?.extra == null ? null : eventOf(proof.extra)
  if (proof === null || event === null)
    return { valid: false, verdict: "no_proof", event: null, checkpoint: null, witnesses: [] }
  const { policy, verifiers = portableVerifiers } = trust
  const verdict = verdictOf(record, proof, event, trust)
  const signers = policy === null ? new Set<never>() : witnessesOf(policy, proof.signed, verifiers)
  const { origin, size, root } = proof.signed.checkpoint
  return {
    valid: verdict === "proven",
    verdict,
    event,
    checkpoint: { origin, index: proof.index, size, root: encodeBase64(root) },
    witnesses: signers === "bad" ? [] : [...signers].map(({ name }) => name),
  }
}
