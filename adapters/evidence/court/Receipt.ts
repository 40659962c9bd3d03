/** Tokens that a court signed beside the members of an answer: the receipt of a lodgement, a disposition, a compliance record (PD17 §1). */
import type { Json } from "../../../core/kernel/Json.ts"
import { type JwksDocument, jwsFailures, verifyJws } from "../../../core/kernel/Notary.ts"
import { parse } from "../../../core/kernel/Time.ts"
import { Lodged } from "../../../core/log/index.ts"
import { keySetPlace } from "../Did.ts"
import { asDoubles } from "../Digits.ts"
import * as Jws from "../Jws.ts"
import { fingerprintOf, jwkOf, verifyEd25519 } from "../Key.ts"
import { isMembers, listOf, type Members, numberOf, parseMembers, textOf } from "../Read.ts"
import {
  checkOf,
  cutToBounds,
  type Documents,
  type Found,
  fails,
  ownKeySet,
  type Verifier,
} from "../Verifier.ts"
import { quote, show } from "../Words.ts"

const wellKnown = "/.well-known/jwks.json"

/** The member that holds the signature, and the token. */
const findSignature = (value: Members): readonly [string, string] | null => {
  for (const name of ["receipt", "signature"]) {
    const text = textOf(value, name)
    if (text !== undefined && Jws.parse(text) !== null) return [name, text]
  }
  return null
}

const keysOf = (text: string): JwksDocument => ({
  keys: listOf(parseMembers(text) ?? {}, "keys")
    .filter(isMembers)
    .map((key) =>
      Object.fromEntries(
        Object.entries(key).flatMap(([name, it]) => (typeof it === "string" ? [[name, it]] : [])),
      ),
    ),
})

/** Whether a document lists the key under which the token says that it was signed. */
const lists = (document: JwksDocument, kid: string): boolean => document.keys.some((key) => key.kid === kid)

/** The instant at which the court says that it signed; null if it states no instant. */
const signedAtOf = (value: Members): number | null => {
  const text = textOf(value, "lodgedAt") ?? textOf(value, "asOf")
  const at = text === undefined ? Number.NaN : parse(text)
  return Number.isNaN(at) ? null : at
}

const sentences = (rest: Members): ReadonlyArray<string> =>
  Object.entries(rest).map(([name, member]) => `Record of the court: ${quote(name)} is ${show(member)}.`)

const examine = (value: Members, name: string, token: string, documents: Documents) => {
  const { [name]: _, ...rest } = value
  const header = Jws.parse(token)?.header ?? {}
  const [kid, jku] = [textOf(header, "kid") ?? "", textOf(header, "jku")]
  const own = keysOf(documents.get(ownKeySet)?.text ?? "")
  const isOwn = lists(own, kid)
  const place = jku === undefined ? null : keySetPlace(jku)
  const other = place === null ? undefined : documents.get(place.url)
  const keys = isOwn ? own : keysOf(other?.text ?? "")
  // It was parsed as JSON; a type can't say so.
  const { valid, failed } = verifyJws(token, asDoubles(rest) as Json, keys, verifyEd25519)
  const jwk = jwkOf(keys.keys.find((key) => key.kid === kid))
  const published = isOwn ? (documents.get(ownKeySet)?.url ?? "") : (place?.url ?? "")
  const host = isOwn ? URL.parse(published)?.host || null : (place?.host ?? null)
  const unlisted =
    jwk === null
      ? [
          fails(
            "key_published",
            "Neither this court nor the address in the header lists the key of the signature.",
          ),
        ]
      : []
  // Members that the court did not sign are not its words.
  const said = cutToBounds(
    failed.includes("content") ? [] : sentences(rest).map((text) => ({ by: "court", text })),
  )
  return {
    signers: [
      {
        role: "court",
        key: `${published}#${kid}`,
        fingerprint: jwk === null ? "unknown" : fingerprintOf(jwk),
        valid,
        signedAt: signedAtOf(rest),
        entitled: valid && host !== null ? ("host" as const) : null,
        host: valid ? host : null,
      },
    ],
    checks: [
      ...unlisted,
      checkOf(
        "signature",
        !failed.some((it) => it !== "content"),
        "The signature is by a key of the court.",
        `The signature does not hold: ${failed
          .filter((it) => it !== "content")
          .map((it) => jwsFailures[it])
          .join(", ")}.`,
      ),
      checkOf(
        "members",
        !failed.includes("content") && !failed.includes("form"),
        "The court signed these members and no others.",
        "The court signed other members than these.",
      ),
      ...said.checks,
    ],
    statement: said.statement,
  }
}

/** The token that a court signs beside the members of an answer, by itself: its payload has them, and its header names the key set. */
const bareToken = (text: string): readonly [value: Members, token: string] | null => {
  const token = text.trim()
  const jws = Jws.parse(token)
  const payload = parseMembers(jws?.payload ?? "")
  const jku = textOf(jws?.header ?? {}, "jku")
  const isReceipt = payload?.lodgedAt !== undefined && payload.sha256 !== undefined
  const isCourts = jku !== undefined && URL.parse(jku)?.pathname === wellKnown
  return payload !== undefined && isReceipt && isCourts ? [{ ...payload, receipt: token }, token] : null
}

/** An entry that was lodged with others, taken apart: its own members, the receipt of its batch, and its place there (Dealings Act 1.1B). */
interface InBatch {
  readonly entry: Lodged.Entry
  readonly batch: Members
  readonly place: Lodged.EntryPlace
}

const inBatchOf = (value: Members): InBatch | null => {
  const whole = value.batch
  if (!isMembers(whole) || textOf(whole, "receipt") === undefined) return null
  const { index: _index, path: _path, ...batch } = whole
  const [id, sha256, lodgedAt, root] = [
    textOf(value, "id"),
    textOf(value, "sha256"),
    textOf(value, "lodgedAt"),
    textOf(batch, "root"),
  ]
  const [sequence, at, size] = [
    numberOf(value, "sequence"),
    numberOf(whole, "index"),
    numberOf(whole, "size"),
  ]
  if (id === undefined || sha256 === undefined || lodgedAt === undefined || root === undefined) return null
  if (sequence === undefined || at === undefined || size === undefined) return null
  const hashes = listOf(whole, "path").flatMap((hash) => (typeof hash === "string" ? [hash] : []))
  return {
    entry: { id, sequence, sha256, lodgedAt },
    batch,
    place: { index: at, size, root, path: hashes },
  }
}

/** The findings on the receipt of a batch, with those on the entry: it stands under the root that was signed, or it proves nothing. */
const examineEntry = ({ entry, batch, place }: InBatch, found: Found): Found => {
  const stands = Lodged.isInBatch(entry, place) && batch.lodgedAt === entry.lodgedAt
  const { id, sequence, sha256, lodgedAt } = entry
  return {
    ...found,
    checks: [
      ...found.checks,
      checkOf(
        "entry",
        stands,
        "The entry stands in its place under the root that the court signed.",
        "The entry does not stand under the root that the court signed.",
      ),
    ],
    statement: stands
      ? [
          ...found.statement,
          ...sentences({ id, sequence, sha256, lodgedAt }).map((text) => ({ by: "court", text })),
        ]
      : [],
  }
}

export const receipt: Verifier = {
  format: "court_receipt",
  open: ({ text, value }) => {
    const together = isMembers(value) ? inBatchOf(value) : null
    if (together !== null) {
      const opened = receipt.open({ text: "", value: together.batch })
      return opened === null
        ? null
        : { ...opened, examine: (...given) => examineEntry(together, opened.examine(...given)) }
    }
    const bare = isMembers(value) ? null : bareToken(text)
    const [whole, found] =
      bare === null
        ? [value, isMembers(value) ? findSignature(value) : null]
        : [bare[0], ["receipt", bare[1]] as const]
    // An artifact of x402 has its format and a signature too.
    if (!isMembers(whole) || found === null || (bare === null && whole.format !== undefined)) return null
    const [name, token] = found
    const jku = textOf(Jws.parse(token)?.header ?? {}, "jku")
    const place = jku === undefined ? null : keySetPlace(jku)
    return {
      needs: [ownKeySet, ...(place === null ? [] : [place.url])],
      examine: (documents) => examine(whole, name, token, documents),
    }
  },
}
