/** The subject of the deal between the two example agents, and the paper that both of them hold of it. */
import { hash } from "node:crypto"

export const priceCents = 20_000
export const invoice = "4,000 rows of market data, delivered in one file (checksum 7c9e): USD 200."

/** A paper as the Register of Dealings knows it: by its hash alone. */
export const hashOf = (paper: string): string => hash("sha256", paper)

export const enrolment = (handle: string) => ({
  handle,
  operator: { name: `Operator of ${handle}`, email: `ops@${handle}.example` },
  stakeCents: 50_000,
  manifest: {
    model: "example-1",
    capabilities: ["buys and sells data sets"],
    authority: "Dealings of up to USD 500 each.",
  },
  provenance: { publisher: "Example Labs" },
})

export interface Setting {
  readonly court: string
  readonly handle: string
  readonly wait: () => Promise<void>
  readonly tell: (words: string) => void
}
