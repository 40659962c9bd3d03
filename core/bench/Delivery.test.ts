import { Either } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { Determination } from "../account/index.ts"
import { Notice, Standing } from "../agents/index.ts"
import { Entry } from "../compliance/index.ts"
import { Judgment } from "../judgments/index.ts"
import type { Party } from "../kernel/Actor.ts"
import { assemble } from "../kernel/Assemble.ts"
import type { Change } from "../kernel/Change.ts"
import * as Changed from "../kernel/Change.ts"
import type { Decision } from "../kernel/Command.ts"
import { needPresent } from "../kernel/Defect.ts"
import { byteLength, sha256Hex } from "../kernel/Hash.ts"
import type { Json } from "../kernel/Json.ts"
import { bounds, published } from "../kernel/Schedule.ts"
import { hours } from "../kernel/Time.ts"
import { Account } from "../ledger/index.ts"
import type { Matter } from "../matters/index.ts"
import { Quote } from "../quotes/index.ts"
import { offered } from "../quotes/testing/Given.ts"
import { operations, refKey } from "../store/ChangeSet.ts"
import { limits } from "../store/Store.ts"
import { contextFor, start } from "../testing/Context.ts"
import { codeOf, eventsOf, putsOf } from "../testing/Decisions.ts"
import { factsOf, run } from "../testing/Facts.ts"
import { findings } from "./Conduct.ts"
import {
  accountSought,
  composeChecked,
  type Delivered,
  deliver,
  determinationWanted,
  orderedBy,
  suitAfter,
} from "./Delivery.ts"
import type { Draft, DraftOrder } from "./Judge.ts"
import {
  claimant,
  delivered,
  draft,
  facts,
  onAppeal,
  pay,
  reserved,
  respondent,
  sealedIn,
  stranger,
} from "./testing/Cases.ts"
import { deal } from "./testing/Deals.ts"

const judge = contextFor({ role: "judge" })
const manner = { act: "judgment", basis: "contested", judgeLine: "Before the Magistrate" } as const
const delivery = (given: Draft, from = facts()) => deliver(given, manner, from, judge)

/** The balances that a delivery past the free list reads, although it changes only that of the party that bears the fee. */
const balancesRead = new Map(
  ["agent-buyer", "agent-seller"].map((id) => {
    const ref = { kind: Account.Balances.name, id }
    return [refKey(ref), { ref, version: 1 }] as const
  }),
)

/** The operations that a commit of this decision takes, if it also settles the task that asked for it. */
const operationsOf = (decision: Decision<Delivered>): number => {
  const envelope = {
    actor: { role: "judge" },
    now: start,
    seed: "0123456789abcdef0123",
    schedule: published,
    settles: [{ id: "matter-judge/matter-1", token: "t" }],
  } as const
  // The seal becomes a record in the same commit.
  return operations(assemble(decision, [], balancesRead, envelope, judge)) + 1
}

/** The facts of a delivery past the free list, which charges its fee. */
const charged = (matter: Matter.Matter) =>
  facts(matter, {
    fee: {
      day: { day: "2026-11-20", delivered: bounds.freeJudgmentsPerDay },
      balances: [Account.makeBalance("agent-buyer"), Account.makeBalance("agent-seller")],
    },
    suits: { id: "buyer/seller", suits: [] },
  })

/** A matter whose time to answer questions passes with the delivery: no other delivery records as much. */
const questioned = (changes: Partial<Matter.Matter> = {}): Matter.Matter =>
  reserved({
    status: "questioned",
    reservedAt: null,
    period: { step: "answers", opensAt: start - hours(49), closesAt: start - hours(1) },
    ...changes,
  })

const side = fc.constantFrom("buyer", "seller")
const orderKinds = fc.constantFrom<DraftOrder["kind"]>(
  "pay",
  "perform",
  "refrain",
  "costs",
  "declaration",
  "dismiss",
)
const drafts: fc.Arbitrary<Draft> = fc
  .record({
    orders: fc.array(
      fc.record({ kind: orderKinds, against: side, amountCents: fc.integer({ min: 1, max: 40_000 }) }),
      {
        minLength: 1,
        maxLength: bounds.ordersMax,
      },
    ),
    conduct: fc.array(fc.record({ agent: side, finding: fc.constantFrom(...Judgment.Finding.literals) }), {
      maxLength: bounds.findingsMax,
    }),
  })
  .map(({ orders, conduct }) =>
    draft({
      orders: orders.map((order) => ({
        ...pay(1),
        ...order,
        inFavourOf: order.against === "buyer" ? "seller" : "buyer",
      })),
      conduct: conduct.map((found) => ({ ...found, reasons: "It was so." })),
    }),
  )

const judgmentIn = (changes: ReadonlyArray<Change>) =>
  needPresent(putsOf(Judgment.Judgments, changes)[0], "the judgment of a delivery")
const conductIn = ({ conduct }: Draft) => needPresent(conduct, "the findings of a draft")

describe("what judgments order within the stakes", () => {
  it("Rule 5.3A is the payments of all of them against each enrolled agent, and costs by consent alone", () => {
    const order = (
      kind: Judgment.OrderKind,
      amountCents: number | null,
      against: Party | null = respondent,
    ) => ({
      ...{ n: 1, text: "So.", inFavourOf: claimant, hours: 72 },
      ...{ kind, amountCents, against },
    })
    const judgments: Parameters<typeof orderedBy>[0] = [
      {
        basis: "contested",
        orders: [
          order("pay", 500),
          order("costs", 30),
          order("perform", null),
          order("other", null),
          order("pay", 70, claimant),
          order("pay", 9, stranger),
          order("other", 8, null),
        ],
      },
      { basis: "consent", orders: [order("pay", 200), order("costs", 4)] },
    ]
    expect(orderedBy(judgments)).toEqual([
      { agentId: respondent.id, cents: 704 },
      { agentId: claimant.id, cents: 70 },
    ])
    expect(orderedBy([{ basis: "contested", orders: [order("other", null)] }])).toEqual([])
  })
})

describe("the determination that a draft on an account states", () => {
  const quote = { id: "q1", priceCents: 10_000 }
  const undecided = { kind: "dismiss", text: "Not decided.", decided: false } as const
  const wantedOf = (orders: ReadonlyArray<DraftOrder>, of: typeof quote | null = quote) =>
    determinationWanted({ ...draft(), orders }, of)?.code ?? null

  it.each<[string, ReadonlyArray<DraftOrder>]>([
    ["a payment", [pay(500)]],
    ["a dismissal that decides", [{ kind: "dismiss", text: "Dismissed." }]],
    ["an order besides what is left undecided", [undecided, pay(500)]],
    ["a payment that says that it decides nothing", [pay(500, { decided: false })]],
  ])("PD15 §11 given %s, then the draft is refused without it", (_, orders) => {
    expect(wantedOf(orders)).toBe("determination_wanted")
    expect(wantedOf(orders, null)).toBeNull()
  })

  it("PD15 §11 given a draft that decides nothing of the account, then it need not state one", () => {
    expect(wantedOf([undecided])).toBeNull()
    expect(wantedOf([undecided, { kind: "remit", text: "Decide it again." }])).toBeNull()
  })

  it.each([
    ["affirmed", null],
    ["varied", "determination_wanted"],
    ["set_aside", "determination_wanted"],
  ] as const)(
    "PD15 §11 given an appeal with the outcome %s and no determination, then the refusal is %s: what is affirmed has stated its own",
    (outcome, code) => {
      const given = draft({ orders: [{ kind: "dismiss", text: "Dismissed." }] })
      const from = facts(reserved(), { accountOf: quote })
      expect(codeOf(composeChecked(given, onAppeal(outcome), from, reserved(), start))).toBe(code)
    },
  )

  it("PD15 §11 the account is that of the claim's quote, if the claim asks for it and was filed with PD15 in force", () => {
    const { reader } = factsOf(Changed.put(Quote.Quotes, offered({ ...quote })))
    const soughtIn = (changes: Partial<Matter.Matter> = {}) =>
      run(accountSought(reader, reserved({ quoteId: quote.id, account: true, underPD15: true, ...changes })))
    expect(soughtIn()).toEqual(quote)
    for (const without of [{ quoteId: null }, { account: false }, { underPD15: false }])
      expect(soughtIn(without)).toBeNull()
  })
})

describe("the suit of a matter after judgments", () => {
  const determined = (balance: number | null, quoteId: string) =>
    Determination.sumsOf(Determination.take(deal(balance, { deal: { kind: "quote", id: quoteId } }).account))

  it("PD15 §11A given judgments that decide all of it, then it is decided", () => {
    expect(suitAfter([delivered(), { ...delivered(), determined: [determined(0, "q1")] }])).toBe("decided")
  })

  it("PD15 §11A given a judgment that leaves something without a decision, then it bars the quotes alone that are determined to their end", () => {
    const left = delivered(draft({ orders: [{ kind: "dismiss", text: "Not decided.", decided: false }] }))
    const open = { ...left, determined: [determined(0, "q1"), determined(null, "q2")] }
    expect(suitAfter([open, delivered()])).toEqual({ bars: ["quote/q1"] })
    expect(suitAfter([left])).toEqual({ bars: [] })
  })
})

describe("deliver", () => {
  it("Rule 5.2 whatever a draft orders and finds, its delivery fits a change set of every store", () => {
    fc.assert(
      fc.property(drafts, (given) => {
        const decision = Either.getOrThrow(delivery(given, charged(questioned())))
        expect(operationsOf(decision)).toBeLessThanOrEqual(limits.operations)
      }),
    )
    const largest = draft({
      costCents: 10,
      orders: Array.from({ length: bounds.ordersMax }, (_, i) =>
        pay(1, i === 0 ? { against: "buyer", inFavourOf: "seller" } : {}),
      ),
      conduct: Array.from({ length: bounds.findingsMax }, (_, i) => ({
        agent: i % 2 === 0 ? "seller" : "buyer",
        finding: "unlodged_quote" as const,
        reasons: "No quote was lodged.",
      })),
    })
    const most = operationsOf(Either.getOrThrow(delivery(largest, charged(questioned()))))
    expect(most).toBeGreaterThan(45)
    // The texts that a judge of the court read are kept in the same commit: a record, a manifest and four parts.
    expect(most).toBeLessThanOrEqual(limits.operations - 6)
  })

  it("PD11 §2 an entry opens for each order to pay, perform or refrain that is made, with its number, and for no other order", () => {
    fc.assert(
      fc.property(drafts, (given) => {
        const { changes } = Either.getOrThrow(delivery(given))
        const judgment = judgmentIn(changes)
        const binding = judgment.orders.filter(({ kind }) => ["pay", "perform", "refrain"].includes(kind))
        const entries = putsOf(Entry.Entries, changes)
        expect(entries.map((order) => [order.n, order.amountCents, order.hours])).toEqual(
          binding.map((order) => [order.n, order.amountCents, order.hours]),
        )
        expect(judgment.entries).toEqual(entries.map(({ id }) => id))
      }),
    )
  })

  it("PD4 §2 the reputation of a party moves by the tariff of its findings alone, and one event has all adjustments", () => {
    fc.assert(
      fc.property(drafts, (given) => {
        const { changes } = Either.getOrThrow(delivery(given))
        for (const handle of ["buyer", "seller"]) {
          const found = conductIn(given).filter(({ agent }) => agent === handle)
          const expected = found.reduce(
            (sum, { finding }) => sum + published.at(start)[findings[finding].figure],
            0,
          )
          const standings = [...facts().standings, ...putsOf(Standing.Standings, changes)]
          expect(standings.findLast((it) => it.handle === handle)?.reputation).toBe(expected)
        }
        const adjusted = eventsOf(changes).filter(({ type }) => type === "compliance.adjusted")
        // The event is built by `adjustStandings` with a list of adjustments.
        const told = adjusted.flatMap(
          ({ data }) => (data as { adjustments: ReadonlyArray<Json> }).adjustments,
        )
        expect(told).toHaveLength(conductIn(given).length)
        expect(adjusted.length).toBe(told.length === 0 ? 0 : 1)
      }),
    )
  })

  it("Rule 5.4 one text is kept, sealed and hashed, and it parses to the orders as made", () => {
    fc.assert(
      fc.property(drafts, (given) => {
        const { changes } = Either.getOrThrow(delivery(given))
        const judgment = judgmentIn(changes)
        const payload = sealedIn(changes)
        expect(changes.flatMap((change) => (change._tag === "Blob" ? [change.text] : []))).toEqual([payload])
        expect(judgment.payloadSha256).toBe(sha256Hex(payload))
        expect(JSON.parse(payload).orders).toMatchObject(
          judgment.orders.map(({ kind, text, amountCents }) => ({ kind, text, amountCents })),
        )
      }),
    )
  })

  it("Rule 2.4 whatever a draft orders of a party that is not bound, the judgment orders nothing of it", () => {
    fc.assert(
      fc.property(drafts, (given) => {
        const named = (handle: string | undefined) => (handle === "seller" ? "stranger" : "buyer")
        const unbound = draft({
          orders: given.orders.map((order) => ({
            ...order,
            against: named(order.against),
            inFavourOf: named(order.inFavourOf),
          })),
          conduct: conductIn(given).map((found) => ({ ...found, agent: named(found.agent) })),
        })
        const { changes } = Either.getOrThrow(
          delivery(unbound, facts(reserved({ respondent: stranger, defence: null }))),
        )
        const against = judgmentIn(changes).orders.filter((it) => it.against?.handle === "stranger")
        expect(against.every(({ kind }) => kind === "declaration" || kind === "dismiss")).toBe(true)
        expect(putsOf(Entry.Entries, changes).every(({ bound }) => bound.handle === "buyer")).toBe(true)
        expect(putsOf(Standing.Standings, changes).map(({ handle }) => handle)).not.toContain("stranger")
        const event = eventsOf(changes).find(({ type }) => type === "judgment.delivered")
        expect(JSON.stringify(needPresent(event, "the event of the delivery").data)).not.toContain(
          '"agent":"stranger"',
        )
        expect(putsOf(Notice.Notices, changes).map(({ agentId }) => agentId)).toEqual(["agent-buyer"])
      }),
    )
  })

  it("Rule 2.7 the judgment is served on both parties, with the time to appeal", () => {
    const { changes } = Either.getOrThrow(delivery(draft()))
    expect(putsOf(Notice.Notices, changes)).toMatchObject(
      ["agent-buyer", "agent-seller"].map((agentId) => ({
        agentId,
        type: "judgment.delivered",
        text: expect.stringContaining("open to appeal until 2026-11-23T09:00:00.000Z"),
      })),
    )
  })

  it("PD17 §1 the journal has the delivery, and nothing of operators, of the judgment's cost or of its reasoning", () => {
    const { changes } = Either.getOrThrow(delivery(draft({ costCents: 424_242 })))
    const text = JSON.stringify(eventsOf(changes))
    expect(text).toContain("judgment.delivered")
    expect(text).not.toContain("operator")
    expect(text).not.toContain("424242")
    expect(text).not.toContain("The acceptance names the day.")
  })

  it("Rule 5.2 a judgment of the largest size that stores take is delivered, and a larger one is refused with its size", () => {
    const long = (count: number) => draft({ circumstances: "x".repeat(count) })
    const empty = Either.getOrThrow(delivery(long(1)))
    const size = byteLength(sealedIn(empty.changes))
    expect(Either.isRight(delivery(long(limits.blobBytes - size + 1)))).toBe(true)
    const refused = delivery(long(limits.blobBytes - size + 2))
    expect(Either.flip(refused)).toMatchObject({
      right: { code: "draft_too_large", detail: expect.stringContaining(String(limits.blobBytes + 1)) },
    })
  })
})
