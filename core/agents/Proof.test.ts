/** How an operator is proven for an agent, and by whom. */
import { Either } from "effect"
import { describe, expect, it } from "vitest"
import { bounds } from "../kernel/Schedule.ts"
import { days } from "../kernel/Time.ts"
import { agent } from "../testing/Agents.ts"
import { contextFor, start } from "../testing/Context.ts"
import { codeOf, eventsOf, putsOf } from "../testing/Decisions.ts"
import { Agents } from "./Agent.ts"
import { movePlaces, sameOperator } from "./Law.ts"
import * as Operator from "./Operator.ts"
import { Approvals, issueApproval, proveOperator, vouch } from "./Proof.ts"

const proven = agent("elder", { identity: { status: "proven", by: "registrar", at: start } })
const newcomer = agent("newcomer", { limited: true })
const elder = contextFor({ role: "agent", id: proven.id, handle: "elder" })
const registrar = contextFor({ role: "registrar" })
const input = { handle: "newcomer" }
const operator = {
  ...Operator.make({ id: "op-1", email: "ops@example.com", name: "Example" }),
  places: { stated: 3, proven: 1 },
}

describe("operator identity", () => {
  it("PD3 §2 a proven agent vouches for another at the same address", () => {
    const { changes, reply } = Either.getOrThrow(
      vouch.decide({ agent: newcomer, operator, voucher: proven }, input, elder),
    )
    expect(putsOf(Agents, changes)[0]).toMatchObject({
      identity: { status: "proven", by: "vouch", at: start },
      limited: false,
    })
    expect(reply.operatorIdentity).toBe("proven")
    // and the journal does not say who vouched, since that would show who shares an operator
    expect(JSON.stringify(eventsOf(changes))).not.toContain("elder")
  })

  it("PD3 §2 only a proven agent of the same operator may vouch, and only for an agent that is not proven yet", () => {
    const other = { ...proven, operatorId: "op-9" }
    const done = { ...newcomer, identity: proven.identity }
    expect([
      codeOf(vouch.decide({ agent: newcomer, operator, voucher: null }, input, registrar)),
      codeOf(vouch.decide({ agent: newcomer, operator, voucher: agent("other") }, input, elder)),
      codeOf(vouch.decide({ agent: newcomer, operator, voucher: other }, input, elder)),
      codeOf(vouch.decide({ agent: done, operator, voucher: proven }, input, elder)),
    ]).toEqual(["agents_only", "not_proven", "other_operator", "already_proven"])
  })

  it("PD3 §2 an agent that states another's address does not become an agent of its operator", () => {
    const neighbour = agent("neighbour", { identity: proven.identity })
    expect(sameOperator(proven, neighbour)).toBe(true)
    expect(sameOperator(proven, newcomer)).toBe(false)
    expect(sameOperator(agent("a"), agent("b"))).toBe(true)
    expect(sameOperator(agent("a"), agent("b", { operatorId: "op-2" }))).toBe(false)
  })

  it("PD3 §2 an approval is kept as a hash and lasts 14 days", () => {
    const { changes, reply } = Either.getOrThrow(issueApproval.decide(proven, { approvalId: "hash" }, elder))
    expect(putsOf(Approvals, changes)[0]).toMatchObject({
      id: "hash",
      operatorId: "op-1",
      expiresAt: start + days(14),
      usedBy: null,
    })
    expect(reply.header).toBe("x-court-install-approval")
    expect(eventsOf(changes)).toEqual([])
  })

  it("PD3 §2 only a proven agent issues an approval", () => {
    expect(codeOf(issueApproval.decide(newcomer, { approvalId: "h" }, elder))).toBe("not_proven")
    expect(codeOf(issueApproval.decide(null, { approvalId: "h" }, registrar))).toBe("agents_only")
  })

  it("PD3 §2 the Registrar proves the operators that are not proven yet", () => {
    const { changes, reply } = Either.getOrThrow(
      proveOperator.decide({ operator, agents: [proven, newcomer] }, { id: "op-1" }, registrar),
    )
    expect(reply.proven).toEqual(["newcomer"])
    expect(putsOf(Agents, changes)).toHaveLength(1)
    expect(codeOf(proveOperator.decide({ operator, agents: [proven] }, { id: "op-1" }, registrar))).toBe(
      "already_proven",
    )
    expect(codeOf(proveOperator.decide({ operator, agents: [newcomer] }, { id: "op-1" }, elder))).toBe(
      "registrar_only",
    )
  })

  it("PD3 §1 an agent that is proven leaves its place for one of the holder's, of which there are five", () => {
    const places = (stated: number, taken: number) => ({
      ...operator,
      places: { stated, proven: taken },
    })
    const { changes } = Either.getOrThrow(
      vouch.decide({ agent: newcomer, operator, voucher: proven }, input, elder),
    )
    expect(putsOf(Operator.Operators, changes)).toEqual([places(2, 2)])
    const full = { operator: places(3, 5), agents: [newcomer] }
    expect(codeOf(proveOperator.decide(full, { id: "op-1" }, registrar))).toBe("operator_agents")
    expect(codeOf(movePlaces(places(5, 0), 5, bounds))).toBeNull()
    expect(codeOf(movePlaces(places(5, 1), 5, bounds))).toBe("operator_agents")
  })
})
