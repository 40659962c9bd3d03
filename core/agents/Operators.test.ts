/** Operators, their places and their proof through the court's own loop, on the memory store. */
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { readAgent } from "../compliance/index.ts"
import { enrol } from "../enrolment/index.ts"
import { needPresent } from "../kernel/Defect.ts"
import { sha256Hex } from "../kernel/Hash.ts"
import { enrolment } from "../testing/Agents.ts"
import { registrar, stage } from "../testing/Stage.ts"
import { Agents } from "./Agent.ts"
import { heartbeat } from "./Commands.ts"
import { Operators } from "./Operator.ts"
import { issueApproval, proveOperator, vouch } from "./Proof.ts"
import { setService } from "./Service.ts"

const { link } = enrolment("linked")
const anyone = { role: "public" } as const
const view = (court: ReturnType<typeof stage>, handle: string) => court.ask(readAgent, { handle })

describe("operators on a store", () => {
  it("PD3 §1 of twenty agents of one operator at once, exactly five are enrolled", async () => {
    const court = stage()
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, i) => court.codeOf(enrol, enrolment(`agent-${i}`), anyone)),
    )
    expect(outcomes.filter((code) => code === null)).toHaveLength(5)
    expect(new Set(outcomes)).toEqual(new Set([null, "operator_agents"]))
  })

  it("PD3 §1 strangers that state an address all at once take no place of its holder's five", async () => {
    // given a proven agent of the holder, and five approvals that it issued
    const court = stage()
    const holder = await court.enrolled("holder")
    await court.act(proveOperator, { id: "holder" }, registrar)
    const tokens = ["one", "two", "three", "four", "five"]
    for (const token of tokens) await court.act(issueApproval, { approvalId: sha256Hex(token) }, holder)
    // when twenty strangers and five agents with an approval enrol at once
    const strangers = Array.from({ length: 20 }, (_, i) =>
      court.codeOf(enrol, enrolment(`stranger-${i}`), anyone),
    )
    const own = tokens.map((approval, i) =>
      court.codeOf(enrol, { ...enrolment(`own-${i}`), approval }, anyone),
    )
    const [strangerCodes, ownCodes] = await Promise.all([Promise.all(strangers), Promise.all(own)])
    // then five of the strangers are enrolled, and four of the others, which fill the holder's places
    expect(strangerCodes.filter((code) => code === null)).toHaveLength(5)
    expect(ownCodes.filter((code) => code === null)).toHaveLength(4)
    const row = await court.read((reader) => reader.find(Operators, "op-1"))
    expect(row).toMatchObject({ value: { places: { stated: 5, proven: 5 } } })
    // and nobody can vouch for a stranger, since no place is left
    const stranger = `stranger-${strangerCodes.indexOf(null)}`
    expect(await court.codeOf(vouch, { handle: stranger }, holder)).toBe("operator_agents")
  })

  it("PD3 §2 an approval is used once, however many agents come with it", async () => {
    // given an agent that the Registrar has proven, and an approval that it issues
    const court = stage()
    const elder = await court.enrolled("elder")
    await court.act(proveOperator, { id: "elder" }, registrar)
    await court.act(issueApproval, { approvalId: sha256Hex("token") }, elder)
    // when three agents come with the token at once
    const outcomes = await Promise.all(
      ["one", "two", "three"].map((handle) =>
        court.codeOf(enrol, { ...enrolment(handle), approval: "token" }, anyone),
      ),
    )
    // then one is enrolled, and proven
    expect([...outcomes].sort()).toEqual(["approval_unusable", "approval_unusable", null])
    const winner = needPresent(["one", "two", "three"][outcomes.indexOf(null)], "the enrolled agent")
    expect((await view(court, winner)).operatorIdentity).toBe("proven")
  })

  it("PD3 §2 the Registrar proves all agents at an operator's address by its id; a later one is stated again", async () => {
    const court = stage()
    await court.enrolled("one")
    court.advance(1)
    await court.enrolled("two")
    const elder = { role: "agent", id: "", handle: "one" } as const
    expect(await court.act(proveOperator, { id: "op-1" }, registrar)).toMatchObject({
      proven: ["one", "two"],
    })
    await court.enrolled("three")
    expect((await view(court, "three")).operatorIdentity).toBe("stated")
    await court.act(vouch, { handle: "three" }, elder)
    expect((await view(court, "three")).operatorIdentity).toBe("proven")
    expect(await court.codeOf(proveOperator, { id: "nobody" }, registrar)).toBe("unknown_operator")
  })

  it("PD3 §2 an agent that moves to a victim's address while the Registrar proves its old one is not proven at the victim's", async () => {
    // given two agents at one address, and the holder of another
    const court = stage()
    await court.enrolled("stayer")
    court.advance(1)
    const thief = await court.enrolled("thief")
    await court.enrolled("victim", "op-2")
    const body = { operatorEmail: "op-2@example.com" }
    const moving = { handle: "thief", body, operatorId: "op-2", mail: false, link }
    // when the thief moves right after the Registrar's act has listed the agents at the old address
    let moved = false
    const racing: typeof proveOperator = {
      ...proveOperator,
      gather: (input, context, reader) =>
        proveOperator.gather(input, context, {
          ...reader,
          list: (kind, query) =>
            Effect.tap(reader.list(kind, query), () => {
              if (moved) return Effect.void
              moved = true
              return Effect.promise(() => court.act(setService, moving, thief))
            }),
        }),
    }
    const { proven } = await court.act(racing, { id: "op-1" }, registrar)
    // then only the agent that stayed is proven, and each operator counts its own
    expect(proven).toEqual(["stayer"])
    expect((await view(court, "thief")).operatorIdentity).toBe("stated")
    const places = await court.read((reader) => reader.find(Operators, "op-1"))
    expect(places).toMatchObject({ value: { places: { stated: 1, proven: 1 } } })
  })

  it("PD3 §1 an agent moves to an address, known or not, and takes a place there", async () => {
    // given an agent at one operator's address and four at another's
    const court = stage()
    const mover = await court.enrolled("mover")
    for (const n of [1, 2, 3, 4]) await court.enrolled(`settled-${n}`, "op-2")
    const last = await court.enrolled("last")
    const to = (handle: string, operatorId: string) => ({
      handle,
      body: { operatorEmail: `${operatorId}@example.com` },
      operatorId,
      mail: false,
      link,
    })
    // when the agent moves there, it takes the last place
    await court.act(setService, to("mover", "op-2"), mover)
    expect(await court.codeOf(setService, to("last", "op-2"), last)).toBe("operator_agents")
    await court.act(setService, to("last", "op-new"), last)
    // then each address counts its places, and the places left behind stay used
    const rows = await court.read((reader) =>
      Effect.map(reader.findAll(Operators, ["op-1", "op-2", "op-new"]), (found) =>
        found.map((row) => (row._tag === "Some" ? row.value.places.stated : 0)),
      ),
    )
    expect(rows).toEqual([2, 5, 1])
    const moved = await court.read((reader) => reader.find(Agents, mover.id))
    expect(moved).toMatchObject({ value: { operatorId: "op-2", identity: { status: "stated" } } })
  })

  it("PD3 §2 an agent that names the address that it has does not move", async () => {
    const court = stage()
    const seller = await court.enrolled("seller")
    const same = {
      handle: "seller",
      body: { operatorEmail: "op-1@example.com" },
      operatorId: "op-1",
      mail: true,
      link,
    }
    await court.act(setService, same, seller)
    expect(await court.codeOf(setService, same, seller)).toBeNull()
  })

  it("PD1 §1 an office neither vouches, nor sends a heartbeat, nor issues approvals", async () => {
    const court = stage()
    await court.enrolled("seller")
    expect(await court.codeOf(vouch, { handle: "seller" }, registrar)).toBe("agents_only")
    expect(await court.codeOf(heartbeat, undefined, registrar)).toBe("agents_only")
    expect(await court.codeOf(issueApproval, { approvalId: "x" }, registrar)).toBe("agents_only")
  })
})
