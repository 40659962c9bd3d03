/** The shares of a list: what one operator, and all that are only stated, may have of its places, and what comes back. */
import { Effect, Option } from "effect"
import { describe, expect, it } from "vitest"
import { Agent as AgentRecord, proveOperator } from "../agents/index.ts"
import type { Actor } from "../kernel/Actor.ts"
import * as Changed from "../kernel/Change.ts"
import { needPresent } from "../kernel/Defect.ts"
import { bounds, make } from "../kernel/Schedule.ts"
import { answering, claim, filing } from "../testing/Matters.ts"
import { put } from "../testing/Put.ts"
import { registrar, stage } from "../testing/Stage.ts"
import { discontinue } from "./Acts.ts"
import { DocketLists, listBeforeFirstMatter } from "./Docket.ts"
import { fileMatter } from "./FileMatter.ts"
import { recordEligibility } from "./Intake.ts"
import { openList } from "./Lists.ts"
import { fileDefence } from "./Plead.ts"
import { Shares } from "./Shares.ts"

const figure = (name: "listCapacityMatters" | "openMattersMax" | "claimsMax", value: number) =>
  ({ name, from: 0, value }) as const

type Agent = Actor & { readonly role: "agent" }

/** A court whose agents may have many matters, on lists of some places, with a respondent that everybody sues. */
const lists = async (capacity: number) => {
  const court = stage(
    make([figure("listCapacityMatters", capacity), figure("openMattersMax", 99), figure("claimsMax", 99)]),
  )
  const seller = await court.enrolled("seller", "op-seller")
  await court.act(recordEligibility, { reference: "[2026] FB 1", statement: "Confirmed." }, registrar)
  const agentOf = async (handle: string, operator: string, proven: boolean): Promise<Agent> => {
    const agent = await court.enrolled(handle, operator)
    if (proven) await court.act(proveOperator, { id: handle, reasons: "So." }, registrar)
    return agent
  }
  const claimOf = (by: Agent) => {
    const orders = (claim().orders ?? []).map((order) => ({ ...order, inFavourOf: by.handle }))
    return filing({ claim: claim({ orders }) })
  }
  const file = async (by: Agent) => (await court.act(fileMatter, claimOf(by), by)).matter
  const fileCode = (by: Agent) => court.codeOf(fileMatter, claimOf(by), by)
  const many = (by: Agent, count: number) =>
    Effect.runPromise(Effect.forEach(Array.from({ length: count }), () => Effect.promise(() => file(by))))
  const placed = async () =>
    Option.getOrThrow(await court.read((reader) => reader.find(DocketLists, listBeforeFirstMatter.id)))
  const share = async (id: string) => Option.getOrThrow(await court.read((reader) => reader.find(Shares, id)))
  return { ...court, seller, agentOf, file, fileCode, many, placed, share }
}

describe("the shares of a list", () => {
  it("PD1 §5 an operator has at most ten places of a list, all its agents counted", async () => {
    const { agentOf, many, fileCode } = await lists(100)
    const [one, other] = [await agentOf("one", "op-1", true), await agentOf("other", "op-1", true)]
    await many(one, bounds.listOperatorPlacesMax - 1)
    await many(other, 1)
    expect([await fileCode(one), await fileCode(other)]).toEqual(["list_share", "list_share"])
    expect(await fileCode(await agentOf("third", "op-3", true))).toBeNull()
  })

  it("PD1 §5 ten agents of invented addresses take half of a list, and proven agents file on", async () => {
    const { agentOf, many, fileCode, placed } = await lists(40)
    for (const operator of ["s-1", "s-2"])
      await many(await agentOf(operator, operator, false), bounds.listOperatorPlacesMax)
    const third = await agentOf("s-3", "s-3", false)
    expect(await fileCode(third)).toBe("list_share")
    expect(await fileCode(await agentOf("proven", "op-1", true))).toBeNull()
    expect(await placed()).toMatchObject({ placed: 21, queued: 0 })
  })

  it("PD1 §5 an agent that only states an address takes no place of the agents that are proven at it", async () => {
    const { agentOf, many, fileCode } = await lists(100)
    const proven = await agentOf("proven", "op-1", true)
    const thief = await agentOf("thief", "op-1", false)
    await many(thief, bounds.listOperatorPlacesMax)
    expect(await fileCode(thief)).toBe("list_share")
    expect(await fileCode(proven)).toBeNull()
  })

  it("PD1 §5 matters that wait count, so that nobody fills the lists to come", async () => {
    const { agentOf, many, file, fileCode, act, fire, share } = await lists(4)
    const [first, second] = [await agentOf("first", "op-1", true), await agentOf("second", "op-2", true)]
    await many(first, 4)
    expect((await file(second)).status).toBe("queued")
    await many(second, bounds.listOperatorPlacesMax - 1)
    expect(await fileCode(second)).toBe("list_share")
    expect(await share("proven/op-2")).toMatchObject({ placed: 0, waiting: 10 })
    await act(openList, {}, registrar)
    await fire()
    // The four that were served have places of the new list, and six wait: the share is still used up.
    expect(await share("proven/op-2")).toMatchObject({ list: 2, placed: 4, waiting: 6 })
    expect(await fileCode(second)).toBe("list_share")
    expect(await fileCode(first)).toBeNull()
  })

  it("PD1 §5 the next list opens also where the share of the stated is used up, and everybody has a share of it", async () => {
    const { agentOf, many, codeOf, fileCode, act, placed } = await lists(8)
    const [one, other] = [await agentOf("one", "s-1", false), await agentOf("other", "s-2", false)]
    await many(one, 3)
    expect(await codeOf(openList, {}, registrar)).toBe("list_not_full")
    await many(other, 1)
    expect(await fileCode(other)).toBe("list_share")
    const { list } = await act(openList, {}, registrar)
    expect(list).toMatchObject({ number: 2, open: 0, queued: 0 })
    expect(await fileCode(other)).toBeNull()
    expect(await placed()).toMatchObject({ list: 2, placed: 1 })
    expect(await codeOf(openList, {}, registrar)).toBe("list_not_full")
  })

  it("PD1 §5 of many claims at once only as many are received as the share has places", async () => {
    const { agentOf, fileCode, placed } = await lists(8)
    const agents = await Promise.all(["s-1", "s-2", "s-3"].map((name) => agentOf(name, name, false)))
    const codes = await Promise.all([...agents, ...agents, ...agents].map(fileCode))
    expect(codes.filter((code) => code === null)).toHaveLength(4)
    expect(codes.filter((code) => code === "list_share")).toHaveLength(5)
    expect(await placed()).toMatchObject({ placed: 4 })
  })
})

describe("the places that come back", () => {
  it("PD1 §5 a matter that is discontinued before a defence gives its place back, to the list and to its operator", async () => {
    const { agentOf, many, fileCode, act, placed, advance } = await lists(100)
    const one = await agentOf("one", "s-1", false)
    const matters = await many(one, bounds.listOperatorPlacesMax)
    const [first, second] = matters.map(({ id }) => id)
    await act(discontinue, { id: needPresent(first, "a matter") }, one)
    expect(await placed()).toMatchObject({ placed: 9 })
    expect(await fileCode(one)).toBeNull()
    // The time to plead has passed without a defence, and the place still comes back.
    advance(3 * 86_400_000)
    await act(discontinue, { id: needPresent(second, "a matter") }, one)
    expect(await placed()).toMatchObject({ placed: 9 })
    expect(await fileCode(one)).toBeNull()
    expect(await fileCode(one)).toBe("list_share")
  })

  it("PD1 §5 a matter that is discontinued after the defence, or whose list is over, gives nothing back", async () => {
    const { agentOf, many, act, placed, seller, fileCode } = await lists(10)
    const one = await agentOf("one", "op-1", true)
    const [first, second] = (await many(one, 10)).map(({ id }) => needPresent(id, "a matter"))
    await act(fileDefence, { id: needPresent(first, "a matter"), ...answering() }, seller)
    await act(discontinue, { id: needPresent(first, "a matter") }, one)
    expect(await placed()).toMatchObject({ placed: 10 })
    expect(await fileCode(one)).toBe("list_share")
    await act(openList, {}, registrar)
    await many(one, 1)
    await act(discontinue, { id: needPresent(second, "a matter") }, one)
    expect(await placed()).toMatchObject({ list: 2, placed: 1 })
  })

  it("PD1 §5 a place that comes back is given to the first matter that waits, and a matter that leaves the queue gives back its share", async () => {
    const { agentOf, many, file, act, fire, placed, share, fileCode } = await lists(4)
    const [one, two, three] = [
      await agentOf("one", "op-1", true),
      await agentOf("two", "op-2", true),
      await agentOf("three", "op-3", true),
    ]
    const [first] = await many(one, 4)
    const waits = await file(two)
    await many(three, bounds.listOperatorPlacesMax)
    expect([waits.status, await fileCode(three)]).toEqual(["queued", "list_share"])
    await act(discontinue, { id: needPresent(first, "a matter").id }, one)
    await fire()
    expect(await placed()).toMatchObject({ placed: 4, queued: 10 })
    expect(await share("proven/op-1")).toMatchObject({ placed: 3, waiting: 0 })
    expect(await share("proven/op-2")).toMatchObject({ placed: 1, waiting: 0 })
  })
})

describe("the shares that the records hold", () => {
  it("PD1 §5 a claimant that is proven after its claim gives back the share that its claim took", async () => {
    const { agentOf, file, act, share, read } = await lists(100)
    const one = await agentOf("one", "s-1", false)
    const { id } = await file(one)
    const agent = Option.getOrThrow(await read((reader) => reader.find(AgentRecord.Agents, one.id)))
    const identity = { status: "proven", by: "registrar", at: 0 } as const
    await act(put, [Changed.put(AgentRecord.Agents, { ...agent, identity })], registrar)
    await act(discontinue, { id: id }, one)
    expect(await share("stated")).toMatchObject({ placed: 0, waiting: 0 })
  })
})
