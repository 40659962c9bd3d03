/** What is found of the artifacts in a paper at its filing: examined, resolved and kept within bounds, as one text and its documents. */
import { Effect, Option, Schema } from "effect"
import { type Agent, Agents, records as agentRecords } from "../agents/index.ts"
import { firstLodged } from "../dealings/index.ts"
import type { Change } from "../kernel/Change.ts"
import * as Changed from "../kernel/Change.ts"
import type { CommandContext } from "../kernel/Command.ts"
import { needPresent } from "../kernel/Defect.ts"
import { byteLength, sha256Hex } from "../kernel/Hash.ts"
import type { Reader } from "../kernel/Reader.ts"
import type { Terms } from "../kernel/Schedule.ts"
import { rule } from "../kernel/Section.ts"
import { blobOf, readText, type Text, textOf } from "../kernel/Text.ts"
import { Instant } from "../kernel/Time.ts"
import { holdersOf, keysUnder, proofsOfKey } from "../proofs/index.ts"
import type { Quote } from "../quotes/index.ts"
import type { ChangeSet } from "../store/ChangeSet.ts"
import type { StoreUnavailable } from "../store/Store.ts"
import { suggestFormat } from "./Artifact.ts"
import type { Held, Keyring, Known, Proof } from "./Holder.ts"
import { piecesToExamine, unreadAs } from "./Pieces.ts"
import { type Check, type Examined, type FetchedDocument, resolve, Verified, Verifiers } from "./Verified.ts"

/** The findings on a paper. A document's text is a blob under its hash. */
export const Findings = Schema.Struct({
  pieces: Schema.Array(Schema.Struct({ position: Schema.Int, verified: Verified })),
  documents: Schema.Array(Schema.Struct({ url: Schema.String, sha256: Schema.String, fetchedAt: Instant })),
})
export type Findings = typeof Findings.Type

/** The findings as they are kept: null if the paper has no artifact. */
export interface Kept {
  readonly findings: Findings
  readonly text: Text
  readonly documents: ReadonlyArray<FetchedDocument>
}

/** The changes that keep the findings and what was fetched for them. */
export const keptChanges = (kept: Kept | null): ReadonlyArray<Change> =>
  kept === null
    ? []
    : [blobOf(kept.text), ...kept.documents.map(({ sha256, text }) => Changed.blob(sha256, text))]

const lost = (verified: Verified, check: string, why: string): Verified => ({
  ...verified,
  checks: [...verified.checks, { check, holds: false, why } satisfies Check],
})

/** What is said of a piece on which more was found than is kept. */
const tooLong = ({ format, asOf }: Verified): Verified =>
  lost(
    { format, signers: [], checks: [], statement: [], asOf },
    "length",
    "More was found in this paper than the Court keeps, so that it keeps nothing of this piece.",
  )

/** A piece that was examined. */
interface Found {
  readonly position: number
  readonly examined: Examined
  /** When its SHA-256 was first lodged in the Register of Dealings; null if it was not, or if nothing rests on it. */
  readonly lodgedAt: Instant | null
}

/**
 * The findings within their bounds. The documents of a piece are kept all together; if there is no room for them, a check of the
 * piece fails, since nobody could see later on what it rests.
 */
export const keepFindings = rule(
  ["Rule 4.11"],
  (found: ReadonlyArray<Found>, keyring: Keyring, now: Instant, terms: Terms): Kept => {
    const documents = new Map<string, FetchedDocument>()
    let room = terms.keptDocumentsBytesMax
    let left = terms.findingsBytesMax
    const pieces = found.map(({ position, examined, lodgedAt }) => {
      const fresh = new Map(
        examined.documents.filter(({ sha256 }) => !documents.has(sha256)).map((one) => [one.sha256, one]),
      )
      const bytes = [...fresh.values()].reduce((sum, { text }) => sum + byteLength(text), 0)
      const fits = bytes <= room && documents.size + fresh.size <= terms.keptDocumentsMax
      const resolved = resolve(fits ? examined : { ...examined, documents: [] }, keyring, { now, lodgedAt })
      const whole = fits
        ? resolved
        : lost(resolved, "documents", "There was no room to keep the documents that were fetched for it.")
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
    return { findings, text: textOf(findings), documents: kept }
  },
)

/**
 * The host of the address of a service at its root; null for any other address. A host may have tenants, and a key at its root is no
 * tenant's: the service at a path shows that its agent answers there, and not that it speaks for the host.
 */
export const rootOf = (url: string): string | null =>
  /^https?:\/\/([^/?#@]+)\/?$/i.exec(url)?.[1]?.toLowerCase() ?? null

const knownOf = ({ handle, enrolledAt, serviceUrl, serviceAnsweredAt: answeredAt }: Agent): Known => {
  const host = serviceUrl === null ? null : rootOf(serviceUrl)
  return { handle, enrolledAt, service: host === null || answeredAt === null ? null : { host, answeredAt } }
}

/** On what a paper rests, as far as keys go: the ids of the agents that are parties, and the quote of the matter. */
export interface About {
  readonly parties: ReadonlyArray<string | null>
  readonly quote: Quote | null
}

const agentsOf = (reader: Reader, ids: ReadonlyArray<string>) =>
  Effect.map(reader.findAll(Agents, ids), (found) => found.flatMap(Option.toArray))

/** Some records of agents, each with its agent's enrolment and the end of all its keys. */
const withAgents = <R extends { readonly agentId: string }>(reader: Reader, records: ReadonlyArray<R>) =>
  Effect.gen(function* () {
    const ids = records.map(({ agentId }) => agentId)
    const enrolled = new Map((yield* agentsOf(reader, ids)).map(({ id, enrolledAt }) => [id, enrolledAt]))
    const keyrings = (yield* reader.findAll(agentRecords.Keyrings, ids)).flatMap(Option.toArray)
    const ended = new Map(keyrings.map(({ agentId, endedAt }) => [agentId, endedAt]))
    return records.map((record) => ({
      record,
      enrolledAt: needPresent(enrolled.get(record.agentId), "the agent of a key"),
      keysEndedAt: ended.get(record.agentId) ?? null,
    }))
  })

/**
 * Who proved a key, and who proved its address in confirmed holds. Both come from lists, whose later entries a commit does not
 * notice. That is safe here: whoever shows a key between the reading and the commit shows it after the filing.
 */
const shownOf = (reader: Reader, fingerprint: string) =>
  Effect.gen(function* () {
    const proofs = yield* withAgents(reader, yield* proofsOfKey(reader, fingerprint))
    const held = fingerprint.startsWith("evm:") ? yield* holdersOf(reader, fingerprint) : []
    return {
      fingerprint,
      proofs: proofs.map(({ record, ...agent }): Proof => ({ proof: record, ...agent })),
      held: (yield* withAgents(reader, held)).map(
        ({ record: { handle, since }, ...agent }): Held => ({ handle, since, ...agent }),
      ),
    }
  })

/** Reads all that the records know of the keys that signed. */
const keyringOf = (reader: Reader, { parties, quote }: About, fingerprints: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const ids = parties.filter((id) => id !== null)
    const agents = yield* agentsOf(reader, ids)
    const known = agents.map(knownOf)
    const supplier = known.find(({ handle }) => handle === quote?.supplier.handle)
    const rail = quote?.rail
    const shown = yield* Effect.forEach([...new Set(fingerprints)], (one) => shownOf(reader, one))
    return {
      proofs: new Map(shown.map(({ fingerprint, proofs }) => [fingerprint, proofs])),
      held: new Map(shown.map(({ fingerprint, held }) => [fingerprint, held])),
      rail: rail == null || supplier === undefined ? null : { ...rail, supplier },
      parties: known,
    } satisfies Keyring
  })

/** Whether a key that signed has ended for an agent: then it matters since when the artifact is known. */
const hasEnded = ({ signers }: Examined, { proofs, held }: Keyring): boolean =>
  signers.some(
    ({ fingerprint }) =>
      proofs.get(fingerprint)?.some(({ proof, keysEndedAt }) => (proof.endedAt ?? keysEndedAt) !== null) ||
      held.get(fingerprint)?.some(({ keysEndedAt }) => keysEndedAt !== null),
  )

/** Whether a signer does not say when it signed: then it is read as of the first instant at which the Court can see it. */
const isTimeless = ({ signers }: Examined): boolean => signers.some(({ signedAt }) => signedAt === null)

/**
 * Examines the artifacts in a paper and finds whose keys signed them; null if there is none. Nothing of what is found refuses the
 * paper (Rule 4.11).
 */
export const examineEvidence = (
  reader: Reader,
  contents: ReadonlyArray<string>,
  about: About,
  { actor, now, terms }: Pick<CommandContext, "actor" | "now" | "terms">,
): Effect.Effect<Kept | null, StoreUnavailable, Verifiers> =>
  Effect.gen(function* () {
    const { pieces, unread } = piecesToExamine(contents, terms)
    if (pieces.length === 0 && unread.length === 0) return null
    const verifiers = yield* Verifiers
    const examined = yield* verifiers.examine(
      pieces.map(({ content }) => content),
      {
        agentId: actor.role === "agent" ? actor.id : null,
        now,
        keysOf: (name) => keysUnder(reader, name),
      },
    )
    const read = pieces.flatMap(({ position, content }, i) => {
      const one = examined[i]
      return one == null ? [] : [{ position, content, examined: one }]
    })
    const long = unread.flatMap(({ position, content, why }) => {
      const format = suggestFormat(content)
      return format === null ? [] : [{ position, examined: unreadAs(format, why), lodgedAt: null }]
    })
    if (read.length === 0 && long.length === 0) return null
    const fingerprints = read.flatMap((one) => one.examined.signers.map(({ fingerprint }) => fingerprint))
    const keyring = yield* keyringOf(reader, about, fingerprints)
    const found = yield* Effect.forEach(read, ({ content, ...one }) =>
      Effect.map(
        hasEnded(one.examined, keyring) || isTimeless(one.examined)
          ? firstLodged(reader, sha256Hex(content))
          : Effect.succeed(null),
        (lodgedAt): Found => ({ ...one, lodgedAt }),
      ),
    )
    return keepFindings([...found, ...long], keyring, now, terms)
  })

/** The findings on a paper with what was found of some of its pieces before, within their bounds: what was found then stays (Rule 4.11). */
export const joinFindings = rule(["Rule 4.11"], (before: Findings, kept: Kept | null, terms: Terms): Kept => {
  const sizeOf = (verified: Verified) => byteLength(JSON.stringify(verified))
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
  return { findings, text: textOf(findings), documents: kept?.documents ?? [] }
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
  context: Pick<CommandContext, "actor" | "now" | "terms">,
): Effect.Effect<Kept | null, StoreUnavailable, Verifiers> =>
  Effect.gen(function* () {
    // The Court looks at nothing of an empty piece.
    const known = new Set(old)
    const fresh = contents.map((content) => (known.has(content) ? "" : content))
    const kept = yield* examineEvidence(reader, fresh, about, context)
    if (verifiedSha256 == null) return kept
    const findings = yield* readText(reader, Findings, verifiedSha256)
    const pieces = findings.pieces.flatMap(({ position, verified }) => {
      const at = contents.indexOf(needPresent(old[position], "a piece of the text before"))
      return at === -1 ? [] : [{ position: at, verified }]
    })
    return joinFindings({ ...findings, pieces }, kept, context.terms)
  })

/** What was found of each piece of a paper, by its position. Nothing for a paper that was filed before artifacts were examined. */
export const readFindings = (
  reader: Reader,
  sha256: string | null | undefined,
): Effect.Effect<ReadonlyMap<number, Verified>, StoreUnavailable> =>
  sha256 == null
    ? Effect.succeed(new Map())
    : Effect.map(
        readText(reader, Findings, sha256),
        ({ pieces }) => new Map(pieces.map(({ position, verified }) => [position, verified])),
      )

const Named = Schema.Struct({ verifiedSha256: Schema.String })

/** What a change set records of the pieces of a paper, by their position. Its event names the text that has it. */
export const recordedFindings = ({ events, blobs }: ChangeSet): ReadonlyMap<number, Verified> => {
  const [named] = events.flatMap(({ data }) => Option.toArray(Schema.decodeUnknownOption(Named)(data)))
  const kept = blobs.find(({ sha256 }) => sha256 === named?.verifiedSha256)
  if (kept === undefined) return new Map()
  const { pieces } = Schema.decodeUnknownSync(Schema.parseJson(Findings))(kept.text)
  return new Map(pieces.map(({ position, verified }) => [position, verified]))
}
