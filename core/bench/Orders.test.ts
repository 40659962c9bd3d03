/** Orders between the parties, within the stake and within what was sought. */
import { Either } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { Judgment } from "../judgments/index.ts"
import type { Party } from "../kernel/Actor.ts"
import { needPresent } from "../kernel/Defect.ts"
import type { Pleading } from "../matters/index.ts"
import { contextFor } from "../testing/Context.ts"
import { codeOf, putsOf } from "../testing/Decisions.ts"
import { balanceOwed } from "./AccountWords.ts"
import { deliver } from "./Delivery.ts"
import type { DraftOrder } from "./Judge.ts"
import { beyondPrayer, capPayments, check, declareUnbound, isCapped, kinds, make } from "./Orders.ts"
import { claimant, draft, facts, pay, respondent, sealedIn, stranger } from "./testing/Cases.ts"
import { deal } from "./testing/Deals.ts"

const order = (changes: Partial<Judgment.Order> = {}): Judgment.Order => ({
  n: 1,
  kind: "pay",
  text: "Pay.",
  amountCents: 1_000,
  against: respondent,
  inFavourOf: claimant,
  hours: 72,
  ...changes,
})

/** The party that an order binds, and the party in whose favour it is. */
const sides = fc.constantFrom<readonly [Party | null, Party | null]>(
  [claimant, respondent],
  [respondent, claimant],
  [null, null],
)

const orders: fc.Arbitrary<ReadonlyArray<Judgment.Order>> = fc
  .array(
    fc.record({
      // `Object.keys` widens the keys of the table to strings.
      kind: fc.constantFrom(...(Object.keys(kinds) as ReadonlyArray<Judgment.Order["kind"]>)),
      amountCents: fc.option(fc.integer({ min: 0, max: 100_000 })),
      parties: sides,
    }),
    { maxLength: 12 },
  )
  .map((given) =>
    given.map(({ kind, amountCents, parties: [against, inFavourOf] }, i) =>
      order({ n: i + 1, kind, amountCents, against, inFavourOf }),
    ),
  )

const stakes = fc.record({ claimant: fc.nat(150_000), respondent: fc.nat(150_000) })

type Stakes = { readonly claimant: number; readonly respondent: number }

const stakeOf = (given: Stakes) => (agentId: string) =>
  agentId === claimant.id ? given.claimant : given.respondent

/** The cents of an order that count against the stake of a party. */
const counts = ({ kind, amountCents, against }: Judgment.Order, of: Party) =>
  kinds[kind].capped && against?.id === of.id ? (amountCents ?? 0) : 0

const sum = (made: ReadonlyArray<Judgment.Order>, of: Party) =>
  made.reduce((total, it) => total + counts(it, of), 0)

describe("capPayments", () => {
  it("Rule 5.3A the payments ordered against an agent are those of the draft, up to its stake", () => {
    fc.assert(
      fc.property(orders, stakes, (drafted, given) => {
        const made = capPayments(drafted, stakeOf(given), "USD")
        for (const [of, stake] of [
          [claimant, given.claimant],
          [respondent, given.respondent],
        ] as const) {
          expect(sum(made, of)).toBe(Math.min(sum(drafted, of), stake))
        }
      }),
    )
  })

  it("Rule 5.3A orders keep their number and place, and only their kind, amount and text can change", () => {
    fc.assert(
      fc.property(orders, stakes, (drafted, given) => {
        const made = capPayments(drafted, stakeOf(given), "USD")
        const fixed = ({ n, against, inFavourOf, hours }: Judgment.Order) => ({
          n,
          against,
          inFavourOf,
          hours,
        })
        expect(made.map(fixed)).toEqual(drafted.map(fixed))
      }),
    )
  })

  it("Rule 5.3A once an order is cut, the later orders against the same agent pay nothing", () => {
    fc.assert(
      fc.property(orders, stakes, (drafted, given) => {
        const made = capPayments(drafted, stakeOf(given), "USD")
        for (const of of [claimant, respondent]) {
          const before = drafted.map((it) => counts(it, of))
          const after = made.map((it) => counts(it, of))
          const firstCut = after.findIndex((cents, i) => cents < needPresent(before[i], "the drafted order"))
          const later = firstCut < 0 ? [] : after.slice(firstCut + 1)
          expect(later.every((cents) => cents === 0)).toBe(true)
        }
      }),
    )
  })

  it("Rule 5.3A capping capped orders again changes nothing", () => {
    fc.assert(
      fc.property(orders, stakes, (drafted, given) => {
        const once = capPayments(drafted, stakeOf(given), "USD")
        expect(capPayments(once, stakeOf(given), "USD")).toEqual(once)
      }),
    )
  })

  it.each([
    ["pay", "contested", true],
    ["pay", "consent", true],
    ["costs", "contested", false],
    ["costs", "consent", true],
    ["perform", "consent", false],
  ] as const)(
    "Rule 5.3A the sum of an order to %s in a judgment that is %s counts: %s",
    (kind, basis, is) => {
      expect(isCapped(kind, basis)).toBe(is)
    },
  )

  it("Rule 5.3 a dismissal alone dismisses the claim, and on appeal the appeal", () => {
    const footing = {
      matter: { claimant, respondent, currency: "USD" },
      defaultHours: 72,
      leftOf: () => 0,
      basis: "contested",
    } as const
    const dismissal: DraftOrder = { kind: "dismiss", text: "No." }
    const said = (onAppeal?: boolean) =>
      make([dismissal], { ...footing, ...(onAppeal === undefined ? {} : { onAppeal }) })[0]?.text
    expect(said()).toMatch(/claim/)
    expect(said(true)).toMatch(/appeal/)
  })

  it("Rule 5.3A costs, declarations, dismissals and remittals are untouched", () => {
    fc.assert(
      fc.property(orders, stakes, (drafted, given) => {
        const outside = drafted.filter(({ kind }) => !kinds[kind].capped)
        const made = capPayments(drafted, stakeOf(given), "USD")
        for (const kept of outside) expect(made).toContainEqual(kept)
      }),
    )
  })

  it("Rule 5.3A an agent without a stake at the dealing is ordered to pay nothing but costs", () => {
    const made = capPayments([order(), order({ n: 2, kind: "costs", amountCents: 700 })], () => 0, "USD")
    expect(made.map(({ kind, amountCents }) => [kind, amountCents])).toEqual([
      ["declaration", null],
      ["costs", 700],
    ])
  })
})

describe("declareUnbound", () => {
  it.each(["pay", "costs", "other"] as const)(
    "Rule 2.4 an order of the kind %s against a party that is not bound is declared, with its sum in the text",
    (kind) => {
      const [made] = declareUnbound([order({ kind, against: stranger })], "USD")
      expect(made).toMatchObject({ kind: "declaration", amountCents: null, against: stranger })
      expect(made?.text).toContain("USD 10.00")
      expect(made?.text).toContain("stranger is not bound (Rule 2.4)")
    },
  )

  it.each(["perform", "refrain"] as const)(
    "Rule 2.4 an order of the kind %s against a party that is not bound is declared",
    (kind) => {
      const [made] = declareUnbound([order({ kind, against: stranger, amountCents: null })], "USD")
      expect(made).toMatchObject({
        kind: "declaration",
        against: stranger,
        text: expect.stringContaining("Pay."),
      })
    },
  )

  it("Rule 2.4 orders against a bound party stay as they are, even in favour of a party that is not bound", () => {
    const given = [
      order(),
      order({ against: claimant, inFavourOf: stranger }),
      order({ kind: "dismiss", against: null, inFavourOf: null, amountCents: null }),
      order({ kind: "declaration", against: stranger, amountCents: null }),
    ]
    expect(declareUnbound(given, "USD")).toEqual(given)
  })

  it("Rule 2.4 an order that was declared is not changed by being declared again", () => {
    const once = declareUnbound([order({ against: stranger })], "USD")
    expect(declareUnbound(once, "USD")).toEqual(once)
  })
})

const asked = (order: DraftOrder): Pleading.OrderSought => ({
  ...order,
  against: "seller",
  inFavourOf: "buyer",
  restsOn: [1],
})

const perform: DraftOrder = { ...pay(0), kind: "perform", text: "Deliver." }

const sought = [asked(pay(100)), asked(perform)]

const judge = contextFor({ role: "judge" })

const manner = { act: "judgment", basis: "contested", judgeLine: "Before the Magistrate" } as const

const delivery = (orders: ReadonlyArray<DraftOrder>, reasons?: string, wanted = sought) =>
  deliver(
    draft({ orders, ...(reasons === undefined ? {} : { beyondPrayer: reasons }) }),
    manner,
    facts(undefined, { sought: wanted }),
    judge,
  )

const costs: DraftOrder = { kind: "costs", text: "Costs.", against: "seller", inFavourOf: "buyer" }

const apology: DraftOrder = { kind: "other", text: "Say sorry.", against: "seller", inFavourOf: "buyer" }

describe("the words of orders", () => {
  it.each(["declaration", "perform", "refrain", "other", "remit"] as const)(
    "Rule 5.3 given a draft of the kind %s that says USD 75,000.00, then it is refused with its path",
    (kind) => {
      const said = [{ ...perform, kind, text: "Pay USD 75,000.00." }]
      expect(delivery(said, "It is just.", said.map(asked))).toMatchObject({
        left: { code: "sum_in_words", errors: [{ path: "orders[0].text" }] },
      })
    },
  )

  it.each([
    ["01a32c1a-5420-768b-a529-8cad5e59fec6", "seller", "buyer"],
    ["01a32c1a-5420-768b-a529-000000000000", "usd-75000", "buyer"],
    ["01a32c1a-5420-768b-a529-000000000000", "seller", "75000ada"],
  ])(
    "Rule 5.3D given quote %s between %s and %s, then the court's own words on its balance pass",
    (id, supplier, buyer) => {
      for (const balance of [-100, 0, 100]) {
        const owed = balanceOwed({
          ...deal(balance, { deal: { kind: "quote", id } }),
          sides: { supplier, buyer },
        })
        const parties = {
          claimant: { ...claimant, handle: buyer },
          respondent: { ...respondent, handle: supplier },
        }
        expect(check([{ kind: "declaration", ...owed }], parties)).toEqual(Either.void)
      }
    },
  )

  it("Rule 5.3D given a draft to pay whose words say another sum, then the court's text has the sum of the order", () => {
    const { changes } = Either.getOrThrow(delivery([pay(100, { text: "Pay USD 75,000.00." })]))
    expect(
      putsOf(Judgment.Judgments, changes).flatMap(({ orders }) => orders.map(({ text }) => text)),
    ).toEqual(["seller pays buyer USD 1.00."])
    expect(sealedIn(changes)).not.toContain("75,000")
  })
})

describe("orders beyond what was sought", () => {
  it.each([
    ["all that was sought", [], [pay(100), perform]],
    ["less, in another time", [], [pay(60, { hours: 5 })]],
    ["the sum in two parts", [], [pay(60), pay(40)]],
    ["a cent more", [1], [pay(101)]],
    ["a cent more in two parts", [2], [pay(60), pay(41)]],
    ["another kind of act", [1], [apology]],
    ["costs that nobody sought", [2], [pay(100), { ...pay(5), kind: "costs" }]],
    ["a payment by the other party", [1], [pay(10, { against: "buyer", inFavourOf: "seller" })]],
    ["a declaration in place of the payment", [], [{ ...pay(100), kind: "declaration" }]],
    ["a declaration of a larger sum", [1], [{ ...pay(101), kind: "declaration" }]],
    ["a declaration that binds nobody", [], [{ kind: "declaration", text: "It was late." }]],
    [
      "a dismissal and a remittal",
      [],
      [
        { kind: "dismiss", text: "No." },
        { kind: "remit", text: "Back." },
      ],
    ],
  ] as const)(
    "Rule 5.3 given a draft that orders %s, then its orders beyond the claim are %j",
    (_name, beyond, orders) => {
      expect(beyondPrayer(orders, sought)).toEqual(beyond)
      expect(codeOf(delivery(orders))).toBe(beyond.length === 0 ? null : "beyond_prayer")
      expect(codeOf(delivery(orders, "Nothing less puts it right."))).toBeNull()
    },
  )

  it("Rule 5.3 given a claim that left a sum to the judge, then the claim sets no limit to the sum", () => {
    const open = [asked(costs)]
    expect(beyondPrayer([{ ...costs, amountCents: 1_000_000 }], open)).toEqual([])
  })

  it("Rule 5.3 given a claim that sought nothing, then every order but a dismissal goes beyond it", () => {
    expect(beyondPrayer([pay(1), { kind: "dismiss", text: "No." }, costs], [])).toEqual([1, 3])
  })

  it("Rule 5.3 the orders sought are within the claim, and one cent more is not", () => {
    const sums = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(sums, (cents) => {
        const all = cents.map((amount) => pay(amount))
        const wanted = all.map((order) => asked(order))
        expect(beyondPrayer(all, wanted)).toEqual([])
        expect(beyondPrayer([...all, pay(1)], wanted)).toEqual([cents.length + 1])
      }),
    )
  })

  it("Rule 5.2 the reasons name the orders that go beyond the claim and say why, and say nothing of it if no order does", () => {
    const why = "Nothing less puts it right."
    const sealed = (orders: ReadonlyArray<DraftOrder>) => {
      const { changes } = Either.getOrThrow(delivery(orders, why))
      expect(putsOf(Judgment.Judgments, changes)).toHaveLength(1)
      return sealedIn(changes)
    }
    expect(sealed([pay(100), apology])).toContain(`**Beyond what was sought (order 2):** ${why}`)
    expect(sealed([pay(100)])).not.toContain(why)
    expect(codeOf(delivery([apology], "   "))).toBe("draft_incomplete")
  })
})
