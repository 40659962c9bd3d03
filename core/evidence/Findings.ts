/** The findings on the artifacts in a paper at its filing: examined, resolved and kept within bounds, as one text and its documents. */
import { Effect, Option, Schema } from "effect"
import { firstLodged } from "../dealings/index.ts"
import type { Change } from "../kernel/Change.ts"
import * as Changed from "../kernel/Change.ts"
import { needPresent } from "../kernel/Defect.ts"
import { byteLength, sha256Hex } from "../kernel/Hash.ts"
import type { Reader } from "../kernel/Reader.ts"
import type { Terms } from "../kernel/Schedule.ts"
import { bytes, count, rule } from "../kernel/Section.ts"
import { blobOf, readText, type Text, textOf } from "../kernel/Text.ts"
import { Instant } from "../kernel/Time.ts"
import { ProvenKey } from "../proofs/index.ts"
import type { ChangeSet } from "../store/ChangeSet.ts"
import type { StoreUnavailable } from "../store/Store.ts"
import { isArtifact, suggestFormat } from "./Artifact.ts"
import { fileArtifacts, firstFiled } from "./FiledArtifact.ts"
import type { Keyring } from "./Holder.ts"
import { type About, type Asked, hasEnded, isTimeless, keyringOf } from "./Keyring.ts"
import * as Verified from "./Verified.ts"

/** The findings on a paper. A document's text is a blob under its hash. */
export const Findings = Schema.Struct({
  pieces: Schema.Array(Schema.Struct({ position: Schema.Int, verified: Verified.Verified })),
  documents: Schema.Array(Schema.Struct({ url: Schema.String, sha256: Schema.String, fetchedAt: Instant })),
})
export type Findings = typeof Findings.Type

/** The findings as they are kept: null if the paper has no artifact. */
export interface Kept {
  readonly findings: Findings
  readonly text: Text
  readonly documents: ReadonlyArray<Verified.Document>
  /** The records of the artifacts that are filed for the first time. */
  readonly first: ReadonlyArray<Change>
}

/** The changes that keep the findings and what was fetched for them. */
export const keptChanges = (kept: Kept | null): ReadonlyArray<Change> =>
  kept === null
    ? []
    : [
        blobOf(kept.text),
        ...kept.documents.map(({ sha256, text }) => Changed.blob(sha256, text)),
        ...kept.first,
      ]

const addFailure = (verified: Verified.Verified, check: string, why: string): Verified.Verified => ({
  ...verified,
  checks: [...verified.checks, { check, holds: false, why } satisfies Verified.Check],
})

/** The finding on a piece on which more was found than is kept. */
const tooLong = ({ format, asOf }: Verified.Verified): Verified.Verified =>
  addFailure(
    { format, signers: [], checks: [], statement: [], asOf },
    "length",
    "More was found in this paper than the Court keeps, so that it keeps nothing of this piece.",
  )

interface Found {
  readonly position: number
  readonly examined: Verified.Examined
  /** Since when the Court's own records have its SHA-256; null if they have not, or if nothing rests on it. */
  readonly seen: Verified.Seen | null
}

/**
 * The findings within their bounds. The documents of a piece are kept all together; if they don't fit, a check of the piece fails, since
 * nobody could see later what it was based on.
 */
export const keepFindings = rule(
  ["Rule 4.11", "Rule 4.11D"],
  (found: ReadonlyArray<Found>, keyring: Keyring, now: Instant, terms: Terms): Kept => {
    const documents = new Map<string, Verified.Document>()
    let room = terms.keptDocumentsBytesMax
    let left = terms.findingsBytesMax
    const pieces = found.map(({ position, examined, seen }) => {
      const fresh = new Map(
        examined.documents.filter(({ sha256 }) => !documents.has(sha256)).map((one) => [one.sha256, one]),
      )
      const bytes = [...fresh.values()].reduce((sum, { text }) => sum + byteLength(text), 0)
      const fits = bytes <= room && documents.size + fresh.size <= terms.keptDocumentsMax
      const resolved = Verified.resolve(fits ? examined : { ...examined, documents: [] }, keyring, {
        now,
        seen,
      })
      const whole = fits
        ? resolved
        : addFailure(
            resolved,
            "documents",
            "There was no room to keep the documents that were fetched for it.",
          )
      const size = byteLength(JSON.stringify(whole))
      if (size > left) return { position, verified: tooLong(whole) }
      left -= size
      if (fits) {
        room -= bytes
        for (const [sha256, one] of fresh) documents.set(sha256, one)
      }
      return { position, verified: whole }
    })
    const kept = [...documents.values()]
    const listed = kept.map(({ url, sha256, fetchedAt }) => ({ url, sha256, fetchedAt }))
    const findings: Findings = {
      pieces: pieces.toSorted((a, b) => a.position - b.position),
      documents: listed,
    }
    return { findings, text: textOf(findings), documents: kept, first: [] }
  },
)

/** A piece of evidence by its place among the pieces of its paper. */
interface Piece {
  readonly position: number
  readonly content: string
}

/** A piece of evidence that has the form of an artifact and is not examined, and why. */
interface Unread extends Piece {
  readonly why: string
}

/**
 * The pieces of a paper that have the form of an artifact: the first pieces that are not too long are examined. If a piece is beyond a
 * bound, a reader is told that it was not read.
 */
export const piecesToExamine = rule(
  ["Rule 4.11"],
  (
    contents: ReadonlyArray<string>,
    { examinedPieceBytesMax, examinedPiecesMax }: Terms,
  ): { readonly pieces: ReadonlyArray<Piece>; readonly unread: ReadonlyArray<Unread> } => {
    const all = contents
      .map((content, position) => ({ position, content }))
      .filter(({ content }) => isArtifact(content))
    const isLong = ({ content }: Piece) => byteLength(content) > examinedPieceBytesMax
    const short = all.filter((piece) => !isLong(piece))
    const long = `It is longer than ${bytes(examinedPieceBytesMax)}, and was not examined.`
    const many = `It comes after the first ${count(examinedPiecesMax, "piece")} of the paper that are examined.`
    return {
      pieces: short.slice(0, examinedPiecesMax),
      unread: [
        ...all.filter(isLong).map((piece) => ({ ...piece, why: long })),
        ...short.slice(examinedPiecesMax).map((piece) => ({ ...piece, why: many })),
      ],
    }
  },
)

const unreadFinding = (format: Verified.Format, why: string): Verified.Examined => ({
  format,
  signers: [],
  checks: [{ check: "length", holds: false, why }],
  statement: [],
  documents: [],
})

/** Since when the Court's own records have an artifact: by its first entry in the Register of Dealings, or by its first filing. */
const findFirstSeen = (reader: Reader, sha256: string, filed: ReadonlyMap<string, Instant>) =>
  Effect.map(firstLodged(reader, sha256), (lodgedAt): Verified.Seen | null => {
    const filedAt = filed.get(sha256) ?? null
    if (filedAt !== null && (lodgedAt === null || filedAt < lodgedAt))
      return { at: filedAt, by: "first filing" }
    return lodgedAt === null ? null : { at: lodgedAt, by: "first entry in the Register of Dealings" }
  })

/**
 * Examines the artifacts in a paper and finds whose keys signed them; null if the paper has no artifacts. No finding refuses the paper
 * (Rule 4.11).
 */
export const examine = (
  reader: Reader,
  contents: ReadonlyArray<string>,
  about: About,
  asked: Asked,
): Effect.Effect<Kept | null, StoreUnavailable, Verified.Verifiers> =>
  Effect.gen(function* () {
    const { actor, now, terms } = asked
    const { pieces, unread } = piecesToExamine(contents, terms)
    if (pieces.length === 0 && unread.length === 0) return null
    const verifiers = yield* Verified.Verifiers
    const examined = yield* verifiers.examine(
      pieces.map(({ content }) => content),
      {
        agentId: actor.role === "agent" ? actor.id : null,
        now,
        keysOf: (name) => ProvenKey.keysUnder(reader, name),
      },
    )
    const read = pieces.flatMap(({ position, content }, i) => {
      const one = examined[i]
      return one == null ? [] : [{ position, content, examined: one }]
    })
    const long = unread.flatMap(({ position, content, why }) => {
      const format = suggestFormat(content)
      return format === null ? [] : [{ position, examined: unreadFinding(format, why), seen: null }]
    })
    if (read.length === 0 && long.length === 0) return null
    const signers = read.flatMap((one) => one.examined.signers)
    const keyring = yield* keyringOf(reader, about, signers, asked)
    const hashes = read.map(({ content }) => sha256Hex(content))
    const filed = yield* firstFiled(reader, hashes)
    // The filings of others are private to them, so that a trial does not tell of them.
    const told = asked.trial === true ? new Map<string, Instant>() : filed
    const found = yield* Effect.forEach(read, ({ content, ...one }) =>
      Effect.map(
        hasEnded(one.examined, keyring) || isTimeless(one.examined)
          ? findFirstSeen(reader, sha256Hex(content), told)
          : Effect.succeed(null),
        (seen): Found => ({ ...one, seen }),
      ),
    )
    return {
      ...keepFindings([...found, ...long], keyring, now, terms),
      first: fileArtifacts(hashes, filed, now),
    }
  })

/** The findings on a paper with what was found of some of its pieces before, within their bounds: what was found then stays (Rule 4.11). */
export const joinFindings = rule(["Rule 4.11"], (before: Findings, kept: Kept | null, terms: Terms): Kept => {
  const sizeOf = (verified: Verified.Verified) => byteLength(JSON.stringify(verified))
  let left = terms.findingsBytesMax - before.pieces.reduce((sum, { verified }) => sum + sizeOf(verified), 0)
  const added = (kept?.findings.pieces ?? []).map(({ position, verified }) => {
    const size = sizeOf(verified)
    if (size > left) return { position, verified: tooLong(verified) }
    left -= size
    return { position, verified }
  })
  const findings: Findings = {
    pieces: [...before.pieces, ...added].toSorted((a, b) => a.position - b.position),
    documents: [...before.documents, ...(kept?.findings.documents ?? [])],
  }
  return { findings, text: textOf(findings), documents: kept?.documents ?? [], first: kept?.first ?? [] }
})

/** The contents of a paper on record, and the hash of what was found of them. */
export interface Before {
  readonly contents: ReadonlyArray<string>
  readonly verifiedSha256: string | null | undefined
}

/** Examines a paper of which some pieces were examined before, in the text that it adds to: these are not read again (Rule 4.11). */
export const examineAdded = (
  reader: Reader,
  contents: ReadonlyArray<string>,
  { contents: old, verifiedSha256 }: Before,
  about: About,
  context: Asked,
): Effect.Effect<Kept | null, StoreUnavailable, Verified.Verifiers> =>
  Effect.gen(function* () {
    // The Court looks at nothing of an empty piece.
    const known = new Set(old)
    const fresh = contents.map((content) => (known.has(content) ? "" : content))
    const kept = yield* examine(reader, fresh, about, context)
    if (verifiedSha256 == null) return kept
    const findings = yield* readText(reader, Findings, verifiedSha256)
    const pieces = findings.pieces.flatMap(({ position, verified }) => {
      const at = contents.indexOf(needPresent(old[position], "a piece of the text before"))
      return at === -1 ? [] : [{ position: at, verified }]
    })
    return joinFindings({ ...findings, pieces }, kept, context.terms)
  })

/** The findings on each piece of a paper, by its position. Nothing for a paper that was filed before artifacts were examined. */
export const readFindings = (
  reader: Reader,
  sha256: string | null | undefined,
): Effect.Effect<ReadonlyMap<number, Verified.Verified>, StoreUnavailable> =>
  sha256 == null
    ? Effect.succeed(new Map())
    : Effect.map(
        readText(reader, Findings, sha256),
        ({ pieces }) => new Map(pieces.map(({ position, verified }) => [position, verified])),
      )

const Named = Schema.Struct({ verifiedSha256: Schema.String })

/** The findings that a change set records on the pieces of a paper, by their position. Its event names the text that has it. */
export const recordedFindings = ({ events, blobs }: ChangeSet): ReadonlyMap<number, Verified.Verified> => {
  const [named] = events.flatMap(({ data }) => Option.toArray(Schema.decodeUnknownOption(Named)(data)))
  const kept = blobs.find(({ sha256 }) => sha256 === named?.verifiedSha256)
  if (kept === undefined) return new Map()
  const { pieces } = Schema.decodeUnknownSync(Schema.parseJson(Findings))(kept.text)
  return new Map(pieces.map(({ position, verified }) => [position, verified]))
}
