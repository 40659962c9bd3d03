/** Who sends a request, as its credential or its signature says. */
import type { Actor } from "../../core/kernel/Actor.ts"
import type { KnownBy } from "../../core/kernel/Reader.ts"
import type * as SignedRequest from "./SignedRequest.ts"

export interface Caller {
  readonly actor: Actor
  /** The name under which the caller's receipts are kept and its requests are counted. */
  readonly owner: string
  /** The credential as the caller sent it, or null if the request was signed. It is used only to seal what no other caller may read again. */
  readonly secret: string | null
  readonly signed?: SignedRequest.Signed
  /** The records, with their versions, by which the caller was found: a commit fails if one of them has changed. */
  readonly knownBy: KnownBy
  /** Whether these were read for an earlier request, so that only a commit shows whether they have changed since. */
  readonly remembered: boolean
}
