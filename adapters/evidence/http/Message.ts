/** A request with a signature of RFC 9421, `{method, url, headers, body?}`, or a signed response with its request. */
import type { SignedTerms } from "../../../core/evidence/index.ts"
import type { ProvenKey } from "../../../core/proofs/index.ts"
import { baseOf, type Message } from "../../keys/httpSignature/SignatureBase.ts"
import { type Item, isList, parseDictionary } from "../../keys/httpSignature/StructuredFields.ts"
import { hasDigest } from "../../keys/httpSignature/Verify.ts"
import { fingerprintOf, isBy, isRead, suits } from "../Key.ts"
import { isMembers, type Members } from "../Read.ts"
import {
  type Check,
  checkOf,
  clock,
  cutToBounds,
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
import {
  messageOfResponse,
  read as readExchange,
  responseChecks,
  responseSentences,
  responseTerms,
} from "./Response.ts"

/** The text that is signed. If it can't be built, the text is null and `why` says the reason. */
type Base =
  | { readonly text: string; readonly covered: ReadonlySet<string> }
  | { readonly text: null; readonly why: string }

/** Parameters of components that are not read (RFC 9421 §2.1): other forms of a field, trailers, and the request of a request. */
const unreadForms = ["sf", "bs", "tr"]

/** A message that bears signatures: the headers with the signatures, the base that they sign, and what each form of message asks. */
interface Signed {
  readonly headers: Request
  readonly base: Message
  readonly checks: (covered: ReadonlySet<string>) => ReadonlyArray<Check>
  readonly says: (
    covered: ReadonlySet<string>,
    created: number | undefined,
    bodyHolds: boolean,
  ) => ReadonlyArray<string>
  readonly terms: (covered: ReadonlySet<string>, by: string) => SignedTerms.Response | null
}

/** The names of whole components; of the request of a response with `;req` behind them. A member of a dictionary is not the header. */
const whole = (items: ReadonlyArray<Item>): ReadonlySet<string> =>
  new Set(
    items.flatMap(({ value, parameters }) => {
      if (parameters.size === 0) return String(value)
      return parameters.size === 1 && parameters.get("req") === true ? `${value};req` : []
    }),
  )

const baseFor = ({ base }: Signed, { input }: Signature): Base => {
  if (!isList(input)) return { text: null, why: "Its signature-input is not a list of components." }
  const unread = base.request === undefined ? [...unreadForms, "req"] : unreadForms
  const odd = input.items.flatMap(({ parameters }) => unread.filter((name) => parameters.has(name)))
  if (odd[0] !== undefined)
    return { text: null, why: `A covered component has the parameter ${odd[0]}, which is not read.` }
  const built = baseOf(base, input)
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
  readonly terms: SignedTerms.Response | null
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

const signedRequest = (request: Request): Signed => ({
  headers: request,
  base: messageOf(request),
  checks: (covered) => [
    checkOf(
      "covered",
      covered.has("@method") && targets.some((it) => covered.has(it)),
      "The method and the target are signed.",
      "The method or the target is not signed, so that the signature fits other requests too.",
    ),
    ...queryChecks(request, covered),
    ...digestChecks(request, covered),
  ],
  says: (covered, created, bodyHolds) => sentences(request, covered, created, bodyHolds),
  terms: () => null,
})

/** A message that a piece presents; null if it presents no message. */
const readSigned = (value: Members): Signed | null => {
  const request = read(value)
  if (request !== null) return signedRequest(request)
  const exchange = readExchange(value)
  if (exchange === null) return null
  const { response } = exchange
  return {
    headers: response,
    base: messageOfResponse(exchange),
    checks: (covered) => [
      ...responseChecks(exchange, covered),
      // The body is what was bought: a party may keep it to itself, since the status is signed beside its digest.
      ...(response.body === undefined || response.body === "" ? [] : digestChecks(response, covered)),
    ],
    says: (_covered, created) =>
      responseSentences(exchange, created === undefined ? "" : `, created ${timeOf(created)}`),
    terms: (covered, by) => responseTerms(exchange, covered, by),
  }
}

const examineOne = (
  signed: Signed,
  signature: Signature,
  place: string,
  documents: Documents,
  now: number,
): Examined => {
  const { headers: request } = signed
  const { bytes } = signature
  const base = baseFor(signed, signature)
  const data = Buffer.from(base.text ?? "")
  const isSigner = (jwk: ProvenKey.PublicJwk) =>
    bytes !== null &&
    isBy({ algorithm: textIn(signature, "alg") ?? byCurve[jwk.crv], data, signature: bytes }, jwk)
  const key = find(request, signature, documents, isSigner)
  const covered = base.text === null ? new Set<string>() : base.covered
  const algorithm = textIn(signature, "alg") ?? (key.jwk === null ? "" : byCurve[key.jwk.crv])
  const fits = key.jwk === null ? isRead(algorithm) : suits(algorithm, key.jwk)
  const isNamed = /^[a-z0-9-]+$/.test(algorithm) && isRead(algorithm)
  const valid = key.jwk !== null && base.text !== null && isNamed && isSigner(key.jwk)
  const asked = signed.checks(covered)
  const digest = asked.filter(({ check }) => check === "digest")
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
      ...asked,
      ...clock(created, now),
      ...notExpired(numberIn(signature, "expires"), now),
    ],
    says:
      base.text === null
        ? []
        : signed.says(
            covered,
            created,
            digest.length > 0 && digest.every(({ holds }) => holds) && covered.has("content-digest"),
          ),
    terms: signed.terms(covered, place),
  }
}

export const message: Verifier = {
  format: "http_message",
  open: ({ value }) => {
    const signed = isMembers(value) ? readSigned(value) : null
    const presented = signed === null ? null : signaturesOf(signed.headers)
    if (signed === null || presented === null) return null
    const signatures = presented.slice(0, signaturesMax)
    const more = presented.length > signatures.length
    return {
      needs: signatures.flatMap((it) => needs(signed.headers, it)),
      examine: (documents, now) => {
        const all = signatures.map((it, i) => {
          const place = i === 0 ? "signer" : `signer ${i + 1}`
          return examineOne(signed, it, place, documents, now)
        })
        const said = cutToBounds(
          all.flatMap(({ signer, says }) => says.map((text) => ({ by: signer.role, text }))),
        )
        const terms = all.flatMap((one) => one.terms ?? [])
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
          ...(terms.length === 0 ? {} : { terms }),
        }
      },
    }
  },
}
