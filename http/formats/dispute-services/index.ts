/**
 * The catalog of dispute services to which `disputeResolution.catalog` of the Legal Context Protocol points. The protocol (1.0, commit
 * df261573) gives it a place and no shape; the shape is the one profile that a program reads, `experimental-lcp-dispute-services-v0.1`.
 */
import type { Format } from "../Format.ts"

export const disputeServices: Format = {
  name: "dispute-services",
  title: "The court in a catalog of dispute services (Legal Context Protocol)",
  specification: "https://github.com/legal-context-protocol/legal-context-protocol",
  read: "1.0, commit df26157310fbd200345921a3f1083319ffcac37d; profile experimental-lcp-dispute-services-v0.1",
  wellKnown: "/.well-known/dispute-services.json",
  isCatalog: true,
  given: [],
  names: ({ forum, baseUrl, did, contact, method, jurisdiction, rules, clause, filing }) => ({
    schemaVersion: "experimental-lcp-dispute-services-v0.1",
    provider: { id: did, name: forum, contact },
    services: [
      {
        serviceId: `${baseUrl}/api/v1/matters`,
        name: method,
        methods: [method],
        jurisdictions: [jurisdiction],
        clause: { id: `sha256:0x${clause.sha256}`, url: clause.url, sha256: clause.sha256 },
        // The court acts under its Rules and under no other terms.
        terms: { url: rules.url, sha256: rules.sha256 },
        rules: { id: rules.id, version: rules.version, url: rules.url, sha256: rules.sha256 },
        eligibility: { currencies: ["USD"] },
        intake: {
          url: filing,
          method: "POST",
          mediaType: "application/json",
          authSchemes: ["bearer", "rfc9421"],
        },
        evidence: { profile: `${baseUrl}/docs`, candidateUntilAdopted: true },
        result: {
          urlTemplate: `${baseUrl}/api/v1/judgments/{citation}/disposition`,
          mediaType: "application/json",
          dispositionSeparateFromExecution: true,
        },
      },
    ],
  }),
  renders: null,
}
