/** A request with a signature of RFC 9421: `{method, url, headers, body?}`. */
import { createHash } from "node:crypto"
import type { PublicJwk } from "../../../core/proofs/index.ts"
import * as Did from "../Did.ts"
import { fingerprintOf, isBy, isRead, suits, thumbprintOf } from "../Key.ts"
import { isMembers, type Members, membersOf, parseMembers, textOf } from "../Read.ts"
import { clock, notExpired } from "../Times.ts"
import {
  type Check,
  checked,
  type Documents,
  type ExaminedSigner,
  fails,
  type Statement,
  type Verifier,
} from "../Verifier.ts"
import { instantOf, named, quoted, timeOf } from "../Words.ts"
import * as Base from "./Base.ts"
import * as Fields from "./Fields.ts"

/** The most signatures of a message that are examined. */
const signaturesMax = 3

const joined = (value: unknown): string | undefined => {
  if (typeof value === "string") return value.trim()
  const texts = Array.isArray(value) ? value.filter((it) => typeof it === "string") : []
  return texts.length === 0 ? undefined : texts.map((it) => it.trim()).join(", ")
}

const headersOf = (headers: Members): ReadonlyMap<string, string> | null => {
  const found = new Map<string, string>()
  for (const [name, value] of Object.entries(headers)) {
    const [lower, text] = [name.toLowerCase(), joined(value)]
    // Two spellings of one name would leave it open which value was signed.
    if (found.has(lower) || text === undefined) return null
    found.set(lower, text)
  }
  return found
}

const read = (value: Members): Base.Request | null => {
  const [method, url] = [textOf(value, "method"), URL.parse(textOf(value, "url") ?? "")]
  const headers = headersOf(membersOf(value, "headers") ?? {})
  if (method === undefined || url === null || headers === null) return null
  return { method, url, headers, body: textOf(value, "body") }
}

interface Signature {
  readonly label: string
  readonly input: Fields.Member
  readonly bytes: Uint8Array | null
}

const signaturesOf = ({ headers }: Base.Request): ReadonlyArray<Signature> | null => {
  const inputs = Fields.dictionary(headers.get("signature-input") ?? "")
  const signatures = Fields.dictionary(headers.get("signature") ?? "")
  if (inputs === null || signatures === null || inputs.size === 0) return null
  return [...inputs].slice(0, signaturesMax).map(([label, input]) => {
    const [item] = signatures.get(label)?.items ?? []
    return { label, input, bytes: item?.bare.kind === "bytes" ? item.bare.value : null }
  })
}

const directory = "/.well-known/http-message-signatures-directory"

/** The directory of keys that `Signature-Agent` names: a text, or a dictionary with the label of the signature. */
const directoryOf = ({ headers }: Base.Request, { label, input }: Signature): URL | null => {
  const value = headers.get("signature-agent")
  const covers = input.items.some(({ bare }) => bare.kind === "string" && bare.value === "signature-agent")
  if (value === undefined || !covers) return null
  const [member] = Fields.dictionary(value)?.get(memberOf(input) ?? label)?.items ?? []
  const url = URL.parse(Fields.stringOf(Fields.item(value)?.bare ?? member?.bare) ?? "")
  return url?.protocol === "https:" ? new URL(directory, url) : null
}

/** The member of the dictionary that is covered. */
const memberOf = ({ items }: Fields.Member): string | undefined => {
  const agent = items.find(({ bare }) => bare.kind === "string" && bare.value === "signature-agent")
  return Fields.stringOf(agent?.parameters.get("key"))
}

interface Key {
  readonly name: string
  readonly jwk: PublicJwk | null
  readonly host: string | null
  readonly why: string
}

const inDirectory = (url: URL, keyid: string, documents: Documents): Key => {
  const name = `${url.href}#${keyid}`
  const document = documents.get(url.href)
  if (document === undefined || document.text === null)
    return { name, jwk: null, host: null, why: `The directory ${named(url.href)} could not be read.` }
  const set = parseMembers(document.text) ?? {}
  const keys = Array.isArray(set.keys) ? set.keys : []
  const jwk = keys
    .map((key) => Did.keyInSet({ keys: [{ kid: keyid, ...key }] }, keyid))
    .find((it) => it !== null && thumbprintOf(it) === keyid)
  const found = Did.keyInSet(set, keyid) ?? jwk ?? null
  const why = `The directory ${named(url.href)} does not list the key.`
  return { name, jwk: found, host: found === null ? null : url.host, why }
}

const keyOf = (keyid: string, agent: URL | null, documents: Documents): Key => {
  const said = Did.read(keyid)
  if (said.kind === "key") return { name: said.name, jwk: said.jwk, host: null, why: "" }
  if (said.kind === "published") {
    const document = documents.get(said.place.url)
    const jwk = document === undefined || document.text === null ? null : Did.listed(document.text, said.name)
    const why = `${named(said.place.url)} could not be read, or does not list the key.`
    return { name: said.name, jwk, host: jwk === null ? null : said.place.host, why }
  }
  if (agent !== null) return inDirectory(agent, keyid, documents)
  return {
    name: keyid,
    jwk: null,
    host: null,
    why: `The keyid ${quoted(keyid)} is no DID URL and no address.`,
  }
}

const byCurve = { Ed25519: "ed25519", "P-256": "ecdsa-p256-sha256", secp256k1: "" } as const

const hashes: ReadonlyMap<string, string> = new Map([
  ["sha-256", "sha256"],
  ["sha-512", "sha512"],
])

/** Whether the digest fits the body (RFC 9530); no check if there are neither. */
const digestChecks = (
  { headers, body }: Base.Request,
  covered: ReadonlySet<string>,
): ReadonlyArray<Check> => {
  const digests = headers.get("content-digest")
  if (digests === undefined)
    return body === undefined || body === ""
      ? []
      : [fails("digest", "There is a body, and no digest of it is signed.")]
  if (body === undefined) return [fails("digest", "There is a digest, and the body is not presented.")]
  const read = [...(Fields.dictionary(digests) ?? [])].filter(([name]) => hashes.has(name))
  const fit = read.map(
    ([
      name,
      {
        items: [item],
      },
    ]) => {
      const own = createHash(hashes.get(name) ?? "")
        .update(body)
        .digest()
      return item?.bare.kind === "bytes" && own.equals(item.bare.value)
    },
  )
  return [
    checked(
      "digest",
      fit.length > 0 && fit.every((it) => it),
      "The digest is that of the body.",
      "The digest is not that of the body, or none of its hashes is read.",
    ),
    checked("covered", covered.has("content-digest"), "The digest is signed.", "The digest is not signed."),
  ]
}

const targets = ["@target-uri", "@authority", "@path", "@request-target"]

interface Examined {
  readonly signer: ExaminedSigner
  readonly checks: ReadonlyArray<Check>
  readonly says: ReadonlyArray<string>
}

const sentences = (
  { method, url, headers, body }: Base.Request,
  covered: ReadonlySet<string>,
  input: Fields.Member,
  bodyHolds: boolean,
): ReadonlyArray<string> => {
  const whole = covered.has("@target-uri")
  const path =
    covered.has("@path") || covered.has("@request-target") ? named(url.pathname) : "a path that is not signed"
  const target = whole
    ? named(url.href)
    : `${covered.has("@authority") ? named(url.host) : "a host that is not signed"}, ${path}`
  const what = covered.has("@method") ? named(method) : "a method that is not signed,"
  const created = Fields.integerOf(input.parameters.get("created"))
  const at = created === undefined ? "" : `, created ${timeOf(created)}`
  const fields = [...covered].filter((name) => !name.startsWith("@"))
  return [
    `Message: ${what} ${target}${at}.`,
    ...fields.map((name) => `Message: the header ${named(name)} is ${quoted(headers.get(name) ?? "")}.`),
    ...(body !== undefined && bodyHolds ? [`Message: the body is ${quoted(body)}.`] : []),
  ]
}

const examineOne = (
  request: Base.Request,
  signature: Signature,
  place: string,
  documents: Documents,
  now: number,
): Examined => {
  const { input, bytes } = signature
  const { parameters } = input
  const keyid = Fields.stringOf(parameters.get("keyid")) ?? ""
  const key = keyOf(keyid, directoryOf(request, signature), documents)
  const base = Base.build(request, input)
  const covered = base.text === null ? new Set<string>() : base.covered
  const algorithm = Fields.stringOf(parameters.get("alg")) ?? (key.jwk === null ? "" : byCurve[key.jwk.crv])
  const fits = key.jwk === null ? isRead(algorithm) : suits(algorithm, key.jwk)
  const isNamed = /^[a-z0-9-]+$/.test(algorithm) && isRead(algorithm)
  const data = Buffer.from(base.text ?? "")
  const valid =
    key.jwk !== null &&
    base.text !== null &&
    bytes !== null &&
    isNamed &&
    isBy({ algorithm, data, signature: bytes }, key.jwk)
  const digest = digestChecks(request, covered)
  const created = Fields.integerOf(parameters.get("created"))
  const entitled = valid && key.host !== null && key.host === request.url.host
  return {
    signer: {
      role: place,
      key: key.name,
      fingerprint: key.jwk === null ? "unknown" : fingerprintOf(key.jwk),
      valid,
      signedAt: instantOf(created),
      entitled: entitled ? "host" : null,
      host: entitled ? key.host : null,
    },
    checks: [
      key.jwk === null
        ? fails("signature", "Without its key the signature can't be checked.")
        : checked(
            "signature",
            valid,
            `The signature is by the key ${named(key.name)}.`,
            `The signature is not by the key ${named(key.name)}.`,
          ),
      ...(key.jwk === null ? [fails("key_published", key.why)] : []),
      checked(
        "algorithm",
        isNamed && fits,
        `The algorithm is ${named(algorithm)}.`,
        `The algorithm ${quoted(algorithm)} is not read, or is not one for this key.`,
      ),
      ...(base.text === null ? [fails("covered", base.fault)] : []),
      checked(
        "covered",
        covered.has("@method") && targets.some((it) => covered.has(it)),
        "The method and the target are signed.",
        "The method or the target is not signed, so that the signature fits other requests too.",
      ),
      ...digest,
      ...clock(created, now),
      ...notExpired(Fields.integerOf(parameters.get("expires")), now),
    ],
    says:
      base.text === null
        ? []
        : sentences(request, covered, input, digest.length > 0 && digest.every(({ holds }) => holds)),
  }
}

export const message: Verifier = {
  format: "http_message",
  open: ({ value }) => {
    const request = isMembers(value) ? read(value) : null
    const signatures = request === null ? null : signaturesOf(request)
    if (request === null || signatures === null) return null
    const needs = signatures.flatMap((signature) => {
      const keyid = Did.read(Fields.stringOf(signature.input.parameters.get("keyid")) ?? "")
      const agent = directoryOf(request, signature)
      if (keyid.kind === "published") return [keyid.place.url]
      return agent === null ? [] : [agent.href]
    })
    return {
      needs,
      examine: (documents, now) => {
        const all = signatures.map((it, i) => {
          const place = i === 0 ? "signer" : `signer ${i + 1}`
          return examineOne(request, it, place, documents, now)
        })
        return {
          signers: all.map(({ signer }) => signer),
          checks: all.flatMap(({ checks }, i) =>
            all.length === 1
              ? checks
              : checks.map((it) => ({ ...it, check: `signature ${i + 1}: ${it.check}` })),
          ),
          statement: all.flatMap(
            ({ signer, says }): ReadonlyArray<Statement> => says.map((text) => ({ by: signer.role, text })),
          ),
        }
      },
    }
  },
}
