/** The court as a `did:web`: the document that lists the public keys with which it signs, in force and retired. */
import { secp256k1 } from "@noble/curves/secp256k1.js"
import type { KeysService } from "./Keys.ts"
import { jwkOf, thumbprintOf } from "./SigningKey.ts"

/** The name of the court: the host of its address, with the port and the path as the method writes them. */
export const didOf = (baseUrl: string): string => {
  const { host, pathname } = new URL(baseUrl)
  const path = pathname.split("/").filter((part) => part !== "")
  return ["did:web", host.replace(":", "%3A"), ...path.map(encodeURIComponent)].join(":")
}

/** The name of a key in the document: the thumbprint of RFC 7638 behind the name of the court. */
export const keyNameOf = (baseUrl: string, kid: string): string => `${didOf(baseUrl)}#${kid}`

const base64url = (hex: string): string => Buffer.from(hex, "hex").toString("base64url")

/** The key of payout instructions, from its compressed point. */
const payoutJwk = (publicKey: string) => {
  const point = secp256k1.Point.fromHex(publicKey).toHex(false)
  const jwk = {
    kty: "EC",
    crv: "secp256k1",
    x: base64url(point.slice(2, 66)),
    y: base64url(point.slice(66)),
  } as const
  return {
    ...jwk,
    kid: thumbprintOf(`{"crv":"${jwk.crv}","kty":"${jwk.kty}","x":"${jwk.x}","y":"${jwk.y}"}`),
  }
}

type PublicKeys = Pick<KeysService, "notary" | "jwks" | "payout" | "log">

/** `/.well-known/did.json`. Retired keys stay in the list, so that what they signed can be checked; the court signs by the others. */
export const didDocument = (baseUrl: string, { notary, jwks, payout, log }: PublicKeys) => {
  const id = didOf(baseUrl)
  const [calls, ...retiredCalls] = jwks.keys
  const inForce = [
    jwkOf(notary.publicKey),
    ...(calls === undefined ? [] : [calls]),
    jwkOf(log.publicKey),
    payoutJwk(payout.publicKey),
  ]
  const retired = [
    ...notary.retiredKeys.map(({ publicKey }) => jwkOf(publicKey)),
    ...retiredCalls,
    ...payout.retiredKeys.map(({ publicKey }) => payoutJwk(publicKey)),
  ]
  const methods = [...inForce, ...retired].map(({ kid, ...jwk }) => ({
    id: keyNameOf(baseUrl, kid),
    type: "JsonWebKey" as const,
    controller: id,
    publicKeyJwk: { ...jwk, kid },
  }))
  const names = inForce.map(({ kid }) => keyNameOf(baseUrl, kid))
  return {
    "@context": ["https://www.w3.org/ns/did/v1", "https://w3id.org/security/jwk/v1"],
    id,
    verificationMethod: methods,
    assertionMethod: names,
    // The key of jwks.json signs the court's own requests.
    authentication: calls === undefined ? [] : [keyNameOf(baseUrl, calls.kid)],
  }
}
