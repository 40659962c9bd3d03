/**
 * The court as the forum of the Contestability Binding Application Profile (draft-pinto-cbap-1-00, section 5.3): the members of `forum` and
 * the policies that a claimant of the profile puts into its terms, with the key that signs exact acceptances.
 */
import type { Format } from "../Format.ts"
import { accept, ed25519, ed25519Curve, okp } from "./Acceptance.ts"

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
    // A claimant of the profile has to ask here for an acceptance of its terms before it signs them.
    "exact-acceptance": `${baseUrl}/api/v1/formats/cbap-1/acceptances`,
  }),
  renders: null,
  accepts: accept,
}
