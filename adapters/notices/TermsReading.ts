/** Terms of a quote, read at the address that the supplier gives (PD14 §7). */
import { Effect, Layer } from "effect"
import { type TermsRead, TermsReader } from "../../core/quotes/Terms.ts"
import type { Options } from "./GuardedFetch.ts"
import * as GuardedRead from "./GuardedRead.ts"

// Strict, and the byte order mark kept: the hash is over the very bytes.
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

const textOf = (bytes: Uint8Array): TermsRead => {
  try {
    const text = decoder.decode(bytes)
    return text.includes("\0") ? { _tag: "Unread", why: "not_text" } : { _tag: "Read", text }
  } catch {
    return { _tag: "Unread", why: "not_text" }
  }
}

/** `allowLoopback` as in `GuardedFetch`: for a sandbox and for tests. */
export const layer = (options: Options = {}): Layer.Layer<TermsReader> => {
  const read = GuardedRead.make(options)
  return Layer.succeed(TermsReader, {
    read: (url, limits) =>
      Effect.map(read(url, limits), (got): TermsRead => {
        if (got._tag === "Got") return textOf(got.bytes)
        return got._tag === "TooLarge" ? got : { _tag: "Unread", why: got.why }
      }),
  })
}
