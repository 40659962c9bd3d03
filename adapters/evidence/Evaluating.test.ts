/** The thread that evaluates deliveries: it finds what the court's own thread finds, and an agent keeps nobody else waiting. */
import { Effect, Either } from "effect"
import { afterAll, describe, expect, it } from "vitest"
import { Evaluator } from "../../core/quotes/index.ts"
import { make } from "./Evaluating.ts"

const document = {
  version: "court.criteria/1",
  artifact: { bytesMax: 100 },
  checks: [{ id: "words", kind: "text", contains: ["so"], share: 5 }],
}
const delivered = (text: string): Evaluator.Delivered => ({ document, content: btoa(text) })
const evaluator = make({ threads: 1, pieceMs: 60_000, perAgent: 1, inAll: 8 })
afterAll(() => evaluator.close())
const ask = (text: string, agent = "a") =>
  Effect.runPromise(Effect.either(evaluator.evaluate(delivered(text), agent)))

describe("the thread that evaluates", () => {
  it("PD14 §11 given met and unmet bytes, then it finds what the court's own thread finds", async () => {
    for (const text of ["so be it", "nothing"])
      expect(await ask(text)).toEqual(Either.right(Evaluator.evaluate(delivered(text))))
  })

  it("PD14 §10 given an agent with more deliveries than may wait, then it is told to wait, and another agent is served", async () => {
    const [, second, third, other] = await Promise.all([ask("so"), ask("so"), ask("so"), ask("so", "b")])
    expect([second, third].filter(Either.isLeft)).toHaveLength(1)
    expect(Either.isRight(other)).toBe(true)
  })
})
