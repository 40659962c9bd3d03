/** The note to an address that is only stated, and the effect of its link. */
import { Either } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { enrol } from "../enrolment/index.ts"
import { needPresent } from "../kernel/Defect.ts"
import { days } from "../kernel/Time.ts"
import { agent, enrolment } from "../testing/Agents.ts"
import { contextFor, start } from "../testing/Context.ts"
import { codeOf, putsOf, tasksOf } from "../testing/Decisions.ts"
import * as Acceptance from "./Acceptance.ts"
import { Agents } from "./Agent.ts"
import * as Operator from "./Operator.ts"

const anyone = contextFor({ role: "public" })
const { link } = enrolment("seller")
const operator = {
  ...Operator.make({ id: "op-1", email: "ops@example.com", name: "Example" }),
  places: { stated: 2, proven: 0 },
}
const acceptance = (changes: Partial<Acceptance.Acceptance> = {}): Acceptance.Acceptance => ({
  id: "hash",
  operatorId: "op-1",
  handle: "seller",
  expiresAt: start + days(14),
  usedFor: null,
  ...changes,
})
const seller = agent("seller")

describe("the note to an address that is only stated", () => {
  it("PD3 §2A one note goes to an address in 14 days, whichever agent names it", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: days(5) }), { maxLength: 40 }), (gaps) => {
        let row = operator
        let now = start
        const sent: Array<number> = []
        gaps.forEach((gap, i) => {
          now += gap
          const named = { handle: `agent-${i}`, operatorId: "op-1" }
          const { operator: after, changes } = Acceptance.noteOperator(
            named,
            row,
            link,
            contextFor(anyone.actor, now),
          )
          if (tasksOf(changes).length > 0) sent.push(now)
          row = after
        })
        expect(sent.length > 0).toBe(gaps.length > 0)
        sent.slice(1).forEach((at, i) => {
          expect(at - needPresent(sent[i], "the note before")).toBeGreaterThanOrEqual(days(14))
        })
      }),
    )
  })

  it("PD3 §2A another note goes at the end of the 14 days, and not a millisecond before", () => {
    const at = (now: number) =>
      Acceptance.noteOperator(seller, { ...operator, notedAt: start }, link, contextFor(anyone.actor, now))
        .changes.length
    expect([at(start + days(14) - 1), at(start + days(14))]).toEqual([0, 2])
  })

  it("PD3 §2A the answer doesn't say that a note was sent if no note was", () => {
    const facts = { holder: null, approval: null, invitation: null, quote: null }
    const enrolled = (notedAt: number | null) =>
      Either.getOrThrow(
        enrol.decide({ ...facts, operator: { ...operator, notedAt } }, enrolment("seller"), anyone),
      )
    const first = enrolled(null)
    expect(tasksOf(first.changes).map(({ kind }) => kind)).toEqual([Acceptance.task])
    expect(putsOf(Operator.Operators, first.changes)[0]?.notedAt).toBe(start)
    expect(first.reply.addressForService.operatorEmail).toMatchObject({ noteSent: true })
    const second = enrolled(start - 1)
    expect(tasksOf(second.changes)).toEqual([])
    expect(second.reply.addressForService.operatorEmail).toMatchObject({
      noteSent: false,
      note: expect.stringContaining("14 days"),
    })
  })

  it("PD3 §2A the note has no text that the agent wrote, and its link keeps the token in the fragment, which no server receives", () => {
    const note = {
      nonce: "0",
      operatorId: "op-1",
      handle: "seller",
      baseUrl: "https://court.example",
      at: start,
      expiresAt: start + days(14),
    }
    const { subject, text } = Acceptance.mailOf(note, "t0ken")
    expect(text).toContain("\n\nhttps://court.example/accept#seller.t0ken\n\n")
    expect(subject + text).not.toContain("Example")
  })
})

describe("accepting an agent", () => {
  const accept = (
    found: Partial<Acceptance.Acceptance> = {},
    facts: Partial<Parameters<typeof Acceptance.acceptAgent.decide>[0]> = {},
  ) =>
    Acceptance.acceptAgent.decide(
      { acceptance: acceptance(found), agent: seller, operator, ...facts },
      { token: "t" },
      anyone,
    )

  it("PD3 §2A an acceptance proves the agent, uses up the link and takes one of the holder's places", () => {
    const { changes, reply } = Either.getOrThrow(accept())
    expect(putsOf(Agents, changes)[0]?.identity).toEqual({ status: "proven", by: "acceptance", at: start })
    expect(putsOf(Acceptance.Acceptances, changes)[0]?.usedFor).toBe(seller.id)
    expect(putsOf(Operator.Operators, changes)[0]?.places).toEqual({ stated: 1, proven: 1 })
    expect(reply).toMatchObject({ handle: "seller", operatorIdentity: "proven" })
  })

  it("PD3 §2 an acceptance is refused for an agent that names another address or is proven already, and where the holder has no place left", () => {
    const stranger = agent("stranger", { operatorId: "op-2" })
    const proven = agent("seller", { identity: { status: "proven", by: "vouch", at: start } })
    expect(codeOf(accept({}, { agent: stranger }))).toBe("other_operator")
    expect(codeOf(accept({}, { agent: proven }))).toBe("already_proven")
    expect(codeOf(accept({}, { operator: { ...operator, places: { stated: 1, proven: 5 } } }))).toBe(
      "operator_agents",
    )
  })
})
