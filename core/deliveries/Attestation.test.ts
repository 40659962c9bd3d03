/** Attestations: whose word counts, of which bytes, and what holds when nobody says anything. */
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { hours } from "../kernel/Time.ts"
import { discloseArtifact } from "./Disclose.ts"
import { readDelivery } from "./Queries.ts"
import { audited, signed, url } from "./testing/Audited.ts"
import { attested } from "./testing/Delivered.ts"

describe("an attestation", () => {
  it("PD14 §12 given no word of the attester, then its check is open until its time has passed, and what the check says then holds", async () => {
    const court = await audited()
    await court.act(discloseArtifact, court.body(), court.seller)
    const found = async () =>
      (await court.ask(readDelivery, { id: court.id }, court.buyer)).disclosure?.evaluation
    expect(await found()).toMatchObject({ verdict: "indeterminate", reductionMillionths: 0 })
    court.advance(hours(48) - 1)
    expect(await found()).toMatchObject({ verdict: "indeterminate" })
    court.advance(1)
    expect(await found()).toMatchObject({ verdict: "partly", reductionMillionths: 100_000 })
  })

  it("PD14 §12 given an attestation with a later disclosure of the same bytes, then it counts, and a second word changes nothing", async () => {
    const court = await audited()
    await court.act(discloseArtifact, court.body(), court.seller)
    const met = await court.act(discloseArtifact, court.body(signed(court.said())), court.seller)
    expect(met).toMatchObject({
      attestations: [{ check: "fluent", by: "auditor", outcome: "met" }],
      evaluation: { verdict: "satisfied", reductionMillionths: 0 },
    })
    const bribed = signed(court.said({ outcome: "unmet" }))
    const after = await court.act(discloseArtifact, court.body(bribed), court.buyer)
    expect(after.evaluation).toMatchObject({ verdict: "satisfied" })
    expect(after.attestations).toHaveLength(1)
  })

  it.each([
    ["another quote", { quote: "other" }, "is about another quote"],
    ["other bytes", { artifact: `sha256:${"0".repeat(64)}` }, "is about other bytes"],
    ["a check that nobody attests", { check: "json" }, "names no attested check of the criteria"],
    ["another type", { type: "court.attestation/2" }, "is no court.attestation/1: type"],
    ["a member that has no meaning", { note: "so" }, "is no court.attestation/1: note"],
  ] as const)(
    "PD14 §12 given an attestation of %s, then it is refused by its place",
    async (_, changes, why) => {
      const court = await audited()
      const outcome = await Effect.runPromise(
        Effect.either(
          court.run(
            discloseArtifact,
            court.body(signed(court.said()), signed(court.said(changes))),
            court.seller,
          ),
        ),
      )
      expect(outcome).toMatchObject({
        left: { code: "attestation_refused", errors: [{ path: "attestations[1]", message: why }] },
      })
    },
  )

  it.each([
    ["a key that the attester has not proven", "op-auditor", true, "two"],
    ["an attester of the supplier's operator", "op-seller", true, "one"],
    ["an attester of the buyer's operator", "op-buyer", true, "one"],
    ["an attester whose operator is only stated", "op-auditor", false, "one"],
  ] as const)("PD14 §12 given %s, then its word is refused", async (_, operatorId, proven, key) => {
    const court = await audited(operatorId, proven)
    const body = court.body(signed(court.said(), key))
    expect(await court.codeOf(discloseArtifact, body, court.seller)).toBe("attestation_refused")
    expect((await court.ask(readDelivery, { id: court.id }, court.seller)).disclosure).toBeNull()
  })

  it.each([
    ["a text that is no compact signature", () => "one.two", "is no compact signature (RFC 7515)"],
    ["a payload that is no base64", () => "one.!.three", "is no compact signature (RFC 7515)"],
    ["a payload that is no JSON", () => `one.${url("so")}.one`, "is no court.attestation/1: its payload"],
    [
      "a signature in which nothing is recognised",
      (said: object) => signed(said, "none"),
      "is not signed by a proven key of auditor",
    ],
  ] as const)("PD14 §12 given %s, then the refusal says so", async (_, jws, message) => {
    const court = await audited()
    const ended = court.run(discloseArtifact, court.body(jws(court.said())), court.seller)
    expect(await Effect.runPromise(Effect.either(ended))).toMatchObject({
      left: { code: "attestation_refused", errors: [{ path: "attestations[0]", message }] },
    })
  })

  it("PD14 §12 given a check that names an agent that is not enrolled, then nobody's signature answers it", async () => {
    const [json, lines, fluent] = attested.checks
    const criteria = { ...attested, checks: [json, lines, { ...fluent, by: "nobody" }] }
    const court = await audited("op-auditor", true, { criteria })
    const ended = court.run(discloseArtifact, court.body(signed(court.said())), court.seller)
    expect(await Effect.runPromise(Effect.either(ended))).toMatchObject({
      left: { errors: [{ message: "is by an agent that is not enrolled" }] },
    })
  })

  it.each([
    ["another operator's agent", "counts", "op-auditor", null],
    ["an agent of the operator itself", "is refused", "op-seller", "attestation_refused"],
  ] as const)(
    "PD14 §12 given an operator that buys of its own agent, when %s attests, then its word %s",
    async (_, __, operatorId, code) => {
      const buying = { buyer: "operator" as const }
      const court = await audited(operatorId, true, buying)
      expect(await court.codeOf(discloseArtifact, court.body(signed(court.said())), court.seller)).toBe(code)
    },
  )
})
