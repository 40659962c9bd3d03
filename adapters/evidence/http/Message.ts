/** A request with a signature of RFC 9421: `{method, url, headers, body?}`. */
import type { PublicJwk } from "../../../core/proofs/index.ts"
import { baseOf } from "../../keys/httpSignature/SignatureBase.ts"
import { type Item, isList, parseDictionary } from "../../keys/httpSignature/StructuredFields.ts"
import { hasDigest } from "../../keys/httpSignature/Verify.ts"
import { fingerprintOf, isBy, isRead, suits } from "../Key.ts"
import { isMembers } from "../Read.ts"
import {
  bounded,
  type Check,
  checkOf,
  clock,
  type Documents,
  type ExaminedSigner,
  fails,
  notExpired,
  type Verifier,
} from "../Verifier.ts"
import { instantOf, nameOrQuote, quote, timeOf } from "../Words.ts"
import {
  find,
  messageOf,
  needs,
  numberIn,
  type Request,
  read,
  type Signature,
  signaturesMax,
  signaturesOf,
  textIn,
} from "./Request.ts"

/** The text that is signed. If it can't be built, the text is null and `why` says the reason. */
type Base =
  | { readonly text: string; readonly covered: ReadonlySet<string> }
  | { readonly text: null; readonly why: string }

/** Parameters of components that are not read (RFC 9421 §2.1): other forms of a field, trailers, and parts of another message. */
const unread = ["sf", "bs", "tr", "req"]

/** The names of whole components. A member of a dictionary is not the header. */
const whole = (items: ReadonlyArray<Item>): ReadonlySet<string> =>
  new Set(items.flatMap(({ value, parameters }) => (parameters.size === 0 ? String(value) : [])))

const baseFor = (request: Request, { input }: Signature): Base => {
  if (!isList(input)) return { text: null, why: "Its signature-input is not a list of components." }
  const odd = input.items.flatMap(({ parameters }) => unread.filter((name) => parameters.has(name)))
  if (odd[0] !== undefined)
    return { text: null, why: `A covered component has the parameter ${odd[0]}, which is not read.` }
  const built = baseOf(messageOf(request), input)
  return "base" in built
    ? { text: built.base, covered: whole(input.items) }
    : {
        text: null,
        why: `The covered component ${quote(built.missing)} is not in the message, or is covered twice.`,
      }
}

const byCurve = { Ed25519: "ed25519", "P-256": "ecdsa-p256-sha256", secp256k1: "" } as const

const hashes: ReadonlyMap<string, "sha256" | "sha512"> = new Map([
  ["sha-256", "sha256"],
  ["sha-512", "sha512"],
])

/** Whether every digest that is read fits the body (RFC 9530); no check if there are neither. */
const digestChecks = ({ headers, body }: Request, covered: ReadonlySet<string>): ReadonlyArray<Check> => {
  const digests = headers.get("content-digest")
  if (digests === undefined)
    return body === undefined || body === ""
      ? []
      : [fails("digest", "There is a body, and no digest of it is signed.")]
  if (body === undefined) return [fails("digest", "There is a digest, and the body is not presented.")]
  const fit = [...(parseDictionary(digests) ?? [])].flatMap(([name, member]) => {
    const hash = hashes.get(name)
    if (hash === undefined) return []
    const bytes = isList(member) ? null : member.value
    return [bytes instanceof Uint8Array && hasDigest(Buffer.from(body), { hash, bytes })]
  })
  return [
    checkOf(
      "digest",
      fit.length > 0 && fit.every((it) => it),
      "The digest is that of the body.",
      "The digest is not that of the body, or the Court reads no hash of its kind.",
    ),
    checkOf("covered", covered.has("content-digest"), "The digest is signed.", "The digest is not signed."),
  ]
}

const targets = ["@target-uri", "@authority", "@path", "@request-target"]
const withQuery = ["@target-uri", "@request-target", "@query"]

/** Whether the query is signed with the path; no check if the address has no query, or if its path is not signed. */
const queryChecks = ({ url }: Request, covered: ReadonlySet<string>): ReadonlyArray<Check> =>
  url.search === "" || !covered.has("@path") || withQuery.some((it) => covered.has(it))
    ? []
    : [fails("covered", "The query is not signed, so that the signature fits other requests too.")]

interface Examined {
  readonly signer: ExaminedSigner
  readonly checks: ReadonlyArray<Check>
  readonly says: ReadonlyArray<string>
}

const sentences = (
  { method, url, headers, body }: Request,
  covered: ReadonlySet<string>,
  created: number | undefined,
  bodyHolds: boolean,
): ReadonlyArray<string> => {
  const path =
    covered.has("@path") || covered.has("@request-target")
      ? nameOrQuote(`${url.pathname}${withQuery.some((it) => covered.has(it)) ? url.search : ""}`)
      : "a path that is not signed"
  const target = covered.has("@target-uri")
    ? nameOrQuote(url.href)
    : `${covered.has("@authority") ? nameOrQuote(url.host) : "a host that is not signed"}, ${path}`
  const what = covered.has("@method") ? nameOrQuote(method) : "a method that is not signed,"
  const at = created === undefined ? "" : `, created ${timeOf(created)}`
  const fields = [...covered].filter((name) => !name.startsWith("@"))
  return [
    `Message: ${what} ${target}${at}.`,
    ...fields.map((name) => `Message: the header ${nameOrQuote(name)} is ${quote(headers.get(name) ?? "")}.`),
    ...(body !== undefined && bodyHolds ? [`Message: the body is ${quote(body)}.`] : []),
  ]
}

const examineOne = (
  request: Request,
  signature: Signature,
  place: string,
  documents: Documents,
  now: number,
): Examined => {
  const { bytes } = signature
  const base = baseFor(request, signature)
  const data = Buffer.from(base.text ?? "")
  const isSigner = (jwk: PublicJwk) =>
    bytes !== null &&
    isBy({ algorithm: textIn(signature, "alg") ?? byCurve[jwk.crv], data, signature: bytes }, jwk)
  const key = find(request, signature, documents, isSigner)
  const covered = base.text === null ? new Set<string>() : base.covered
  const algorithm = textIn(signature, "alg") ?? (key.jwk === null ? "" : byCurve[key.jwk.crv])
  const fits = key.jwk === null ? isRead(algorithm) : suits(algorithm, key.jwk)
  const isNamed = /^[a-z0-9-]+$/.test(algorithm) && isRead(algorithm)
  const valid = key.jwk !== null && base.text !== null && isNamed && isSigner(key.jwk)
  const digest = digestChecks(request, covered)
  const created = numberIn(signature, "created")
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
        : checkOf(
            "signature",
            valid,
            `The signature is by the key ${nameOrQuote(key.name)}.`,
            `The signature is not by the key ${nameOrQuote(key.name)}.`,
          ),
      ...(key.jwk === null ? [fails("key_published", key.why)] : []),
      ...(key.jwk === null && algorithm === ""
        ? []
        : [
            checkOf(
              "algorithm",
              isNamed && fits,
              `The algorithm is ${nameOrQuote(algorithm)}.`,
              `The algorithm ${quote(algorithm)} is not read, or is not one for this key.`,
            ),
          ]),
      ...(base.text === null ? [fails("covered", base.why)] : []),
      checkOf(
        "covered",
        covered.has("@method") && targets.some((it) => covered.has(it)),
        "The method and the target are signed.",
        "The method or the target is not signed, so that the signature fits other requests too.",
      ),
      ...queryChecks(request, covered),
      ...digest,
      ...clock(created, now),
      ...notExpired(numberIn(signature, "expires"), now),
    ],
    says:
      base.text === null
        ? []
        : sentences(request, covered, created, digest.length > 0 && digest.every(({ holds }) => holds)),
  }
}

export const message: Verifier = {
  format: "http_message",
  open: ({ value }) => {
    const request = isMembers(value) ? read(value) : null
    const presented = request === null ? null : signaturesOf(request)
    if (request === null || presented === null) return null
    const signatures = presented.slice(0, signaturesMax)
    const more = presented.length > signatures.length
    return {
      needs: signatures.flatMap((it) => needs(request, it)),
      examine: (documents, now) => {
        const all = signatures.map((it, i) => {
          const place = i === 0 ? "signer" : `signer ${i + 1}`
          return examineOne(request, it, place, documents, now)
        })
        const said = bounded(
          all.flatMap(({ signer, says }) => says.map((text) => ({ by: signer.role, text }))),
        )
        return {
          signers: all.map(({ signer }) => signer),
          checks: [
            ...all.flatMap(({ checks }, i) =>
              all.length === 1
                ? checks
                : checks.map((it) => ({ ...it, check: `signature ${i + 1}: ${it.check}` })),
            ),
            ...(more ? [fails("signatures", `More than ${signaturesMax} signatures are not examined.`)] : []),
            ...said.checks,
          ],
          statement: said.statement,
        }
      },
    }
  },
}
