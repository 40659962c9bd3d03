/** Rulings for tests of renderings, and the court that is named in them. */
import type { Ruling } from "../../core/docket/index.ts"
import type { Named } from "../formats/index.ts"

export const named: Named = {
  forum: "The Court",
  baseUrl: "https://court.example",
  did: "did:web:court.example",
  contact: "mailto:registrar@court.example",
  method: "expert determination",
  jurisdiction: "Singapore",
  rules: {
    id: "https://court.example/api/v1/rules",
    version: "1",
    url: "https://court.example/api/v1/rules",
    sha256: "1".repeat(64),
  },
  clause: { url: "https://court.example/api/v1/clauses", sha256: "2".repeat(64) },
  filing: "https://court.example/api/v1/matters",
  key: { kid: "k", x: "eA" },
}
/** A final ruling by which the supplier earned a quarter of the price, unless it is changed. */
export const ruling = (changes: Partial<Ruling.Ruling> = {}): Ruling.Ruling => ({
  disposition: {
    schema: "cp.disposition/1",
    citation: "[2026] MC 7",
    matterId: "matter-1",
    orders: [],
    finality: changes.isFinal === false ? "open to appeal" : "final",
    asOf: "2026-11-29T00:00:00.000Z",
    payloadSha256: "3".repeat(64),
  },
  deliveredAt: "2026-11-20T09:00:00.000Z",
  isFinal: true,
  deal: { supplier: "seller", priceCents: 5_000, owedCents: 1_250 },
  ...changes,
})
export const earning = (owedCents: number) =>
  ruling({ deal: { supplier: "seller", priceCents: 5_000, owedCents } })
