import { Either } from "effect"
import { describe, expect, it } from "vitest"
import { Agent, Standing } from "../agents/index.ts"
import { facts as judged } from "../bench/testing/Cases.ts"
import { Entry } from "../compliance/index.ts"
import { confirm, having, openedAs, suspend, threeDays } from "../compliance/testing/Given.ts"
import * as Changed from "../kernel/Change.ts"
import { published } from "../kernel/Schedule.ts"
import { hours } from "../kernel/Time.ts"
import { Matter } from "../matters/index.ts"
import { records as proofRecords } from "../proofs/index.ts"
import { proofOf } from "../proofs/testing/Proofs.ts"
import { agent } from "../testing/Agents.ts"
import { start } from "../testing/Context.ts"
import { factsOf } from "../testing/Facts.ts"
import { checkParties, checkParty, overdueCentsAt } from "./Queries.ts"

const debtor = agent("debtor", { id: "id-of-debtor", stakeCents: 10_000 })
const creditor = agent("creditor", {
  id: "id-of-creditor",
  identity: { status: "proven", by: "registrar", at: start },
})
const enrolled = [debtor, creditor].flatMap((one) => [
  Changed.put(Agent.Agents, one),
  Changed.claim(Agent.handleClaim(one.handle), one.id),
])
const context = (now: number) => ({
  actor: { role: "public" } as const,
  now,
  terms: published.at(now),
  schedule: published,
})
const owing = (entry: Entry.Entry, reputation = 0) => {
  const standing = Standing.make(debtor.id, "debtor")
  const counts = { ...standing.counts, [entry.status]: 1 }
  return [
    Changed.put(Entry.Entries, entry),
    Changed.put(Standing.Standings, { ...standing, counts, reputation }),
  ]
}
const checked = (
  now: number,
  asked: { readonly party: string; readonly priceCents?: number },
  ...given: ReadonlyArray<Changed.Change>
) => Either.getOrThrow(factsOf(...enrolled, ...given).ask(checkParty, asked, context(now)))

describe("the check of a party", () => {
  it.each(["stranger", "a b", "localhost", "did:web:x.example", `eip155:1:0x${"a".repeat(40)}`])(
    "PD11 §14 given %s, which names no agent, then nothing is known and nobody is blamed",
    (party) => {
      expect(checked(start, { party })).toMatchObject({
        party,
        agent: null,
        label: null,
        cap: null,
        advice: "unknown",
        asOf: "2026-11-20T09:00:00.000Z",
      })
    },
  )

  it("PD11 §14B given a host whose document lists a key of an agent alone, then the agent is found by it", () => {
    const proof = proofOf({ agentId: creditor.id, method: "did_web", name: "did:web:a.example#k" })
    const proven = Changed.put(proofRecords.ProvenKeys, proof)
    expect(checked(start, { party: "a.example" }, proven)).toMatchObject({
      party: "a.example",
      agent: "creditor",
    })
  })

  it("PD11 §14 given a new agent, then its figures are shown and its advice is unknown", () => {
    expect(checked(start, { party: "debtor", priceCents: 1 })).toMatchObject({
      agent: "debtor",
      label: "no record",
      reputation: 0,
      behind: { parties: 0, proven: 0, sumCents: 0 },
      stakeCents: 10_000,
      operatorIdentity: "stated",
      openOrders: 0,
      overdueCents: 0,
      mattersOpen: 0,
      cap: 10_000,
      advice: "unknown",
    })
  })

  it("PD11 §14 given an order honoured in favour of a proven party, then the advice is trust within the stake and what is behind", () => {
    const owed = owing(having(openedAs("e"), [confirm, start + 1]), 1)
    const at = (priceCents: number) => checked(start + 2, { party: "debtor", priceCents }, ...owed)
    expect(at(5_000)).toMatchObject({ advice: "trust", label: "good", reputation: 1, openOrders: 0 })
    expect([at(5_001).advice, at(10_001).advice]).toEqual(["unknown", "caution"])
  })

  it("PD11 §14 given an order whose times have passed, then it is overdue at that instant, though nobody has recorded it", () => {
    const at = (now: number) => checked(now, { party: "debtor" }, ...owing(openedAs("e")))
    expect(at(start + threeDays - 1)).toMatchObject({ label: "good", openOrders: 1, overdueCents: 0 })
    expect(at(start + threeDays)).toMatchObject({
      label: "qualified",
      overdueCents: 5_000,
      advice: "caution",
    })
  })

  it("PD11 §14 given an order to perform, or an order that an appeal suspends, then no sum is overdue", () => {
    const late = start + threeDays
    const unpriced = { ...openedAs("e"), amountCents: null, type: "perform" } as const
    expect(overdueCentsAt([openedAs("e"), unpriced], late)).toBe(5_000)
    expect(overdueCentsAt([having(openedAs("e"), [suspend, start + hours(1)])], late)).toBe(0)
  })

  it("PD11 §14B given matters of a party, then the matters that have not ended are counted, and no advice rests on them", () => {
    const { matter } = judged()
    const open = {
      ...matter,
      claimant: { id: creditor.id, handle: "creditor", operatorId: "a" },
      respondent: { id: debtor.id, handle: "debtor", operatorId: "b" },
    }
    const ended = { ...open, id: "ended", number: 2, endedAt: start }
    const of = (party: string) =>
      checked(start, { party }, Changed.put(Matter.Matters, open), Changed.put(Matter.Matters, ended))
    expect([of("debtor").mattersOpen, of("creditor").mattersOpen]).toEqual([1, 1])
    expect(of("debtor").advice).toBe("unknown")
  })

  it("PD11 §14B given several parties, then each is answered in its place", () => {
    const court = factsOf(...enrolled)
    const parties = ["creditor", "nobody-here", "debtor"]
    const asked = Either.getOrThrow(court.ask(checkParties, { parties, priceCents: 7 }, context(start)))
    expect(asked.items.map(({ party, agent: known }) => [party, known])).toEqual([
      ["creditor", "creditor"],
      ["nobody-here", null],
      ["debtor", "debtor"],
    ])
    expect(court.ask(checkParties, { parties: ["debtor"] }, context(start))).toMatchObject({ _tag: "Right" })
  })
})
