/**
 * A format: how another protocol names a forum, writes a dispute down, or is told of a judgment. Each has a folder of its own and a line in `index.ts`; no
 * format knows another, so that one is dropped by deleting both. All of them follow drafts that move, and are experimental.
 */
import type { Ruling } from "../../core/docket/index.ts"
import type { Format as ArtifactFormat } from "../../core/evidence/index.ts"
import type { Json } from "../../core/kernel/Json.ts"

/** The one record from which a court is named everywhere. Hashes are SHA-256, 64 hexadecimal characters. */
export interface Named {
  readonly forum: string
  /** Without a slash at the end. */
  readonly baseUrl: string
  readonly did: string
  readonly contact: string
  readonly method: string
  readonly jurisdiction: string
  readonly rules: {
    readonly id: string
    readonly version: string
    readonly url: string
    readonly sha256: string
  }
  readonly clause: { readonly url: string; readonly sha256: string }
  /** Where claims are filed. */
  readonly filing: string
  /** The key of `jwks.json` that signs, Ed25519: its name, and `x` in base64url. */
  readonly key: { readonly kid: string; readonly x: string }
}

/** A value that whoever asks for a rendering has to give, because the court does not know it. */
export interface Given {
  readonly name: string
  readonly description: string
  readonly pattern: RegExp
  /** The value if it is left out; absent if it must be given. */
  readonly otherwise?: string
}

/**
 * A rendering, or why this judgment has no rendering in this form. The court never signs one: whoever asks for it names the transaction,
 * the job or the agent, and a signature would let a judgment on one deal be shown as one on another's.
 */
export type Rendering = { readonly document: { readonly [member: string]: Json } } | { readonly why: string }

/** One format of other people's. */
export interface Format {
  readonly name: string
  readonly title: string
  /** The address of the specification, and which version or commit of it was read. */
  readonly specification: string
  readonly read: string
  /** The path at which the protocol looks for the document that names a court; null if it looks at no path. */
  readonly wellKnown: `/${string}` | null
  /** Whether that document is the catalog to which the court's own legal context points. */
  readonly isCatalog?: true
  /** The document that names a court; null if the format names no court. */
  readonly names: ((named: Named) => { readonly [member: string]: Json }) | null
  readonly given: ReadonlyArray<Given>
  /** Renders a judgment from the values that were given; null if the format renders no judgments. */
  readonly renders:
    | ((ruling: Ruling, given: { readonly [name: string]: string }, named: Named) => Rendering)
    | null
  /** The format of signed artifacts that the court then reads as evidence; absent if it reads no artifacts of it. */
  readonly reads?: ArtifactFormat
}
