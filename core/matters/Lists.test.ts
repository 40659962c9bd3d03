/** Lists and the queue (PD1 §5), and how large the court's change sets grow. */
import { describe, expect, it } from "vitest"
import { notarise } from "../dealings/index.ts"
import { make } from "../kernel/Schedule.ts"
import { days, hours } from "../kernel/Time.ts"
import type { Tender } from "../law/index.ts"
import { answering, claim, filing } from "../testing/Matters.ts"
import { registrar, stage } from "../testing/Stage.ts"
import { discontinue } from "./Acts.ts"
import { fileMatter } from "./FileMatter.ts"
import { recordEligibility } from "./Intake.ts"
import { openList } from "./Lists.ts"
import { Matters, queueIndex } from "./Matter.ts"
import { fileDefence, fileReply } from "./Plead.ts"
import { docket } from "./Queries.ts"

const small = make([
  { name: "listCapacityMatters", from: 0, value: 3 },
  { name: "openMattersMax", from: 0, value: 50 },
  { name: "claimsMax", from: 0, value: 50 },
  { name: "listOperatorPlacesMax", from: 0, value: 90 },
  { name: "listStatedPercent", from: 0, value: 3_000 },
])

const back = {
  kind: "declaration",
  text: "So.",
  against: "buyer",
  inFavourOf: "seller",
  restsOn: [1],
} as const

const full = async (filings: number) => {
  const court = stage(small)
  const buyer = await court.enrolled("buyer")
  const seller = await court.enrolled("seller")
  const ids: Array<string> = []
  for (let i = 0; i < filings; i++) ids.push((await court.act(fileMatter, filing(), buyer)).matter.id)
  const status = async () => {
    const found = await court.read((reader) => reader.findAll(Matters, ids))
    return found.map((one) => (one._tag === "Some" ? one.value.status : "none"))
  }
  const head = () => court.ask(docket, { page: { after: null, limit: 1 } }, { role: "public" })
  return { ...court, buyer, seller, ids, status, head }
}

describe("the lists of the court", () => {
  it("PD1 §5 a matter behind a full list waits, unserved, until the Registrar opens the next", async () => {
    const { act, fire, status, head, inbox, seller, advance } = await full(5)
    expect(await status()).toEqual(["served", "served", "served", "queued", "queued"])
    expect((await head()).list).toEqual({ number: 1, capacity: 3, open: 3, queued: 2 })
    expect(await inbox(seller.id)).toHaveLength(3)
    advance(days(100))
    expect((await status()).slice(3)).toEqual(["queued", "queued"])
    await act(openList, {}, registrar)
    await fire()
    expect((await status()).slice(3)).toEqual(["served", "served"])
    expect((await head()).list).toEqual({ number: 2, capacity: 3, open: 2, queued: 0 })
  })

  it("PD1 §5 a queued matter is served when its list takes it: its 48 hours run from there", async () => {
    const { act, fire, advance, ids, now, read } = await full(4)
    advance(days(10))
    await act(openList, {}, registrar)
    await fire()
    const [last] = await read((reader) => reader.findAll(Matters, ids.slice(3)))
    expect(last?._tag === "Some" ? last.value.period?.closesAt : null).toBe(now() + hours(48))
  })

  it("PD1 §5 matters that wait come first, in the order of filing, list after list", async () => {
    const { act, fire, status, ids, buyer, read } = await full(8)
    await act(openList, {}, registrar)
    const late = (await act(fileMatter, filing(), buyer)).matter
    expect(late.status).toBe("queued")
    await fire()
    expect((await status()).filter((one) => one === "queued")).toHaveLength(2)
    const waiting = await read((reader) =>
      reader.list(Matters, { index: queueIndex, prefix: "", after: null, limit: 10 }),
    )
    expect(waiting.items.map(({ id }) => id)).toEqual([...ids.slice(6), late.id])
    await act(openList, {}, registrar)
    await fire()
    expect(await status()).not.toContain("queued")
  })

  it("PD1 §5 many waiting matters are served in turns, each once", async () => {
    const { act, fire, inbox, seller, status } = await full(3 + 20)
    for (let list = 2; (await status()).includes("queued"); list++) {
      const { list: opened } = await act(openList, {}, registrar)
      expect(opened.number).toBe(list)
      await fire()
    }
    expect(await inbox(seller.id)).toHaveLength(23)
  })

  it("PD1 §5 given a list that the Registrar gives more places, then the next filing has the waiting matters served", async () => {
    const { status, fire, ids, read, seller, buyer, driver, now } = await full(5)
    const larger = make([
      { name: "listCapacityMatters", from: 0, value: 10 },
      { name: "listStatedPercent", from: 0, value: 100 },
    ])
    expect(await status()).toContain("queued")
    const wider = stage(larger, { driver, now: now() })
    await wider.act(
      fileMatter,
      filing({ respondent: buyer.handle, claim: claim({ orders: [back] }) }),
      seller,
    )
    await wider.fire()
    const found = await read((reader) => reader.findAll(Matters, ids))
    expect(found.map((one) => one._tag === "Some" && one.value.status)).not.toContain("queued")
    expect(await fire()).toBe(0)
  })

  it("PD1 §5 the next list opens when the current one is full, and only the Registrar opens it", async () => {
    const { codeOf, buyer } = await full(2)
    expect(await codeOf(openList, {}, registrar)).toBe("list_not_full")
    expect(await codeOf(openList, {}, buyer)).toBe("registrar_only")
  })

  it("PD1 §5 a matter that is discontinued while it waits leaves the queue", async () => {
    const { act, buyer, ids, head, inbox, seller } = await full(4)
    await act(discontinue, { id: ids[3] ?? "" }, buyer)
    expect((await head()).list).toMatchObject({ queued: 0 })
    expect(await inbox(seller.id)).toHaveLength(3)
  })

  it("Rule 2.4 whether the respondent of a queued matter is enrolled is decided at service", async () => {
    const court = await full(3)
    const { act, fire, enrolled, buyer, read } = court
    await act(recordEligibility, { reference: "[2026] FB 1", statement: "Confirmed." }, registrar)
    const orders = [
      { kind: "declaration", text: "So.", against: "later", inFavourOf: "buyer", restsOn: [] },
    ] as const
    const filed = await act(fileMatter, filing({ respondent: "later", claim: claim({ orders }) }), buyer)
    expect(filed.matter).toMatchObject({ status: "queued", respondentBound: false })
    const later = await enrolled("later", "op-3")
    await act(openList, {}, registrar)
    await fire()
    const [matter] = await read((reader) => reader.findAll(Matters, [filed.matter.id]))
    expect(matter?._tag === "Some" ? matter.value.respondent.id : null).toBe(later.id)
  })

  it("Constitution 11.4 the confirmation is recorded once, by the Registrar, and shown on the docket", async () => {
    const { act, codeOf, enrolled, head, buyer } = await full(0)
    await enrolled("other", "op-2")
    const orders = [
      { kind: "declaration", text: "So.", against: "other", inFavourOf: "buyer", restsOn: [] },
    ] as const
    const against = filing({ respondent: "other", claim: claim({ orders }) })
    const confirmation = { reference: "[2026] FB 1", statement: "Confirmed." }
    expect((await head()).filingEligibility).toEqual({ confirmed: false, reference: null, since: null })
    expect(await codeOf(fileMatter, against, buyer)).toBe("filing_not_open")
    expect(await codeOf(recordEligibility, confirmation, buyer)).toBe("registrar_only")
    await act(recordEligibility, confirmation, registrar)
    expect(await codeOf(recordEligibility, confirmation, registrar)).toBe("eligibility_recorded")
    expect((await head()).filingEligibility).toMatchObject({ confirmed: true, reference: "[2026] FB 1" })
    expect(await codeOf(fileMatter, against, buyer)).toBe(null)
  })

  it("PD1 §6 the docket lists matters in the order of filing, page by page, with bands and no values", async () => {
    const { ask } = await full(3)
    const page = (after: string | null) => ask(docket, { page: { after, limit: 2 } }, { role: "public" })
    const first = await page(null)
    const second = await page(first.next)
    expect([...first.items, ...second.items].map(({ number }) => number)).toEqual([1, 2, 3])
    expect(second.next).toBeNull()
    expect(first.items[0]).toMatchObject({
      valueBand: "USD 500 to 5,000",
      claimant: "buyer",
      status: "served",
    })
    expect(JSON.stringify(first)).not.toContain("60000")
  })
})

describe("the largest acts", () => {
  // The widest characters that a citation may have, in UTF-8 and in JSON.
  const tender = (n: number): Tender.Tender => ({
    citation: `[2026] MC ${n} ${"\u4e00".repeat(280)}`,
    pinpoint: "\u4e00".repeat(100),
    proposition: "\u4e00".repeat(300),
    text: "\u4e00".repeat(700),
    attested: true,
  })
  const tenders = (from: number) => Array.from({ length: 10 }, (_, i) => tender(from + i))

  it("Rule 4.10 acts with ten tenders, ten dealings and a lapse fit a change set of every store", async () => {
    const court = stage()
    const { act, advance, read } = court
    const buyer = await court.enrolled("buyer")
    const seller = await court.enrolled("seller")
    for (let i = 0; i < 3; i++) await act(fileMatter, filing(), buyer)
    advance(hours(48) + days(30))
    const dealings: Array<string> = []
    for (let i = 0; i < 10; i++)
      dealings.push((await act(notarise, { sha256: String(i).repeat(64) }, buyer)).id)
    const title = "\u4e00".repeat(200)
    const given = filing({ title, dealings, claim: claim({ authorities: tenders(0) }) })
    const { matter } = await act(fileMatter, given, buyer)
    const matterId = matter.id
    advance(hours(48))
    await act(fileDefence, { id: matterId, ...answering({ authorities: tenders(10) }) }, seller)
    await act(fileReply, { id: matterId, ...answering({ responses: [], authorities: tenders(20) }) }, buyer)
    const [record] = await read((reader) => reader.findAll(Matters, [matterId]))
    const bytes = new TextEncoder().encode(
      JSON.stringify(record?._tag === "Some" ? record.value : null),
    ).length
    expect(bytes).toBeLessThan(55_000)
  })
})
