/** A supplier's standard terms, carried by their hash (PD14 §7). */
import { Context, type Effect } from "effect"
import { byteLength, sha256Hex } from "../Hash.ts"
import { type Refusal, refusal, when } from "../Refusal.ts"
import { rule } from "../Rule.ts"
import type { Terms as Figures } from "../Schedule.ts"
import type { QuoteTerms } from "./Input.ts"

/** What came of reading a text at an address that somebody else chose. */
export type TermsRead =
  | { readonly _tag: "Read"; readonly text: string }
  | { readonly _tag: "TooLarge" }
  | {
      readonly _tag: "Unread"
      readonly why: "address_refused" | "unreachable" | "timed_out" | "answered_otherwise" | "not_text"
    }

/** Reads terms at their address, for so long and so many bytes at most; it never fails, and says only what the court may repeat. */
export interface TermsReaderService {
  readonly read: (
    url: string,
    limits: { readonly timeoutMs: number; readonly maxBytes: number },
  ) => Effect.Effect<TermsRead>
}
export class TermsReader extends Context.Tag("agent-court/TermsReader")<TermsReader, TermsReaderService>() {}

const whys: { readonly [W in Extract<TermsRead, { _tag: "Unread" }>["why"]]: string } = {
  address_refused: "The court calls public https addresses only, and follows no redirect to others.",
  unreachable: "The address can't be reached.",
  timed_out: "The address did not answer in time.",
  answered_otherwise: "The address does not answer with 200.",
  not_text: "What the address serves is not UTF-8 text.",
}

/** A hash without its prefixes, in lower case: the form in which hashes are compared. */
export const constantForm = (sha256: string): string =>
  sha256
    .toLowerCase()
    .replace(/^sha256:/, "")
    .replace(/^0x/, "")

/** Whether quotes may carry terms now (PD14 §7). */
export const termsInForce = rule(
  ["PD14 §7"],
  (terms: QuoteTerms | undefined, figures: Figures): Refusal | null =>
    when(terms !== undefined && figures.quoteTermsInForce === 0, "terms_not_in_force", {}),
)

/** What is wrong with a text of terms: its size, or its hash. */
export const termsCheck = rule(
  ["PD14 §7"],
  (terms: QuoteTerms, read: TermsRead, figures: Figures): Refusal | null => {
    if (read._tag === "Unread") return refusal("terms_unread", { why: whys[read.why] })
    const max = figures.termsBytesMax
    if (read._tag === "TooLarge" || byteLength(read.text) > max) return refusal("terms_too_large", { max })
    return when(sha256Hex(read.text) !== constantForm(terms.sha256), "terms_mismatch", {})
  },
)
