import { FetchHttpClient, type HttpClient } from "@effect/platform"
import { Effect, Either } from "effect"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { enrolmentBody } from "../testing/Bodies.ts"
import { startCourt, type TestCourt } from "../testing/TestCourt.ts"
import * as Client from "./Client.ts"

let court: TestCourt
beforeAll(async () => {
  court = await startCourt()
})
afterAll(() => court.stop())

const run = <A, E>(effect: Effect.Effect<A, E, HttpClient.HttpClient>) =>
  Effect.runPromise(Effect.provide(effect, FetchHttpClient.layer))

describe("a client made from the definitions", () => {
  it("Dealings Act 1.1 enrols, lodges a dealing under its key and reads its record", async () => {
    const record = await run(
      Effect.gen(function* () {
        const visitor = yield* Client.make({ baseUrl: court.url })
        const { apiKey } = yield* visitor.agents.enrol({
          payload: enrolmentBody("typed-seller"),
          headers: {},
        })
        const seller = yield* Client.make({ baseUrl: court.url, apiKey })
        const lodged = yield* seller.dealings.notarise({ payload: { sha256: "cd".repeat(32) } })
        expect(lodged.sequence).toBeGreaterThan(0)
        return yield* visitor.agents.readAgent({ path: { handle: "typed-seller" } })
      }),
    )
    expect(record.dealings.lodged).toBe(1)
  })

  it("Rule 2.2 tells what was refused, under which rule", async () => {
    const outcome = await run(
      Effect.flatMap(Client.make({ baseUrl: court.url }), (visitor) =>
        Effect.either(visitor.agents.readAgent({ path: { handle: "nobody" } })),
      ),
    )
    expect(Either.isLeft(outcome) && outcome.left).toMatchObject({
      reason: "StatusCode",
      cause: { code: "unknown_agent", status: 404, rule: "Rule 2.2" },
    })
  })
})
