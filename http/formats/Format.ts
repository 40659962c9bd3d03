/**
 * A format: how another protocol names a forum, writes a dispute down, or is told of a judgment. Each has a folder of its own and a line in
 * `index.ts`; no format knows another, so that one is dropped by deleting both. All of them follow drafts that move, and are experimental.
 */
import type { Ruling } from "../../core/docket/index.ts"
import type { Verified } from "../../core/evidence/index.ts"
import type { Json } from "../../core/kernel/Json.ts"
import type { Note, Proof } from "../../core/log/index.ts"

/**
 * The one record from which a court is named everywhere. Its base URL has no slash at the end, and hashes are SHA-256, 64 hexadecimal
 * characters.
 */
export interface Named {
  readonly forum: string
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

/**
 * A receipt before the key of the log has signed `signs`, with that key in the form of the format; or why this proof has no such receipt.
 * `build` puts the signature in.
 */
export type Receipt =
  | {
      readonly key: Uint8Array
      readonly signs: Uint8Array
      readonly build: (signature: Uint8Array) => Uint8Array
    }
  | { readonly why: string }

/**
 * An acceptance of terms before the key `kid` of the court has signed `signs`, with that key in the form of the format, and from when until
 * when it holds, in seconds since 1970; or why the court does not accept these terms.
 */
export type Acceptance =
  | {
      readonly kid: string
      readonly key: Uint8Array
      readonly signs: Uint8Array
      readonly build: (signature: Uint8Array) => Uint8Array
      readonly validFrom: number
      readonly validUntil: number
    }
  | { readonly why: string }

export interface Labelled {
  readonly handle: string
  readonly label: string
  readonly reputation: number
  /** The latest key that the agent has proven and that stands, with the id of its proof; null without such a key. */
  readonly key: { readonly proofId: string; readonly jwk: { readonly [member: string]: Json } } | null
}

/** Who issues, when (seconds since 1970), and a random text that hides what is not disclosed. */
export interface Issuing {
  readonly issuer: string
  readonly seconds: number
  readonly salt: string
}

/** A token before the court has signed its payload under the type `typ`. */
export interface Unsigned {
  readonly typ: string
  readonly payload: { readonly [member: string]: Json }
}

/** A credential before it is signed. `status` is the address of its status list; `finish` puts the disclosures behind the token. */
export interface Credential extends Unsigned {
  readonly status: string
  readonly finish: (jwt: string) => string
}

/** How a format states labels, and whether they still hold. With a proof of a key that does not stand, nothing holds. */
export interface Labels {
  readonly credential: (agent: Labelled, issuing: Issuing) => Credential
  readonly status: (
    agent: Labelled,
    proof: { readonly id: string; readonly stands: boolean } | null,
    issuing: Issuing,
  ) => Unsigned
}

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
    | ((ruling: Ruling.Ruling, given: { readonly [name: string]: string }, named: Named) => Rendering)
    | null
  /** The format of signed artifacts that the court then reads as evidence; absent if it reads no artifacts of it. */
  readonly reads?: Verified.Format
  /** The labels of agents as credentials; absent if the format has no such credentials. */
  readonly labels?: Labels
  /** Accepts terms that name the court as their forum, at a time in seconds since 1970; absent if the format has no acceptances. */
  readonly accepts?: (terms: Uint8Array, named: Named, seconds: number) => Acceptance
  /** Turns a proof of the court's own log, which was checked, into a receipt; absent if the format has no receipts. `issuer` is the court's address. */
  readonly receipts?: (proof: Proof.Proof, log: Note.VerifierKey, issuer: string) => Receipt
}
