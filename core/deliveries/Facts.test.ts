/** The facts that the account of a quote takes from its delivery: the disclosures, and the attested checks with their times. */
import { Option } from "effect"
import { describe, expect, it } from "vitest"
import { digest } from "../criteria/index.ts"
import * as Changed from "../kernel/Change.ts"
import { hours } from "../kernel/Time.ts"
import { quotes } from "../quotes/index.ts"
import { put } from "../testing/Put.ts"
import { registrar } from "../testing/Stage.ts"
import { discloseArtifact } from "./Disclose.ts"
import { Disclosures } from "./Disclosure.ts"
import { deliveryFacts } from "./Facts.ts"
import { attested, base64, delivered, hashOf, whole } from "./testing/Delivered.ts"

const sha256 = digest(attested).slice("sha256:".length)
const elsewhere = {
  ...attested,
  checks: attested.checks.filter(({ kind }) => kind === "attested"),
}

/** A court with what tells the facts of a quote as of its present. */
const court = async () => {
  const made = await delivered()
  const facts = async (id: string) => {
    const quote = await made.read((reader) => quotes.need(reader, id))
    return made.read((reader) => deliveryFacts(reader, quote, made.now()))
  }
  return { ...made, facts }
}

describe("the facts of a delivery", () => {
  it("PD15 §6 given attested criteria, when nothing is disclosed, then nothing is evaluated and no attester's time runs", async () => {
    const { closed, facts } = await court()
    const id = await closed(whole, { criteria: attested })
    expect(await facts(id)).toEqual({
      disclosures: [],
      criteria: {
        sha256,
        evaluation: null,
        attested: [{ id: "fluent", by: "auditor", answered: null, dueAt: null }],
      },
    })
  })

  it("PD15 §6 given bytes that both disclosed, then each disclosure stands, and the attester's time runs from the first", async () => {
    const { closed, facts, act, seller, buyer, now, advance } = await court()
    const id = await closed(whole, { criteria: attested })
    const [body, first] = [{ id, content: base64(whole) }, now()]
    await act(discloseArtifact, body, seller)
    advance(hours(1))
    await act(discloseArtifact, body, buyer)
    expect(await facts(id)).toMatchObject({
      disclosures: [
        { id: `${id}/1`, by: "supplier", at: first, sha256: hashOf(whole) },
        { id: `${id}/2`, by: "buyer", at: first + hours(1), sha256: hashOf(whole) },
      ],
      criteria: {
        evaluation: { verdict: "indeterminate" },
        attested: [{ id: "fluent", answered: null, dueAt: first + hours(48) }],
      },
    })
  })

  it("PD15 §6 given an attester's word, then its check is answered from the receipt of it", async () => {
    const { closed, facts, act, read, seller, now } = await court()
    const id = await closed(whole, { criteria: attested })
    await act(discloseArtifact, { id, content: base64(whole) }, seller)
    const record = Option.getOrThrow(await read((reader) => reader.find(Disclosures, id)))
    const word = { check: "fluent", by: "auditor", outcome: "met", receivedAt: now(), sha256: "0" } as const
    await act(put, [Changed.put(Disclosures, { ...record, attestations: [word] })], registrar)
    expect((await facts(id)).criteria).toMatchObject({
      evaluation: { verdict: "satisfied" },
      attested: [{ id: "fluent", answered: { id: `${id}/fluent`, at: now() } }],
    })
  })

  it("PD15 §5 given a delivery elsewhere, then the attester's time runs from the close, and what holds without its word holds after it", async () => {
    const { accepted, closed, facts, now, advance } = await court()
    const quoted = { criteria: elsewhere, delivery: "elsewhere" } as const
    const open = await accepted(quoted)
    expect((await facts(open)).criteria).toMatchObject({ evaluation: null, attested: [{ dueAt: null }] })
    const id = await closed(whole, quoted)
    const dueAt = now() + hours(48)
    expect((await facts(id)).criteria).toMatchObject({
      evaluation: { verdict: "indeterminate" },
      attested: [{ id: "fluent", answered: null, dueAt }],
    })
    advance(hours(48))
    expect((await facts(id)).criteria).toMatchObject({
      evaluation: { verdict: "partly", reductionMillionths: 100_000 },
    })
  })

  it("PD15 §6 given a quote without criteria, then its disclosure stands alone", async () => {
    const { closed, facts, act, seller } = await court()
    const id = await closed(whole, { criteria: null })
    await act(discloseArtifact, { id, content: base64(whole) }, seller)
    expect(await facts(id)).toMatchObject({ disclosures: [{ by: "supplier" }], criteria: null })
  })
})
