import { Effect, Either } from "effect"
import { describe, expect, it } from "vitest"
import type { Agent } from "../../core/agents/Agent.ts"
import * as MemoryStore from "../../core/store/MemoryStore.ts"
import { type Driver, Store } from "../../core/store/Store.ts"
import { enrolmentBody } from "../testing/Bodies.ts"
import * as Admission from "./Admission.ts"
import type { Caller } from "./Caller.ts"

const limit = { perSecond: 0.001, burst: 2 }
const five = 5 * limit.burst

const agent = (id: string, operatorId: string, status: "stated" | "proven"): Agent => {
  const { handle, manifest, provenance, stakeCents } = enrolmentBody(id)
  const of = { id, handle, manifest, provenance, stakeCents, operatorId, enrolledAt: 0, manifestVersion: 1 }
  const none = {
    did: null,
    operatorMovedAt: null,
    serviceUrl: null,
    serviceAnsweredAt: null,
    profileHandle: null,
  }
  return { ...of, ...none, identity: { status, by: null, at: null }, limited: false }
}

/** A store that holds these agents and counts how often it is read. */
const holding = (agents: ReadonlyArray<Agent>, reads: { count: number }): Driver => ({
  ...Effect.runSync(MemoryStore.make),
  read: (refs) => {
    reads.count += 1
    return Effect.succeed(
      refs.map((ref) => {
        const found = agents.find(({ id }) => id === ref.id)
        return found === undefined ? null : { ref, version: 1, number: null, body: { ...found } }
      }),
    )
  },
})

const caller = (id: string): Caller => ({
  actor: { role: "agent", id, handle: id },
  owner: `agent/${id}`,
  secret: "",
  knownBy: [],
  remembered: false,
})

/** Who of these is let in, each asking from an address of its own. */
const admitted = async (store: Driver, ids: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  const { count } = Admission.make(limit)
  const ask = (id: string, i: number) =>
    Effect.map(Effect.either(count(caller(id), { address: `192.0.2.${i}`, bytes: 0 })), (answer) =>
      Either.isRight(answer) ? [id] : [],
    )
  const all = Effect.forEach(ids, ask, { concurrency: "unbounded" })
  return (await Effect.runPromise(Effect.provideService(all, Store, store))).flat()
}

describe("the bucket of an operator", () => {
  const names = Array.from({ length: 9 }, (_, i) => `agent-${i}`)

  it("holds five times a key's for all its agents, and another operator's is another", async () => {
    const reads = { count: 0 }
    const agents = [...names.map((id) => agent(id, "many", "proven")), agent("other", "one", "proven")]
    const passed = await admitted(holding(agents, reads), [...names, ...names, "other"])
    expect(passed.filter((id) => id !== "other")).toHaveLength(five)
    expect(passed).toContain("other")
  })

  it("is not used up by agents that only state the operator's address", async () => {
    const reads = { count: 0 }
    const agents = [...names.map((id) => agent(id, "victim", "stated")), agent("own", "victim", "proven")]
    const passed = await admitted(holding(agents, reads), [...names, ...names, "own", "own"])
    expect(passed.filter((id) => id === "own")).toHaveLength(2)
    expect(passed).toHaveLength(five + 2)
  })

  it("is found without a read for each request", async () => {
    const reads = { count: 0 }
    const { count } = Admission.make({ perSecond: 1_000, burst: 1_000 })
    const ask = count(caller("agent-0"), { address: "192.0.2.1", bytes: 0 })
    const store = holding([agent("agent-0", "many", "proven")], reads)
    await Effect.runPromise(Effect.provideService(Effect.replicateEffect(ask, 50), Store, store))
    expect(reads.count).toBe(1)
  })
})
