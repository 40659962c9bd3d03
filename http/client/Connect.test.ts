import { describe, expect, it } from "vitest"
import { namesOf } from "../api/Former.ts"
import { operations } from "../api/Operations.ts"
import { enrolmentBody } from "../testing/Bodies.ts"
import { givenCourt } from "../testing/GivenCourt.ts"
import * as Client from "./Client.ts"
import { connect } from "./Connect.ts"
import * as DisputeResolution from "./DisputeResolution.ts"
import { isRefused, Refused, Unreachable } from "./Failure.ts"

const court = givenCourt()

describe("the client without Effect", () => {
  it("Dealings Act 1.1 acts and reads by promises, and lists with for await", async () => {
    const visitor = connect(court.url)
    const { apiKey } = await visitor.agents.enrol({ payload: enrolmentBody("seller") })
    const seller = connect({ baseUrl: court.url, apiKey })
    const sha256 = "ab".repeat(32)
    const lodged = []
    for (let i = 0; i < 3; i++) lodged.push((await seller.dealings.notarise({ payload: { sha256 } })).id)
    const found = []
    for await (const { id } of seller.dealings.listDealings.all({ urlParams: { sha256, limit: 1 } }))
      found.push(id)
    expect(found.sort()).toEqual(lodged.sort())
    expect(await visitor.verifyCompliance("seller")).toMatchObject({
      valid: true,
      value: { label: "no record" },
    })
    const advertised = DisputeResolution.build("seller", { forumUrl: court.url })
    expect(await visitor.checkDisputeResolution(advertised)).toMatchObject({ valid: true })
  })

  it("Rule 2.2 throws the refusal, whose message names the operation, the code and the rule", async () => {
    const thrown = await connect({ baseUrl: court.url })
      .agents.readAgent({ path: { handle: "nobody" } })
      .catch((error: unknown) => error)
    expect(thrown).toBeInstanceOf(Refused)
    expect(isRefused(thrown, "unknown_agent")).toBe(true)
    expect(isRefused(thrown, "handle_taken")).toBe(false)
    expect(thrown).toHaveProperty(
      "message",
      expect.stringMatching(/^readAgent was refused \(404, unknown_agent, Rule 2\.2\): /),
    )
  })

  it("Rule 2.6 has every operation under its own name too, and says where the members of a request stand", async () => {
    const visitor = connect(court.url)
    expect(visitor.readAgent).toBe(visitor.agents.readAgent)
    const untyped: (given: never) => Promise<unknown> = visitor.readAgent
    const asked = untyped({ handle: "seller" } as never)
    await expect(asked).rejects.toThrow(
      /^readAgent was not sent: handle: is none of the parts of a request \(path, urlParams, headers, payload\)$/,
    )
  })

  it("has an operation under each name that it had before, beside its own", () => {
    const visitor = connect(court.url)
    expect(visitor.pay).toBe(visitor.requestInvoice)
    expect(visitor.compliance.agentCompliance).toBe(visitor.compliance.checkCompliance)
    expect(visitor.account.account).toBe(visitor.readAccount)
    const untyped: object = visitor
    const known = new Set(operations.map(({ id }) => id))
    for (const { id } of operations)
      for (const former of namesOf(id).slice(1)) {
        expect(known).not.toContain(former)
        // A group of that name stands in its place.
        if (!(former in Client.make({ baseUrl: court.url })))
          expect(Reflect.get(untyped, former)).toBe(Reflect.get(untyped, id))
      }
    expect(operations.flatMap(({ id }) => namesOf(id).slice(1))).toHaveLength(11)
  })

  it.each([
    ["nothing", undefined],
    ["an address without its scheme", "court.example:8080"],
    ["options without an address", {}],
    ["an address that is no text", { baseUrl: new URL("http://court.example") }],
  ])("says what it needs when it is given %s", (_, given) => {
    // A program without types may give anything.
    const untyped: (options: never) => unknown = connect
    expect(() => untyped(given as never)).toThrow(/^a client takes the address of the court, "https:/)
  })

  it("throws from a listing too when the court can't be reached", async () => {
    const nowhere = connect({ baseUrl: "http://127.0.0.1:9", retry: { attempts: 1 } })
    const reading = async () => {
      for await (const item of nowhere.judgments.listJudgments.all()) throw new Error(item.citation)
    }
    await expect(reading()).rejects.toBeInstanceOf(Unreachable)
  })
})
