/** Reads the terms of a quote at the address that the supplier gives (PD14 §7). */
import { Effect, Layer } from "effect"
import { type TermsRead, TermsReader } from "../../core/quotes/index.ts"
import * as Fetch from "../outbound/Fetch.ts"
import * as Guard from "../outbound/Guard.ts"

// It is strict and keeps the byte order mark, since the hash is over the bytes as they came.
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

const textOf = (bytes: Uint8Array): TermsRead => {
  try {
    const text = decoder.decode(bytes)
    return text.includes("\0") ? { _tag: "Unread", why: "not_text" } : { _tag: "Read", text }
  } catch {
    return { _tag: "Unread", why: "not_text" }
  }
}

const headers = { accept: "text/*, */*;q=0.1" }

const readOf = (fetched: Fetch.Fetched): TermsRead => {
  if (fetched._tag === "Failed") return { _tag: "Unread", why: fetched.why }
  switch (fetched.end) {
    case "whole":
      return textOf(fetched.bytes)
    case "too_large":
      return { _tag: "TooLarge" }
    case "unread":
      return { _tag: "Unread", why: "answered_otherwise" }
    case "broken_off":
      return { _tag: "Unread", why: "unreachable" }
  }
}

/** The reader of terms. `options` say which addresses it may read. */
export const layer = (options: Guard.Options = {}): Layer.Layer<TermsReader> => {
  const fetch = Fetch.make(Guard.chosenByOthers(options), Fetch.isPlainSuccess)
  return Layer.succeed(TermsReader, {
    read: (url, limits) => Effect.map(fetch({ url, headers }, limits), readOf),
  })
}
