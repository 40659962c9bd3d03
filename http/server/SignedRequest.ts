/**
 * A request that is authenticated by its own signature (RFC 9421) in place of a bearer credential. Its head is read and the text that
 * was signed is built here, in bounded work and before any key is looked up. The body is compared with its digest once it is read.
 */
import { Either } from "effect"
import { baseOf, type Message, tag } from "../../adapters/keys/httpSignature/SignatureBase.ts"
import {
  type InnerList,
  isList,
  parseDictionary,
} from "../../adapters/keys/httpSignature/StructuredFields.ts"
import { type Digest, digestOf } from "../../adapters/keys/httpSignature/Verify.ts"
import type { Incoming } from "./Incoming.ts"
import { type FaultCode, Faulted } from "./Problem.ts"

/** The message that a signature covers: the request itself, or for a tool the message that asks for it. */
export interface Signable extends Pick<Incoming, "method" | "target" | "header"> {
  /** Whether the `Idempotency-Key` must be covered. A tool has it in its arguments, which are the body. */
  readonly acts: boolean
  readonly carries: boolean
}

export interface Read {
  readonly keyid: string
  /** The algorithm that the signature states; null if it leaves that to the key. */
  readonly alg: string | null
  readonly base: string
  readonly signature: Uint8Array
  /** The digest that the body must have; null if no digest is covered. */
  readonly digest: Digest | null
  /** The host whose key directory has the key (`Signature-Agent`); null if the key is named by its proof. */
  readonly directory: string | null
}

/** How far `created` may be from the clock of the machine, in seconds. */
export const windowSeconds = 300
/** A name of a key is a DID URL, or the address of a key set with `#kid`. */
const keyidMax = 512
const componentsMax = 16

/** Ends the reading: `read` gives the fault to its caller. */
const refuse = (code: FaultCode, path: string, message: string): never => {
  throw new Faulted({ code, errors: [{ path, message }] })
}

/** The label and the list of the one signature that is marked for this court; null if no signature is marked so. */
const findMarked = (field: string): { readonly label: string; readonly input: InnerList } | null => {
  const inputs =
    parseDictionary(field) ??
    refuse("signature_unreadable", "Signature-Input", "is not a dictionary of structured fields")
  let found: { readonly label: string; readonly input: InnerList } | null = null
  for (const [label, input] of inputs) {
    if (!isList(input) || input.parameters.get("tag") !== tag) continue
    if (found !== null)
      refuse("signature_unreadable", "Signature-Input", `has more than one signature with tag="${tag}"`)
    found = { label, input }
  }
  return found
}

const signatureOf = (field: string | undefined, label: string): Uint8Array => {
  const member = parseDictionary(field ?? "")?.get(label)
  return member !== undefined && !isList(member) && member.value instanceof Uint8Array
    ? member.value
    : refuse("signature_unreadable", "Signature", "has no bytes under the label of Signature-Input")
}

/** Whether a list covers a component as it is, without parameters. */
const covers = ({ items }: InnerList, name: string): boolean =>
  items.some(({ value, parameters }) => value === name && parameters.size === 0)

const requiredComponents = ({ acts, carries }: Signable, directory: string | null): ReadonlyArray<string> => [
  "@method",
  "@target-uri",
  ...(carries ? ["content-digest"] : []),
  ...(acts ? ["idempotency-key"] : []),
  ...(directory === null ? [] : ["signature-agent"]),
]

/** Which time is outside the window, and why; null if no time is. */
const lateness = (
  { parameters }: InnerList,
  nowMs: number,
): readonly [parameter: string, message: string] | null => {
  const created = parameters.get("created")
  const expires = parameters.get("expires")
  if (typeof created !== "number") return ["created", "must be the time of signing in whole seconds"]
  if (Math.abs(nowMs / 1000 - created) > windowSeconds)
    return ["created", `must be within ${windowSeconds} seconds of the clock of the court (its Date header)`]
  return expires !== undefined && !(typeof expires === "number" && expires * 1000 >= nowMs)
    ? ["expires", "has passed, or is not a time in whole seconds"]
    : null
}

/** The host of a `Signature-Agent`; null if the request doesn't have the field, or the court doesn't read its value. */
const directoryOf = (field: string | undefined): string | null => {
  if (field === undefined || field.length > keyidMax) return null
  const url = URL.parse(field.trim().replace(/^"(.*)"$/, "$1"))
  return url?.protocol === "https:" ? url.host : null
}

/** The key and the algorithm that a signature names. */
const readNamed = ({ parameters }: InnerList): Pick<Read, "keyid" | "alg"> => {
  const keyid = parameters.get("keyid")
  const alg = parameters.get("alg") ?? null
  if (typeof keyid !== "string" || keyid.length > keyidMax)
    return refuse(
      "signature_unreadable",
      "keyid",
      `must be the id of a proof, in quotes, of at most ${keyidMax} characters`,
    )
  return { keyid, alg: alg === null ? null : String(alg) }
}

const readHead = (signable: Signable, baseUrl: string, nowMs: number): Read | null => {
  const { method, target, header } = signable
  const field = header("signature-input")
  const found = field === undefined ? null : findMarked(field)
  if (found === null) return null
  const { label, input } = found
  const signature = signatureOf(header("signature"), label)
  if (input.items.length > componentsMax)
    refuse("signature_unreadable", "Signature-Input", `covers more than ${componentsMax} components`)
  const directory = directoryOf(header("signature-agent"))
  const missing = requiredComponents(signable, directory).find((name) => !covers(input, name))
  if (missing !== undefined) refuse("signature_incomplete", missing, "must be covered by the signature")
  const late = lateness(input, nowMs)
  if (late !== null) refuse("signature_out_of_time", ...late)
  const { keyid, alg } = readNamed(input)
  const message: Message = {
    method,
    targetUri: `${baseUrl}${target}`,
    field: (name) => header(name) ?? null,
  }
  const built = baseOf(message, input)
  if ("missing" in built)
    return refuse(
      "signature_incomplete",
      built.missing.slice(0, 100),
      "is covered but not in the request, or is covered twice",
    )
  const stated = covers(input, "content-digest") ? header("content-digest") : undefined
  const digest =
    stated === undefined
      ? null
      : (digestOf(stated) ?? refuse("digest_mismatch", "Content-Digest", "must have sha-256 or sha-512"))
  return { keyid, alg, base: built.base, signature, digest, directory }
}

/**
 * Reads the head of a request that is signed for this court; null if it bears no such signature. `baseUrl` is the address of the court
 * as the public knows it, whatever proxies are in between.
 */
export const read = (...given: Parameters<typeof readHead>): Either.Either<Read | null, Faulted> => {
  try {
    return Either.right(readHead(...given))
  } catch (error) {
    if (error instanceof Faulted) return Either.left(error)
    throw error
  }
}

/** The facts that the court keeps of a signed request while it handles it. */
export interface Signed {
  readonly baseSha256: string
  readonly digest: Digest | null
}
