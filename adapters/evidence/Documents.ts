/** The documents of one filing: fetched once each by the guarded way out, a few for a piece and a few in all. */
import { createHash } from "node:crypto"
import { Effect } from "effect"
import type { FetchedDocument } from "../../core/evidence/index.ts"
import type { Instant } from "../../core/kernel/Time.ts"
import { Fetch, Guard, type Turns } from "../outbound/index.ts"
import { decodeUtf8, pieceBytesMax } from "./Read.ts"
import type { Document } from "./Verifier.ts"

export const limits = { timeoutMs: 5_000, maxBytes: pieceBytesMax, perPiece: 4, perFiling: 10 }

/** Fetches a document at an https address. It never fails: the document says why there is none. */
export type FetchDocument = (url: string) => Effect.Effect<Document>

const missingDocument = (url: string, why: string): Document => ({ url, text: null, why })

/** Why an answer is no document; null if it is one. */
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

/** The guarded way out: https alone, no address of a private network, no redirect. */
export const guardFetch = (options: Guard.Options = {}): FetchDocument => {
  const fetch = Fetch.make(Guard.chosenByOthers(options), Fetch.isPlainSuccess)
  const headers = { accept: "application/json, application/did+json, application/jwk-set+json" }
  return (url) => {
    if (!url.startsWith("https://")) return Effect.succeed(missingDocument(url, "its address is not https"))
    return Effect.map(fetch({ url, headers }, limits), (fetched) => {
      const why = whyNot(fetched)
      const text = fetched._tag === "Answered" && why === null ? decodeUtf8(fetched.bytes) : undefined
      return text === undefined ? missingDocument(url, why ?? "it is not UTF-8 text") : { url, text }
    })
  }
}

/** Fetches documents for an agent in turn. One whose turn comes too late is absent, and can be filed again. */
export const inTurn =
  (turns: Turns.InTurn, fetch: FetchDocument, waitMs = 2 * limits.timeoutMs) =>
  (agent: string): FetchDocument =>
  (url) =>
    turns(
      { agent, url, waitMs },
      fetch(url),
      missingDocument(url, "too many documents were waiting to be fetched"),
    )

/** A document as it is kept with a pleading. */
export const kept = (url: string, text: string, fetchedAt: Instant): FetchedDocument => ({
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
