/**
 * The verifiers of evidence: what agents sign as they trade, read and checked beside the thread that serves requests. Documents that
 * list keys are fetched here, by the guarded way out; verifiers have no network.
 */
import { createHash } from "node:crypto"
import { availableParallelism } from "node:os"
import { Effect, Either, Layer } from "effect"
import { Verified } from "../../core/evidence/index.ts"
import { StoreUnavailable } from "../../core/store/Store.ts"
import { Turns } from "../outbound/index.ts"
import {
  describeKept,
  type FetchDocument,
  Filing,
  guardFetch,
  inTurn,
  Kept,
  look,
  type Proven,
  type ReadJob,
  withJobs,
} from "./Documents.ts"
import { type Limits, Pool, Thread, type Verifying } from "./Pool.ts"
import { type Document, fails, isOwnDocument, nameOfProven, ownKeySet, provenKeysOf } from "./Verifier.ts"

/** A document of this court itself: its address and its text, as it serves it. */
export interface OwnDocument {
  readonly url: string
  readonly text: string
}

/** How evidence is examined: what is fetched for it, and within which limits. */
export interface Options {
  readonly fetch?: FetchDocument
  /** Also fetches documents of programs on this machine, by plain http. Only for a sandbox and for tests. */
  readonly allowLoopback?: boolean
  /** The court's own key set and notary document, for its own receipts and judgments. */
  readonly own?: () => { readonly keySet: OwnDocument; readonly notary: OwnDocument }
  /**
   * The clock of the machine, for a sandbox: its own clock stands still while programs go on signing by theirs. Anything that was signed by
   * then was signed now.
   */
  readonly machineNow?: () => number
  /** The experimental formats that the court reads. Without a list it reads only formats that stand. */
  readonly spoken?: ReadonlyArray<Verified.Format>
  /** Reads a job of ERC-8183 at its place on a chain, if the court reads chains. */
  readonly jobs?: ReadJob
  readonly limits?: Partial<Limits>
  readonly thread?: () => Verifying
}

/** The limits of examining evidence, in a court that sets no limits itself. */
export const usualLimits: Limits = {
  threads: Math.min(2, availableParallelism()),
  pieceMs: 50,
  perAgent: 64,
  inAll: 512,
}

const unreadFinding = (format: Verified.Format, why: string): Verified.Examined => ({
  format,
  signers: [],
  checks: [fails("read in time", why)],
  statement: [],
  documents: [],
})

const late = (format: Verified.Format): Verified.Examined =>
  unreadFinding(format, "Its verification took too long, and was ended.")
const busy = (format: Verified.Format): Verified.Examined =>
  unreadFinding(format, "Too many pieces waited to be verified. File it again to have it verified.")

/** The verifiers of signed artifacts, which are closed with their threads. */
export type Evidence = typeof Verified.Verifiers.Service & {
  readonly close: () => Promise<void>
}

const hashOf = (text: string): string => createHash("sha256").update(text).digest("base64url")

/** Reads the keys that were proven under the names among these places. It rejects as the store fails. */
const readProven = async (places: ReadonlyArray<string>, { keysOf }: Verified.Examining): Promise<Proven> => {
  const names = places.flatMap((place) => nameOfProven(place) ?? [])
  const read = await Promise.all(
    names.map(async (name) => {
      const keys = await Effect.runPromise(Effect.either(keysOf(name)))
      if (Either.isLeft(keys)) throw keys.left
      return [provenKeysOf(name), JSON.stringify(keys.right)] as const
    }),
  )
  return new Map(read)
}

const isSame = (one: Proven, other: Proven): boolean =>
  [...one].every(([place, keys]) => other.get(place) === keys)

/** A finding in which whoever signed after the court's clock, and not after the latest instant, signed now. */
const boundSigning = (latest: number, now: number, examined: Verified.Examined): Verified.Examined => ({
  ...examined,
  signers: examined.signers.map((signer) => {
    const { signedAt } = signer
    return signedAt !== null && signedAt > now && signedAt <= latest ? { ...signer, signedAt: now } : signer
  }),
})

/** The verifiers over threads that start with the first piece. */
export const make = ({
  allowLoopback = false,
  fetch = guardFetch({ allowLoopback }),
  jobs,
  own,
  machineNow,
  spoken = [],
  limits,
  thread,
}: Options = {}): Evidence => {
  /** The instant up to which a signer may have signed. */
  const latest = (now: number): number => (machineNow === undefined ? now : Math.max(now, machineNow()))
  const fetchFor = inTurn(Turns.make(), withJobs(fetch, jobs))
  const pool = new Pool({ ...usualLimits, ...limits }, thread ?? (() => new Thread()))
  const results = new Kept()
  /** Pieces that are being verified, so that the same piece is verified once if two filings bring it. */
  const underWay = new Map<string, Promise<Verified.Examined | null>>()

  const ownOf = (name: string): Document => {
    const documents = own?.()
    if (documents === undefined)
      return { url: name, text: null, why: "this court's own keys are not known here" }
    return name === ownKeySet ? documents.keySet : documents.notary
  }

  const withDocuments = async (urls: ReadonlyArray<string>, filing: Filing, proven: Proven) => {
    const others = urls.filter((url) => !isOwnDocument(url))
    const fetched = await filing.all(others)
    const documents = [
      ...urls
        .filter(isOwnDocument)
        .map((url) => [url, proven.has(url) ? { url, text: proven.get(url) ?? "" } : ownOf(url)] as const),
      ...others.flatMap((url, i) => {
        const document = fetched[i]
        return document === undefined ? [] : [[url, document] as const]
      }),
    ]
    return { documents, fetched }
  }

  const examineOne = async (
    text: string,
    suggested: Verified.Format,
    filing: Filing,
    examining: Verified.Examining,
    keep: (result: Verified.Examined | null, lacking: boolean, proven?: Proven) => void,
  ): Promise<Verified.Examined | null> => {
    const { agentId, now } = examining
    const agent = agentId ?? ""
    const read = { text, now: latest(now), spoken }
    const first = await pool.ask(agent, { ...read, documents: null })
    if (first === "busy") return busy(suggested)
    if (first === "late") return late(suggested)
    if (first.kind === "none") {
      keep(null, false)
      return null
    }
    if (first.kind === "examined") {
      const examined = boundSigning(read.now, now, { ...first.examined, documents: [] })
      keep(examined, false)
      return examined
    }
    const proven = await readProven(first.urls, examining)
    const { documents, fetched } = await withDocuments(first.urls, filing, proven)
    const second = await pool.ask(agent, { ...read, documents })
    if (second === "busy") return busy(first.format)
    if (second === "late" || second.kind !== "examined") return late(first.format)
    const found = fetched.flatMap(({ url, text }) => (text === null ? [] : [describeKept(url, text, now)]))
    const examined = boundSigning(read.now, now, { ...second.examined, documents: found })
    keep(examined, found.length < fetched.length, proven)
    return examined
  }

  const examine = async (
    text: string,
    filing: Filing,
    examining: Verified.Examining,
  ): Promise<Verified.Examined | null> => {
    const suggested = look(text)
    if (suggested === null) return null
    const hash = hashOf(text)
    const known = results.find(hash, examining.now)
    const before = results.findProven(hash)
    if (known !== undefined && isSame(before, await readProven([...before.keys()], examining))) return known
    const same = underWay.get(hash)
    if (same !== undefined) return same
    const begun = examineOne(text, suggested, filing, examining, (result, lacking, proven) =>
      results.keep(hash, examining.now, result, lacking, proven),
    ).finally(() => underWay.delete(hash))
    underWay.set(hash, begun)
    return begun
  }

  return {
    examine: (contents, examining) =>
      Effect.tryPromise({
        try: () => {
          const filing = new Filing(fetchFor(examining.agentId ?? ""))
          return Promise.all(contents.map((text) => examine(text, filing, examining)))
        },
        catch: (cause) => cause,
      }).pipe(
        Effect.catchAll((cause) =>
          cause instanceof StoreUnavailable ? Effect.fail(cause) : Effect.die(cause),
        ),
      ),
    close: () => pool.close(),
  }
}

/** The verifiers as a layer. Their threads end with it. */
export const layer = (options: Options = {}): Layer.Layer<Verified.Verifiers> =>
  Layer.scoped(
    Verified.Verifiers,
    Effect.acquireRelease(
      Effect.sync(() => make(options)),
      (evidence) => Effect.promise(evidence.close),
    ),
  )
