/** Checks of what a court served, with its published keys and by the core's own functions, so that nobody need trust the court. By promises. */
import type { Effect } from "effect"
import { type SealedWords, wordsOf } from "../../core/judgments/index.ts"
import type { Json } from "../../core/kernel/Json.ts"
import { type JwksDocument, type JwsCheck, verifyJws } from "../../core/kernel/Notary.ts"
import { Lodged } from "../../core/log/index.ts"
import type { Client } from "./Client.ts"
import { checkSeal, type NotaryDocument, type RuleChecked } from "./SealCheck.ts"

type Ended<F extends (...args: never) => unknown> =
  ReturnType<F> extends Effect.Effect<infer A, infer _E, infer _R> ? A : never
/** A judgment, as a court answers it: the sealed words with the seal and the key. */
export interface JudgmentRecord extends Ended<Client["judgments"]["readJudgment"]> {}
/** The disposition of a judgment, as a court answers it. */
export interface Disposition extends Ended<Client["judgments"]["readDisposition"]> {}
/** The compliance of an agent, as a court answers it. */
export interface ComplianceSummary extends Ended<Client["compliance"]["checkCompliance"]> {}
/** The entry of a dealing, as a court answers its lodger. */
export interface Lodgement extends Ended<Client["dealings"]["notarise"]> {}
/** The answer to papers that are lodged together: their entries, and the receipt of the batch. */
export interface BatchAnswer extends Ended<Client["dealings"]["notariseBatch"]> {}
/** The receipt of the entries that were made together. */
export interface BatchReceipt extends NonNullable<BatchAnswer["batch"]> {}

export type Calling<F> = F extends (...given: infer Given) => Effect.Effect<infer A, infer _E>
  ? (...given: Given) => Promise<A>
  : never
export interface Reads {
  readonly judgments: {
    readonly readJudgment: Calling<Client["judgments"]["readJudgment"]>
    readonly readDisposition: Calling<Client["judgments"]["readDisposition"]>
  }
  readonly compliance: { readonly checkCompliance: Calling<Client["compliance"]["checkCompliance"]> }
  readonly system: {
    readonly notary: Calling<Client["system"]["notary"]>
    readonly jwks: Calling<Client["system"]["jwks"]>
  }
}

/** Keys kept from an earlier visit. If they are left out, they are read from the court, which is then trusted for them. */
export interface JudgmentKeys {
  readonly notary?: NotaryDocument
}
/** The keys of the court, if they are known already; else they are fetched. */
export interface Jwks {
  readonly jwks?: JwksDocument
}

/** The outcome of checking a judgment by the rules: all checks, and whether all hold. */
export interface JudgmentVerdict {
  /** All rules hold: the seal is the court's, and it stands on the judgment that was asked for. */
  readonly valid: boolean
  readonly checks: ReadonlyArray<RuleChecked>
  readonly record: JudgmentRecord
  /** The words under the seal; null if they aren't a judgment. */
  readonly words: SealedWords | null
}

/**
 * Reads a judgment and checks it (Rule 5.4): payload as returned, key of the court now or retired after the delivery, signature, hash,
 * and that what is under seal is what the record says and what was asked for. The live marks in `record` stand outside the seal;
 * `words` are what stands under it.
 */
export const verifyJudgment = async (
  reads: Reads,
  citation: string,
  keys: JudgmentKeys = {},
): Promise<JudgmentVerdict> => {
  const record = await reads.judgments.readJudgment({ path: { citation } })
  const notary = keys.notary ?? (await reads.system.notary())
  const checks = checkSeal(record, notary, citation)
  return { valid: checks.every(({ holds }) => holds), checks, record, words: wordsOf(record.payload) }
}

/** An answer with the outcome of checking its signature. */
export interface SignedVerdict<A> {
  readonly valid: boolean
  readonly failed: ReadonlyArray<JwsCheck | "subject" | "unsigned" | "incomplete" | "path">
  readonly value: A
}

/** Checks that a value carries, in one of its members, this court's signature over all the others. */
export const signedBy = <A extends object, K extends keyof A & string>(
  value: A,
  member: K,
  jwks: JwksDocument,
): SignedVerdict<A> => {
  const { [member]: signature, ...rest } = value
  if (typeof signature !== "string") return { valid: false, failed: ["unsigned"], value }
  // It was read as JSON; an interface can't say so.
  const { valid, failed } = verifyJws(signature, rest as unknown as Json, jwks)
  return { valid, failed, value }
}

const jwksOf = async (reads: Pick<Reads, "system">, { jwks }: Jwks): Promise<JwksDocument> =>
  jwks ?? (await reads.system.jwks())

const about = <A>(verdict: SignedVerdict<A>, subject: boolean): SignedVerdict<A> =>
  subject ? verdict : { ...verdict, valid: false, failed: [...verdict.failed, "subject"] }

const entriesAPage = 100

/** A page of a compliance record, its signature checked. */
const compliancePage = async (reads: Reads, handle: string, jwks: JwksDocument, cursor: string | null) => {
  const urlParams = { limit: entriesAPage, ...(cursor === null ? {} : { cursor }) }
  const page = await reads.compliance.checkCompliance({ path: { handle }, urlParams })
  return about(signedBy(page, "signature", jwks), page.handle === handle)
}

/** A counterparty's compliance record, page after page as they are asked for, each checked as `verifyCompliance` does (PD11 §1). */
export async function* verifyCompliancePages(
  reads: Reads,
  handle: string,
  keys: Jwks = {},
): AsyncGenerator<SignedVerdict<ComplianceSummary>> {
  const jwks = await jwksOf(reads, keys)
  for (let cursor: string | null = null; ; ) {
    const page: SignedVerdict<ComplianceSummary> = await compliancePage(reads, handle, jwks, cursor)
    yield page
    if (page.value.nextCursor === null) return
    cursor = page.value.nextCursor
  }
}

const entriesIn = ({ counts }: ComplianceSummary): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)

/**
 * Reads a counterparty's whole compliance record and checks the signature of every page, and that the pages hold as many entries
 * as the court signed that there are: `incomplete` if one is held back (PD11 §1). `value` is the first page; what it says is as
 * of `asOf`.
 */
export const verifyCompliance = async (
  reads: Reads,
  handle: string,
  keys: Jwks = {},
): Promise<SignedVerdict<ComplianceSummary>> => {
  const jwks = await jwksOf(reads, keys)
  const first = await compliancePage(reads, handle, jwks, null)
  const failed = new Set(first.failed)
  const ids = new Set(first.value.entries.map(({ id }) => id))
  let last = first.value
  while (last.nextCursor !== null) {
    const page = await compliancePage(reads, handle, jwks, last.nextCursor)
    const before = ids.size
    for (const { id } of page.value.entries) ids.add(id)
    for (const check of page.failed) failed.add(check)
    last = page.value
    // A court that serves the same page again and again is not followed for ever.
    if (ids.size === before) break
  }
  // Entries are opened while the pages are read, and never removed.
  if (ids.size < entriesIn(first.value) || ids.size > entriesIn(last)) failed.add("incomplete")
  return { valid: failed.size === 0, failed: [...failed], value: first.value }
}

/** Reads what an escrow needs of a judgment and checks its signature; `unsigned` until the judgment is final (PD17 §2). */
export const verifyDisposition = async (
  reads: Reads,
  citation: string,
  keys: Jwks = {},
): Promise<SignedVerdict<Disposition>> => {
  const disposition = await reads.judgments.readDisposition({ path: { citation } })
  const verdict = signedBy(disposition, "signature", await jwksOf(reads, keys))
  return about(verdict, disposition.citation === citation)
}

/** The proof of an entry that was lodged with others: the entry, the receipt of its batch, and its path to the root there. */
export interface EntryReceipt extends Lodged.Entry {
  readonly batch: BatchReceipt & { readonly index: number; readonly path: ReadonlyArray<string> }
}

/**
 * The proof of the entry of one item of a batch by itself, made from the answer without asking the court (Dealings Act 1.1B). Null if the
 * item was refused.
 */
export const entryReceipt = ({ items, batch }: BatchAnswer, item: number): EntryReceipt | null => {
  const asked = items[item]
  const entries = items.filter((each) => "id" in each)
  if (batch === null || asked === undefined || !("id" in asked)) return null
  const index = entries.indexOf(asked)
  const { id, sequence, sha256, lodgedAt } = asked
  const path = Lodged.pathOfEntry(
    index,
    entries.map((each) => Lodged.hashEntry(each)),
  )
  return { id, sequence, sha256, lodgedAt, batch: { ...batch, index, path } }
}

/**
 * Checks the receipt of a lodgement (Dealings Act 1.1): as `notarise` answered it, or of an entry that was lodged with others, as
 * `entryReceipt` made it. `path`: the entry does not stand under the root that the court signed (Dealings Act 1.1B).
 */
export const verifyReceipt = async (
  reads: Pick<Reads, "system">,
  lodgement: Lodgement | EntryReceipt,
  keys: Jwks = {},
): Promise<SignedVerdict<Lodgement | EntryReceipt>> => {
  const jwks = await jwksOf(reads, keys)
  if (!("batch" in lodgement)) return signedBy(lodgement, "receipt", jwks)
  const { index, path, ...batch } = lodgement.batch
  const { valid, failed } = signedBy(batch, "receipt", jwks)
  const stands =
    batch.lodgedAt === lodgement.lodgedAt &&
    Lodged.isInBatch(lodgement, { index, path, size: batch.size, root: batch.root })
  return { valid: valid && stands, failed: stands ? failed : [...failed, "path"], value: lodgement }
}
