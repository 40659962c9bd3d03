/**
 * The documents of one filing: fetched once each by the guarded way out, a few for a piece and a few in all. A first look says whether a
 * piece can be an artifact at all, and the results of the last minutes are kept by the hash of the piece, so that a filing that is
 * gathered again verifies nothing twice.
 */

import { createHash } from "node:crypto"
import { Effect } from "effect"
import { suggestFormat, type Verified } from "../../core/evidence/index.ts"
import { type Instant, minutes } from "../../core/kernel/Time.ts"
import { Fetch, Guard, type Turns } from "../outbound/index.ts"
import { isCompact } from "./Jws.ts"
import { decodeUtf8, pieceBytesMax } from "./Read.ts"
import type { Document } from "./Verifier.ts"

/** The format that a piece may have; null if it is too long, or fits no format. The verifying thread decides. */
export const look = (text: string): Verified.Format | null => {
  if (text.length > pieceBytesMax || Buffer.byteLength(text) > pieceBytesMax) return null
  const suggested = suggestFormat(text)
  return suggested === "jws" && !isCompact(text.trim()) ? null : suggested
}

/** How long a result is kept. A result that lacks a document is kept shorter, so that whoever mends the document may try again. */
const keptMs = { whole: minutes(3), lacking: 20_000 }
/** The most results, and the most characters of their documents and statements. */
const most = { results: 2_000, characters: 8_000_000 }

interface Entry {
  readonly at: Instant
  readonly lacking: boolean
  readonly size: number
  readonly result: Verified.Examined | null
  readonly proven: Proven
}

/** The keys that were proven under each name that a piece brings, as JSON, by their place among its documents. */
export type Proven = ReadonlyMap<string, string>

const sizeOf = (result: Verified.Examined | null): number =>
  result === null ? 0 : JSON.stringify(result).length

export class Kept {
  readonly #entries = new Map<string, Entry>()
  #size = 0

  /** The result of a piece; undefined if no result is kept. */
  find(hash: string, now: Instant): Verified.Examined | null | undefined {
    const entry = this.#entries.get(hash)
    if (entry === undefined) return undefined
    const age = now - entry.at
    if (age >= 0 && age < (entry.lacking ? keptMs.lacking : keptMs.whole)) return entry.result
    this.#drop(hash, entry)
    return undefined
  }

  /** The proven keys on which the kept result of a piece rests. Once others are proven, the result is no longer of use. */
  findProven(hash: string): Proven {
    return this.#entries.get(hash)?.proven ?? new Map()
  }

  keep(
    hash: string,
    now: Instant,
    result: Verified.Examined | null,
    lacking: boolean,
    proven: Proven = new Map(),
  ): void {
    const before = this.#entries.get(hash)
    if (before !== undefined) this.#drop(hash, before)
    const entry = { at: now, lacking, size: sizeOf(result), result, proven }
    this.#entries.set(hash, entry)
    this.#size += entry.size
    for (const [oldest, it] of this.#entries) {
      if (this.#entries.size <= most.results && this.#size <= most.characters) break
      this.#drop(oldest, it)
    }
  }

  #drop(hash: string, { size }: Entry): void {
    this.#entries.delete(hash)
    this.#size -= size
  }
}

export const limits = { timeoutMs: 5_000, maxBytes: pieceBytesMax, perPiece: 4, perFiling: 10 }

/** Fetches a document at an https address. It never fails: if a document is missing, its value says why. */
export type FetchDocument = (url: string) => Effect.Effect<Document>

const missingDocument = (url: string, why: string): Document => ({ url, text: null, why })

/** Why an answer is not a document; null if it is one. */
export const whyNot = (fetched: Fetch.Fetched): string | null => {
  if (fetched._tag === "Failed") {
    if (fetched.why === "address_refused") return "this court does not go to its address"
    return fetched.why === "timed_out" ? "it did not answer in time" : "it can't be reached"
  }
  if (fetched.status >= 300 && fetched.status < 400)
    return "it sends the reader elsewhere, which is not followed"
  if (!Fetch.isPlainSuccess(fetched)) return `it answered ${fetched.status}, or in a form that is not read`
  if (fetched.end === "too_large") return "it is too large"
  return fetched.end === "whole" ? null : "it broke off"
}

/**
 * The guarded way out: https alone, no address of a private network, no redirect. A sandbox may also go to the programs beside it, by
 * plain http.
 */
export const guardFetch = (options: Guard.Options = {}): FetchDocument => {
  const fetch = Fetch.make(Guard.chosenByOthers(options), Fetch.isPlainSuccess)
  const headers = { accept: "application/json, application/did+json, application/jwk-set+json" }
  return (url) => {
    const asked = options.allowLoopback === true ? Guard.plainIfLoopback(url) : url
    if (!url.startsWith("https://") && options.allowLoopback !== true)
      return Effect.succeed(missingDocument(url, "its address is not https"))
    return Effect.map(fetch({ url: asked, headers }, limits), (fetched) => {
      const why = whyNot(fetched)
      const text = fetched._tag === "Answered" && why === null ? decodeUtf8(fetched.bytes) : undefined
      return text === undefined ? missingDocument(url, why ?? "it is not UTF-8 text") : { url, text }
    })
  }
}

/** Reads a job at its place on a chain, `eip155:<chain>:<contract>/<number>`: its document, or why there is no document. */
export type ReadJob = (place: string) => Effect.Effect<{ readonly text: string } | { readonly why: string }>

/** A way out that also reads places on a chain, by the nodes that the operator has configured. No artifact names a node. */
export const withJobs =
  (fetch: FetchDocument, jobs: ReadJob | undefined): FetchDocument =>
  (url) => {
    if (!url.startsWith("eip155:")) return fetch(url)
    if (jobs === undefined) return Effect.succeed(missingDocument(url, "this court reads no chain"))
    return Effect.map(jobs(url), (read) =>
      "text" in read ? { url, text: read.text } : missingDocument(url, read.why),
    )
  }

/** Fetches documents for an agent in turn. A document whose turn comes too late is absent, and can be filed again. */
export const inTurn =
  (turns: Turns.InTurn, fetch: FetchDocument, waitMs = 2 * limits.timeoutMs) =>
  (agent: string): FetchDocument =>
  (url) =>
    turns(
      { agent, url, waitMs },
      fetch(url),
      missingDocument(url, "too many documents were waiting to be fetched"),
    )

export const describeKept = (url: string, text: string, fetchedAt: Instant): Verified.Document => ({
  url,
  sha256: createHash("sha256").update(text).digest("hex"),
  fetchedAt,
  text,
})

/** The documents of a filing. Each is fetched once, however many pieces need it. */
export class Filing {
  readonly #fetch: FetchDocument
  readonly #fetched = new Map<string, Promise<Document>>()

  constructor(fetch: FetchDocument) {
    this.#fetch = fetch
  }

  #one(url: string): Promise<Document> {
    const known = this.#fetched.get(url)
    if (known !== undefined) return known
    const asked =
      this.#fetched.size < limits.perFiling
        ? Effect.runPromise(this.#fetch(url))
        : Promise.resolve(missingDocument(url, `a filing has at most ${limits.perFiling} documents`))
    if (this.#fetched.size < limits.perFiling) this.#fetched.set(url, asked)
    return asked
  }

  /** The documents at these addresses, in their order. */
  all(urls: ReadonlyArray<string>): Promise<ReadonlyArray<Document>> {
    return Promise.all(
      urls.map((url, i) =>
        i < limits.perPiece
          ? this.#one(url)
          : Promise.resolve(missingDocument(url, `a piece has at most ${limits.perPiece} documents`)),
      ),
    )
  }
}
