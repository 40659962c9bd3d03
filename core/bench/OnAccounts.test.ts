/** A draft by the accounts: its orders, its catchwords, its areas, what it tells of the proceedings, and its authorities. */
import { describe, expect, it } from "vitest"
import { bounds } from "../kernel/Schedule.ts"
import { hours } from "../kernel/Time.ts"
import type { Pleading } from "../matters/index.ts"
import { start } from "../testing/Context.ts"
import type { Deals } from "./Determined.ts"
import type { JudgedBundle } from "./Judged.ts"
import { authoritiesOf, draftByAccounts } from "./OnAccounts.ts"
import { bundle, claim, defence, sought, tender } from "./testing/Bundles.ts"
import { deal, on, onAccount } from "./testing/Deals.ts"

const judge = "The judge is a test."
type Orders = ReadonlyArray<Pleading.OrderSought>
const draftOn = (orders: Orders, deals: Deals = on(null), more: Partial<JudgedBundle> = {}) =>
  draftByAccounts(bundle({ claim: claim({ orders }), ...more }), deals, judge)

const { amountCents: _, ...open } = sought()
const declared = { ...open, kind: "declaration", cause: "account" } as const
const onDebt = (amountCents = 500) => sought({ cause: "debt", on: "entry-1", amountCents, restsOn: [] })
const debts = (cents: number) =>
  on(null, new Map([["entry-1", deal(cents, { deal: { kind: "debt", id: "entry-1" } })]]))
const costs = sought({ kind: "costs", amountCents: 300 })
const paid = (amountCents: number) => ({ kind: "pay", amountCents, against: "seller", inFavourOf: "buyer" })

describe("the orders of a draft by the accounts", () => {
  it("Rule 5.1 given an order that is carried, then it is made with the sum that its deal carries, and its time", () => {
    expect(draftOn([{ ...onAccount(500), hours: 48 }], on(deal(-400))).orders).toEqual([
      { ...paid(400), text: "Pay the price back.", hours: 48 },
      { kind: "dismiss", text: "The rest is dismissed." },
    ])
    expect(draftOn([onAccount(400)], on(deal(-400))).orders).toStrictEqual([
      { ...paid(400), text: "Pay the price back." },
    ])
  })

  it("Rule 5.1 given an order without a sum that is admitted, then it is made without one", () => {
    const perform = { ...open, kind: "perform", text: "Deliver it." } as const
    expect(draftOn([perform], on(null), { defence: defence([], { admits: [1] }) }).orders).toEqual([
      { kind: "perform", text: "Deliver it.", against: "seller", inFavourOf: "buyer" },
    ])
  })

  it("PD15 §11 given a declaration of an account, then the court's own words say its balance", () => {
    const [said] = draftOn([declared], on(deal(-400))).orders
    expect(said).toMatchObject({ ...paid(400), kind: "declaration" })
    expect(said?.text).toMatch(/^seller owes buyer the balance of the account of quote quote-1 as of /)
    // A declaration that the respondent admits has the words of the claim.
    const free = { ...open, kind: "declaration", text: "It was late." } as const
    const admitted = draftOn([free], on(deal(-400)), { defence: defence([], { admits: [1] }) })
    expect(admitted.orders).toEqual([
      { kind: "declaration", text: "It was late.", against: "seller", inFavourOf: "buyer" },
    ])
  })

  it("PD15 §10 given a balance that the claimant owes, then it is ordered against the claimant", () => {
    expect(draftOn([onAccount(500)], on(deal(700))).orders).toEqual([
      {
        kind: "pay",
        text: "The balance of the account.",
        amountCents: 700,
        against: "buyer",
        inFavourOf: "seller",
      },
      { kind: "dismiss", text: "The rest is dismissed." },
    ])
  })

  it("PD15 §11A given an order that nothing decides, then the rest is dismissed without a decision", () => {
    expect(draftOn([sought()]).orders).toEqual([
      { kind: "dismiss", text: "The rest is not decided.", decided: false },
    ])
    expect(draftOn([sought(), onDebt()], debts(0)).orders).toEqual([
      { kind: "dismiss", text: "The rest is not decided.", decided: false },
      { kind: "dismiss", text: "The rest is dismissed." },
    ])
  })

  it("Rule 5.3 given as many orders as a claim may seek and a balance against the claimant, then declarations of the account give way to it", () => {
    const many: Orders = Array.from({ length: bounds.ordersMax - 1 }, () => onDebt(1))
    const both = { ...debts(-1_000), quote: deal(700) }
    const orders = draftOn([...many, declared], both).orders
    expect(orders.map(({ kind }) => kind)).toEqual(Array.from({ length: bounds.ordersMax }, () => "pay"))
    expect(orders.at(-1)).toMatchObject({ amountCents: 700, against: "buyer" })
    // With one order less there is room for the declaration.
    const fewer = draftOn([...many.slice(1), declared], both).orders
    expect(fewer.map(({ kind }) => kind).slice(-2)).toEqual(["declaration", "pay"])
    // A declaration that says something else, and is admitted, keeps its place.
    const free = { ...open, kind: "declaration", text: "It was late." } as const
    const admitted = { defence: defence([], { admits: [1] }) }
    const kept = draftOn([free, ...many.slice(1), declared], both, admitted).orders
    expect(kept).toHaveLength(bounds.ordersMax)
    expect(kept[0]).toMatchObject({ kind: "declaration", text: "It was late." })
    expect(kept.at(-1)).toMatchObject({ amountCents: 700, against: "buyer" })
  })

  it("Rule 5.3 given more orders than a judgment takes, then the last ones are left out", () => {
    const many: Orders = Array.from({ length: bounds.ordersMax + 1 }, () => onDebt(1))
    expect(draftOn(many, debts(-1_000)).orders).toHaveLength(bounds.ordersMax)
  })
})

describe("the catchwords and the area of a draft by the accounts", () => {
  const admits = { defence: defence([], { admits: [1] }) }

  it.each<readonly [string, Orders, Deals, Partial<JudgedBundle>, ReadonlyArray<string>, string]>([
    [
      "an account",
      [onAccount(400)],
      on(deal(-400)),
      {},
      ["Account of a quote", "Undefended claim", "Claim allowed"],
      "accounts",
    ],
    [
      "a metered price",
      [sought({ cause: "metered_price", amountCents: 400, restsOn: [] })],
      on(deal(-400)),
      {},
      ["Metered price", "Undefended claim", "Claim allowed"],
      "accounts",
    ],
    ["a debt", [onDebt()], debts(-500), {}, ["Debt", "Undefended claim", "Claim allowed"], "accounts"],
    [
      "a payment beyond a mandate",
      [sought({ cause: "mandate", on: "entry-1", amountCents: 500, restsOn: [] })],
      debts(-500),
      {},
      ["Payment beyond a mandate", "Undefended claim", "Claim allowed"],
      "accounts",
    ],
    ["an admission", [sought()], on(null), admits, ["Admission", "Claim allowed"], "dealings"],
    [
      "an admission and costs",
      [sought(), costs],
      on(null),
      admits,
      ["Admission", "Costs follow the event", "Claim allowed"],
      "dealings",
    ],
    [
      "two orders on one ground, of which one is dismissed",
      [onAccount(400), onAccount(100)],
      on(deal(-400)),
      {},
      ["Account of a quote", "Undefended claim", "Claim allowed in part"],
      "accounts",
    ],
    [
      "nothing",
      [sought()],
      on(null),
      {},
      ["Undefended claim", "Not decided on the papers", "Claim dismissed"],
      "dealings",
    ],
    [
      "an account and nothing",
      [onAccount(400), sought()],
      on(deal(-400)),
      {},
      ["Account of a quote", "Undefended claim", "Not decided on the papers", "Claim allowed in part"],
      "accounts",
    ],
    [
      "an account against the claimant",
      [onAccount(400)],
      on(deal(700)),
      {},
      ["Account of a quote", "Undefended claim", "Balance against the claimant", "Claim dismissed"],
      "accounts",
    ],
  ])(
    "Rule 5.1 given orders carried by %s, then the catchwords and the area say so",
    (_what, orders, deals, more, words, area) => {
      const draft = draftOn(orders, deals, more)
      expect(draft.catchwords).toEqual(words)
      expect(draft.areas).toEqual([area])
    },
  )

  it("PD15 §11 given deals, then the draft determines each once; without a deal it determines nothing", () => {
    expect(draftOn([sought()])).not.toHaveProperty("determinations")
    const one = deal(-500, { deal: { kind: "debt", id: "entry-1" } })
    const twice = on(
      deal(0),
      new Map([
        ["entry-1", one],
        ["entry-2", one],
      ]),
    )
    const { determinations } = draftOn([onAccount(1)], twice)
    expect(determinations?.map(({ deal: { id } }) => id)).toEqual(["quote-1", "entry-1"])
  })

  it("Rule 5.1 the draft costs nothing, and says why it may go beyond what was sought", () => {
    const draft = draftOn([sought()])
    expect([draft.costCents, draft.beyondPrayer]).toEqual([
      0,
      "The account of a quote binds both parties, whichever of them claims (PD15 §10).",
    ])
    expect(draft.ratio).toMatch(/^The Court draws up the account of a deal .* \(Rule 5\.1\)\.$/)
  })
})

describe("the issues of a draft by the accounts", () => {
  it("Rule 5.1 given an order that is made, then the issue is the claimant's and has the respondent's words; otherwise the reverse", () => {
    const [made, refused] = draftOn([onDebt(), sought()], debts(-500)).issues
    expect(made).toMatchObject({
      question: "Should order 1 of the claim be made (pay USD 5.00)?",
      losingAnswer: "It filed no defence.",
      for: "claimant",
    })
    expect(refused).toMatchObject({
      question: "Should order 2 of the claim be made (pay USD 200.00)?",
      losingAnswer: "It asks for “Pay the price back.” It states no argument.",
      for: "respondent",
    })
  })
})

describe("the circumstances of a draft by the accounts", () => {
  const filed = { filedAt: start, dealingAt: start - hours(24), servedAt: start + hours(1), call: null }
  const told = (more: Parameters<typeof bundle>[0]) =>
    draftByAccounts(bundle(more), on(null), judge).circumstances
  const begins =
    "The claimant, buyer, filed its claim on 20 November 2026, 09:00 UTC, about a dealing of 19 November 2026, 09:00 UTC."
  const served = "The claim was served on 20 November 2026, 10:00 UTC."

  it.each<readonly [string, Parameters<typeof bundle>[0], ReadonlyArray<string>]>([
    ["no defence", {}, [served, "The respondent, seller, filed no defence."]],
    [
      "a call for default judgment",
      { on: { ...filed, call: { by: "claimant", at: start, default: true } } },
      [served, "The respondent, seller, filed no defence, and default judgment was called for."],
    ],
    [
      "a call that is no default",
      { on: { ...filed, call: { by: "claimant", at: start, default: false } } },
      [served, "The respondent, seller, filed no defence."],
    ],
    ["no service", { on: { ...filed, servedAt: null } }, ["The respondent, seller, filed no defence."]],
    ["a defence", { defence: defence([]) }, [served, "The respondent, seller, filed a defence."]],
    [
      "a defence and a reply",
      { defence: defence([]), reply: defence([]) },
      [served, "The respondent, seller, filed a defence, and the claimant filed a reply."],
    ],
  ])("Rule 5.2 given %s, then it is told so", (_what, more, sentences) => {
    expect(told({ on: filed, ...more })).toBe([begins, ...sentences, judge].join(" "))
  })
})

describe("the authorities of a draft by the accounts", () => {
  it("Rule 4.10 given tenders, then each is treated by its outcome, and what a rule only cites is cited, each once", () => {
    const tenders = (["authority", "argument", "mention"] as const).map((outcome) =>
      tender({ id: outcome, citation: outcome, outcome }),
    )
    const cites = (...citations: ReadonlyArray<string>) => ({ proposition: "So it is.", citations })
    const given = bundle({
      on: { tenders },
      claim: claim({ rules: ["So it is.", cites("mention", "a", "b")] }),
      defence: defence([], { rules: ["It is not.", cites("a", "c")] }),
    })
    expect(authoritiesOf(given)).toEqual([
      { citation: "authority", treatment: "considered" },
      { citation: "argument", treatment: "considered" },
      { citation: "mention", treatment: "mentioned" },
      ...["a", "b", "c"].map((citation) => ({ citation, treatment: "cited" })),
    ])
    expect(authoritiesOf(bundle())).toEqual([])
  })

  it("Rule 4.10 given more than forty authorities, then the first forty stand", () => {
    const tenders = Array.from({ length: 41 }, (_, i) => tender({ id: `${i}`, citation: `Case ${i}` }))
    expect(authoritiesOf(bundle({ on: { tenders } })).map(({ citation }) => citation)).toEqual(
      tenders.slice(0, 40).map(({ citation }) => citation),
    )
  })
})
