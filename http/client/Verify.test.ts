import { Chunk, Effect, Stream } from "effect"
import { beforeAll, describe, expect, it } from "vitest"
import { needPresent } from "../../core/kernel/Defect.ts"
import { givenCourt } from "../testing/GivenCourt.ts"
import * as Client from "./Client.ts"
import { enrolParties, type Parties, toJudgment } from "./testing/Dispute.ts"
import * as Verify from "./Verify.ts"

const hour = 3_600_000
const court = givenCourt()
let parties: Parties
let citation: string
beforeAll(async () => {
  parties = await Effect.runPromise(enrolParties(court))
  citation = await Effect.runPromise(toJudgment(court, parties))
})

/** A client whose answers `change` has changed on the way. */
const through = (change: (body: Record<string, unknown>) => void) =>
  Client.make({
    baseUrl: court.url,
    fetch: async (...given) => {
      const answer = await fetch(...given)
      const body = (await answer.json()) as Record<string, unknown>
      change(body)
      return Response.json(body)
    },
  })
const otherNotary = { publicKey: "11".repeat(32), retiredKeys: [] }
const brokenRules = ({ checks }: Verify.JudgmentVerdict) =>
  checks.flatMap(({ rule, holds }) => (holds ? [] : [rule.slice(0, 1)]))

describe("a judgment, as anybody checks it", () => {
  it("Rule 5.4 holds as it is served, and shows the live marks beside it", async () => {
    const verdict = await Effect.runPromise(Verify.verifyJudgment(parties.visitor, citation))
    expect(verdict.valid).toBe(true)
    expect(verdict.checks).toHaveLength(6)
    expect(verdict.words).toMatchObject({ citation, orders: [{ kind: "pay", amountCents: 500 }] })
    expect(verdict.record).toMatchObject({ citation, finality: "open to appeal" })
  })

  it("Rule 5.4 fails if the words, the hash or the key are another's", async () => {
    const verdictOf = (client: Client.Client, keys?: Verify.JudgmentKeys) =>
      Effect.runPromise(Verify.verifyJudgment(client, citation, keys))
    const reworded = through((body) => {
      if (typeof body.payload === "string")
        body.payload = body.payload.replace("USD", "EUR").replace("pay", "owe")
    })
    expect(brokenRules(await verdictOf(reworded))).toEqual(["3", "4"])
    expect(brokenRules(await verdictOf(parties.visitor, { notary: otherNotary }))).toEqual(["2"])
    const { publicKey, sealedAt } = (await verdictOf(parties.visitor)).record
    const retired = (retiredAt: string) => ({ ...otherNotary, retiredKeys: [{ publicKey, retiredAt }] })
    expect(brokenRules(await verdictOf(parties.visitor, { notary: retired(sealedAt) }))).toEqual(["2"])
    const later = new Date(Date.parse(sealedAt) + 1).toISOString()
    expect((await verdictOf(parties.visitor, { notary: retired(later) })).valid).toBe(true)
  })

  it("Rule 5.4 fails with the true seal of another judgment", async () => {
    const genuine = await Effect.runPromise(parties.visitor.judgments.readJudgment({ path: { citation } }))
    const swapped = through((body) => {
      if ("code" in body) Object.assign(body, genuine, { citation: "[2026] MC 99" })
    })
    const asked = Verify.verifyJudgment(swapped, "[2026] MC 99")
    const verdict = await Effect.runPromise(asked)
    expect(verdict.valid).toBe(false)
    expect(brokenRules(verdict)).toEqual(["5", "6"])
    const whole = through((body) => {
      if ("code" in body) Object.assign(body, genuine)
    })
    expect(brokenRules(await Effect.runPromise(Verify.verifyJudgment(whole, "[2026] MC 99")))).toEqual(["6"])
  })

  it("PD17 §2 has a disposition that is signed once it is final", async () => {
    const read = () => Effect.runPromise(Verify.verifyDisposition(parties.visitor, citation))
    expect(await read()).toMatchObject({ valid: false, failed: ["unsigned"] })
    const before = court.clock.now
    court.clock.now += 73 * hour
    expect(await read()).toMatchObject({ valid: true, value: { finality: "final" } })
    court.clock.now = before
  })
})

describe("a compliance record, as anybody checks it", () => {
  it("PD11 §1 holds as it is served", async () => {
    const verdict = await Effect.runPromise(Verify.verifyCompliance(parties.visitor, "buyer"))
    expect(verdict).toMatchObject({ valid: true, failed: [], value: { handle: "buyer", label: "good" } })
    expect(verdict.value.entries).toHaveLength(1)
  })

  it("PD11 §1 fails if a member was changed, if another's record was served, or if another key signed", async () => {
    const failed = async (client: Client.Client, keys?: Verify.Jwks) =>
      (await Effect.runPromise(Verify.verifyCompliance(client, "buyer", keys))).failed
    const flattered = through((body) => {
      if ("label" in body) body.reputation = 9
    })
    expect(await failed(flattered)).toEqual(["content"])
    const proven = through((body) => {
      if ("label" in body) body.operatorIdentity = "proven"
    })
    expect(await failed(proven)).toEqual(["content"])
    const sellers = await Effect.runPromise(
      parties.visitor.compliance.checkCompliance({ path: { handle: "seller" } }),
    )
    const swapped = through((body) => {
      if ("label" in body) Object.assign(body, sellers)
    })
    expect(await failed(swapped)).toEqual(["subject"])
    expect(await failed(parties.visitor, { jwks: { keys: [] } })).toEqual(["key"])
  })
})

describe("a compliance record of several pages", () => {
  /** A client that gets one entry a page. If `instead` holds for a request, it gets the first page again. */
  const singly = (instead: (nth: number) => boolean = () => false) => {
    const pages: Array<string> = []
    const client = Client.make({
      baseUrl: court.url,
      fetch: (input, init) => {
        const url = new URL(String(input))
        if (!url.pathname.endsWith("/compliance")) return fetch(input, init)
        url.searchParams.set("limit", "1")
        pages.push(String(url))
        return fetch((instead(pages.length) ? pages[0] : undefined) ?? url, init)
      },
    })
    return { client, pages }
  }

  it("PD11 §1 holds if every page does, and the pages can be streamed as they are checked", async () => {
    for (let i = 0; i < 2; i++) await Effect.runPromise(toJudgment(court, parties))
    const { client, pages } = singly()
    const verdict = await Effect.runPromise(Verify.verifyCompliance(client, "buyer"))
    expect(verdict).toMatchObject({ valid: true, failed: [], value: { handle: "buyer" } })
    expect(pages).toHaveLength(3)
    const streamed = Chunk.toReadonlyArray(
      await Effect.runPromise(Stream.runCollect(Verify.verifyCompliancePages(client, "buyer"))),
    )
    expect(streamed.map(({ valid, value }) => [valid, value.entries.length])).toEqual([
      [true, 1],
      [true, 1],
      [true, 1],
    ])
  })

  it("PD11 §1 fails if only a later page was changed", async () => {
    const changed = Client.make({
      baseUrl: court.url,
      fetch: async (input, init) => {
        const url = new URL(String(input))
        if (url.pathname.endsWith("/compliance")) url.searchParams.set("limit", "1")
        const answer = await fetch(url, init)
        if (!url.searchParams.has("cursor")) return answer
        return Response.json({ ...((await answer.json()) as object), reputation: 9 })
      },
    })
    const { failed } = await Effect.runPromise(Verify.verifyCompliance(changed, "buyer"))
    expect(failed).toEqual(["content"])
  })

  it("PD11 §1 is incomplete if a page is served again, and the check then stops", async () => {
    const failed = async ({ client }: ReturnType<typeof singly>) =>
      (await Effect.runPromise(Verify.verifyCompliance(client, "buyer"))).failed
    const repeating = singly((nth) => nth > 1)
    expect(await failed(repeating)).toEqual(["incomplete"])
    expect(repeating.pages).toHaveLength(2)
  })
})

describe("a receipt of a lodgement", () => {
  it("Dealings Act 1.1 holds as it is served, and for no other dealing", async () => {
    const lodged = await Effect.runPromise(
      parties.seller.dealings.notarise({ payload: { sha256: "ab".repeat(32) } }),
    )
    const check = (lodgement: Verify.Lodgement) =>
      Effect.runPromise(Verify.verifyReceipt(parties.visitor, lodgement))
    expect(await check(lodged)).toMatchObject({ valid: true })
    expect((await check({ ...lodged, sha256: "cd".repeat(32) })).failed).toEqual(["content"])
  })

  it("Dealings Act 1.1B given papers that are lodged together, then each entry is proven by the one receipt, and no other entry is", async () => {
    const [one, other] = ["ab", "cd"].map((byte) => ({ sha256: byte.repeat(32) }))
    const items = [{ sha256: "no hash" }, one, other]
    const answer = await Effect.runPromise(
      parties.seller.dealings.notariseBatch({ urlParams: {}, payload: { items } as never }),
    )
    expect(Verify.entryReceipt(answer, 0)).toBeNull()
    expect(Verify.entryReceipt(answer, 3)).toBeNull()
    const [first, second] = [1, 2].map((item) => needPresent(Verify.entryReceipt(answer, item), "an entry"))
    const check = async (receipt: Verify.EntryReceipt | undefined) =>
      (await Effect.runPromise(Verify.verifyReceipt(parties.visitor, needPresent(receipt, "a receipt"))))
        .failed
    if (first === undefined || second === undefined) throw new Error("two entries were made")
    expect(await check(first)).toEqual([])
    expect(await check(second)).toEqual([])
    const forged: ReadonlyArray<readonly [Verify.EntryReceipt, ReadonlyArray<string>]> = [
      [{ ...first, sha256: "ef".repeat(32) }, ["path"]],
      [{ ...first, sequence: first.sequence + 1 }, ["path"]],
      [{ ...first, batch: { ...first.batch, path: second.batch.path } }, ["path"]],
      [{ ...first, batch: { ...first.batch, index: 2 } }, ["path"]],
      [{ ...first, batch: { ...first.batch, index: -1 } }, ["path"]],
      [{ ...first, batch: { ...first.batch, path: ["not a hash"] } }, ["path"]],
      [{ ...first, batch: { ...first.batch, lodger: "buyer" } }, ["content"]],
      [{ ...first, batch: { ...first.batch, size: 1 } }, ["content", "path"]],
      [
        {
          ...first,
          lodgedAt: "2020-01-01T00:00:00.000Z",
          batch: { ...first.batch, lodgedAt: "2020-01-01T00:00:00.000Z" },
        },
        ["content", "path"],
      ],
    ]
    for (const [receipt, failed] of forged) expect(await check(receipt)).toEqual(failed)
  })
})
