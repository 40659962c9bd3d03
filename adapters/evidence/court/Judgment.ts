/** A judgment as a court serves it: its seal, by the keys that the court publishes (Rule 5.4). */
import { type ServedJudgment, sealRules, verifyJudgment, wordsOf } from "../../../core/judgments/index.ts"
import { format } from "../../../core/kernel/Time.ts"
import { edwardsKey, fingerprintOf, verifyEd25519 } from "../Key.ts"
import { isMembers, listOf, type Members, parseMembers, textOf } from "../Read.ts"
import { type Check, cutToBounds, type Documents, fails, ownNotary, type Verifier } from "../Verifier.ts"
import { nameOrQuote, quote } from "../Words.ts"

const wellKnown = "/.well-known/notary.json"

const names = [
  "court",
  "register",
  "citation",
  "payload",
  "algorithm",
  "publicKey",
  "signature",
  "sha256",
] as const

const readServedJudgment = (value: Members): ServedJudgment | null => {
  const [court, register, citation, payload, algorithm, publicKey, signature, sha256] = names.map((name) =>
    textOf(value, name),
  )
  if (court === undefined || register === undefined || citation === undefined || payload === undefined)
    return null
  if (algorithm === undefined || publicKey === undefined || signature === undefined || sha256 === undefined)
    return null
  return { court, register, citation, payload, algorithm, publicKey, signature, sha256 }
}

/** The court's keys, as its document lists them; null if the document lists no keys. */
const notaryOf = (text: string) => {
  const document = parseMembers(text)
  const publicKey = document === undefined ? undefined : textOf(document, "publicKey")
  if (document === undefined || publicKey === undefined) return null
  const retiredKeys = listOf(document, "retiredKeys")
    .filter(isMembers)
    .map((it) => ({ publicKey: textOf(it, "publicKey") ?? "", retiredAt: textOf(it, "retiredAt") ?? "" }))
  return { publicKey, retiredKeys }
}

/** A court publishes its keys at the root of its host. A document at another place is not the court's. */
const placeOf = (value: Members): URL | null => {
  const url = URL.parse(textOf(value, "key") ?? "")
  const isCourts =
    url !== null && url.pathname === wellKnown && url.search === "" && url.hash === "" && url.username === ""
  return isCourts && url.password === "" ? url : null
}

const fingerprint = (publicKey: string): string => {
  const jwk = edwardsKey(Buffer.from(publicKey, "hex"))
  return jwk === null ? "unknown" : fingerprintOf(jwk)
}

const sentences = (payload: string): ReadonlyArray<string> => {
  const words = wordsOf(payload)
  if (words === null) return []
  const { citation, court, register, title, delivered, orders } = words
  return [
    `Judgment: ${quote(citation)} of ${quote(court)}, ${quote(register)}, delivered ${format(delivered)}.`,
    `Judgment: the title is ${quote(title)}.`,
    ...orders.map(({ kind, text, amountCents }) => {
      const sum = amountCents === null ? "" : `, ${amountCents} cents`
      return `Judgment: the order is ${nameOrQuote(kind)}${sum}, ${quote(text)}.`
    }),
  ]
}

const examine = (record: ServedJudgment, value: Members, documents: Documents) => {
  const place = placeOf(value)
  // This court's own document goes before a fetched document: a court need not reach itself over the web.
  const own = documents.get(ownNotary)
  const other = place === null ? undefined : documents.get(place.href)
  const isOwn = own !== undefined && own.text !== null && notaryOf(own.text)?.publicKey === record.publicKey
  const document = isOwn ? own : other
  const notary = document === undefined || document.text === null ? null : notaryOf(document.text)
  const { failed } = verifyJudgment(record, notary ?? { publicKey: "", retiredKeys: [] }, null, verifyEd25519)
  const valid = failed.length === 0
  const rules: ReadonlyArray<Check> = sealRules(failed).map(({ rule, holds, why }) => ({
    check: rule,
    holds,
    why: holds ? "It holds." : why,
  }))
  const unknown =
    notary === null
      ? [fails("key_published", "The court's key document could not be read at the root of a host.")]
      : []
  const published = document === undefined ? (place?.href ?? "") : document.url
  const host = URL.parse(published)?.host || null
  const said = cutToBounds(sentences(record.payload).map((text) => ({ by: "court", text })))
  return {
    signers: [
      {
        role: "court",
        key: `${published}#${record.publicKey}`,
        fingerprint: fingerprint(record.publicKey),
        valid,
        signedAt: wordsOf(record.payload)?.delivered ?? null,
        entitled: valid && host !== null ? ("host" as const) : null,
        host: valid ? host : null,
      },
    ],
    checks: [...unknown, ...rules, ...said.checks],
    statement: said.statement,
  }
}

export const judgment: Verifier = {
  format: "judgment",
  open: ({ value }) => {
    const record = isMembers(value) ? readServedJudgment(value) : null
    if (!isMembers(value) || record === null) return null
    const place = placeOf(value)
    return {
      needs: [ownNotary, ...(place === null ? [] : [place.href])],
      examine: (documents) => examine(record, value, documents),
    }
  },
}
