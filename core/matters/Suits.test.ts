import { Effect, Option } from "effect"
import { describe, expect, it } from "vitest"
import { vacate } from "../appeals/index.ts"
import { notarise } from "../dealings/index.ts"
import { days, hours } from "../kernel/Time.ts"
import { registrar } from "../testing/Stage.ts"
import { discontinue } from "./Acts.ts"
import { fileMatter } from "./FileMatter.ts"
import { records } from "./index.ts"
import { type Between, Suits } from "./Suits.ts"
import { type Dealt, dealt, quotes } from "./testing/Dealt.ts"

const quote = { quoteId: quotes.q }
const vacating = (citation: string, rehear: boolean) =>
  ({ citation, ground: "fraud", reasons: "Forged.", rehear }) as const
const kept = async ({ read }: Dealt): Promise<Between> =>
  read((reader) => Effect.flatMap(reader.find(Suits, "buyer/seller"), (found) => found))

describe("a dealing is judged once", () => {
  it("Rule 4.1A a second claim on a quote is refused while the first is undecided, and after a judgment that stands", async () => {
    const court = await dealt()
    const first = await court.file("buyer", quote)
    expect(await court.fileCode("buyer", quote)).toBe("already_before_court")
    await court.settle(first, 40_000)
    expect(await court.fileCode("buyer", quote)).toBe("already_decided")
  })

  it("Rule 4.1A a claim is refused if it shares one entry of the Register with an earlier claim, and received if it shares no entry", async () => {
    const court = await dealt()
    const { first, second } = court.dealings
    await court.file("buyer", { dealings: [first, second] })
    expect(await court.fileCode("buyer", { dealings: [second] })).toBe("already_before_court")
    expect(await court.fileCode("buyer", { quoteId: quotes.q, dealings: [first] })).toBe(
      "already_before_court",
    )
    const third = await court.lodge("buyer", "seller")
    expect(await court.fileCode("buyer", { dealings: [third] })).toBeNull()
    expect(await court.fileCode("buyer")).toBeNull()
  })

  it("Rule 4.1A the entry that shows the acceptance of a quote is the same dealing as the quote", async () => {
    const court = await dealt()
    const acceptance = court.dealings.second
    await court.quoted(quotes.other, { acceptance })
    await court.file("buyer", { quoteId: quotes.other })
    expect(await court.fileCode("buyer", { dealings: [acceptance] })).toBe("already_before_court")
  })

  it("Rule 4.1A the other party claims on the same entry of the Register freely, once", async () => {
    const court = await dealt()
    const entry = { dealings: [court.dealings.second] }
    await court.file("buyer", entry)
    expect(await court.fileCode("seller", entry)).toBeNull()
    expect(await court.fileCode("seller", entry)).toBe("already_before_court")
  })

  it("Rule 4.1A a quote has one account: while it is before the Court, and after a judgment that stands, neither party files on it", async () => {
    const court = await dealt()
    const first = await court.file("buyer", quote)
    expect(await court.fileCode("seller", quote)).toBe("already_before_court")
    await court.settle(first, 40_000)
    expect(await court.fileCode("seller", quote)).toBe("already_decided")
    expect(await court.fileCode("seller", { dealings: [court.dealings.second] })).toBeNull()
  })

  it("Rule 4.8 given the other party's matter on a quote that has lapsed, then it makes way for a claim, and keeps nobody's place", async () => {
    const court = await dealt()
    await court.file("seller", quote)
    court.advance(hours(48) + days(30))
    const again = await court.file("buyer", quote)
    expect((await kept(court)).suits.map(({ matterId }) => matterId)).toEqual([again])
    const open = await court.read((reader) =>
      reader.findAll(records.Filers, [court.agents.buyer.id, court.agents.seller.id]),
    )
    expect(open.map((found) => Option.getOrThrow(found).open)).toEqual([1, 0])
  })

  it("Rule 4.8 a matter that was discontinued frees its dealings", async () => {
    const court = await dealt()
    const matterId = await court.file("buyer", quote)
    await court.act(discontinue, { id: matterId }, court.agents.buyer)
    expect(await court.fileCode("buyer", quote)).toBeNull()
  })

  it("Rule 4.8 a matter that has lapsed frees its dealings from that instant, whether or not anybody has looked", async () => {
    const court = await dealt()
    const lapsing = await court.file("buyer", quote)
    court.advance(hours(48) + days(30) - 1)
    expect(await court.fileCode("buyer", quote)).toBe("already_before_court")
    court.advance(1)
    const again = await court.file("buyer", quote)
    expect((await kept(court)).suits.map(({ matterId }) => matterId)).toEqual([again])
    const passed = (await court.events(`matter/${lapsing}`)).map(({ type }) => type)
    expect(passed).toEqual(["matter.filed", "matter.served", "matter.undefended", "matter.lapsed"])
  })

  it("Rule 4.8 the deadline of a matter that lapses frees its dealings too", async () => {
    const court = await dealt()
    await court.file("buyer", quote)
    court.advance(hours(48))
    await court.fire()
    court.advance(days(30))
    await court.fire()
    expect((await kept(court)).suits).toEqual([])
  })

  it("Rule 7.4 a vacation frees the dealing, and an order to rehear keeps it before the Court", async () => {
    const court = await dealt()
    const citation = await court.settle(await court.file("buyer", quote), 40_000)
    await court.act(vacate, vacating(citation, false), registrar)
    const again = await court.settle(await court.file("buyer", quote), 40_000)
    await court.act(vacate, vacating(again, true), registrar)
    expect(await court.fileCode("buyer", quote)).toBe("already_before_court")
  })

  it("Rule 4.1A of two claims on one quote at once one is received", async () => {
    const court = await dealt()
    const filings = [1, 2, 3].map(() =>
      Effect.either(court.run(fileMatter, court.against("buyer", quote), court.agents.buyer)),
    )
    const ended = await Effect.runPromise(Effect.all(filings, { concurrency: "unbounded" }))
    const codes = ended.map((one) => (one._tag === "Left" && "code" in one.left ? one.left.code : null))
    expect(codes.filter((code) => code === null)).toHaveLength(1)
    expect(codes.filter((code) => code === "already_before_court")).toHaveLength(2)
  })

  it("Rule 4.1A an entry that names others does not close the dealing of another claimant", async () => {
    const court = await dealt()
    const stranger = await court.enrolled("stranger", "op-3")
    await court.act(notarise, { sha256: "cd".repeat(32), counterparty: "seller" }, stranger)
    const { first } = court.dealings
    await court.act(fileMatter, court.against("buyer", { dealings: [first] }, 1), court.agents.buyer)
    const theirs = { ...court.against("buyer", { dealings: [first] }), respondent: "seller" }
    const orders = (theirs.claim.orders ?? []).map((order) => ({ ...order, inFavourOf: "stranger" }))
    expect(
      await court.codeOf(fileMatter, { ...theirs, claim: { ...theirs.claim, orders } }, stranger),
    ).toBeNull()
  })
})
