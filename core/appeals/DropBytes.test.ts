/** The bytes of a delivery are dropped thirty days after nothing on their quote can move, and never before. */
import { Effect, Option } from "effect"
import { describe, expect, it } from "vitest"
import { deliverJudgment } from "../bench/index.ts"
import { draft, pay } from "../bench/testing/Cases.ts"
import { attestCompliance, disputeCompliance, passEntry } from "../compliance/index.ts"
import { readArtifact, readQuote } from "../deals/index.ts"
import { records as deliveries, discloseArtifact, Kept } from "../deliveries/index.ts"
import { base64, delivered, hashOf, whole } from "../deliveries/testing/Delivered.ts"
import { Judgment } from "../judgments/index.ts"
import * as Changed from "../kernel/Change.ts"
import { needPresent } from "../kernel/Defect.ts"
import { sha256Hex } from "../kernel/Hash.ts"
import { bounds } from "../kernel/Schedule.ts"
import { days, hours } from "../kernel/Time.ts"
import { callForJudgment, discontinue, fileMatter, recordEligibility } from "../matters/index.ts"
import { start } from "../testing/Context.ts"
import { claim, filing } from "../testing/Matters.ts"
import { put } from "../testing/Put.ts"
import { clock, judge, registrar } from "../testing/Stage.ts"
import { appeal } from "./Begin.ts"
import { passDisclosure } from "./DropBytes.ts"
import { withdrawAppeal } from "./Withdraw.ts"

const kept = days(bounds.artifactKeptDays)
const content = base64(whole)
/** The account of a quote that is closed at the start lies from the end of its inspection, for ninety days. */
const accountCloses = start + hours(24) + days(bounds.accountDays)

const disclosed = async () => {
  const court = await delivered()
  await court.act(recordEligibility, { reference: "[2026] FB 1", statement: "Confirmed." }, registrar)
  const id = await court.closed(whole)
  await court.act(discloseArtifact, { id, content }, court.seller)
  const code = (actor = court.seller, quote = id) => court.askCodeOf(readArtifact, { id: quote }, actor)
  /** Moves the clock to an instant and does what is due then. */
  const at = async (instant: number, quote = id) => {
    court.advance(instant - court.now())
    await court.fire()
    return (await court.act(passDisclosure, { quoteId: quote }, clock)).dropped
  }
  const asked = async () => (await court.due([Kept.keptKind])).map(({ dueAt }) => dueAt)
  const sues = async () => {
    const body = filing({ dealingAt: court.now(), claim: claim(), quoteId: id })
    return (await court.act(fileMatter, body, court.buyer)).matter.id
  }
  /** A matter on the quote that is called and decided three days later. */
  const decided = async () => {
    const matterId = await sues()
    court.advance(days(3))
    await court.fire()
    await court.act(callForJudgment, { id: matterId }, court.buyer)
    const { citation } = await court.act(
      deliverJudgment,
      { id: matterId, ...draft({ orders: [pay(100)] }) },
      judge,
    )
    return { matterId, citation, decidedAt: court.now() }
  }
  const entryOf = async (citation: string) => {
    const found = await court.read((reader) => reader.find(Judgment.Judgments, citation))
    return needPresent(Option.getOrThrow(found).entries[0], "the entry of an order")
  }
  return { ...court, id, code, at, asked, sues, decided, entryOf }
}

describe("the bytes of a delivery", () => {
  it("PD14 §13 given a quote on which nobody claims, then they are dropped thirty days after its account closed, and what was found of them stays", async () => {
    const court = await disclosed()
    const { id, at, asked, ask, buyer, seller } = court
    const before = await ask(readQuote, { id }, buyer)
    expect(before.disclosure?.dropped).toBeNull()
    expect(await asked()).toEqual([start + kept])
    expect(await at(start + kept)).toBe(false)
    expect(await asked()).toEqual([accountCloses + kept])
    expect(await at(accountCloses + kept - 1)).toBe(false)
    expect(await court.code()).toBeNull()
    const gone = accountCloses + kept
    expect(await at(gone)).toBe(true)
    for (const actor of [seller, buyer]) {
      expect(await court.code(actor)).toBe("artifact_dropped")
      expect(await court.codeOf(discloseArtifact, { id, content }, actor)).toBe("artifact_dropped")
    }
    const dropped = { at: new Date(gone).toISOString(), rule: "PD14 §13" }
    const after = await ask(readQuote, { id }, buyer)
    expect(after.disclosure).toEqual({ ...before.disclosure, dropped })
    expect(after.account?.lines).toEqual(
      before.account?.lines.map((line) => expect.objectContaining({ line: line.line, by: line.by })),
    )
  })

  it("PD14 §13 given bytes that were dropped, then no store has them, and the journal has their hash alone", async () => {
    const court = await disclosed()
    const { id, at, driver, events } = court
    const record = Option.getOrThrow(await court.read((reader) => reader.find(deliveries.Disclosures, id)))
    const blob = () => Effect.runPromise(driver.blob(record.contentSha256))
    expect(await blob()).toContain(content)
    await at(accountCloses + kept)
    expect(await blob()).toBeNull()
    const told = (await events(`quote/${id}`)).at(-1)
    const data = { quote: id, by: "scheduler", artifact: `sha256:${hashOf(whole)}` }
    expect(told).toMatchObject({ type: "quote.bytes_dropped", rules: ["PD14 §13"], data })
    // given the task that fires once more, then nothing is dropped or told twice
    expect(await at(accountCloses + kept + 1)).toBe(true)
    expect((await events(`quote/${id}`)).filter(({ type }) => type === "quote.bytes_dropped")).toHaveLength(1)
  })

  it("PD14 §13 given the same bytes on two quotes, when one is dropped, then the other keeps its own", async () => {
    const court = await disclosed()
    court.advance(days(20))
    const later = await court.closed(whole)
    await court.act(discloseArtifact, { id: later, content }, court.seller)
    expect(await court.at(accountCloses + kept)).toBe(true)
    expect(await court.code(court.seller, later)).toBeNull()
  })

  it("PD14 §13 given a matter that is undecided, then they are kept, and dropped thirty days after its judgment is final", async () => {
    const { sues, at, asked, advance, now, act, fire, buyer } = await disclosed()
    advance(days(80))
    const id = await sues()
    advance(days(3))
    await fire()
    await act(callForJudgment, { id }, buyer)
    expect(await at(accountCloses + kept)).toBe(false)
    expect(await asked()).toEqual([now() + kept])
    advance(days(10))
    await act(deliverJudgment, { id, ...draft({ orders: [pay(100)] }) }, judge)
    const final = now() + hours(bounds.appealNoticeHours)
    expect(await at(final - 1)).toBe(false)
    expect(await at(final)).toBe(false)
    expect(await asked()).toEqual([final + kept])
    expect(await at(final + kept)).toBe(true)
  })

  it("PD14 §13 given an appeal, then they are kept while it is pending, and thirty days more", async () => {
    const { decided, at, asked, act, now, seller, advance } = await disclosed()
    const { matterId } = await decided()
    await act(appeal, { id: matterId, grounds: ["Wrong."] }, seller)
    advance(days(5))
    expect(await at(now())).toBe(false)
    expect(await asked()).toEqual([now() + kept])
    await act(withdrawAppeal, { id: matterId }, seller)
    expect(await at(now() + kept - 1)).toBe(false)
    expect(await at(now() + 1)).toBe(true)
  })

  it("PD14 §13 given an order that is disputed, then they are kept until that is decided", async () => {
    const { decided, entryOf, at, act, advance, asked, now, seller, buyer } = await disclosed()
    const { citation, decidedAt } = await decided()
    const id = await entryOf(citation)
    await act(attestCompliance, { id, date: decidedAt, evidence: "Paid." }, seller)
    const final = decidedAt + hours(bounds.appealNoticeHours)
    await act(disputeCompliance, { id, ground: "not_performed", statement: "No." }, buyer)
    expect(await at(final)).toBe(false)
    expect(await asked()).toEqual([now() + kept])
    // The dispute ends by itself, after which the order alone is outstanding.
    advance(kept)
    await act(passEntry, { entryId: id }, clock)
    expect(await at(now())).toBe(true)
  })

  it("PD14 §13 given a claim that was discontinued, then they are kept as long as another may be filed", async () => {
    const { id, sues, at, asked, act, advance, buyer, now } = await disclosed()
    advance(days(90))
    const matter = await sues()
    advance(hours(1))
    await act(discontinue, { id: matter }, buyer)
    const ended = now()
    expect(await at(ended)).toBe(false)
    expect(await asked()).toEqual([ended + days(bounds.accountAfterMatterDays) + kept])
    expect(id).toBeDefined()
  })

  it("PD14 §13 given an operator that bought of its own agent, then they are kept for thirty days after the last disclosure", async () => {
    const court = await disclosed()
    const id = await court.closed(whole, { buyer: "operator" })
    await court.act(discloseArtifact, { id, content }, court.seller)
    court.advance(days(10))
    await court.act(discloseArtifact, { id, content }, court.seller)
    expect(await court.at(start + kept, id)).toBe(false)
    expect(await court.at(start + days(10) + kept, id)).toBe(true)
  })

  it("PD14 §13 given nothing disclosed, then nothing is dropped", async () => {
    const court = await disclosed()
    expect(await court.at(start, await court.closed(whole))).toBe(false)
  })

  it("PD14 §13 given bytes that an earlier version keeps as they are, then they are handed over", async () => {
    const court = await disclosed()
    const stored = Option.getOrThrow(
      await court.read((reader) => reader.find(deliveries.Disclosures, court.id)),
    )
    const contentSha256 = sha256Hex(content)
    const early = { ...stored, contentSha256 }
    await court.act(
      put,
      [Changed.put(deliveries.Disclosures, early), Changed.blob(contentSha256, content)],
      registrar,
    )
    expect((await court.ask(readArtifact, { id: court.id }, court.seller)).content).toBe(content)
    // given a text that went between the two reads, then that is told, and nothing fails
    await court.act(put, [Changed.drop(contentSha256)], registrar)
    expect(await court.code()).toBe("artifact_dropped")
  })
})
