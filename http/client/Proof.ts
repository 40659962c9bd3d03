/**
 * Checks without the court that its log has a record that the court served, by a proof that was kept with the record. The event in the
 * proof must have recorded it, the log must have signed a tree with that event, and witnesses must have seen that tree.
 */
import { sha256Hex } from "../../core/kernel/Hash.ts"
import { canonical, type Json } from "../../core/kernel/Json.ts"
import {
  Cosignature,
  encodeBase64,
  Policy as LogPolicy,
  Proof as LogProof,
  Note,
} from "../../core/log/index.ts"

/** Which logs and witnesses a reader trusts, and how many of them must have signed (C2SP tlog-policy). */
export type Policy = LogPolicy.Policy
/** Whom the reader of a proof trusts: the keys of the logs that it accepts, and a policy, or null if it asks for no witnesses. */
export type Trust = LogProof.Trust
/** The policy that a text states, or the first line that is wrong, counted from 1. */
export const parsePolicy: typeof LogPolicy.parse = LogPolicy.parse
/** The key that a vkey states; null if it states no key, if its type is not known here, or if its id is not that of its key. */
export const parseVerifierKey: typeof Note.parseVerifierKey = Note.parseVerifierKey

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

const sharedNames = (names: ReadonlyArray<string>, a: Members, b: Members): ReadonlyArray<string> =>
  names.filter((name) => a[name] !== undefined && b[name] !== undefined)

/** The members of a record that its event does not hold; null if the event recorded something else. */
type Shown = { readonly unproven: ReadonlyArray<string> } | null

const showShared = (record: Members, held: Members): Shown => {
  const shared = sharedNames(Object.keys(record), record, held)
  if (!agree(shared, record, held)) return null
  return { unproven: Object.keys(record).filter((name) => !shared.includes(name)) }
}

const showDealing = (record: Members, { type, at, data }: LoggedEvent): Shown =>
  type === "dealing.lodged" && agree(["id", "sha256", "sequence"], record, data)
    ? showShared(record, { ...data, lodgedAt: at })
    : null

/** The members under the seal, in the names of the record. */
const readSealed = (payload: string): Members => {
  try {
    const sealed = JSON.parse(payload) as Json
    return isMembers(sealed) ? sealed : {}
  } catch {
    return {}
  }
}

const showJudgment = (record: Members, { type, data }: LoggedEvent): Shown => {
  const { citation, payload, sha256 } = record
  const isIt =
    type === "judgment.delivered" &&
    data.citation === citation &&
    data.payloadSha256 === sha256 &&
    typeof payload === "string" &&
    sha256Hex(payload) === sha256
  if (!isIt) return null
  // The payload is proven by its hash. The members beside it are proven if they say the same as the payload.
  const held = { ...readSealed(payload), ...data, payload, sha256: data.payloadSha256 }
  const same = Object.keys(record).filter((name) => agree([name], record, held))
  return { unproven: Object.keys(record).filter((name) => !same.includes(name)) }
}

/** For each act the member of the entry that it states, and the names that its event holds of the member. */
const statedBy: Readonly<Record<string, readonly [member: string, ...names: ReadonlyArray<string>]>> = {
  attest: ["attestation", "date", "evidenceSha256", "sha256"],
  dispute: ["dispute", "ground", "statementSha256"],
  decide: ["decision", "status", "reasons", "correction"],
  address: ["address", "network", "asset", "address", "proven"],
}

/** The members that an event states only for the act that it is of, or that have another meaning in it. */
const ofMove = ["attestation", "dispute", "decision", "address", "adjustments", "next", "at", "history"]

/** The member that the act of an event stated, and its parts that the event doesn't show; null if the entry says something else of it. */
const showStated = (record: Members, data: Members) => {
  const [member, ...names] = statedBy[String(data.act)] ?? []
  if (member === undefined) return { member: null, unproven: [] }
  const told = record[member]
  if (!isMembers(told) || !agree(names, told, data)) return null
  const others = Object.keys(told).filter((name) => !names.includes(name))
  return { member, unproven: others.map((name) => `${member}.${name}`) }
}

const showEntry = (record: Members, { type, at, data }: LoggedEvent): Shown => {
  const lines: ReadonlyArray<Json> = Array.isArray(data.entries) ? data.entries : [data]
  const line = lines.filter(isMembers).find(({ entry }) => entry === record.id)
  if (!type.startsWith("compliance.") || line === undefined) return null
  const stated = showStated(record, data)
  if (stated === null || !agree(["citation", "n", "bound", "favoured", "status"], record, line)) return null
  const told = Object.entries({ ...data, ...line }).filter(([name]) => !ofMove.includes(name))
  // The event that opens an entry is its first: nothing was attested, disputed, decided or given before.
  const first: Members =
    data.act === "open"
      ? { attestation: null, dispute: null, decision: null, adjustments: [], deliveredAt: at }
      : {}
  const shown = showShared(record, { ...Object.fromEntries(told), ...first, id: record.id })
  if (shown === null) return null
  const rest = shown.unproven.filter((name) => name !== stated.member)
  return { unproven: [...rest, ...stated.unproven] }
}

/** The kinds of records: the texts by which each is known, and what its event shows. The receipt of a lodgement is a dealing. */
const kinds = [
  { name: "dealing", texts: ["id", "sha256", "lodgedAt"], show: showDealing },
  { name: "judgment", texts: ["citation", "payload", "sha256"], show: showJudgment },
  { name: "entry", texts: ["id", "citation", "bound", "favoured", "status"], show: showEntry },
] as const
/** `dealing`, `judgment` or `entry`: the kinds of records whose proofs `checkRecord` reads. */
export type RecordKind = (typeof kinds)[number]["name"]

/** The members of what was served, as JSON; null if it isn't an object. */
const membersOf = (record: unknown): Members | null => {
  // A text that JSON wrote is read as JSON.
  const value = JSON.parse(JSON.stringify(record) ?? "null") as Json
  return isMembers(value) ? value : null
}

const kindOf = (members: Members | null) =>
  members === null ? undefined : kinds.find(({ texts }) => areTexts(members, texts))

/** The kind of what a court served; null if the court gives no proofs of such a kind. */
export const recordKindOf = (record: unknown): RecordKind | null => kindOf(membersOf(record))?.name ?? null

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/** The event whose RFC 8785 bytes these are; null if they aren't the bytes of an event. */
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

/**
 * `no_proof`: the text isn't a proof with an event. `no_record`: the court gives no proofs of such a record. `other_record`: the event
 * recorded something else.
 */
export type RecordVerdict = LogProof.Verdict | "no_proof" | "no_record" | "other_record"

/** The words for each verdict on a record and its proof. */
export const recordVerdicts: Readonly<Record<RecordVerdict, string>> = {
  ...LogProof.verdicts,
  no_proof: "this is no proof of an event",
  no_record: "this is no dealing, judgment or entry as a court serves it",
  other_record: "the event in the proof did not record this",
}

/** The outcome of checking a record against its proof. */
export interface Checked {
  readonly valid: boolean
  readonly verdict: RecordVerdict
  /** The event that the proof is of. Nothing is known of it unless `valid`. */
  readonly event: LoggedEvent | null
  /** The members of the record that the event does not hold: the proof says nothing of them. Empty unless `valid`. */
  readonly unproven: ReadonlyArray<string>
  /**
   * The place of the event, counted from 0, and the checkpoint in whose tree the event stands. The root is in base64, as the checkpoint has
   * it.
   */
  readonly checkpoint: {
    readonly origin: string
    readonly index: number
    readonly size: number
    readonly root: string
  } | null
  /** The names in the policy of the witnesses that signed the checkpoint. */
  readonly witnesses: ReadonlyArray<string>
}

const judge = (
  record: unknown,
  proof: LogProof.Proof,
  event: LoggedEvent,
  trust: LogProof.Trust,
): readonly [verdict: RecordVerdict, unproven: ReadonlyArray<string>] => {
  const members = membersOf(record)
  const kind = kindOf(members)
  if (members === null || kind === undefined) return ["no_record", []]
  const verdict = LogProof.check(proof, proof.extra ?? new Uint8Array(), trust)
  if (verdict !== "proven") return [verdict, []]
  const shown = kind.show(members, event)
  return shown === null ? ["other_record", []] : ["proven", shown.unproven]
}

/**
 * Whether a proof shows that a log which is trusted recorded this, and of which members it shows nothing: a dealing or the receipt of its lodgement, a judgment, or an entry
 * of the Register of Compliance, as the court served it. Of an entry the proof shows its latest move: what it states is where the entry
 * stood in the tree of the checkpoint, and a later move may have followed.
 */
export const checkRecord = (record: unknown, proofText: string, trust: LogProof.Trust): Checked => {
  const proof = LogProof.parse(proofText)
  const event = proof?.extra == null ? null : eventOf(proof.extra)
  if (proof === null || event === null)
    return { valid: false, verdict: "no_proof", event: null, unproven: [], checkpoint: null, witnesses: [] }
  const { policy, verifiers = Cosignature.portableVerifiers } = trust
  const [verdict, unproven] = judge(record, proof, event, trust)
  const signers = policy === null ? new Set<never>() : LogPolicy.witnessesOf(policy, proof.signed, verifiers)
  const { origin, size, root } = proof.signed.checkpoint
  return {
    valid: verdict === "proven",
    verdict,
    event,
    unproven,
    checkpoint: { origin, index: proof.index, size, root: encodeBase64(root) },
    witnesses: signers === "bad" ? [] : [...signers].map(({ name }) => name),
  }
}
