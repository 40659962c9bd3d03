/** `/.well-known/legal-context.json`: the terms of the court as the Legal Context Protocol publishes terms. */
import { forum, governingLaw, rulesName } from "../../core/law/Clauses.ts"
import { publication } from "../../core/rulebook/Rulebook.ts"
import { Rules } from "../../core/rulebook/Rules.ts"
import type { Terms } from "../../core/Schedule.ts"
import type { LegalContext } from "../api/Discovery.ts"

/** The document under the figures in force: the Rules as they are served at this moment, and their hash. */
export const legalContext = (baseUrl: string, contact: string, terms: Terms): typeof LegalContext.Type => ({
  terms: `${baseUrl}/api/v1/rules`,
  termsFormat: "markdown",
  atrHash: `0x${publication(Rules, terms).sha256}`,
  disputeResolution: {
    method: `Contractual expert determination under the ${rulesName} of the ${forum}`,
    jurisdiction: governingLaw,
    contact: `${baseUrl}/api/v1/matters`,
    source: `${baseUrl}/api/v1/clauses`,
    catalog: `${baseUrl}/.well-known/agent-card.json`,
  },
  contact: { technical: contact, legal: contact },
  api: `${baseUrl}/openapi.json`,
})
