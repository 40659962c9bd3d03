/** The decision of an enrolment: its records, its places, its proofs and its answer. */
import { Either, Schema } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { enrol } from "../enrolment/index.ts"
import { days } from "../kernel/Time.ts"
import { enrolment } from "../testing/Agents.ts"
import { contextFor, start } from "../testing/Context.ts"
import { codeOf, eventsOf, putsOf, tasksOf } from "../testing/Decisions.ts"
import * as Acceptance from "./Acceptance.ts"
import { Agents, reservedHandles, Stakes } from "./Agent.ts"
import { EnrolmentRequest } from "./Commands.ts"
import { type Operator, Operators } from "./Operator.ts"
import { type Approval, Approvals } from "./Proof.ts"
import { Standings } from "./Standing.ts"

const context = contextFor({ role: "public" })
const nothing = { holder: null, operator: null, approval: null, invitation: null, quote: null }
const operator = (stated: number, proven = 0): Operator => ({
  id: "op-1",
  email: "ops@example.com",
  name: "Example",
  places: { stated, proven },
  notedAt: start,
})
const approval = (changes: Partial<Approval> = {}): Approval => ({
  id: "hash",
  operatorId: "op-1",
  issuedBy: "agent-0",
  issuedAt: start,
  expiresAt: start + days(14),
  usedBy: null,
  ...changes,
})
const approved = { ...enrolment("seller"), approval: "token" }

describe("enrol", () => {
  it("Rule 2.1 enrolment claims the handle and opens the agent's records at once", () => {
    // given a free handle, when an agent enrols
    const { changes, reply } = Either.getOrThrow(enrol.decide(nothing, enrolment("seller"), context))
    // then its handle, stake and standing are on record and the answer says so
    const [agent] = putsOf(Agents, changes)
    expect(agent).toMatchObject({
      handle: "seller",
      manifestVersion: 1,
      stakeCents: 10_000,
      limited: false,
    })
    expect(changes).toContainEqual({ _tag: "Claim", claim: "handle/seller", holder: agent?.id })
    expect(putsOf(Stakes, changes)).toEqual([{ agentId: agent?.id, cents: 10_000, at: start }])
    expect(putsOf(Standings, changes)[0]?.reputation).toBe(0)
    expect(reply).toMatchObject({
      enrolled: true,
      operatorIdentity: "stated",
      rulesVersion: "0.53",
      addressForService: { inbox: "/api/v1/inbox", serviceUrl: null, operatorEmail: { noteSent: true } },
      manifest: { filed: true },
    })
  })

  it("Rule 2.3 the event of an enrolment holds nothing about the operator", () => {
    const { changes } = Either.getOrThrow(enrol.decide(nothing, enrolment("seller"), context))
    const published = JSON.stringify(eventsOf(changes))
    expect(published).not.toContain("example.com")
    expect(published).not.toContain("op-1")
    expect(published).not.toContain("Example Operator")
  })

  it("Rule 2.2 the journal records from when the Court has jurisdiction over the agent", () => {
    const { changes } = Either.getOrThrow(enrol.decide(nothing, enrolment("seller"), context))
    expect(eventsOf(changes)).toMatchObject([
      {
        type: "agent.enrolled",
        subject: "agent/seller",
        data: { enrolledAt: new Date(start).toISOString() },
      },
    ])
  })

  it("Rule 2.1 a manifest that with the provenance does not fit into the record of an agent is refused", () => {
    const { body } = enrolment("seller")
    const wide = {
      ...body.manifest,
      capabilities: Array.from({ length: 50 }, () => "\u754c".repeat(300)),
      authority: "\u754c".repeat(2_000),
    }
    const filed = enrolment("seller", { manifest: wide })
    expect(codeOf(enrol.decide(nothing, filed, context))).toBe("manifest_too_large")
  })

  it("Rule 2.1 a handle that is held or reserved is refused", () => {
    expect(codeOf(enrol.decide({ ...nothing, holder: "other" }, enrolment("seller"), context))).toBe(
      "handle_taken",
    )
    for (const word of reservedHandles)
      expect(codeOf(enrol.decide(nothing, enrolment(word), context))).toBe("handle_taken")
  })

  it("PD3 §1 the sixth agent that only states an address is refused, and no earlier one, however many are proven", () => {
    fc.assert(
      fc.property(fc.nat(8), fc.nat(5), (stated, proven) => {
        const given = { ...nothing, operator: operator(stated, proven) }
        const decided = enrol.decide(given, enrolment("seller"), context)
        expect(codeOf(decided)).toBe(stated >= 5 ? "operator_agents" : null)
        if (Either.isRight(decided))
          expect(putsOf(Operators, decided.right.changes)).toEqual([operator(stated + 1, proven)])
      }),
    )
  })

  it("PD3 §1 an agent with an approval takes one of the holder's places, however many only state the address", () => {
    fc.assert(
      fc.property(fc.nat(8), fc.nat(5), (stated, proven) => {
        const given = { ...nothing, approval: approval(), operator: operator(stated, proven) }
        const decided = enrol.decide(given, approved, context)
        expect(codeOf(decided)).toBe(proven >= 5 ? "operator_agents" : null)
        if (Either.isRight(decided))
          expect(putsOf(Operators, decided.right.changes)).toEqual([operator(stated, proven + 1)])
      }),
    )
  })

  it("PD3 §1 a stranger that states an operator's address changes neither its name nor its address", () => {
    const input = enrolment("seller", { operator: { name: "Somebody Else", email: "OPS@example.com" } })
    const { changes } = Either.getOrThrow(enrol.decide({ ...nothing, operator: operator(1) }, input, context))
    expect(putsOf(Operators, changes)[0]).toEqual(operator(2))
  })

  it("PD3 §2 an install approval proves the operator and is used up", () => {
    const { changes, reply } = Either.getOrThrow(
      enrol.decide({ ...nothing, approval: approval() }, approved, context),
    )
    expect(reply.operatorIdentity).toBe("proven")
    expect(putsOf(Approvals, changes)[0]?.usedBy).toBe(putsOf(Agents, changes)[0]?.id)
  })

  it("PD3 §2 an approval that is unknown, used, expired or another operator's always gets the same refusal", () => {
    const refused = [
      null,
      approval({ usedBy: "agent-1" }),
      approval({ expiresAt: start }),
      approval({ operatorId: "op-2" }),
    ].map((found) => codeOf(enrol.decide({ ...nothing, approval: found }, approved, context)))
    expect(refused).toEqual(Array(4).fill("approval_unusable"))
  })

  it("PD3 §2 an invitation that the court did not issue is refused", () => {
    const input = enrolment("seller", { invitation: "made-up" })
    expect(codeOf(enrol.decide(nothing, input, context))).toBe("invitation_unusable")
  })

  it("Rule 2.7 a note of the enrolment goes to the operator's address, if this court sends e-mail", () => {
    const withMail = Either.getOrThrow(enrol.decide(nothing, enrolment("seller"), context))
    expect(tasksOf(withMail.changes).map(({ kind }) => kind)).toEqual([Acceptance.task])
    const without = Either.getOrThrow(enrol.decide(nothing, { ...enrolment("seller"), mail: false }, context))
    expect(tasksOf(without.changes)).toEqual([])
    expect(without.reply.addressForService.operatorEmail.noteSent).toBe(false)
  })

  it("Rule 2.1 a DID is kept and answered, and a stake that is not stated is 0", () => {
    const { stakeCents: _, ...body } = enrolment("seller").body
    const input = { ...enrolment("seller"), body: { ...body, did: "did:web:seller.example" } }
    const { changes, reply } = Either.getOrThrow(enrol.decide(nothing, input, context))
    expect(reply.agent.did).toBe("did:web:seller.example")
    expect(putsOf(Agents, changes)[0]).toMatchObject({ did: "did:web:seller.example", stakeCents: 0 })
    expect(putsOf(Stakes, changes)[0]?.cents).toBe(0)
    const without = Either.getOrThrow(enrol.decide(nothing, enrolment("seller"), context))
    expect(without.reply.agent).not.toHaveProperty("did")
  })

  it.each([
    ["serviceUrl", "ftp://files.example"],
    ["serviceUrl", "https://user:secret@service.example"],
    ["serviceUrl", "service.example"],
    ["did", "seller"],
    ["operator", { name: "x", email: "not an address" }],
    ["operator", { name: "x", email: "a@b" }],
    ["operator", { name: "", email: "a@b.example" }],
    ["stakeCents", -1],
    ["stakeCents", 1.5],
    ["provenance", { publisher: "p", source: "no uri" }],
    ["manifest", { model: "m", capabilities: [], authority: "a" }],
    ["manifest", { model: "m", capabilities: Array(51).fill("c"), authority: "a" }],
    ["manifest", { model: "m", capabilities: ["c".repeat(301)], authority: "a" }],
    ["manifest", { model: "m", capabilities: ["c"], authority: "a".repeat(2001) }],
    ["unknown", 1],
  ])("Rule 2.1 a body whose %s is %j does not fit", (field, value) => {
    const decode = Schema.decodeUnknownEither(EnrolmentRequest, { onExcessProperty: "error" })
    expect(Either.isRight(decode(enrolment("seller").body))).toBe(true)
    expect(Either.isLeft(decode({ ...enrolment("seller").body, [field]: value }))).toBe(true)
  })

  it("Rule 2.1 a profile to verify is answered with a nonce and never as verified", () => {
    const input = enrolment("seller", { profilePlatform: { handle: "seller-profile" } })
    const { reply } = Either.getOrThrow(enrol.decide(nothing, input, context))
    expect(reply.addressForService).toMatchObject({
      profile_platform: {
        handle: "seller-profile",
        verified: false,
        nonce: expect.stringMatching(/^[0-9a-f]{32}$/),
      },
    })
  })
})
