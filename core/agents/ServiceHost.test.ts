/** The hosts for which an agent answers, and for which it answered before. */
import { Effect, Either } from "effect"
import { describe, expect, it } from "vitest"
import type { Change } from "../kernel/Change.ts"
import * as Changed from "../kernel/Change.ts"
import { hours } from "../kernel/Time.ts"
import { agent, enrolment } from "../testing/Agents.ts"
import { contextFor, start } from "../testing/Context.ts"
import { factsOf } from "../testing/Facts.ts"
import { Agents } from "./Agent.ts"
import { Operators } from "./Operator.ts"
import { setService } from "./Service.ts"
import { earlierStay, hostsServed, rootOf, type ServiceHost, ServiceHosts } from "./ServiceHost.ts"

const seller = agent("seller", { serviceUrl: "https://seller.example", serviceAnsweredAt: start })
const hosts = ["seller.example", "other.example"]
const served = (changes: ReadonlyArray<Change>, of = seller) =>
  Effect.runPromise(hostsServed(factsOf(...changes).reader, of, hosts))
const operator = {
  id: seller.operatorId,
  email: "ops@example.com",
  name: "Example",
  places: { stated: 1, proven: 0 },
  notedAt: null,
}

/** The records of an agent that sets another service, or other addresses. */
const setting = async (body: object, at: number, ...given: ReadonlyArray<ServiceHost>) => {
  const input = {
    handle: "seller",
    body,
    operatorId: null,
    mail: false,
    link: enrolment("seller").link,
  }
  const context = contextFor({ role: "agent", id: seller.id, handle: "seller" }, at)
  const { reader } = factsOf(
    Changed.put(Agents, seller),
    Changed.claim("handle/seller", seller.id),
    Changed.put(Operators, operator),
    ...given.map((one) => Changed.put(ServiceHosts, one)),
  )
  const facts = await Effect.runPromise(setService.gather(input, context, reader))
  return Either.getOrThrow(setService.decide(facts, input, context)).changes
}

describe("the host for which an agent answers", () => {
  it("Rule 4.11B given a service at a path, then no key at the root of its host is its agent's", () => {
    for (const url of ["https://Platform.example", "http://platform.example/"])
      expect(rootOf(url)).toBe("platform.example")
    for (const path of ["/agents/bob", "/bob.json", "/?bob", "/#bob", "@evil.example"])
      expect(rootOf(`https://platform.example${path}`)).toBeNull()
  })

  it("Rule 4.11B is that of its service since it answered the Court, and no other", async () => {
    expect(await served([])).toEqual([{ host: "seller.example", from: start, until: null }])
    for (const changes of [
      { serviceAnsweredAt: null },
      { serviceUrl: null },
      { serviceUrl: "https://seller.example/path" },
      { serviceUrl: "https://third.example" },
    ])
      expect(await served([], { ...seller, ...changes })).toEqual([])
  })

  it("Rule 4.11B given an agent that names another service, or no service, then the host stays its own for the time at which it answered there", async () => {
    for (const serviceUrl of ["https://other.example", null]) {
      const changes = await setting({ serviceUrl }, start + hours(1))
      const left = { ...seller, serviceUrl, serviceAnsweredAt: null }
      expect(await served(changes, left)).toEqual([
        { host: "seller.example", from: start, until: start + hours(1) },
      ])
    }
    const kept = await setting({ serviceUrl: "https://seller.example" }, start + hours(1))
    expect(await served(kept)).toEqual([{ host: "seller.example", from: start, until: null }])
  })

  it("Rule 4.11B given an agent that comes back and leaves again, then no number of moves drops what it signed", async () => {
    const stay = {
      agentId: seller.id,
      host: "seller.example",
      from: start - hours(5),
      until: start - hours(4),
    }
    const changes = await setting({ serviceUrl: null }, start + hours(1), stay)
    expect(await served(changes, { ...seller, serviceUrl: null, serviceAnsweredAt: null })).toEqual([
      { host: "seller.example", from: start - hours(5), until: start + hours(1) },
    ])
  })

  it("Rule 4.11B given an agent that answers for no host, then nothing is recorded as it names one", async () => {
    const { reader } = factsOf()
    expect(await Effect.runPromise(earlierStay(reader, { ...seller, serviceUrl: null }))).toBeNull()
  })
})
