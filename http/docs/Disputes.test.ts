/**
 * The table of typical disputes in calling.md is true: each of them is played at a court as it is served, its judgment is read, and the last
 * column is rendered from what was ordered.
 */
import { hash } from "node:crypto"
import { readFile } from "node:fs/promises"
import { setTimeout as sleep } from "node:timers/promises"
import { Schema } from "effect"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { format as money } from "../../core/kernel/Money.ts"
import * as MemoryStore from "../../core/store/MemoryStore.ts"
import { type Court, connect } from "../client/index.ts"
import { opened } from "../operate/testing/Opened.ts"
import { enrolmentBody } from "../testing/Bodies.ts"

const hour = 3_600_000
const second = 1_000
const priceCents = 10_000

let court: Awaited<ReturnType<typeof opened>>
let registrar: Court
let seller: Court
let buyer: Court
let handles = { seller: "", buyer: "" }
let pairs = 0
beforeAll(async () => {
  court = await opened(MemoryStore.layer)
  registrar = connect({ baseUrl: court.url, apiKey: court.registrar })
  const confirmed = { reference: "[2026] FB 1", statement: "Confirmed." }
  await registrar.registrar.recordEligibility({ payload: confirmed })
})
/** Each dispute has parties of its own, since an agent files only so many claims. */
beforeEach(async () => {
  const enrol = async (handle: string) => {
    const payload = { ...enrolmentBody(handle), stakeCents: 50_000 }
    const { apiKey } = await connect({ baseUrl: court.url }).agents.enrol({ payload })
    return connect({ baseUrl: court.url, apiKey })
  }
  pairs++
  handles = { seller: `seller-${pairs}`, buyer: `buyer-${pairs}` }
  seller = await enrol(handles.seller)
  buyer = await enrol(handles.buyer)
  await pass(second)
})
afterAll(() => court.stop())

const pass = (advanceMs: number) => registrar.sandbox.moveClock({ payload: { advanceMs } })
const clock = async () => Date.parse((await registrar.sandbox.readClock()).now)
const sha256 = (text: string) => hash("sha256", text)

type Offer = Parameters<Court["quotes"]["offerQuote"]>[0]["payload"]
type Terms = Pick<Offer, "criteria" | "remedies" | "metered">

const agreed = async (terms: Terms = {}): Promise<string> => {
  const dueBy = new Date((await clock()) + hour).toISOString()
  const offer = { buyer: handles.buyer, priceCents, deliverable: "Rows", dueBy, ...terms }
  const { id, criteria } = await seller.quotes.offerQuote({ payload: offer })
  const payload = criteria === null ? {} : { criteriaSha256: criteria.sha256 }
  await buyer.quotes.acceptQuote({ path: { id }, payload })
  await pass(second)
  return id
}

type Entry = Parameters<Court["dealings"]["notarise"]>[0]["payload"]
const lodged = async (by: Court, entry: Omit<Entry, "sha256">): Promise<string> =>
  (await by.dealings.notarise({ payload: { sha256: sha256(JSON.stringify(entry)), ...entry } })).id

const paid = async (ref: string, txid?: string): Promise<void> => {
  const entry = { kind: "payment", counterparty: handles.seller, valueCents: priceCents, ref } as const
  const id = await lodged(buyer, txid === undefined ? entry : { ...entry, txid })
  await seller.dealings.reviewDealing({ path: { id }, payload: { outcome: "confirmed" } })
}

/** The seller closes by the hash of the bytes and discloses them. */
const delivered = async (id: string, bytes: string): Promise<void> => {
  await seller.quotes.closeQuote({
    path: { id },
    payload: { priceChargedCents: priceCents, delivered: sha256(bytes) },
  })
  await seller.quotes.discloseArtifact({
    path: { id },
    payload: { content: Buffer.from(bytes).toString("base64") },
  })
}

const disputed = (id: string, words: string) =>
  buyer.quotes.closeQuote({
    path: { id },
    payload: { priceChargedCents: priceCents, delivered: words, dispute: "It is not what was agreed." },
  })

const Orders = Schema.parseJson(
  Schema.Struct({
    orders: Schema.Array(
      Schema.Struct({ kind: Schema.String, amountCents: Schema.NullOr(Schema.Int), text: Schema.String }),
    ),
  }),
)
const blank = { facts: [], evidence: [], rules: [], authorities: [] }

/** Files for the price, has the other side deny it, and gives the orders of the judgment. */
const judged = async (
  claimant: "seller" | "buyer",
  rests: { quoteId: string; cause?: "metered_price" } | { on: string } | null,
) => {
  const [own, other] = claimant === "seller" ? [seller, buyer] : [buyer, seller]
  const against = handles[claimant === "seller" ? "buyer" : "seller"]
  const cause =
    rests === null
      ? {}
      : "on" in rests
        ? ({ cause: "debt", on: rests.on } as const)
        : ({ cause: rests.cause ?? "account" } as const)
  const order = {
    kind: "pay",
    text: "Pay.",
    amountCents: priceCents,
    against,
    inFavourOf: handles[claimant],
  } as const
  const { matter } = await own.matters.fileMatter({
    payload: {
      respondent: against,
      title: "A typical dispute",
      valueCents: priceCents,
      dealingAt: new Date(await clock()).toISOString(),
      ...(rests !== null && "quoteId" in rests ? { quoteId: rests.quoteId } : {}),
      claim: {
        ...blank,
        facts: [{ n: 1, text: "It is as the claimant says." }],
        orders: [{ ...order, restsOn: [1], ...cause }],
      },
    },
  })
  const path = { id: matter.id }
  await other.matters.fileDefence({ path, payload: { ...blank, responses: [{ n: 1, plea: "deny" }] } })
  await own.matters.fileReply({ path, payload: blank })
  await own.matters.callForJudgment({ path })
  await pass(second)
  for (let i = 0; i < 100; i++) {
    const { citation } = await own.matters.readMatter({ path })
    if (citation !== null) {
      const { payload } = await own.judgments.readJudgment({ path: { citation } })
      const { orders } = Schema.decodeUnknownSync(Orders)(payload)
      return orders.map(({ kind, amountCents }) => [kind, amountCents] as const)
    }
    await sleep(50)
  }
  throw new Error("no judgment was delivered")
}

const rows = (n: number) => JSON.stringify({ rows: Array.from({ length: n }, (_, i) => i) })
const artifact = { bytesMax: 10_000, mediaType: "application/json" }
const counted = {
  version: "court.criteria/1",
  artifact,
  checks: [{ id: "enough", kind: "count", of: "/rows", min: 10, share: 400_000 }],
}
const shaped = {
  version: "court.criteria/1",
  artifact,
  checks: [{ id: "shape", kind: "schema", schema: { type: "object", required: ["rows"] } }],
}
const whole = [["pay", priceCents]]
const part = (cents: number) => [
  ["pay", cents],
  ["dismiss", null],
]
const nothing = [["dismiss", null]]

type Made = ReadonlyArray<readonly [kind: string, cents: number | null]>
/** The sums that were ordered in the disputes as they were played, in the words of the last column. */
const ordered = new Map<Dispute, Array<string>>()
const note = (dispute: Dispute, orders: Made, given = ""): Made => {
  const cents = orders.reduce((sum, [, amount]) => sum + (amount ?? 0), 0)
  const cell = [cents === 0 ? "nothing" : money(cents, "USD"), given].filter((part) => part !== "").join(" ")
  ordered.set(dispute, [...new Set([...(ordered.get(dispute) ?? []), cell])])
  return orders
}

type Dispute = keyof typeof disputes
/** Each dispute as the page names it, with the beginning of the title under which it is played below. */
const disputes = {
  "Nothing was delivered": "PD15 §5 given nothing delivered",
  "Part was delivered": "PD15 §6 given a part delivered",
  "The format is wrong": "PD15 §6 given %s where a schema",
  "It came late": "PD15 §6 given a delivery two hours late",
  "An invoice is unpaid": "PD15 §1 given an invoice",
  "You were charged twice": "PD15 §8 given a price paid twice",
  "You paid by x402 and got an error": "Rule 5.1 given an x402 payment without a quote",
  "A refund was promised": "PD15 §1 given a refund",
  "The text is garbage": "PD15 §6 given a close in words",
  "The meters differ": "PD15 §4C given two readings",
  "Your agent bought outside its mandate": "Rule 5.1 given an x402 payment without a quote, or a purchase",
} as const

/** The rows of the table on the page: the cells of each. */
const rowsOfPage = async () => {
  const page = await readFile(new URL("calling.md", import.meta.url), "utf8")
  const table = page.slice(page.indexOf("| dispute |")).split("\n\n")[0] ?? ""
  const cells = table.split("\n").map((row) => row.split("|").slice(1, -1))
  return cells.slice(2).map((row) => row.map((cell) => cell.trim()))
}

/** Both read the meter of a quote, and the account lies. */
const read = async (quoteId: string, units: { readonly seller: number; readonly buyer: number }) => {
  await pass(26 * hour)
  const reading = { kind: "meter", ref: quoteId } as const
  await lodged(seller, { ...reading, counterparty: handles.buyer, units: units.seller })
  await lodged(buyer, { ...reading, counterparty: handles.seller, units: units.buyer })
}

describe("the typical disputes of calling.md", () => {
  it("Rule 5.1 given the table of the page, then it names the disputes that are played here, and no other", async () => {
    const named = (await rowsOfPage()).map(([dispute]) => dispute)
    expect(named).toEqual(Object.keys(disputes))
    const played = await readFile(new URL(import.meta.url), "utf8")
    for (const title of Object.values(disputes)) expect(played).toMatch(new RegExp(`\\(\\s*"${title}`))
  })

  it("PD15 §5 given nothing delivered by 24 hours after it was due, then what was paid comes back", async () => {
    const quoteId = await agreed()
    await paid(quoteId)
    await pass(26 * hour)
    expect(note("Nothing was delivered", await judged("buyer", { quoteId }))).toEqual(whole)
  })

  it("PD15 §6 given a part delivered on criteria with a share, then the share comes back", async () => {
    const quoteId = await agreed({ criteria: counted })
    await paid(quoteId)
    await delivered(quoteId, rows(4))
    await pass(25 * hour)
    expect(note("Part was delivered", await judged("buyer", { quoteId }))).toEqual(part(4_000))
  })

  it.each([
    ["[1,2,3]", "The format is wrong", ""],
    ["Sorry, I cannot do that.", "The text is garbage", "with criteria"],
  ] as const)(
    "PD15 §6 given %s where a schema without a share was agreed, then the whole price comes back",
    async (bytes, dispute, given) => {
      const quoteId = await agreed({ criteria: shaped })
      await paid(quoteId)
      await delivered(quoteId, bytes)
      await pass(25 * hour)
      expect(note(dispute, await judged("buyer", { quoteId }), given)).toEqual(whole)
    },
  )

  it("PD15 §6 given a close in words that is disputed, then the papers order nothing, or what the remedy says", async () => {
    for (const [remedies, orders, given] of [
      [{}, nothing, "in words alone"],
      [{ otherwiseMillionths: 300_000 }, part(7_000), "in words with a remedy that owes 30 %"],
    ] as const) {
      const quoteId = await agreed({ remedies })
      await paid(quoteId)
      await seller.quotes.closeQuote({
        path: { id: quoteId },
        payload: { priceChargedCents: priceCents, delivered: "A poem" },
      })
      await disputed(quoteId, "Garbage")
      expect(note("The text is garbage", await judged("buyer", { quoteId }), given)).toEqual(orders)
    }
  })

  it("PD15 §6 given a delivery two hours late, then the remedy comes off, and nothing without one", async () => {
    for (const [remedies, orders, given] of [
      [{ lateMillionthsPerHour: 100_000 }, part(2_000), "for two hours at 10 %"],
      [{}, nothing, "without the remedy"],
    ] as const) {
      const quoteId = await agreed({ remedies })
      await paid(quoteId)
      await pass(3 * hour)
      await delivered(quoteId, rows(10))
      await pass(25 * hour)
      expect(note("It came late", await judged("buyer", { quoteId }), given)).toEqual(orders)
    }
  })

  it("PD15 §1 given an invoice, then it is ordered once it is confirmed, and before it charges nobody", async () => {
    const on = await lodged(seller, { kind: "invoice", counterparty: handles.buyer, valueCents: 9_000 })
    const unpaid = "An invoice is unpaid"
    expect(note(unpaid, await judged("seller", null), "before it is confirmed")).toEqual(nothing)
    await buyer.dealings.reviewDealing({ path: { id: on }, payload: { outcome: "confirmed" } })
    await pass(second)
    const invoiced = `of an invoice over ${money(9_000, "USD")}`
    expect(note(unpaid, await judged("seller", { on }), invoiced)).toEqual(part(9_000))
  })

  it("PD15 §8 given a price paid twice, then what is over it comes back if each payment names its transaction", async () => {
    for (const [txids, orders, given] of [
      [[`0x${"a1".repeat(32)}`, `0x${"b2".repeat(32)}`], whole, ""],
      [[undefined, undefined], nothing, "without transactions"],
    ] as const) {
      const quoteId = await agreed()
      for (const txid of txids) await paid(quoteId, txid)
      await delivered(quoteId, rows(10))
      await pass(25 * hour)
      expect(note("You were charged twice", await judged("buyer", { quoteId }), given)).toEqual(orders)
    }
  })

  it("PD15 §1 given a refund that the seller promised on the record, then it is ordered", async () => {
    const on = await lodged(seller, { kind: "refund", counterparty: handles.buyer, valueCents: priceCents })
    await pass(second)
    expect(note("A refund was promised", await judged("buyer", { on }))).toEqual(whole)
  })

  it("PD15 §4C given two readings within the tolerance, or beyond it, then the lower is ordered", async () => {
    const metered = { unit: "token", cents: 1, per: 10, toleranceMillionths: 10_000 }
    const given = { cause: "metered_price" } as const
    const close = await agreed({ metered })
    await read(close, { seller: 50_000, buyer: 49_800 })
    const within = await judged("seller", { quoteId: close, ...given })
    expect(note("The meters differ", within, "within 1 %")).toEqual(part(4_980))
    const far = await agreed({ metered })
    await read(far, { seller: 50_000, buyer: 20_000 })
    const beyond = await judged("seller", { quoteId: far, ...given })
    expect(note("The meters differ", beyond, "beyond it, and the rest is open")).toEqual(part(2_000))
  })

  it("Rule 5.1 given an x402 payment without a quote, or a purchase outside a mandate, then words alone carry nothing", async () => {
    const orders = await judged("buyer", null)
    for (const [dispute, given] of [
      ["You paid by x402 and got an error", "in words alone"],
      ["Your agent bought outside its mandate", ""],
    ] as const)
      expect(note(dispute, orders, given)).toEqual(nothing)
  })

  it("Rule 5.1 given the judgments above, then the last column of the page says their sums", async () => {
    const sums = Object.keys(disputes).map((dispute) => [
      dispute,
      ordered.get(dispute as Dispute)?.join("; "),
    ])
    expect((await rowsOfPage()).map((row) => [row[0], row.at(-1)])).toEqual(sums)
  })
})
