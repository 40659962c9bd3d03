/**
 * The court as the forum of the Contestability Binding Application Profile (draft-pinto-cbap-1-00, section 5.3): the members of `forum` and
 * the policies that a claimant of the profile puts into its terms, with the key that would sign an exact acceptance.
 */
import type { Format } from "../Format.ts"

/** The forum role's key as COSE states it: OKP, Ed25519, and the algorithm of RFC 9864. */
const okp = 1
const ed25519Curve = 6
const ed25519 = -19

export const cbapForum: Format = {
  name: "cbap-1",
  title: "The court as a forum of CBAP-1",
  specification: "https://datatracker.ietf.org/doc/draft-pinto-cbap-1/",
  read: "draft-pinto-cbap-1-00, SHA-256 98994fbbe5c45981711c0da1464b290ac34410dc51918a78182bb8ad5bf57114",
  wellKnown: null,
  given: [],
  names: ({ baseUrl, rules, clause, filing, key }) => ({
    profile: "CBAP-1",
    forum: { "forum-id": baseUrl, "submission-endpoint": filing, "forum-key-id": key.kid },
    "standing-policy": [rules.url, rules.sha256],
    procedure: [rules.url, rules.sha256],
    "selection-policy": [clause.url, clause.sha256],
    key: { kty: okp, crv: ed25519Curve, alg: ed25519, kid: key.kid, x: key.x },
    // The court signs no exact acceptance yet: a claimant of the profile has to ask for one before it signs its terms.
    "exact-acceptance": null,
  }),
  renders: null,
}
