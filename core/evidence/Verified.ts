/**
 * A signed artifact: what a verifier found in it, which knows formats and signatures and no agents; and how the Court finds at filing to
 * which agents the keys belong, which checks hold, and what was said.
 */
import { Context, Effect, Layer, Schema } from "effect"
import { needPresent } from "../kernel/Defect.ts"
import { elementsMax, listOf, nameSchema } from "../kernel/Json.ts"
import { bounds } from "../kernel/Schedule.ts"
import { bytes, count, enforced, rule } from "../kernel/Section.ts"
import { format, Instant, minutes, Stamp } from "../kernel/Time.ts"
import { markInvisible } from "../kernel/Visible.ts"
import type { ProvenKey } from "../proofs/index.ts"
import type { StoreUnavailable } from "../store/Store.ts"
import { type Holder, holderAt, type Keyring } from "./Holder.ts"
import { SignedTerms } from "./SignedTerms.ts"

/** The kinds of signed artifacts that the court checks; anything else is a text. */
export const Format = Schema.Literal(
  "x402_offer",
  "x402_receipt",
  "ap2",
  "a2a_card",
  "court_receipt",
  "judgment",
  "http_message",
  "dispute_jwt",
  "jws",
  "atdrp_record",
  "erc8183_job",
  "x402_delivery_claim",
  "a2a_acceptance",
)
export type Format = typeof Format.Type

/** One check, in words: what was compared, and why it holds or does not. */
export const Check = Schema.Struct({ check: Schema.String, holds: Schema.Boolean, why: Schema.String })
export type Check = typeof Check.Type

/** A signature in an artifact, with the key that it was made by and whether it holds. */
export const ExaminedSigner = Schema.Struct({
  /** Its part in the artifact: `seller`, `merchant`, `user`, `agent`, `court`, `signer`, `owner`, `issuer`. */
  role: Schema.String,
  /** The name of the key: a DID URL, a CAIP-10 address, or an address with `#kid`. */
  key: Schema.String,
  /** The key itself, as `ProvenKey.fingerprint` writes it. */
  fingerprint: Schema.String,
  valid: Schema.Boolean,
  /** When it was signed, as the artifact says; null if it does not say. */
  signedAt: Schema.NullOr(Instant),
  /**
   * Why the key may say this, by the artifact alone: `pay_to` (the address that is paid), `host` (the key is
   * published by the host of the resource, and `host` names it); null if only a proven key can.
   */
  entitled: Schema.NullOr(Schema.Literal("pay_to", "host")),
  host: Schema.NullOr(Schema.String),
})
export type ExaminedSigner = typeof ExaminedSigner.Type

/** A sentence of a fixed form, and the role of the signer that said so. */
export const Statement = Schema.Struct({ by: Schema.String, text: Schema.String })
export type Statement = typeof Statement.Type

/** A document that was fetched to verify an artifact. It is kept with the pleading, since it may change or vanish. */
export const Document = Schema.Struct({
  url: Schema.String,
  sha256: Schema.String,
  fetchedAt: Instant,
  text: Schema.String,
})
export type Document = typeof Document.Type

/** The terms that an account reads; absent if it reads nothing of the format. */
const terms = Schema.optionalWith(Schema.Array(SignedTerms), { exact: true })

const examinedSchema = Schema.Struct({
  format: Format,
  signers: Schema.Array(ExaminedSigner),
  checks: Schema.Array(Check),
  statement: Schema.Array(Statement),
  terms,
  documents: Schema.Array(Document),
})

export interface Examined extends Schema.Schema.Type<typeof examinedSchema> {}

/** The findings from the bytes of an artifact and the documents of its signers, before it is known whose the keys are. */
export const Examined: Schema.Schema<Examined> = examinedSchema

/** Who asks, and when: pieces are counted for each agent, so that no agent keeps the others waiting. */
export interface Examining {
  readonly agentId: string | null
  readonly now: Instant
  /** The keys that agents have proven under a name, standing and ended, the latest first. */
  readonly keysOf: (name: string) => Effect.Effect<ReadonlyArray<ProvenKey.PublicJwk>, StoreUnavailable>
}

/** The port of verifiers. A piece that has no known format gives null. It never fails: what can't be read in time says so in a check. */
export interface EvidenceService {
  readonly examine: (
    contents: ReadonlyArray<string>,
    examining: Examining,
  ) => Effect.Effect<ReadonlyArray<Examined | null>, StoreUnavailable>
}

/** The port that recognises signed artifacts and checks them (Rule 4.11). */
export class Verifiers extends Context.Tag("agent-court/Verifiers")<Verifiers, EvidenceService>() {
  /** Recognises nothing: for a court that verifies no artifacts. Evidence is then read as text alone. */
  static readonly none: Layer.Layer<Verifiers> = Layer.succeed(this, {
    examine: (contents) => Effect.succeed(contents.map(() => null)),
  })
}

export const signedArtifacts = enforced(
  "Rule 4.11",
  "Signed artifacts",
  (t) =>
    `At the filing of a pleading or of answers the Court examines the pieces of evidence that are artifacts which agents sign. Such artifacts are offers and receipts for paid resources, mandates to pay, agent cards, receipts and judgments of a court, signed HTTP messages, records of other protocols on a dispute or a delivery, and other compact signatures. It examines the first ${count(t.examinedPiecesMax, "piece")} of a paper that have the form of an artifact, of at most ${bytes(t.examinedPieceBytesMax)} each. It records who signed, which checks hold, what was said in sentences of a fixed form, and each document that it fetched for it. Whatever is cut, not read, not signed or not disclosed is a check that does not hold. Nothing is examined again. An artifact that does not verify is filed all the same.`,
)

export const whatSignaturesSay = enforced(
  "Rule 4.11D",
  "Documents that are kept, and the meaning of a signature",
  (t) =>
    `Authority holds also for what a court signed by a key that its own host publishes; that key belongs to no agent. The Court keeps at most ${bytes(t.findingsBytesMax)} of findings, and at most ${count(t.keptDocumentsMax, "document")} of at most ${bytes(t.keptDocumentsBytesMax)} in all. The parties may read each document that was kept. Whoever has a piece checked, or tries a filing, is told nothing of the holds, the service or the filings of others. A signature shows that its signer said so; it does not show that it is so, and on the papers it carries no order by itself (Rule 5.1). PD15 says which signed terms an account reads.`,
)

/** Somebody who signed, and the agent whose key it was; null if authority does not hold. */
const Signer = Schema.Struct({
  role: Schema.String,
  key: Schema.String,
  agent: Schema.NullOr(Schema.String),
})

const parts = {
  format: Format,
  // The bytes that are kept of findings are fewer than so many elements take.
  signers: listOf(Signer, elementsMax),
  checks: listOf(Check, elementsMax),
}

const verifiedSchema = Schema.Struct({
  ...parts,
  statement: listOf(Statement, elementsMax),
  terms,
  asOf: Instant,
})

export interface Verified extends Schema.Schema.Type<typeof verifiedSchema> {}

/** The findings as the record has them. Each sentence is said by a role. */
export const Verified: Schema.Schema<Verified> = verifiedSchema

const Shown = nameSchema(
  "VerifiedEvidence",
  Schema.Struct({ ...parts, statement: listOf(Schema.String, elementsMax), asOf: Stamp }),
)
const verifiedViewSchema = Schema.encodedBoundSchema(Shown)

export interface View extends Schema.Schema.Type<typeof verifiedViewSchema> {}

/** The findings about a piece of evidence, as whoever reads the matter sees them. */
export const View: Schema.Schema<View> = verifiedViewSchema

const encode = Schema.encodeSync(Shown)

/** A finding as it is shown: the statement as its sentences alone. */
export const show = ({ terms: _, ...verified }: Verified): View =>
  encode({ ...verified, statement: verified.statement.map(({ text }) => text) })

const authority = "authority"
/** The name of the check that may fail without spoiling a statement: what was said remains said. */
const notExpired = "not_expired"
/** The name of the check that fails if the artifact alone names its key. Authority says whose key it is, by other means. */
const keyPublished = "key_published"
/** The name of the check that fails if not all that was said is shown. A signer must not unsay a thing by saying more of it. */
const whole = "whole"
/** The name of the check that says which others were not made, because a part that may be absent is. */
const notMade = "not_made"
/** The checks that may fail without spoiling a statement. */
const harmless: ReadonlySet<string> = new Set([notExpired, keyPublished, whole, notMade])

const entitlements = {
  pay_to: "The key is that of the address that is paid. ",
  host: "The key is published by the host of the resource. ",
} as const

/** Since when the Court's own records have the SHA-256 of an artifact, and by what. */
export interface Seen {
  readonly at: Instant
  readonly by: "first entry in the Register of Dealings" | "first filing"
}

/** When an artifact is filed, and since when it was seen before; null if it was not. */
interface Filing {
  readonly now: Instant
  readonly seen: Seen | null
}

const holderOf = (
  { fingerprint, host, valid, signedAt }: ExaminedSigner,
  keyring: Keyring,
  kept: ReadonlySet<string>,
  { now, seen }: Filing,
): Holder => {
  if (!valid) return { handle: null, why: "The signature is not by this key." }
  if (signedAt !== null && signedAt > now + minutes(bounds.signerAheadMinutes))
    return { handle: null, why: `It says that it was signed on ${format(signedAt)}, after it was filed.` }
  // A signer whose clock is a little ahead signed now.
  const shownAt = seen?.at ?? now
  const at = signedAt === null ? shownAt : Math.min(signedAt, now)
  const { handle, why } = holderAt(keyring, { fingerprint, host, at, shownAt }, kept)
  return {
    handle,
    why:
      signedAt === null
        ? `It does not say when it was signed, and is read as of its ${seen?.by ?? "filing"}. ${why}`
        : why,
  }
}

/** Formats that a court signs: the key that its host publishes is the court's, and does not need to belong to an agent. */
const ofCourts: ReadonlySet<Format> = new Set(["court_receipt", "judgment"])

const checkOf = (
  format: Format,
  { role, key, entitled, valid }: ExaminedSigner,
  { handle, why }: Holder,
): Check => {
  const isCourt = valid && entitled === "host" && ofCourts.has(format)
  const reason = isCourt
    ? "The key is published by the host of the court that signed."
    : `${entitled === null ? "" : entitlements[entitled]}${why}`
  return { check: authority, holds: isCourt || handle !== null, why: `${role} (${key}): ${reason}` }
}

/**
 * The findings of a verifier, with the agents to which the keys belong. Validity and authority are checks of their own. A signer has an
 * agent only if both hold for it. Texts that an artifact brings are shown with a mark for each invisible character.
 */
export const resolve = rule(
  ["Rule 4.11"],
  (examined: Examined, keyring: Keyring, filing: Filing): Verified => {
    const kept = new Set(examined.documents.map(({ sha256 }) => sha256))
    const found = examined.signers.map((signer) => ({
      signer,
      holder: holderOf(signer, keyring, kept, filing),
    }))
    const checks = [
      ...examined.checks.filter(({ check }) => check !== authority),
      ...found.map(({ signer, holder }) => checkOf(examined.format, signer, holder)),
    ]
    return {
      format: examined.format,
      signers: found.map(({ signer: { role, key }, holder }) => ({
        role,
        key: markInvisible(key),
        agent: holder.handle,
      })),
      checks: checks.map((check) => ({ ...check, why: markInvisible(check.why) })),
      statement: examined.statement.map(({ by, text }) => ({ by, text: markInvisible(text) })),
      ...(examined.terms === undefined ? {} : { terms: examined.terms }),
      asOf: filing.now,
    }
  },
)

/** The words of an artifact against an agent: the sentences of one role, and the key that signed them. */
export interface Said {
  readonly role: string
  readonly key: string
  readonly authority: string
  readonly sentences: ReadonlyArray<string>
}

/**
 * The words that an agent said by an artifact, for each role in which it signed. They are empty if a check fails, with three exceptions. An
 * artifact that has expired was still said, a key needs no document if its agent has proven it, and authority counts for each signer alone.
 */
export const saidBy = rule(["Rule 4.11D"], (verified: Verified, handle: string): ReadonlyArray<Said> => {
  if (verified.checks.some(({ check, holds }) => !holds && check !== authority && !harmless.has(check)))
    return []
  const authorities = verified.checks.filter(({ check }) => check === authority)
  return verified.signers.flatMap(({ role, key }, i) => {
    // Sentences that two agents sign in one role count for neither of them: nobody can say which of them said the sentences.
    const own = verified.signers.every((signer) => signer.role !== role || signer.agent === handle)
    const sentences = verified.statement.filter(({ by }) => by === role).map(({ text }) => text)
    const { why } = needPresent(authorities[i], "the authority of a signer")
    return own ? [{ role, key, authority: why, sentences }] : []
  })
})

/** The terms that an agent signed in an artifact. They are empty if a check fails that spoils a statement (Rule 4.11D). */
export const termsBy = rule(
  ["Rule 4.11D"],
  (verified: Verified, handle: string): ReadonlyArray<SignedTerms> => {
    const roles = new Set(saidBy(verified, handle).map(({ role }) => role))
    return (verified.terms ?? []).filter(({ by }) => roles.has(by))
  },
)
