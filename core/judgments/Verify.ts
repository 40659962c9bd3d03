/**
 * Checking a judgment (Rule 5.4): the four rules of the contract for its seal, and whether what is under the seal is the judgment that
 * was asked for. It needs only the record and the court's key document, and trusts nothing that the signature does not cover.
 */

import { hexToBytes, utf8ToBytes } from "@noble/hashes/utils.js"
import { Option, Schema } from "effect"
import { type VerifyEd25519, verifyEd25519 } from "../kernel/Ed25519.ts"
import { sha256Hex } from "../kernel/Hash.ts"
import { enforced, rule } from "../kernel/Section.ts"
import { type Instant, isDateTime, parse } from "../kernel/Time.ts"
import { handlesIn, type OrderHandles } from "./OrderLine.ts"

/** `/.well-known/notary.json`: the key that seals now, and the keys that sealed before. */
export type NotaryDocument = {
  readonly algorithm?: "ed25519"
  readonly publicKey: string
  readonly retiredKeys: ReadonlyArray<{ readonly publicKey: string; readonly retiredAt: string }>
}

/** The members of a served judgment record on which its seal rests; the key, the signature and the hash are hexadecimal. */
export interface SealedRecord {
  readonly payload: string
  readonly algorithm: string
  readonly publicKey: string
  readonly signature: string
  readonly sha256: string
}

/** A served judgment record, as far as it is checked: its seal, and what it says of the words under it. */
export interface ServedJudgment extends SealedRecord {
  readonly court: string
  readonly register: string
  readonly citation: string
}

/** The members of a payload that programs read; the rest of its `reasons` is for people. `delivered` is the instant of its text. */
export interface SealedWords {
  readonly court: string
  readonly register: string
  readonly citation: string
  readonly title: string
  readonly delivered: Instant
  readonly orders: ReadonlyArray<{
    readonly kind: string
    readonly text: string
    readonly amountCents: number | null
    readonly against: string | null
    readonly inFavourOf: string | null
  }>
}

const decodeReasons = Schema.decodeUnknownOption(Schema.parseJson(Schema.Struct({ reasons: Schema.String })))

/** The handles of the parties of each order, in order, as the reasons under seal name them; empty if the payload has no reasons. */
export const orderHandles = (payload: string): ReadonlyArray<OrderHandles> =>
  Option.match(decodeReasons(payload), { onNone: () => [], onSome: ({ reasons }) => handlesIn(reasons) })

type Fits = (value: unknown) => boolean
const isText = (value: unknown): value is string => typeof value === "string"
const isTextOrNull: Fits = (value) => value === null || isText(value)

const ofWords = {
  court: isText,
  register: isText,
  citation: isText,
  title: isText,
  delivered: (value: unknown) => isText(value) && isDateTime(value),
  orders: Array.isArray,
}
const ofOrder = {
  kind: isText,
  text: isText,
  amountCents: (value: unknown) => value === null || Number.isSafeInteger(value),
  against: isTextOrNull,
  inFavourOf: isTextOrNull,
}

/** These members of a value and no others; null if one of them does not fit, as in what is not an object. */
const pick = (value: unknown, members: { readonly [name: string]: Fits }) => {
  const given: { readonly [name: string]: unknown } = Object(value)
  const all = Object.entries(members)
  return all.every(([name, fits]) => fits(given[name]))
    ? Object.fromEntries(all.map(([name]) => [name, given[name]]))
    : null
}

/**
 * The words of a payload; null if it is not the payload of a judgment. They are read without a schema, so that a page that checks a seal need
 * not load the schemas.
 */
export const wordsOf = (payload: string): SealedWords | null => {
  let words: ReturnType<typeof pick>
  try {
    words = pick(JSON.parse(payload), ofWords)
  } catch {
    return null
  }
  if (words === null) return null
  const orders = (words.orders as ReadonlyArray<unknown>).map((order) => pick(order, ofOrder))
  // Every member was looked at.
  return orders.includes(null)
    ? null
    : ({ ...words, delivered: parse(String(words.delivered)), orders } as unknown as SealedWords)
}

/**
 * `payload`: not a text that UTF-8 can carry exactly. `algorithm`: not ed25519. `key`: not a key of this court.
 * `retired`: delivered, by the words under seal, when the key was retired already. `sha256`: not the hash of the payload.
 * `signature`: does not verify.
 */
type SealCheck = "payload" | "algorithm" | "key" | "retired" | "sha256" | "signature"

/**
 * `words`: the text under seal is not a judgment. `record`: the record states another citation, court or register than the words under
 * seal. `asked`: another judgment was asked for.
 */
type JudgmentCheck = SealCheck | "words" | "record" | "asked"

interface Verdict<Check> {
  readonly valid: boolean
  readonly failed: ReadonlyArray<Check>
}

type SealVerdict = Verdict<SealCheck>

type JudgmentVerdict = Verdict<JudgmentCheck>

const hex32 = /^[0-9a-f]{64}$/

const hex64 = /^[0-9a-f]{128}$/

const signs = ({ publicKey, signature, payload }: SealedRecord, verify: VerifyEd25519): boolean =>
  hex32.test(publicKey) &&
  hex64.test(signature) &&
  verify(hexToBytes(signature), utf8ToBytes(payload), hexToBytes(publicKey))

/** The time of delivery that the words under seal state; NaN if they state no time. The signature covers no other statement of it. */
const deliveryTimeIn = (payload: string): Instant => wordsOf(payload)?.delivered ?? Number.NaN

const keyCheck = ({ publicKey, payload }: SealedRecord, notary: NotaryDocument): SealCheck | null => {
  if (publicKey === notary.publicKey) return null
  const retirements = notary.retiredKeys.filter((key) => key.publicKey === publicKey)
  if (retirements.length === 0) return "key"
  // No comparison with NaN is true, so that a time that can't be read counts as too late.
  const delivered = deliveryTimeIn(payload)
  return retirements.every(({ retiredAt }) => delivered < parse(retiredAt)) ? null : "retired"
}

const verdict = <Check>(checks: ReadonlyArray<Check | null>): Verdict<Check> => {
  const failed = checks.filter((check) => check !== null)
  return { valid: failed.length === 0, failed }
}

export const seal = enforced(
  "Rule 5.4",
  "The seal",
  () =>
    "Every judgment is sealed as it is delivered: an ed25519 signature by the Court's notary key over the bytes of its payload. The seal covers the words and the time of delivery. A seal made under a key before that key was retired remains good; the time of delivery that it covers says when it was made.",
)

/** Whether the seal of a record is this court's (Rule 5.4), and if not, every check that failed. */
export const verifySeal = rule(
  ["Rule 5.4"],
  (record: SealedRecord, notary: NotaryDocument, verify: VerifyEd25519 = verifyEd25519): SealVerdict =>
    verdict<SealCheck>([
      /\p{Surrogate}/u.test(record.payload) ? "payload" : null,
      record.algorithm === "ed25519" ? null : "algorithm",
      keyCheck(record, notary),
      record.sha256 === sha256Hex(record.payload) ? null : "sha256",
      signs(record, verify) ? null : "signature",
    ]),
)

const stated = ["citation", "court", "register"] as const

/**
 * Whether a record is the judgment of this court that was asked for (Rule 5.4, PD17 §1), and if not, every check that failed.
 * `asked` is the citation under which it was asked for; null if a record is looked at for itself. `verify` may be a faster verifier
 * of the host.
 */
export const verifyJudgment = rule(
  ["Rule 5.4", "PD17 §1"],
  (
    record: ServedJudgment,
    notary: NotaryDocument,
    asked: string | null,
    verify: VerifyEd25519 = verifyEd25519,
  ): JudgmentVerdict => {
    const words = wordsOf(record.payload)
    const differs = words !== null && stated.some((member) => record[member] !== words[member])
    return verdict<JudgmentCheck>([
      ...verifySeal(record, notary, verify).failed,
      words === null ? "words" : null,
      differs ? "record" : null,
      asked === null || words === null || words.citation === asked ? null : "asked",
    ])
  },
)

/** Whether a payload is byte for byte the text of a hash. */
export const isIntact = rule(
  ["Rule 5.4"],
  (payload: string, sha256: string): boolean => sha256Hex(payload) === sha256,
)

/** An ed25519 public key in DER begins with these bytes; the 32 bytes of the key follow (RFC 8410). */
const derHeader = "302a300506032b6570032100"

const base64 = (hex: string): string => btoa(String.fromCharCode(...hexToBytes(hex)))

/** How anybody checks a seal with OpenSSL and nothing of this court's code, step by step (Rule 5.4). */
export const howToVerify = rule(
  ["Rule 5.4"],
  (
    { publicKey, signature, sha256, citation, court, register }: ServedJudgment,
    addresses: { readonly key: string; readonly judgment: string },
  ): ReadonlyArray<string> => [
    `Save the string in "payload" exactly as it is, as UTF-8 without a line end, as payload.json. For example: curl -s '${addresses.judgment}' | jq -j .payload > payload.json`,
    `Read ${addresses.key}. Its publicKey must be ${publicKey}, or its retiredKeys must list that key with a retiredAt later than the "delivered" in payload.json.`,
    `Run: openssl dgst -sha256 payload.json. It must print ${sha256}.`,
    `Write the key as a file (the base64 text is ${derHeader} and the public key): echo ${base64(derHeader + publicKey)} | openssl base64 -d -A > notary.der`,
    `Write the signature as a file (the base64 text is the hexadecimal signature): echo ${base64(signature)} | openssl base64 -d -A > payload.sig`,
    "Run: openssl pkeyutl -verify -pubin -keyform DER -inkey notary.der -rawin -in payload.json -sigfile payload.sig. It must print: Signature Verified Successfully",
    `Read payload.json: its citation must be ${citation}, its court ${court} and its register ${register}. Believe its title, its "delivered" and its orders, and nothing that stands beside the payload: a true seal can be shown with another judgment.`,
  ],
)

const rules: ReadonlyArray<{ readonly words: string; readonly checks: ReadonlyArray<JudgmentCheck> }> = [
  { words: "1. the payload is taken as UTF-8 bytes", checks: ["payload"] },
  { words: "2. the public key is the court's, in force at the delivery", checks: ["key", "retired"] },
  { words: "3. the ed25519 signature is over these bytes", checks: ["algorithm", "signature"] },
  { words: "4. the sha256 is that of these bytes", checks: ["sha256"] },
  { words: "5. the record says what is under seal", checks: ["words", "record"] },
  { words: "6. what is under seal is the judgment that was asked for", checks: ["asked"] },
]

const failures: Readonly<Record<JudgmentCheck, string>> = {
  payload: "it is not text that UTF-8 can carry",
  algorithm: "the algorithm is not ed25519",
  key: "the court does not list this key",
  retired: "the key was retired when the words under seal say that they were delivered",
  signature: "the signature does not verify",
  sha256: "the bytes have another hash",
  words: "the payload is no judgment",
  record: "the record states another citation, court or register than the payload",
  asked: "a true seal of another judgment is not this one's",
}

/** Whether a published judgment keeps one rule that anybody can check from its text. */
export interface RuleChecked {
  readonly rule: string
  readonly holds: boolean
  /** Why it does not hold; empty if it does. */
  readonly why: string
}

/** Each rule with whether it holds, by the checks that failed; the judgment is good if all do. */
export const sealRules = rule(
  ["Rule 5.4"],
  (failed: ReadonlyArray<JudgmentCheck>): ReadonlyArray<RuleChecked> =>
    rules.map(({ words, checks }) => {
      const broken = checks.filter((name) => failed.includes(name))
      return {
        rule: words,
        holds: broken.length === 0,
        why: broken.map((name) => failures[name]).join(", "),
      }
    }),
)
