/** A supplier's standard terms, carried by their hash (PD14 §7). */
import { Context, type Effect } from "effect"

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
