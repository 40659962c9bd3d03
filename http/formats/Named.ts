/** The one record from which the court is named in every document, its own and those of other protocols. */
import { didOf } from "../../adapters/keys/DidDocument.ts"
import type { KeysService } from "../../adapters/keys/Keys.ts"
import { sha256Hex } from "../../core/kernel/Hash.ts"
import { publication, rulesVersion } from "../../core/kernel/Instrument.ts"
import type { Terms } from "../../core/kernel/Schedule.ts"
import { Clauses } from "../../core/law/index.ts"
import { Rulebook } from "../../core/rulebook/index.ts"
import type { Named } from "./Format.ts"

interface Court {
  readonly baseUrl: string
  /** The URI at which the court's people can be reached. */
  readonly contact: string
  readonly clauses: string
}

/** Names a court under the figures in force, by its address, its texts and its first key. */
export const nameCourt = (
  { baseUrl, contact, clauses }: Court,
  { jwks }: Pick<KeysService, "jwks">,
  terms: Terms,
): Named => {
  const [key] = jwks.keys
  return {
    forum: Clauses.forum,
    baseUrl,
    did: didOf(baseUrl),
    contact,
    method: `Contractual expert determination under the ${Clauses.rulesName} of the ${Clauses.forum}`,
    jurisdiction: Clauses.governingLaw,
    rules: {
      id: `${baseUrl}/api/v1/rules`,
      version: rulesVersion,
      url: `${baseUrl}/api/v1/rules`,
      sha256: publication(Rulebook.Rules, terms).sha256,
    },
    clause: { url: `${baseUrl}/api/v1/clauses`, sha256: sha256Hex(clauses) },
    filing: `${baseUrl}/api/v1/matters`,
    key: { kid: key?.kid ?? "", x: key?.x ?? "" },
  }
}
