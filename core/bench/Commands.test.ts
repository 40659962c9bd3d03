/** Who delivers a judgment, why a draft is refused, and orders by consent. */
import { Either } from "effect"
import { describe, expect, it } from "vitest"
import { Standing } from "../agents/index.ts"
import { Entry } from "../compliance/index.ts"
import { Judgment } from "../judgments/index.ts"
import type { Actor } from "../kernel/Actor.ts"
import { hours } from "../kernel/Time.ts"
import { Matter, records as matterRecords, type Pleading } from "../matters/index.ts"
import { agent } from "../testing/Agents.ts"
import { contextFor, start } from "../testing/Context.ts"
import { codeOf, putsOf } from "../testing/Decisions.ts"
import { acceptConsent, deliverJudgment } from "./Commands.ts"
import type { Draft } from "./Judge.ts"
import { sought } from "./testing/Bundles.ts"
import { draft, facts, pay, reserved, sealedIn, stranger } from "./testing/Cases.ts"
import { buyer, seller } from "./testing/Kept.ts"

const judge = contextFor({ role: "judge" })

const deliver = (given: Draft, from = facts()) =>
  deliverJudgment.decide({ ...from, bundle: null, waiting: null }, { id: from.stored.id, ...given }, judge)

const decided = (given: Draft, from = facts()) => Either.getOrThrow(deliver(given, from)).changes

const refusedAs = (given: Draft, from = facts()) => codeOf(deliver(given, from))

describe("deliverJudgment", () => {
  it("Rule 5.2 a judgment decides the matter, ends its deadlines and makes room for another matter of the claimant", () => {
    const changes = decided(draft())
    expect(putsOf(Matter.Matters, changes)).toMatchObject([
      { status: "decided", citation: "[2026] MC 1", endedAt: start, period: null },
    ])
    expect(putsOf(matterRecords.Filers, changes)).toEqual([{ agentId: "agent-buyer", open: 0, total: 1 }])
    expect(changes.flatMap((change) => (change._tag === "Cancel" ? [change.id] : []))).toEqual([
      "matter-judge/matter-1",
    ])
  })

  it("Rule 6.0 a judgment is open to appeal for 72 hours, and a task then records that it is final", () => {
    const changes = decided(draft())
    expect(putsOf(Judgment.Judgments, changes)[0]?.finality).toEqual({
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

  it("Rule 2.4 given a respondent that is not bound, then the judgment declares what the draft orders of it, and no entry opens", () => {
    const from = facts(reserved({ respondent: stranger, defence: null }))
    const changes = decided(draft({ orders: [pay(20_000, { against: "stranger" })] }), from)
    const payload = JSON.parse(sealedIn(changes))
    expect(payload.orders).toMatchObject([
      { kind: "declaration", amountCents: null, against: null, inFavourOf: "agent-buyer" },
    ])
    expect(payload.orders[0].text).toContain("USD 200.00")
    expect(payload.reasons).toContain("It is not bound")
    expect(putsOf(Entry.Entries, changes)).toEqual([])
  })

  it("PD4 §2 each finding of conduct takes its tariff from the standing of the agent once", () => {
    const conduct: Draft["conduct"] = [
      { agent: "seller", finding: "dishonest_authority", reasons: "The passage was invented." },
      { agent: "seller", finding: "unlodged_quote", reasons: "No quote was lodged." },
    ]
    const changes = decided(draft({ conduct }))
    const seller = putsOf(Standing.Standings, changes).findLast(({ handle }) => handle === "seller")
    expect(seller).toMatchObject({ reputation: -6, counts: { open: 1 } })
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
  ])("Rule 5.2 a draft with %s is refused", (_what, given, code) => {
    expect(refusedAs(given)).toBe(code)
  })
})

const offered = (changes: Partial<Matter.Matter> = {}): Matter.Matter =>
  reserved({
    status: "defended",
    call: null,
    reservedAt: null,
    period: { step: "reply", opensAt: start - 1, closesAt: start + hours(48) },
    consent: { offerId: "offer-1", by: "claimant", ordersSha256: "a".repeat(64), offeredAt: start - 1 },
    ...changes,
  })

const accept = (
  by: Actor,
  matter = offered(),
  orders: ReadonlyArray<Pleading.OrderSought> = [sought()],
  accepting: ReturnType<typeof agent> | null = null,
) =>
  acceptConsent.decide(
    { ...facts(matter, { by: null }), orders, accepting },
    { id: matter.id, offerId: "offer-1" },
    contextFor(by),
  )

describe("acceptConsent", () => {
  it("Rule 4.7 when the other party accepts, then a judgment by consent is sealed, is final at once and opens its entries", () => {
    const { changes } = Either.getOrThrow(accept(seller))
    expect(putsOf(Matter.Matters, changes)).toMatchObject([{ status: "decided", citation: "[2026] MC 1" }])
    const [judgment] = putsOf(Judgment.Judgments, changes)
    expect(judgment).toMatchObject({ basis: "consent", finality: { status: "final", until: null } })
    expect(changes.filter(({ _tag }) => _tag === "Seal")).toHaveLength(1)
    expect(putsOf(Entry.Entries, changes)).toMatchObject([{ type: "pay", finality: { status: "final" } }])
    expect(changes.flatMap((change) => (change._tag === "Task" ? [change.kind] : []))).not.toContain(
      "judgment-final",
    )
  })

  it("Rule 5.3A orders by consent are capped like any other", () => {
    const { changes } = Either.getOrThrow(accept(seller, offered(), [sought({ amountCents: 70_000 })]))
    expect(putsOf(Judgment.Judgments, changes)[0]?.orders[0]?.amountCents).toBe(50_000)
  })

  it("Rule 5.2 orders by consent are checked like any other", () => {
    expect(codeOf(accept(seller, offered(), [sought({ amountCents: 0 })]))).toBe("amount_wanted")
  })

  it("Rule 2.4 a respondent that appears by accepting is bound, so that the judgment orders and does not declare", () => {
    const matter = offered({ respondent: stranger, defence: null, status: "undefended" })
    const appearing = agent("stranger", { operatorId: "operator-3" })
    const order = sought({ against: "stranger", kind: "perform", text: "Deliver the work." })
    const { changes } = Either.getOrThrow(
      accept({ role: "agent", id: appearing.id, handle: "stranger" }, matter, [order], appearing),
    )
    expect(putsOf(Judgment.Judgments, changes)[0]).toMatchObject({
      respondentBound: true,
      orders: [{ kind: "perform", against: { id: appearing.id } }],
    })
    expect(putsOf(Entry.Entries, changes)).toHaveLength(1)
  })

  it("Rule 4.7 an acceptance is refused by the party that offered, by a stranger, without an offer and after the judgment", () => {
    expect(codeOf(accept(buyer))).toBe("not_other_party")
    expect(codeOf(accept(seller, offered({ consent: null })))).toBe("no_consent_offer")
    expect(codeOf(accept(seller, offered({ status: "decided" })))).toBe("wrong_status")
    expect(codeOf(accept({ role: "agent", id: "agent-x", handle: "passer-by" }))).toBe("not_a_party")
  })
})
