/** The challenge to a service address: which answers count, and what follows from them. */
import { Effect, Either } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { Keyed } from "../kernel/Notary.ts"
import { agent, enrolment } from "../testing/Agents.ts"
import { contextFor, start } from "../testing/Context.ts"
import { putsOf, tasksOf } from "../testing/Decisions.ts"
import { Agents } from "./Agent.ts"
import { backOff, type Tried } from "./Channel.ts"
import { Deliveries } from "./Delivery.ts"
import * as Operator from "./Operator.ts"
import {
  answers,
  type Challenge,
  callOf,
  challengeTask,
  recordChallenge,
  serviceOf,
  setService,
} from "./Service.ts"

const url = "https://a.example/hook"
const seller = agent("seller", { serviceUrl: url })
const challenge: Challenge = { id: "c-1", agentId: seller.id, url, at: start }
const scheduler = contextFor({ role: "scheduler" })
const recorded = (
  tried: Tried,
  of: { readonly serviceUrl?: string | null; readonly attempts?: number } = {},
) => {
  const attempts = Array.from({ length: of.attempts ?? 0 }, () => ({
    at: start,
    outcome: "unreachable" as const,
    status: null,
  }))
  const earlier = {
    id: "c-1",
    agentId: seller.id,
    type: "court.verification",
    at: start,
    service: { status: "pending" as const, attempts },
    email: null,
  }
  const found = { ...seller, serviceUrl: of.serviceUrl === undefined ? url : of.serviceUrl }
  const facts = { agent: found, earlier: attempts.length === 0 ? null : earlier }
  const { changes } = Either.getOrThrow(recordChallenge.decide(facts, { challenge, tried }, scheduler))
  return {
    answeredAt: putsOf(Agents, changes)[0]?.serviceAnsweredAt ?? null,
    status: putsOf(Deliveries, changes)[0]?.service?.status,
    again: tasksOf(changes).map(({ dueAt }) => dueAt - start),
  }
}
const tried = (outcome: Tried["outcome"]): Tried => ({ outcome, status: null })

describe("the challenge to a service address", () => {
  it("Rule 2.7A a challenge is answered by its text, alone or as a member, and by nothing else", () => {
    const words = "5e1f"
    const call = JSON.stringify({ type: "court.verification", data: callOf(challenge, "seller", words).data })
    for (const right of [words, ` ${words}\n`, `{"challenge":"${words}"}`, `{"a":1,"challenge":"${words}"}`])
      expect(answers(right, words)).toBe(true)
    // an address that only repeats what it is sent does not answer
    for (const wrong of ["", "ok", call, `"${words}"`, `[${words}]`, '{"challenge":1}', `x${words}`, "null"])
      expect(answers(wrong, words)).toBe(false)
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(answers(text, words)).toBe(text.trim() === words)
      }),
    )
  })

  it("Rule 2.7A after an answer notices go to the address, unless the agent has another one by now", () => {
    expect(recorded(tried("delivered"))).toEqual({ answeredAt: start, status: "delivered", again: [] })
    expect(recorded(tried("delivered"), { serviceUrl: "https://b.example" }).answeredAt).toBeNull()
    expect(recorded(tried("delivered"), { serviceUrl: null }).answeredAt).toBeNull()
  })

  it("Rule 2.7 a service that gives another answer is called no more; a service that gives no answer is called as often as for a notice", () => {
    for (const outcome of ["answered_otherwise", "challenge_unanswered", "address_refused"] as const)
      expect(recorded(tried(outcome))).toEqual({ answeredAt: null, status: "given_up", again: [] })
    backOff.forEach((wait, attempts) => {
      expect(recorded(tried("unreachable"), { attempts })).toMatchObject({ status: "pending", again: [wait] })
    })
    expect(recorded(tried("timed_out"), { attempts: backOff.length })).toMatchObject({
      status: "given_up",
      again: [],
    })
  })

  it("Rule 2.7A a new address is challenged, an address sent again only if it has not answered, and a removed one not at all", () => {
    const operator = Operator.make({ id: "op-1", email: "ops@example.com", name: "Example" })
    const set = (serviceUrl: string | null, serviceAnsweredAt: number | null) => {
      const { link } = enrolment("seller")
      const { changes, reply } = Either.getOrThrow(
        setService.decide(
          { agent: { ...seller, serviceAnsweredAt }, from: operator, to: null, stayed: null },
          { handle: "seller", body: { serviceUrl }, operatorId: null, mail: false, link },
          contextFor({ role: "agent", id: seller.id, handle: "seller" }),
        ),
      )
      return [tasksOf(changes).map(({ kind }) => kind), reply.serviceAnsweredAt]
    }
    const answered = new Date(start - 1).toISOString()
    expect(set("https://b.example", start - 1)).toEqual([[challengeTask], null])
    expect(set(url, start - 1)).toEqual([[], answered])
    expect(set(url, null)).toEqual([[challengeTask], null])
    expect(set(null, start - 1)).toEqual([[], null])
  })

  it("Rule 2.7 given a service that was gone, when its agent sets the address anew, then it is called again; another change leaves it gone", () => {
    const gone = { ...seller, serviceAnsweredAt: start - 2, serviceGoneAt: start - 1 }
    const setting = (body: { readonly serviceUrl?: string }) => {
      const { link } = enrolment("seller")
      const from = Operator.make({ id: "op-1", email: "ops@example.com", name: "Example" })
      const { changes } = Either.getOrThrow(
        setService.decide(
          { agent: gone, from, to: null, stayed: null },
          { handle: "seller", body, operatorId: null, mail: false, link },
          contextFor({ role: "agent", id: seller.id, handle: "seller" }),
        ),
      )
      return putsOf(Agents, changes)
    }
    expect(setting({ serviceUrl: url })).toEqual([{ ...seller, serviceAnsweredAt: start - 2 }])
    expect(setting({ serviceUrl: "https://b.example" })).toEqual([
      { ...seller, serviceUrl: "https://b.example", serviceAnsweredAt: null },
    ])
    expect(setting({})).toEqual([gone])
  })
})

describe("a change of the addresses of an agent", () => {
  it("Rule 2.7 the input names a new operator by the keyed hash of its address, and no operator if no address is sent", () => {
    const mailing = {
      mail: true,
      baseUrl: "https://court.example",
      nonce: "0123456789abcdef0123456789abcdef",
    }
    const hashing = { hash: (text: string) => `hash of ${text}` }
    const input = (body: Parameters<typeof serviceOf>[1]) =>
      Effect.runSync(Effect.provideService(serviceOf("seller", body, mailing), Keyed, hashing))
    expect(input({ operatorEmail: "New@A.example" }).operatorId).toMatch(/^hash of .*new@a\.example$/)
    expect(input({ serviceUrl: url }).operatorId).toBeNull()
  })
})
