/** Disclosure through the court's own loop: what is evaluated, who sees it, and what thieves bring instead. */
import { describe, expect, it } from "vitest"
import { readArtifact } from "../deals/index.ts"
import { type Hold, records as holdRecords } from "../holds/index.ts"
import { hold } from "../holds/testing/Court.ts"
import * as Changed from "../kernel/Change.ts"
import { days } from "../kernel/Time.ts"
import { callForJudgment, fileMatter, recordEligibility } from "../matters/index.ts"
import { quotes } from "../quotes/index.ts"
import { claim, filing } from "../testing/Matters.ts"
import { put } from "../testing/Put.ts"
import { datum, registrar } from "../testing/Stage.ts"
import { discloseArtifact, wordsIn } from "./Disclose.ts"
import { readDelivery } from "./Queries.ts"
import { base64, delivered, hashOf, short, whole } from "./testing/Delivered.ts"

describe("a disclosure", () => {
  it("PD14 §11 given a delivery that misses a line, when it is disclosed, then both read in the same act what comes off", async () => {
    const court = await delivered()
    const id = await court.closed(short)
    const answer = await court.act(discloseArtifact, { id, content: base64(short) }, court.seller)
    expect(answer).toMatchObject({
      artifact: `sha256:${hashOf(short)}`,
      bytes: short.length,
      disclosedBy: "seller",
      evaluation: { verdict: "partly", reductionMillionths: 200_000 },
    })
    for (const actor of [court.seller, court.buyer])
      expect((await court.ask(readDelivery, { id }, actor)).disclosure).toEqual(answer)
    expect(await court.inbox(court.buyer.id)).toContain("quote.disclosed")
  })

  it("PD14 §11 given a disclosure, then the journal has hashes of it and not its words", async () => {
    const court = await delivered()
    const id = await court.closed(whole)
    await court.act(discloseArtifact, { id, content: base64(whole) }, court.seller)
    const told = (await court.events(`quote/${id}`)).at(-1)
    expect(told).toMatchObject({ type: "quote.disclosed", data: { artifact: `sha256:${hashOf(whole)}` } })
    expect(JSON.stringify(told)).not.toContain("lines")
    expect(JSON.stringify(told)).not.toContain("seller")
  })

  it("PD14 §11 given a close by a hash, then next asks the supplier for the bytes until they are disclosed", async () => {
    const court = await delivered()
    const id = await court.closed(whole)
    const asked = async () =>
      (await court.ask(readDelivery, { id }, court.buyer)).next.filter(({ act }) => act === "artifact")
    expect(await asked()).toEqual([{ who: "seller", act: "artifact", dueBy: null }])
    await court.act(discloseArtifact, { id, content: base64(whole) }, court.buyer)
    expect(await asked()).toEqual([])
  })

  it.each([
    ["other bytes than those of the close", "artifact_mismatch", base64(short)],
    ["more bytes than the Court takes", "artifact_too_large", base64("x".repeat(262_145))],
    ["personal data in the bytes", "personal_data", base64(`{"lines":["${datum}"]}`)],
  ] as const)("PD14 §11 given %s, then %s and nothing is recorded", async (_, code, content) => {
    const court = await delivered()
    const text = atob(content)
    const id = await court.closed(code === "personal_data" ? text : whole)
    expect(await court.codeOf(discloseArtifact, { id, content }, court.seller)).toBe(code)
    expect((await court.ask(readDelivery, { id }, court.seller)).disclosure).toBeNull()
  })

  it("PD1 §4 given personal data beside one byte that is not text, then the Court reads it all the same", () => {
    expect(wordsIn(btoa(`\xff\x00${datum}12345\x00`))).toContain(datum)
  })

  it("PD1 §4 given bytes in which nothing is legible, then there are no words to read", () => {
    expect(wordsIn(btoa("\xff\x00short\x00"))).toBe("")
  })

  it("PD14 §11 given padding past bytesMax, then every check is unmet and the whole price comes off", async () => {
    const court = await delivered()
    const padded = `${whole}${" ".repeat(100)}`
    const id = await court.closed(padded)
    const { evaluation } = await court.act(discloseArtifact, { id, content: base64(padded) }, court.seller)
    expect(evaluation).toMatchObject({ verdict: "not_satisfied", reductionMillionths: 1_000_000 })
  })

  it("PD14 §11 given what is delivered elsewhere, a close in words, or no close, then nothing can be disclosed", async () => {
    const court = await delivered()
    const content = base64(whole)
    const codeOn = (id: string) => court.codeOf(discloseArtifact, { id, content }, court.seller)
    expect(await codeOn(await court.closed(whole, { criteria: null, delivery: "elsewhere" }))).toBe(
      "delivery_elsewhere",
    )
    expect(await codeOn(await court.closed(whole, { criteria: null }, "the work"))).toBe("artifact_mismatch")
    expect(await codeOn(await court.accepted())).toBe("quote_state")
  })

  it("PD14 §11 given a stranger, then it neither discloses nor reads", async () => {
    const court = await delivered()
    const stranger = await court.enrolled("stranger", "op-stranger")
    const id = await court.closed(whole)
    expect(await court.codeOf(discloseArtifact, { id, content: base64(whole) }, stranger)).toBe("not_a_party")
    await court.act(discloseArtifact, { id, content: base64(whole) }, court.seller)
    for (const actor of [stranger, { role: "judge" }, { role: "public" }, registrar] as const)
      expect(await court.askCodeOf(readArtifact, { id }, actor)).toBe("not_a_party")
  })

  it("PD14 §11 given four disclosures by one side, then it makes no fifth, and the other side still may", async () => {
    const court = await delivered()
    const id = await court.closed(whole)
    const body = { id, content: base64(whole) }
    for (let i = 0; i < 4; i++) await court.act(discloseArtifact, body, court.seller)
    expect(await court.codeOf(discloseArtifact, body, court.seller)).toBe("disclosures_spent")
    expect(await court.codeOf(discloseArtifact, body, court.buyer)).toBeNull()
  })

  it("PD14 §11 given bytes that nobody has paid for, then the buyer sees what the criteria find and not the bytes", async () => {
    const court = await delivered()
    const id = await court.closed(whole)
    expect(await court.askCodeOf(readArtifact, { id }, court.buyer)).toBe("unknown_artifact")
    await court.act(discloseArtifact, { id, content: base64(whole) }, court.seller)
    expect(await court.askCodeOf(readArtifact, { id }, court.buyer)).toBe("artifact_unpaid")
    expect((await court.ask(readArtifact, { id }, court.seller)).content).toBe(base64(whole))
  })

  it("PD14 §11 given holds, then the holds that are confirmed in the currency of the quote open the bytes once they come to its price", async () => {
    const court = await delivered()
    const id = await court.closed(whole)
    await court.act(discloseArtifact, { id, content: base64(whole) }, court.seller)
    const holds = async (n: number, changes: Partial<Hold.Hold>) => {
      const stored = hold({ id: `hold-${n}`, holdRef: `${n}`, quoteId: id, currency: "USD", ...changes })
      await court.act(put, [Changed.put(holdRecords.Holds, stored)], registrar)
      return court.askCodeOf(readArtifact, { id }, court.buyer)
    }
    expect(await holds(1, { amountCents: 5_000, status: "named" })).toBe("artifact_unpaid")
    expect(await holds(2, { amountCents: 5_000, currency: "EUR" })).toBe("artifact_unpaid")
    expect(await holds(3, { amountCents: 4_999 })).toBe("artifact_unpaid")
    expect(await holds(4, { amountCents: 1 })).toBeNull()
  })

  it("PD14 §11 given an operator that buys of its own agent, when its clerk discloses, then the operator has disclosed", async () => {
    const court = await delivered()
    const id = await court.closed(whole, { buyer: "operator" })
    const clerk = { role: "clerk", operatorId: "op-seller" } as const
    const answer = await court.act(discloseArtifact, { id, content: base64(whole) }, clerk)
    expect(answer).toMatchObject({ disclosedBy: "operator", evaluation: { verdict: "satisfied" } })
  })

  it("PD14 §11 given a buyer that disclosed the bytes itself, then it reads them", async () => {
    const court = await delivered()
    const id = await court.closed(whole)
    await court.act(discloseArtifact, { id, content: base64(whole) }, court.buyer)
    expect((await court.ask(readArtifact, { id }, court.buyer)).content).toBe(base64(whole))
  })

  it("PD14 §11 given a matter that was called, then it is too late to disclose, and its judge may read", async () => {
    const court = await delivered()
    const [late, early] = [await court.closed(whole), await court.closed(whole)]
    await court.act(discloseArtifact, { id: early, content: base64(whole) }, court.seller)
    await court.act(recordEligibility, { reference: "[2026] FB 1", statement: "Confirmed." }, registrar)
    const body = filing({ dealingAt: court.now(), claim: claim(), quoteId: late })
    const { matter } = await court.act(fileMatter, body, court.buyer)
    await court.act(fileMatter, { ...body, quoteId: early }, court.buyer)
    expect((await court.ask(readArtifact, { id: early }, { role: "judge" })).content).toBe(base64(whole))
    court.advance(days(3))
    await court.fire()
    await court.act(callForJudgment, { id: matter.id }, court.buyer)
    expect(await court.codeOf(discloseArtifact, { id: late, content: base64(whole) }, court.seller)).toBe(
      "disclosure_closed",
    )
  })

  it("PD14 §11 given a close by a hash without criteria, then its bytes are disclosed and nothing is evaluated", async () => {
    const court = await delivered()
    const id = await court.closed(whole, { criteria: null }, `sha256:0x${hashOf(whole).toUpperCase()}`)
    const answer = await court.act(discloseArtifact, { id, content: base64(whole) }, court.seller)
    expect(answer.evaluation).toBeNull()
    expect((await court.ask(readDelivery, { id }, court.buyer)).disclosure).toEqual(answer)
    expect((await court.read((reader) => quotes.need(reader, id))).disclosedAt).toBe(court.now())
  })
})
