/** Records of a resolution lineage: the state that follows from the judgment, and the record that follows when it is final. */
import { describe, expect, it } from "vitest"
import { sha256Hex } from "../../../core/kernel/Hash.ts"
import { canonical } from "../../../core/kernel/Json.ts"
import { earning, named, ruling } from "../../testing/Rulings.ts"
import { lineage } from "./index.ts"

interface Check {
  readonly id: string
  readonly required: boolean
  readonly outcome: string
  readonly evidence: ReadonlyArray<string>
}
interface Payload {
  readonly [member: string]: unknown
  readonly checks: ReadonlyArray<Check>
  readonly evidence: { readonly [id: string]: { readonly digest: string } }
}
const subject = `x402:operation:sha256:${"7".repeat(64)}`
const render = (of: Parameters<typeof earning>[0] | ReturnType<typeof ruling>, given = {}) =>
  lineage.renders?.(typeof of === "number" ? earning(of) : of, { subject, ...given }, named) ?? { why: "" }
const payload = (...args: Parameters<typeof render>): Payload => {
  const rendered = render(...args)
  if ("why" in rendered) throw new Error(rendered.why)
  return rendered.document as unknown as Payload
}
/** The state as any verifier derives it again from the checks and the targets, by the table of the profile. */
const derived = ({ checks, original_target, effective_target }: Payload): string => {
  const outcomes = checks.flatMap(({ required, outcome }) => (required ? [outcome] : []))
  if (outcomes.includes("FAIL")) return "FAILED"
  if (outcomes.includes("UNRESOLVED")) return "UNRESOLVED"
  return original_target === effective_target ? "SURVIVED" : "NARROWED"
}
const open = (owedCents: number) =>
  ruling({ isFinal: false, deal: { supplier: "seller", priceCents: 5_000, owedCents } })

describe("a record of a resolution lineage", () => {
  it.each([
    ["earned the whole price", earning(5_000), "SURVIVED"],
    ["earned a quarter of it", earning(1_250), "NARROWED"],
    ["earned nothing", earning(0), "FAILED"],
    ["earned nothing by a judgment that may still change", open(0), "UNRESOLVED"],
    ["earned everything by a judgment that may still change", open(5_000), "UNRESOLVED"],
  ])("PD15 §11 given a supplier that %s, then a verifier derives the state that it has", (_, of, state) => {
    const record = payload(of)
    expect([record.state, derived(record)]).toEqual([state, state])
    for (const { evidence } of record.checks)
      expect(evidence.every((id) => /^sha256:[0-9a-f]{64}$/.test(record.evidence[id]?.digest ?? ""))).toBe(
        true,
      )
  })

  it("PD15 §11 has the members of the profile and no other, and no number that its verifiers refuse", () => {
    const record = payload(1_250)
    expect(Object.keys(record).sort()).toEqual([
      "checks",
      "effective_target",
      "evidence",
      "original_target",
      "previous",
      "revision_reason",
      "state",
      "subject",
    ])
    expect(record.effective_target).toBe("The supplier earned USD 12.50 of USD 50.00, the price of the deal.")
    expect(JSON.stringify(record)).not.toMatch(/":-?\d/)
  })

  it("Rule 6.0 given a judgment that has become final, then its record follows the one before, of which it keeps subject and target", () => {
    const first = payload(open(0))
    expect([first.previous, first.revision_reason]).toEqual([null, null])
    const previous = `sha256:${sha256Hex(canonical(first as never))}`
    const next = payload(earning(0), { previous })
    expect(next).toMatchObject({
      previous,
      state: "FAILED",
      revision_reason: "The judgment [2026] MC 7 is final.",
    })
    expect([next.subject, next.original_target]).toEqual([first.subject, first.original_target])
  })

  it("Rule 7.4 given a judgment that was vacated or superseded, or one without an account, then there is no record", () => {
    const { disposition } = ruling()
    for (const finality of ["vacated", "superseded"] as const)
      expect(render(ruling({ isFinal: false, disposition: { ...disposition, finality } }))).toHaveProperty(
        "why",
      )
    expect(render(ruling({ deal: null }))).toHaveProperty("why")
  })

  it("Rule 5.6 given a thief that names a stranger's operation, then the record bears no signature of the court", () => {
    const record = payload(earning(0), { subject: `x402:operation:sha256:${"f".repeat(64)}` })
    expect(Object.keys(record)).not.toContain("signature")
    const patterns = Object.fromEntries(lineage.given.map(({ name, pattern }) => [name, pattern]))
    expect(patterns.subject?.test("two words")).toBe(false)
    expect(patterns.previous?.test(`sha256:${"F".repeat(64)}`)).toBe(false)
  })
})
