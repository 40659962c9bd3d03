/**
 * The name of a key: a DID URL, a CAIP-10 address, or the address of a key set with `#kid`. A name has one spelling, so that one
 * key has no two names of one kind, and it is printable ASCII without blanks, so that it stands in one line of a challenge.
 */
import { Either, Schema } from "effect"
import { Networks } from "../chains/index.ts"
import { sha256Hex } from "../kernel/Hash.ts"
import { exactly, member } from "../kernel/Json.ts"
import type { Named } from "../kernel/Named.ts"
import { type Refusal, refusal } from "../kernel/Refusal.ts"
import { bounds } from "../kernel/Schedule.ts"

const text = Schema.NonEmptyString.pipe(Schema.maxLength(bounds.keyNameCharsMax))

/** The name of a key, or the id of a proof of it. */
export const KeyOrProof = text

/**
 * How a key is proven. `did_key`: the key is its own name. `did_web`: a verification method of a document on the web. `evm`: an
 * address, or the contract at it. `jwk`: a key of a set that is published at an address of the agent's own host.
 */
export const ProofMethod = Schema.Literal("did_key", "did_web", "evm", "jwk")
export type ProofMethod = typeof ProofMethod.Type

const proofRequestSchema = Schema.Struct({
  method: member(
    ProofMethod,
    "How the key is proven: did_key and did_web take did; evm takes address and chainId; jwk takes url and kid.",
  ),
  did: exactly(text, "The DID URL of the key: did:key:z…, or did:web:host#key."),
  address: exactly(text, "The address, 0x and 40 hexadecimal digits."),
  chainId: exactly(
    Schema.Int.pipe(Schema.between(1, Number.MAX_SAFE_INTEGER)),
    "The chain (EIP-155), 1 if left out. A contract is asked on this chain.",
  ),
  url: exactly(text, "The https address of a key set (RFC 7517), on your own host."),
  kid: exactly(text, "The kid of the key in that set."),
}).annotations({ identifier: "ProofRequest" })

export type ProofRequest = Named<typeof proofRequestSchema.Type>
/** The type of the schema of a request for a challenge, under a name of its own. */
export interface ProofRequestSchema extends Schema.Struct<(typeof proofRequestSchema)["fields"]> {}

/** The body that asks for a challenge to be signed; which members it has depends on `method`. */
export const ProofRequest: ProofRequestSchema = proofRequestSchema

type Member = Exclude<keyof ProofRequest, "method">
const members: ReadonlyArray<Member> = ["did", "address", "chainId", "url", "kid"]

/** `did:key:` and a multibase key in base58, alone or as its own fragment. */
const didKey = /^did:key:(z[1-9A-HJ-NP-Za-km-z]+)(?:#\1)?$/
/** A host in lower case with or without a port, segments of a path, and the fragment that names a key. */
const didWeb =
  /^did:web:([a-z0-9.-]+(?:%3A\d{1,5})?)((?::(?:[A-Za-z0-9._-]|%[0-9A-F]{2})+)*)#[\w.~%:@!$&'()*+,;=/?-]+$/
const caip10 = /^eip155:([1-9]\d{0,15}):(0x[0-9a-fA-F]{40})$/
const kidForm = /^[!$-~]+$/

/** Signs of a path that a server may read as another one: a slash, a point or a control character in disguise, or a step upwards. */
const disguised = /%(?:2[EF]|5C|[01][0-9A-F]|7F)|:\.{1,2}(?=[:#])/

/** The name of a `did:key` in its full form; null if the text is not one. */
const readDidKey = (did: string): string | null =>
  didKey.test(did) ? did.replace(didKey, "did:key:$1#$1") : null

/** A percent sign and two digits have one spelling, in upper case (RFC 3986). */
const spellPort = (did: string): string => did.replace(/^(did:web:[^:#%]+)%3a/, "$1%3A")

/** The DID URL of a `did:web`; null if the text is not one. */
const readDidWeb = (did: string): string | null => {
  const spelt = spellPort(did)
  return didWeb.test(spelt) && !disguised.test(spelt) ? spelt : null
}

/** The `did:web` of whose document a key is, without the fragment that names the key; null for any other name. */
export const placeOfKey = (name: string): string | null => readDidWeb(name)?.replace(/#.*$/, "") ?? null

const readSet = (url: string, kid: string): string | null => {
  const parsed = URL.parse(url)
  if (parsed === null || url.includes("#") || !kidForm.test(kid)) return null
  const plain = /^https?:$/.test(parsed.protocol) && parsed.username === "" && parsed.password === ""
  return plain ? `${parsed.href}#${kid}` : null
}

const readAddress = (address: string, chainId: number): string | null => {
  const read = Networks.readEvm(address)
  return read === null ? null : `eip155:${chainId}:${read}`
}

/** The chain of an address whose request names no chain. */
const usualChain = 1

/** How each method is asked for: the members that it takes, what to give, and the name that they make; null if they make no name. */
const methods: {
  readonly [Method in ProofMethod]: {
    readonly takes: ReadonlyArray<Member>
    readonly give: string
    readonly name: (request: ProofRequest) => string | null
  }
} = {
  did_key: {
    takes: ["did"],
    give: "Give did alone: did:key: and the key in multibase, such as did:key:z6Mk….",
    name: ({ did = "" }) => readDidKey(did),
  },
  did_web: {
    takes: ["did"],
    give: "Give did alone: the DID URL of a key, such as did:web:agents.example#key-1, with the host in lower case.",
    name: ({ did = "" }) => readDidWeb(did),
  },
  evm: {
    takes: ["address", "chainId"],
    give: "Give address, with its checksum or in one case, and chainId if it is not 1.",
    name: ({ address = "", chainId = usualChain }) => readAddress(address, chainId),
  },
  jwk: {
    takes: ["url", "kid"],
    give: "Give url, without a fragment or credentials, and kid, in printable ASCII without #.",
    name: ({ url = "", kid = "" }) => readSet(url, kid),
  },
}

/** The name of the key that a request names; refused `key_malformed` if the request does not fit its method. */
export const nameOf = (request: ProofRequest): Either.Either<string, Refusal> => {
  const { takes, give, name } = methods[request.method]
  const other = members.some((member) => request[member] !== undefined && !takes.includes(member))
  const read = other ? null : name(request)
  return read === null || read.length > bounds.keyNameCharsMax
    ? Either.left(refusal("key_malformed", { why: give }))
    : Either.right(read)
}

/** A name in the spelling that the record has, so that a short `did:key` and an address in any case are found. */
export const spellName = (name: string): string => {
  const [, chainId, address] = caip10.exec(name) ?? []
  return address === undefined
    ? (readDidKey(name) ?? readDidWeb(name) ?? name)
    : (readAddress(address, Number(chainId)) ?? name)
}

/** The hash under which an index has a name: the hash of the name, or of its address on every chain. */
export const lookUpUnder = (name: string): string => sha256Hex(caip10.exec(name)?.[2]?.toLowerCase() ?? name)

/** The host of an address on the web, with its port; null if the text is not such an address. */
export const hostOf = (url: string): string | null => URL.parse(url)?.host ?? null

/** The host of the document of a `did:web` name, with its port. */
export const hostOfDid = (name: string): string =>
  name.replace(/^did:web:([^:#]+).*$/, "$1").replace("%3A", ":")

/** The host of a `did:web` name whose document stands at the root of the host; null for any other name. */
export const rootOfDid = (name: string): string | null =>
  /^did:web:[^:#]+#/.test(name) ? hostOfDid(name) : null
