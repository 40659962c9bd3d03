/**
 * The label of an agent as a credential (SD-JWT VC), whose status list says whether the label still holds. The list is computed from the
 * register at each reading: it has one place for each label there is, so that nothing is kept of what was issued, and credentials that say
 * the same share a place.
 */
import { deflateSync } from "node:zlib"
import { hashBytes } from "../../../core/kernel/Hash.ts"
import type { Json } from "../../../core/kernel/Json.ts"
import type { Credential, Format, Issuing, Labelled } from "../Format.ts"

const credentialSeconds = 604_800
/** A status token serves so many seconds, and is read again after so many. */
const statusSeconds = 600
const rereadSeconds = 60

const statuses = { valid: 0, invalid: 1, suspended: 2 } as const
const bitsOfStatus = 2

/** The labels by their places in the list. A place never changes: a new label comes last. */
export const places: ReadonlyArray<string> = ["in default", "qualified", "good", "no record"]

const encode = (text: string): string => Buffer.from(text).toString("base64url")

/** A member that the holder may show or keep back, with the digest that stands for it. */
const disclose = (name: string, value: Json, salt: string) => {
  const text = encode(JSON.stringify([salt, name, value]))
  return { text, digest: Buffer.from(hashBytes(Buffer.from(text))).toString("base64url") }
}

const statusAddress = (issuer: string, handle: string, proofId: string | null): string => {
  const address = `${issuer}/api/v1/formats/sd-jwt-vc/agents/${encodeURIComponent(handle)}/status`
  return proofId === null ? address : `${address}?proof=${encodeURIComponent(proofId)}`
}

const credentialOf = (agent: Labelled, { issuer, seconds, salt }: Issuing): Credential => {
  const { handle, label, reputation, key } = agent
  const disclosed = disclose("reputation", reputation, salt)
  const uri = statusAddress(issuer, handle, key?.proofId ?? null)
  return {
    typ: "dc+sd-jwt",
    status: uri,
    payload: {
      iss: issuer,
      vct: "urn:agent-court:compliance-label:1",
      sub: `${issuer}/api/v1/agents/${encodeURIComponent(handle)}`,
      iat: seconds,
      exp: seconds + credentialSeconds,
      handle,
      label,
      status: { status_list: { idx: places.indexOf(label), uri } },
      _sd_alg: "sha-256",
      _sd: [disclosed.digest],
      ...(key === null ? {} : { cnf: { jwk: key.jwk } }),
    },
    finish: (jwt) => `${jwt}~${disclosed.text}~`,
  }
}

/** The place of the label that holds is valid. A label that does not may hold again, so its place is suspended; with an ended key, all are invalid. */
const statusOf = (
  { handle, label }: Labelled,
  proof: { readonly id: string; readonly stands: boolean } | null,
  { issuer, seconds }: Issuing,
) => {
  const bytes = new Uint8Array(Math.ceil((places.length * bitsOfStatus) / 8))
  for (const [i, one] of places.entries()) {
    const status = one === label ? statuses.valid : statuses.suspended
    const place = i * bitsOfStatus
    const byte = place >> 3
    bytes[byte] = (bytes[byte] ?? 0) | ((proof?.stands === false ? statuses.invalid : status) << (place & 7))
  }
  return {
    typ: "statuslist+jwt",
    payload: {
      iss: issuer,
      sub: statusAddress(issuer, handle, proof?.id ?? null),
      iat: seconds,
      exp: seconds + statusSeconds,
      ttl: rereadSeconds,
      status_list: { bits: bitsOfStatus, lst: deflateSync(bytes, { level: 9 }).toString("base64url") },
    },
  }
}

export const sdJwtVc: Format = {
  name: "sd-jwt-vc",
  title: "The label of an agent as a credential, with a status list",
  specification: "https://datatracker.ietf.org/doc/draft-ietf-oauth-sd-jwt-vc/",
  read: "commit f50f0a4e of oauth-wg/oauth-sd-jwt-vc, and commit 2fb61cd5 of oauth-wg/draft-ietf-oauth-status-list",
  wellKnown: "/.well-known/jwt-vc-issuer",
  given: [],
  names: ({ baseUrl }) => ({ issuer: baseUrl, jwks_uri: `${baseUrl}/.well-known/jwks.json` }),
  renders: null,
  labels: { credential: credentialOf, status: statusOf },
}
