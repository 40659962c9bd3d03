import { Either } from "effect"
import { describe, expect, it } from "vitest"
import { Agent, Standing } from "../agents/index.ts"
import * as Changed from "../kernel/Change.ts"
import { published } from "../kernel/Schedule.ts"
import { ProvenKey, records } from "../proofs/index.ts"
import { proofOf } from "../proofs/testing/Proofs.ts"
import { agent } from "../testing/Agents.ts"
import { start } from "../testing/Context.ts"
import { factsOf } from "../testing/Facts.ts"
import { listChecked } from "./Listed.ts"

const debtor = agent("debtor", { id: "id-of-debtor", stakeCents: 10_000 })
const other = agent("other", { id: "id-of-other", stakeCents: 0 })
const address = `0x${"1".repeat(40)}`
const proof = (id: string, changes: Partial<ProvenKey.ProvenKey>) =>
  Changed.put(records.ProvenKeys, proofOf({ id, agentId: debtor.id, fingerprint: `jwk:${id}`, ...changes }))
const evm = (id: string, chainId?: number, changes: Partial<ProvenKey.ProvenKey> = {}) =>
  proof(id, {
    method: "evm",
    name: `eip155:${chainId ?? 1}:${address}`,
    address,
    fingerprint: ProvenKey.fingerprintOf(chainId === undefined ? { address } : { address, chainId }),
    ...changes,
  })
const web = (id: string, changes: Partial<ProvenKey.ProvenKey> = {}) =>
  proof(id, { method: "did_web", name: "did:web:a.example#k", ...changes })
const listed = (...given: ReadonlyArray<Changed.Change>) => {
  const agents = [debtor, other].map((one) => Changed.put(Agent.Agents, one))
  const context = {
    actor: { role: "public" } as const,
    now: start,
    terms: published.at(start),
    schedule: published,
  }
  const page = { after: null, limit: 10 }
  const { items } = Either.getOrThrow(factsOf(...agents, ...given).ask(listChecked, { page }, context))
  return items.map(({ names, ...said }) => ({ ...said, names: [...names].sort() }))
}

describe("the list of the check", () => {
  it("PD11 §14 has each agent with the advice that a check without a price gives", () => {
    const standing = Standing.make(debtor.id, "debtor")
    const counts = { ...standing.counts, unsatisfied: 1 }
    const found = listed(Changed.put(Standing.Standings, { ...standing, counts }))
    expect(found).toContainEqual({
      advice: "avoid",
      label: "in default",
      stakeCents: 10_000,
      names: ["debtor"],
    })
    expect(found).toContainEqual({
      advice: "unknown",
      label: "no record",
      stakeCents: 0,
      names: ["other"],
    })
  })

  it("PD3 §4 given keys that stand, then the agent is listed by each; by an ended key, and by what it shares, it is not", () => {
    const names = (...given: ReadonlyArray<Changed.Change>) => listed(...given)[0]?.names
    expect(names(evm("1"), web("2"))).toEqual([address, "debtor", "did:web:a.example"])
    expect(names(evm("1", 8453))).toEqual([`8453:${address}`, "debtor"])
    expect(names(evm("1", undefined, { endedAt: 1 }), web("2", { endedAt: 1 }))).toEqual(["debtor"])
    expect(names(evm("1"), evm("2", undefined, { agentId: other.id }))).toEqual(["debtor"])
    expect(names(web("1"), web("2", { agentId: other.id, name: "did:web:a.example#other" }))).toEqual([
      "debtor",
    ])
  })
})
