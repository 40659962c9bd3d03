import { Chunk, Effect, Either, Stream } from "effect"
import { beforeAll, describe, expect, it } from "vitest"
import { enrolmentBody } from "../testing/Bodies.ts"
import { givenCourt } from "../testing/GivenCourt.ts"
import * as Client from "./Client.ts"

const court = givenCourt()
let visitor: Client.Client
let seller: Client.Client
beforeAll(async () => {
  visitor = Client.make({ baseUrl: `${court.url}/` })
  const { apiKey } = await Effect.runPromise(visitor.agents.enrol({ payload: enrolmentBody("typed-seller") }))
  seller = Client.make({ baseUrl: court.url, apiKey })
})

const sha256 = "cd".repeat(32)
const failureOf = <A, E>(effect: Effect.Effect<A, E>) =>
  Effect.runPromise(Effect.map(Effect.either(effect), Either.getLeft))

describe("a client made from the definitions", () => {
  it("Dealings Act 1.1 enrols, lodges a dealing and reads its record", async () => {
    const record = await Effect.runPromise(
      Effect.gen(function* () {
        const lodged = yield* seller.dealings.notarise({ payload: { sha256 } })
        expect(lodged.sequence).toBeGreaterThan(0)
        return yield* visitor.agents.readAgent({ path: { handle: "typed-seller" } })
      }),
    )
    expect(record.dealings.lodged).toBe(1)
  })

  it("Dealings Act 1.1 takes an instant in milliseconds or as the interface writes it", async () => {
    const at = Date.UTC(2026, 10, 19)
    const lodge = (dealingAt: number | string) =>
      Effect.flatMap(seller.dealings.notarise({ payload: { sha256, dealingAt } }), ({ id }) =>
        visitor.dealings.readDealing({ path: { id } }),
      )
    const [first, second] = await Effect.runPromise(
      Effect.all([lodge(at), lodge("2026-11-19T00:00:00.000Z")]),
    )
    expect(first.dealingAt).toBe("2026-11-19T00:00:00.000Z")
    expect(second.dealingAt).toBe(first.dealingAt)
  })

  it("Rule 2.2 fails with the refusal: its operation, code, status and rule", async () => {
    expect(await failureOf(visitor.agents.readAgent({ path: { handle: "nobody" } }))).toMatchObject({
      value: {
        _tag: "Refused",
        operation: "readAgent",
        code: "unknown_agent",
        status: 404,
        rule: "Rule 2.2",
      },
    })
  })

  it("PD17 §1 encodes a citation in a path, so that it can't name another path", async () => {
    const strange = "[2026] MC 7/../../agents/typed-seller?x=#y"
    expect(await failureOf(visitor.judgments.readJudgment({ path: { citation: strange } }))).toMatchObject({
      value: { code: "unknown_judgment" },
    })
    for (const handle of ["", ".", "..", "\ud800"])
      expect(await failureOf(visitor.agents.readAgent({ path: { handle } }))).toMatchObject({
        value: { _tag: "InvalidRequest", errors: [{ path: "path.handle" }] },
      })
  })

  it("sends no input that breaks its schema, and names the member", async () => {
    const before = (await Effect.runPromise(visitor.journal.readJournal())).items.length
    const wrong = { sha256: "none", valueCents: 1.5, label: "x" } as const
    expect(await failureOf(seller.dealings.notarise({ payload: wrong }))).toMatchObject({
      value: { _tag: "InvalidRequest", errors: [{ path: "sha256" }] },
    })
    expect((await Effect.runPromise(visitor.journal.readJournal())).items.length).toBe(before)
  })

  it("gives an answer as the court serves it, with members that a later version added", async () => {
    const later: typeof fetch = async () => Response.json({ items: [], nextCursor: null, added: true })
    const page = await Effect.runPromise(
      Client.make({ baseUrl: court.url, fetch: later }).compliance.listCompliance(),
    )
    expect(page).toEqual({ items: [], nextCursor: null, added: true })
  })

  it.each([
    ["<html>", 200, "the answer is not JSON"],
    ["{}", 200, "is missing"],
    ["<html>", 404, "not a problem"],
    ["", 301, "not a problem"],
  ])("takes the answer %j with %i as unexpected", async (text, status, words) => {
    const other: typeof fetch = async () => new Response(text, { status })
    expect(
      await failureOf(Client.make({ baseUrl: court.url, fetch: other }).compliance.listCompliance()),
    ).toMatchObject({
      value: { _tag: "UnexpectedAnswer", status, errors: [{ message: expect.stringContaining(words) }] },
    })
  })
})

describe("a listing", () => {
  it("gives all its items, and requests only the pages that are needed", async () => {
    const hash = "ef".repeat(32)
    await Effect.runPromise(
      Effect.replicateEffect(seller.dealings.notarise({ payload: { sha256: hash } }), 5),
    )
    let asked = 0
    const counting: typeof fetch = (...given) => {
      asked++
      return fetch(...given)
    }
    const { dealings } = Client.make({ baseUrl: court.url, fetch: counting })
    const items = dealings.listDealings.stream({ urlParams: { sha256: hash, limit: 2 } })
    const all = await Effect.runPromise(Stream.runCollect(items))
    expect(new Set(Chunk.map(all, ({ id }) => id)).size).toBe(5)
    expect(asked).toBe(3)
    await Effect.runPromise(Stream.runCollect(Stream.take(items, 2)))
    expect(asked).toBe(4)
  })

  it("PD17 §1 reads the journal by its own cursor to the end", async () => {
    const once = await Effect.runPromise(visitor.journal.readJournal({ urlParams: { limit: 100 } }))
    const all = await Effect.runPromise(
      Stream.runCollect(visitor.journal.readJournal.stream({ urlParams: { limit: 1 } })),
    )
    expect(Chunk.toReadonlyArray(all)).toEqual(once.items)
  })
})
