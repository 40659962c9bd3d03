import { Deferred, Effect, Fiber, FiberId } from "effect"
import { describe, expect, it } from "vitest"
import * as Turns from "./Turns.ts"

const requests = (limits: Partial<Turns.Limits>, waitMs = 60_000) => {
  const begun: Array<string> = []
  const gate = Deferred.unsafeMake<void>(FiberId.none)
  const inTurn = Turns.make({ ...Turns.usualLimits, ...limits })
  const ask = (agent: string, url: string) =>
    inTurn(
      { agent, url, waitMs },
      Effect.suspend(() => {
        begun.push(`${agent} ${url}`)
        return Effect.as(Deferred.await(gate), "answered")
      }),
      "late",
    )
  return { begun, ask, open: Deferred.succeed(gate, undefined) }
}

/** Asks all at once: which began before the gate opened, and what came of all. */
const race = (
  { begun, open }: ReturnType<typeof requests>,
  all: ReadonlyArray<Effect.Effect<string>>,
  most: number,
) =>
  Effect.runPromise(
    Effect.gen(function* () {
      const fiber = yield* Effect.fork(Effect.all(all, { concurrency: "unbounded" }))
      while (begun.length < most) yield* Effect.yieldNow()
      for (let i = 0; i < 100; i++) yield* Effect.yieldNow()
      const first = begun.toSorted()
      yield* open
      return { first, ended: yield* Fiber.join(fiber) }
    }),
  )

describe("requests that agents cause", () => {
  it("Rule 4.2 run so many at once for an agent and in all, and the others in turn", async () => {
    const asked = requests({ inAll: 3, perAgent: 2 })
    const all = ["a", "b"].flatMap((agent) => [1, 2, 3].map((n) => asked.ask(agent, `https://${n}.example/`)))
    const { first, ended } = await race(asked, all, 3)
    expect(first).toEqual(["a https://1.example/", "a https://2.example/", "b https://1.example/"])
    expect(ended).toEqual(Array(6).fill("answered"))
    expect(asked.begun).toHaveLength(6)
  })

  it("Rule 4.2 run so many at once to one host, however many agents cause them", async () => {
    const asked = requests({ perHost: 2 })
    const all = ["a", "b", "c", "d"].map((agent) => asked.ask(agent, `https://one.example/${agent}`))
    const { first, ended } = await race(asked, [...all, asked.ask("e", "https://other.example/")], 3)
    expect(first).toEqual(["a https://one.example/a", "b https://one.example/b", "e https://other.example/"])
    expect(ended).toEqual(Array(5).fill("answered"))
  })

  it("Rule 4.2 end as late if their turn comes too late, and take no place then", async () => {
    const asked = requests({ inAll: 1, perAgent: 1 }, 20)
    const both = Effect.all([asked.ask("a", "https://a.example/"), asked.ask("b", "https://b.example/")], {
      concurrency: "unbounded",
    })
    expect(await Effect.runPromise(both)).toEqual(["late", "late"])
    await Effect.runPromise(asked.open)
    expect(await Effect.runPromise(asked.ask("b", "https://b.example/"))).toBe("answered")
  })
})
