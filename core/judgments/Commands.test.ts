/** Who delivers a judgment, why a draft is refused, and orders by consent. */
import { Either, Option } from "effect"
import { describe, expect, it } from "vitest"
import { Standings } from "../agents/Standing.ts"
import type { Change } from "../Change.ts"
import { Entries } from "../compliance/Entry.ts"
import { Filers } from "../matters/Docket.ts"
import { type Matter, Matters } from "../matters/Matter.ts"
import type { OrderSought } from "../matters/Pleading.ts"
import { hours } from "../Time.ts"
import { agent } from "../testing/Agents.ts"
import { contextFor, start } from "../testing/Context.ts"
import { codeOf, putsOf } from "../testing/Decisions.ts"
import { acceptConsent, deliverJudgment } from "./Commands.ts"
import type { Draft } from "./Draft.ts"
import { Judgments } from "./Judgment.ts"
import { sought } from "./testing/Bundles.ts"
import { draft, facts, pay, reserved, stranger } from "./testing/Cases.ts"

const judge = contextFor({ role: "judge" })

const deliver = (given: Draft, from = facts()) =>
  deliverJudgment.decide(from, { matterId: from.stored.id, draft: given }, judge)

const decided = (given: Draft, from = facts()) => Either.getOrThrow(deliver(given, from)).changes

const refusedAs = (given: Draft, from = facts()) => codeOf(deliver(given, from))

const payloadOf = (changes: ReadonlyArray<Change>) =>
  JSON.parse(changes.flatMap((change) => (change._tag === "Seal" ? [change.payload] : []))[0] ?? "null")

describe("deliverJudgment", () => {
  it("Rule 5.2 a judgment decides the matter, ends its deadlines and makes room for another matter of the claimant", () => {
    const changes = decided(draft())
    expect(putsOf(Matters, changes)).toMatchObject([
      { status: "decided", citation: "[2026] MC 1", endedAt: start, period: null },
    ])
    expect(putsOf(Filers, changes)).toEqual([{ agentId: "agent-buyer", open: 0, total: 1 }])
    expect(changes.flatMap((change) => (change._tag === "Cancel" ? [change.id] : []))).toEqual([
      "matter-judge/matter-1",
    ])
  })

  it("Rule 5.4 the payload that is kept is the one that is sealed, with exactly the members that the contract names", () => {
    const changes = decided(draft())
    const kept = changes.flatMap((change) => (change._tag === "Blob" ? [change.text] : []))
    const sealed = changes.flatMap((change) => (change._tag === "Seal" ? [change.payload] : []))
    expect(sealed).toEqual(kept)
    expect(Object.keys(payloadOf(changes))).toEqual([
      "court",
      "register",
      "citation",
      "series",
      "title",
      "delivered",
      "orders",
      "reasons",
    ])
    expect(payloadOf(changes).orders).toEqual([
      {
        kind: "pay",
        text: "Pay the price back.",
        amountCents: 20_000,
        against: "agent-seller",
        inFavourOf: "agent-buyer",
      },
    ])
  })

  it("Rule 5.5 citations count up within a series and a UTC year", () => {
    const seventh = facts(reserved(), { counter: Option.some({ series: "MC", year: 2026, last: 6 }) })
    expect(payloadOf(decided(draft(), seventh)).citation).toBe("[2026] MC 7")
  })

  it("Rule 6.0 a judgment is open to appeal for 72 hours, and a task then records that it is final", () => {
    const changes = decided(draft())
    expect(putsOf(Judgments, changes)[0]?.finality).toEqual({
      status: "open to appeal",
      until: start + hours(72),
    })
    expect(changes).toContainEqual({
      _tag: "Task",
      id: "judgment-final/[2026] MC 1",
      kind: "judgment-final",
      dueAt: start + hours(72),
      body: { citation: "[2026] MC 1" },
    })
  })

  it("Rule 2.4 against an unbound respondent the judgment declares: its id is null and no entry opens", () => {
    const from = facts(reserved({ respondent: stranger, defence: null }))
    const changes = decided(draft({ orders: [pay(20_000, { against: "stranger" })] }), from)
    expect(payloadOf(changes).orders).toMatchObject([
      { kind: "declaration", amountCents: null, against: null, inFavourOf: "agent-buyer" },
    ])
    expect(payloadOf(changes).orders[0].text).toContain("USD 200.00")
    expect(payloadOf(changes).reasons).toContain("It is not bound")
    expect(putsOf(Entries, changes)).toEqual([])
  })

  it("PD4 §2 findings of conduct take their tariff from the standing, once each", () => {
    const conduct: Draft["conduct"] = [
      { agent: "seller", finding: "dishonest_authority", reasons: "The passage was invented." },
      { agent: "seller", finding: "unlodged_quote", reasons: "No quote was lodged." },
    ]
    const changes = decided(draft({ conduct }))
    const seller = putsOf(Standings, changes).findLast(({ handle }) => handle === "seller")
    expect(seller).toMatchObject({ reputation: -6, counts: { open: 1 } })
  })

  it("Rule 5.2 only a judge delivers, and only in a reserved matter", () => {
    const agent = contextFor({ role: "agent", id: "agent-buyer", handle: "buyer" })
    const byParty = deliverJudgment.decide(facts(), { matterId: "matter-1", draft: draft() }, agent)
    expect(codeOf(byParty)).toBe("judge_only")
    expect(refusedAs(draft(), facts(reserved({ status: "closed" })))).toBe("wrong_status")
  })

  it.each([
    ["a blank ratio", draft({ ratio: " \n " }), "draft_incomplete"],
    [
      "an order against a stranger",
      draft({ orders: [pay(1, { against: "passer-by" })] }),
      "not_a_party_named",
    ],
    [
      "conduct of a stranger",
      draft({ conduct: [{ agent: "passer-by", finding: "unlodged_quote", reasons: "x" }] }),
      "not_a_party_named",
    ],
    ["a payment to oneself", draft({ orders: [pay(1, { inFavourOf: "seller" })] }), "not_corrective"],
    ["a payment of nothing", draft({ orders: [pay(0)] }), "amount_wanted"],
    ["more words than a record holds", draft({ ratio: "界".repeat(20_000) }), "draft_too_large"],
  ])("Rule 5.2 %s is refused", (_what, given, code) => {
    expect(refusedAs(given)).toBe(code)
  })
})

const offered = (changes: Partial<Matter> = {}): Matter =>
  reserved({
    status: "defended",
    call: null,
    reservedAt: null,
    period: { step: "reply", opensAt: start - 1, closesAt: start + hours(48) },
    consent: { by: "claimant", ordersSha256: "a".repeat(64), offeredAt: start - 1 },
    ...changes,
  })

const buyer = { role: "agent", id: "agent-buyer", handle: "buyer" } as const

const seller = { role: "agent", id: "agent-seller", handle: "seller" } as const

const accept = (
  by: typeof buyer | typeof seller | { role: "agent"; id: string; handle: string },
  matter = offered(),
  orders: ReadonlyArray<OrderSought> = [sought()],
  accepting: ReturnType<typeof agent> | null = null,
) => acceptConsent.decide({ ...facts(matter), orders, accepting }, { matterId: matter.id }, contextFor(by))

describe("acceptConsent", () => {
  it("Rule 4.7 the other party's acceptance is a judgment by consent: sealed, final at once, its entries open", () => {
    const { changes } = Either.getOrThrow(accept(seller))
    expect(putsOf(Matters, changes)).toMatchObject([{ status: "decided", citation: "[2026] MC 1" }])
    const [judgment] = putsOf(Judgments, changes)
    expect(judgment).toMatchObject({ basis: "consent", finality: { status: "final", until: null } })
    expect(changes.filter(({ _tag }) => _tag === "Seal")).toHaveLength(1)
    expect(putsOf(Entries, changes)).toMatchObject([{ type: "pay", finality: { status: "final" } }])
    expect(changes.flatMap((change) => (change._tag === "Task" ? [change.kind] : []))).not.toContain(
      "judgment-final",
    )
  })

  it("Rule 5.3 orders by consent are capped like any other", () => {
    const { changes } = Either.getOrThrow(accept(seller, offered(), [sought({ amountCents: 70_000 })]))
    expect(putsOf(Judgments, changes)[0]?.orders[0]?.amountCents).toBe(50_000)
  })

  it("Rule 5.2 orders by consent are checked like any other", () => {
    expect(codeOf(accept(seller, offered(), [sought({ amountCents: 0 })]))).toBe("amount_wanted")
  })

  it("Rule 2.4 a respondent that appears by accepting is bound: the judgment orders and does not declare", () => {
    const matter = offered({ respondent: stranger, defence: null, status: "undefended" })
    const appearing = agent("stranger", { operatorId: "operator-3" })
    const order = sought({ against: "stranger", kind: "perform", text: "Deliver the work." })
    const { changes } = Either.getOrThrow(
      accept({ role: "agent", id: appearing.id, handle: "stranger" }, matter, [order], appearing),
    )
    expect(putsOf(Judgments, changes)[0]).toMatchObject({
      respondentBound: true,
      orders: [{ kind: "perform", against: { id: appearing.id } }],
    })
    expect(putsOf(Entries, changes)).toHaveLength(1)
  })

  it("Rule 4.7 a party can't accept its own offer, nor one that was never made, nor after the call", () => {
    expect(codeOf(accept(buyer))).toBe("not_other_party")
    expect(codeOf(accept(seller, offered({ consent: null })))).toBe("no_consent_offer")
    expect(codeOf(accept(seller, offered({ status: "reserved" })))).toBe("wrong_status")
    expect(codeOf(accept({ role: "agent", id: "agent-x", handle: "passer-by" }))).toBe("not_a_party")
  })
})
