/**
 * Rulings and directives of ADRP beside the answers of the other side's program. `Vectors.json` has these answers, with their source: it
 * verified each ruling, refused it over another transaction, and made the directive that follows from it.
 */
import { describe, expect, it } from "vitest"
import type { Ruling } from "../../../core/docket/index.ts"
import { earning, named, ruling } from "../../testing/Rulings.ts"
import type { Format } from "../Format.ts"
import { escrowDirective, rulingBundle } from "./index.ts"
import vectors from "./Vectors.json" with { type: "json" }

const given = {
  supersedes: "a".repeat(64),
  dispute_chain_tip: "b".repeat(64),
  payment_mandate_ref: "mandate-1",
}
const rendered = ({ renders }: Format, of: Ruling.Ruling) => {
  const found = renders?.(of, given, named) ?? { why: "it renders nothing" }
  if ("why" in found) throw new Error(found.why)
  return found.document
}

describe("ADRP, by the program of another side", () => {
  it.each(vectors.rulings.map((vector) => [vector.owedCents, vector] as const))(
    "PD15 §11 given %i of 5,000 cents earned, then it verified this ruling, and made the same directive",
    (owedCents, { bundle, verified, elsewhere, directive }) => {
      expect(rendered(rulingBundle, earning(owedCents))).toEqual(bundle)
      expect(verified).toEqual([true, "Valid"])
      expect(elsewhere[0]).toBe(false)
      expect(rendered(escrowDirective, earning(owedCents))).toEqual(directive)
    },
  )

  it.each([
    [1, 0.000001],
    [49_999_999, 0.999999],
  ])(
    "PD15 §11 given %i of 50,000,000 cents earned, then the part isn't rounded to nothing or to the whole",
    (owedCents, part) => {
      const of = ruling({ deal: { supplier: "seller", priceCents: 50_000_000, owedCents } })
      expect(rendered(rulingBundle, of)).toMatchObject({
        verdict: "partial",
        partial_split: { to_seller: part },
      })
    },
  )
})
