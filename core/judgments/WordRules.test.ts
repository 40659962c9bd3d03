/** The words of a judgment: its reasons, its orders, what a draft lacks, what the parties are told and how a seal is checked. */
import { Either, Option } from "effect"
import { describe, expect, it } from "vitest"
import { Notices } from "../agents/Notice.ts"
import { newStanding } from "../compliance/Entry.ts"
import type { OrderSought } from "../matters/Pleading.ts"
import { type Refusal, refusal } from "../Refusal.ts"
import { bounds } from "../Schedule.ts"
import { format, hours } from "../Time.ts"
import { start } from "../testing/Context.ts"
import { eventsOf, putsOf } from "../testing/Decisions.ts"
import { consentDraft } from "./AcceptConsent.ts"
import { citationOf, citedAs, courts, isCitation, nextCitation, register, yearOf } from "./Citation.ts"
import { findings, giveConduct, reverseConduct, standingConduct, tariffOf } from "./Conduct.ts"
import { checkDraft } from "./Draft.ts"
import { howToVerify } from "./HowToVerify.ts"
import type { Draft } from "./Judge.ts"
import { Judgments, SeriesCounters, subjectOf } from "./Judgment.ts"
import { clean, inline, oneLine, prose, quotation } from "./Markdown.ts"
import { capPayments, checkOrders, declareUnbound, kinds, orderable, resolve } from "./Orders.ts"
import { beyondPrayer, checkPrayer } from "./Prayer.ts"
import { deliveredEvent, markData, notices, supersededByRehearing } from "./Publication.ts"
import { dateOf, renderReasons } from "./Reasons.ts"
import {
  isFromPrinciple,
  isReported,
  delivered as recorded,
  reportCitation,
  reportSeries,
} from "./Reporting.ts"
import {
  claimant,
  delivered,
  draft,
  everything,
  pay,
  reserved,
  respondent,
  stranger,
} from "./testing/Cases.ts"

const parties = { claimant, respondent }
const detailOf = (checked: Either.Either<unknown, Refusal>) =>
  Either.isLeft(checked) ? [checked.left.code, checked.left.detail] : null
const says = (...args: Parameters<typeof refusal>) => [args[0], refusal(...args).detail]

describe("the reasons of a judgment", () => {
  it("Rule 5.2 are these words in this order", () => {
    const given = draft({
      authorities: [
        { citation: "[2026] MC 1", treatment: "followed" },
        { citation: "Act *1*", treatment: "cited" },
      ],
      conduct: [{ agent: "seller", finding: "unlodged_quote", reasons: "It was not lodged." }],
      beyondPrayer: "Justice asks for it.",
    })
    const orders = [
      {
        n: 1,
        kind: "pay",
        text: "Pay the price back.",
        amountCents: 123_450,
        against: respondent,
        inFavourOf: claimant,
        hours: 72,
      },
      {
        n: 2,
        kind: "declaration",
        text: "It was late.",
        amountCents: null,
        against: null,
        inFavourOf: null,
        hours: 72,
      },
      {
        n: 3,
        kind: "perform",
        text: "Deliver.",
        amountCents: null,
        against: respondent,
        inFavourOf: claimant,
        hours: 5,
      },
    ] as const
    const input = {
      citation: "[2026] MC 7",
      title: "Late delivery",
      parties,
      deliveredAt: start,
      judgeLine: "Before the Magistrate",
      draft: given,
      orders,
      currency: "USD",
      beyond: [1, 3],
      notes: ["The court adds this."],
    }
    expect(renderReasons(input)).toBe(
      [
        "# Late delivery (buyer v seller)",
        "**\\[2026\\] MC 7**, delivered on 20 November 2026 (2026-11-20T09:00:00.000Z)",
        "*Before the Magistrate*",
        "**Catchwords:** Delivery; Late performance",
        "## Ratio",
        "Who promises a day and delivers after it has broken the promise.",
        "## Issues and reasoning",
        "### 1. Was the work delivered late?",
        "**Answer of the losing party (respondent, seller):**",
        "The seller says that the day was an estimate.",
        "The acceptance names the day.",
        "**Answer (for the claimant, buyer):**",
        "It was late.",
        "## Circumstances",
        "The buyer ordered a translation for 1 November.",
        "The court adds this.",
        "## Authorities",
        "- \\[2026\\] MC 1 (followed)\n- Act \\*1\\* (cited)",
        "## Conduct found",
        "**seller: a quote was not lodged.** It was not lodged.",
        "## Orders",
        "1. **pay**, against seller, in favour of buyer, USD 1,234.50, within 72 hours of delivery: Pay the price back.\n2. **declaration**: It was late.\n3. **perform**, against seller, in favour of buyer, within 5 hours of delivery: Deliver.",
        "**Beyond what was sought (orders 1, 3):** Justice asks for it.",
        "",
      ].join("\n\n"),
    )
    expect(renderReasons({ ...input, beyond: [2] })).toContain(
      "**Beyond what was sought (order 2):** Justice",
    )
    expect(renderReasons({ ...input, beyond: [] })).not.toContain("Beyond what was sought")
    const { beyondPrayer: _, ...plain } = given
    expect(renderReasons({ ...input, draft: plain })).not.toContain("Beyond what was sought")
    const bare = renderReasons({
      ...input,
      draft: { ...given, catchwords: [], authorities: [], conduct: [] },
    })
    expect(bare).toContain("**Catchwords:** none")
    expect(bare).toContain("## Authorities\n\nNone.")
    expect(bare).not.toContain("Conduct found")
  })

  it("Rule 5.2 name the day in Universal Time", () => {
    const days = Array.from({ length: 12 }, (_, month) => dateOf(Date.UTC(2026, month, 3)))
    expect(days).toEqual([
      "3 January 2026",
      "3 February 2026",
      "3 March 2026",
      "3 April 2026",
      "3 May 2026",
      "3 June 2026",
      "3 July 2026",
      "3 August 2026",
      "3 September 2026",
      "3 October 2026",
      "3 November 2026",
      "3 December 2026",
    ])
    expect(dateOf(Date.UTC(2026, 0, 1) - 1)).toBe("31 December 2025")
  })
})

describe("words of others inside a judgment", () => {
  it.each([
    ["a\r\nb\rc", "a b c"],
    ["  a \t b  ", "a b"],
  ])("Rule 5.2 %j is one line", (text, line) => {
    expect(oneLine(text)).toBe(line)
  })

  it.each([
    ["a*b_c`d[e]f#g|h~i!j\\k", "a\\*b\\_c\\`d\\[e\\]f\\#g\\|h\\~i\\!j\\\\k"],
    ["a & b < c > d", "a &amp; b &lt; c &gt; d"],
    ["- a", "\\- a"],
    ["+ a", "\\+ a"],
    ["-", "\\-"],
    ["12. a", "\\12. a"],
    ["12) a", "\\12) a"],
    ["-a", "-a"],
    ["a - b", "a - b"],
    ["1.5 a", "1.5 a"],
  ])("Rule 5.2 inline %j becomes %j", (text, plain) => {
    expect(inline(text)).toBe(plain)
  })

  it("Rule 5.2 every line end is one", () => {
    expect(clean("a\r\nb\rc\nd")).toBe("a\nb\nc\nd")
  })

  it("Rule 5.2 a quotation is cut to its length, by characters, and says so", () => {
    expect(quotation("abcde", 5)).toBe("“abcde”")
    expect(quotation("abcdef", 5)).toBe("“abcd…”")
    expect(quotation("😀😀😀", 3)).toBe("“😀😀😀”")
    expect(quotation("😀😀😀", 2)).toBe("“😀…”")
    expect(quotation(" a\n*b ", 9)).toBe("“a \\*b”")
  })

  it.each([
    ["# a", "\\# a"],
    ["## a", "\\## a"],
    ["a # b", "a # b"],
    ["===", "\\==="],
    ["=", "\\="],
    ["---", "\\---"],
    ["a\n---", "a\n\\---"],
    ["- a", "- a"],
    ["- # a", "- \\# a"],
    ["> # a", "> \\# a"],
    ["1. # a", "1. \\# a"],
    ["1) # a", "1) \\# a"],
    ["+ # a", "+ \\# a"],
    ["* # a", "* \\# a"],
    ["= a", "= a"],
    ["-- a", "-- a"],
    ["```js", "\\```js"],
    ["~~~", "\\~~~"],
    ["``a``", "``a``"],
    ["~~a~~", "~~a~~"],
    ["a   ", "a"],
    ["x\n    a", "x\n  a"],
    ["x\n\t\t\ta", "x\n  a"],
    ["x\n  a", "x\n  a"],
    ["a\n\n\n\nb", "a\n\nb"],
    ["a\n\nb", "a\n\nb"],
    ["<b>", "&lt;b>"],
    ["&amp; &#35; & a; &b c", "&amp;amp; &amp;#35; &amp; a; &b c"],
    ["\n a \n", "a"],
  ])("Rule 5.2 prose %j becomes %j", (text, plain) => {
    expect(prose(text)).toBe(plain)
  })
})

describe("a draft", () => {
  const lacks = (changes: Partial<Draft>) => detailOf(checkDraft(draft(changes), parties))
  const [issue] = draft().issues
  const withIssue = (changes: object) => (issue === undefined ? [] : [issue, { ...issue, ...changes }])

  it.each<[string, Partial<Draft>]>([
    ["a ratio", { ratio: " " }],
    ["the question of issue 2", { issues: withIssue({ question: "" }) }],
    ["the losing party's answer to issue 2", { issues: withIssue({ losingAnswer: "" }) }],
    ["the reasoning on issue 2", { issues: withIssue({ reasoning: "" }) }],
    ["the answer to issue 2", { issues: withIssue({ answer: "" }) }],
    ["an issue", { issues: [] }],
    ["the circumstances", { circumstances: "\n" }],
    ["reasons for going beyond what was sought", { beyondPrayer: " " }],
    ["orders", { orders: [] }],
  ])("Rule 5.2 that lacks %s is refused with that", (what, changes) => {
    expect(lacks(changes)).toEqual(says("draft_incomplete", { what }))
    expect(lacks({})).toBeNull()
  })

  it("PD4 §1 that finds conduct of anybody but the parties is refused with who it is", () => {
    const finds = (agent: string) =>
      lacks({ conduct: [{ agent, finding: "unlodged_quote", reasons: "So." }] })
    expect([finds("buyer"), finds("seller")]).toEqual([null, null])
    expect(finds("other")).toEqual(says("not_a_party_named", { handle: "other" }))
  })
})

describe("orders of a draft", () => {
  const check = (...orders: Draft["orders"]) => detailOf(checkOrders(orders, parties))
  const { inFavourOf: _, ...toNobody } = pay(1)
  const { against: __, ...byNobody } = pay(1)

  it("Rule 5.3 of each kind bind, state a sum and count against the stake, or not", () => {
    expect(kinds).toEqual({
      pay: { binds: true, sum: true, capped: true },
      perform: { binds: true, sum: false, capped: false },
      refrain: { binds: true, sum: false, capped: false },
      costs: { binds: true, sum: true, capped: false },
      other: { binds: false, sum: true, capped: true },
      declaration: { binds: false, sum: true, capped: false },
      dismiss: { binds: false, sum: false, capped: false },
      remit: { binds: false, sum: false, capped: false },
    })
  })

  it("Rule 5.3 run between the parties, and say what they need to", () => {
    expect(check(pay(1))).toBeNull()
    expect(check(pay(1), pay(0))).toEqual(says("amount_wanted", { n: 2 }))
    const { amountCents: ___, ...noSum } = pay(1)
    expect(check(noSum)).toEqual(says("amount_wanted", { n: 1 }))
    expect(check(pay(1, { against: "other" }))).toEqual(says("not_a_party_named", { handle: "other" }))
    expect(check(pay(1, { inFavourOf: "third" }))).toEqual(says("not_a_party_named", { handle: "third" }))
    expect(check(toNobody)).toEqual(says("not_corrective", { n: 1 }))
    expect(check(byNobody)).toEqual(says("not_corrective", { n: 1 }))
    expect(check(pay(1, { inFavourOf: "seller" }))).toEqual(says("not_corrective", { n: 1 }))
    expect(check(pay(1, { text: " \n" }))).toEqual(says("draft_incomplete", { what: "the text of order 1" }))
    expect(check({ kind: "declaration", text: "So." })).toBeNull()
    expect(check({ kind: "other", text: "So.", amountCents: 0 })).toBeNull()
  })

  it("Rule 5.3 become orders of the court, with their places, their parties and their time", () => {
    const { amountCents: ___, ...noSum } = pay(1)
    const made = resolve(
      [
        pay(5, { hours: 9, text: " Pay\n it. " }),
        { ...noSum, kind: "perform" },
        { kind: "other", text: "x", amountCents: 3 },
      ],
      parties,
      72,
    )
    expect(made).toEqual([
      {
        n: 1,
        kind: "pay",
        text: "Pay it.",
        amountCents: 5,
        against: respondent,
        inFavourOf: claimant,
        hours: 9,
      },
      {
        n: 2,
        kind: "perform",
        text: "Pay the price back.",
        amountCents: null,
        against: respondent,
        inFavourOf: claimant,
        hours: 72,
      },
      { n: 3, kind: "other", text: "x", amountCents: 3, against: null, inFavourOf: null, hours: 72 },
    ])
  })

  it("Rule 2.4 against a party that is not bound are declared, in these words", () => {
    const orders = resolve(
      [pay(500), pay(0, { kind: "perform" }), { kind: "dismiss", text: "No." }],
      parties,
      72,
    )
    const unbound = orders.map((order) => ({ ...order, against: order.against === null ? null : stranger }))
    const made = declareUnbound(unbound, "USD")
    expect(made[0]).toEqual({
      ...unbound[0],
      kind: "declaration",
      amountCents: null,
      text: "It is declared, and not ordered: Pay the price back. The sum is USD 5.00. stranger is not bound (Rule 2.4).",
    })
    expect(made[1]?.text).toBe(
      "It is declared, and not ordered: Pay the price back. stranger is not bound (Rule 2.4).",
    )
    expect(made[2]).toEqual(unbound[2])
    const dismissed = [{ ...(unbound[2] as (typeof unbound)[number]), against: stranger }]
    expect(declareUnbound(dismissed, "USD")).toEqual(dismissed)
    expect(declareUnbound(orders, "USD")).toEqual(orders)
  })

  it("Rule 5.3 are capped at what is left of the stake, and say so in these words", () => {
    expect([orderable(5, 5), orderable(6, 5), orderable(6, 0), orderable(6, -1), orderable(0, -1)]).toEqual([
      5, 5, 0, 0, 0,
    ])
    const orders = resolve([pay(300), pay(400), pay(100)], parties, 72)
    const made = capPayments(orders, () => 500, "USD")
    expect(made.map(({ kind, amountCents }) => [kind, amountCents])).toEqual([
      ["pay", 300],
      ["pay", 200],
      ["declaration", null],
    ])
    expect(made[1]?.text).toBe(
      "Pay the price back. Of USD 4.00, USD 2.00 is ordered: the stake in force at the dealing leaves no more (Rule 5.3).",
    )
    expect(made[2]?.text).toBe(
      "It is declared, and not ordered: Pay the price back. The sum is USD 1.00. The stake in force at the dealing leaves nothing (Rule 5.3).",
    )
    const both = resolve([pay(300), pay(300, { against: "buyer", inFavourOf: "seller" })], parties, 72)
    expect(capPayments(both, () => 300, "USD")).toEqual(both)
    const free = resolve([{ kind: "other", text: "x" }, pay(9, { kind: "costs" })], parties, 72)
    expect(capPayments(free, () => 0, "USD")).toEqual(free)
  })
})

describe("what was sought", () => {
  const sought = (changes: Partial<OrderSought> = {}): OrderSought => ({
    kind: "pay",
    text: "So.",
    against: "seller",
    inFavourOf: "buyer",
    amountCents: 100,
    restsOn: [1],
    ...changes,
  })
  const { amountCents: _, ...open } = sought()

  it("Rule 5.3 bounds orders in their kind, their parties and their sums, which count together", () => {
    expect(beyondPrayer([pay(100)], [sought()])).toEqual([])
    expect(beyondPrayer([pay(101)], [sought()])).toEqual([1])
    expect(beyondPrayer([pay(60), pay(41)], [sought()])).toEqual([2])
    expect(beyondPrayer([pay(150)], [sought(), sought({ amountCents: 50 })])).toEqual([])
    expect(beyondPrayer([pay(10_000)], [sought(), open])).toEqual([])
    expect(beyondPrayer([pay(1, { against: "buyer", inFavourOf: "seller" })], [sought()])).toEqual([1])
    expect(beyondPrayer([pay(1, { inFavourOf: "seller" })], [sought()])).toEqual([1])
    expect(beyondPrayer([pay(1, { kind: "costs" })], [sought()])).toEqual([1])
    expect(
      beyondPrayer(
        [pay(60), pay(60, { against: "buyer", inFavourOf: "seller" })],
        [sought(), sought({ against: "buyer", inFavourOf: "seller" })],
      ),
    ).toEqual([])
  })

  it("Rule 5.3 a declaration is less than any order, and dismissal grants nothing", () => {
    expect(beyondPrayer([{ kind: "declaration", text: "x" }], [sought({ kind: "perform" })])).toEqual([])
    expect(beyondPrayer([{ kind: "declaration", text: "x", amountCents: 101 }], [sought()])).toEqual([1])
    expect(beyondPrayer([{ kind: "declaration", text: "x", against: "buyer" }], [sought()])).toEqual([1])
    expect(
      beyondPrayer(
        [
          { kind: "dismiss", text: "x" },
          { kind: "remit", text: "x" },
        ],
        [],
      ),
    ).toEqual([])
    expect(
      beyondPrayer([pay(5, { kind: "perform", amountCents: 500 })], [sought({ kind: "perform" })]),
    ).toEqual([])
  })

  it("Rule 5.3 is gone beyond with reasons, or not at all", () => {
    const orders = [pay(101), pay(1), pay(1, { kind: "costs" })]
    expect(detailOf(checkPrayer({ orders }, [sought()]))).toEqual(
      says("beyond_prayer", { orders: "1, 2, 3" }),
    )
    expect(detailOf(checkPrayer({ orders, beyondPrayer: "Justice." }, [sought()]))).toBeNull()
    expect(detailOf(checkPrayer({ orders: [pay(1)] }, [sought()]))).toBeNull()
  })
})

describe("what is told of a judgment", () => {
  const judgment = delivered()
  const plain = { ...judgment, conduct: [] }

  it("Rule 2.7 each party that is enrolled is served, with when it may appeal", () => {
    const told = (of = judgment, more?: string) =>
      putsOf(Notices, more === undefined ? notices(of, (k) => `n-${k}`) : notices(of, (k) => `n-${k}`, more))
    const until = format(start + hours(bounds.appealNoticeHours))
    expect(told()[0]).toMatchObject({
      id: "n-0",
      agentId: claimant.id,
      type: "judgment.delivered",
      subject: `judgment/${judgment.citation}`,
      at: start,
      text: `Judgment ${judgment.citation} was delivered in your matter. It is open to appeal until ${until}.`,
      data: { citation: judgment.citation, matterId: "matter-1", appealUntil: until },
    })
    expect(told()[1]).toMatchObject({ id: "n-1", agentId: respondent.id })
    const final = { ...judgment, finality: { status: "final", until: null } as const }
    expect(told(final, "More.")[0]?.text).toBe(
      `Judgment ${judgment.citation} was delivered in your matter. It is final. More.`,
    )
    expect(told(final)[0]?.data).toMatchObject({ appealUntil: null })
    expect(told({ ...judgment, claimant: stranger }).map(({ id }) => id)).toEqual(["n-1"])
  })

  it("PD17 §1 the public learns what was decided, of whom, and how final it is", () => {
    const conduct = [
      { agentId: "x", handle: "seller", finding: "unlodged_quote", delta: -3, reversedAt: null },
    ] as const
    const [event] = eventsOf([deliveredEvent({ ...judgment, conduct: [...conduct], entries: ["e-1"] })])
    expect(event).toMatchObject({
      type: "judgment.delivered",
      subject: `judgment/${judgment.citation}`,
      rules: ["Rule 5.2", "Rule 5.4", "Rule 5.5"],
    })
    expect(event?.data).toEqual({
      citation: judgment.citation,
      matterId: "matter-1",
      series: "MC",
      title: "Late delivery of a translation",
      claimant: "buyer",
      respondent: "seller",
      respondentBound: true,
      basis: "contested",
      deliveredAt: format(start),
      payloadSha256: judgment.payloadSha256,
      currency: "USD",
      orders: [
        {
          n: 1,
          kind: "pay",
          text: "Pay the price back.",
          amountCents: 20_000,
          against: respondent.id,
          inFavourOf: claimant.id,
          hours: 72,
        },
      ],
      conduct: [{ agent: "seller", finding: "unlodged_quote", delta: -3 }],
      entries: ["e-1"],
      finality: "open to appeal",
      finalAt: format(start + hours(bounds.appealNoticeHours)),
      reported: true,
      vacated: false,
      setAside: false,
      supersededBy: null,
    })
  })

  it("Rule 7.4 a rehearing supersedes what was vacated for it, and says so", () => {
    const changes = supersededByRehearing([plain], "[2026] MC 9")
    expect(putsOf(Judgments, changes)).toEqual([
      { ...plain, marks: { ...plain.marks, supersededBy: "[2026] MC 9" } },
    ])
    expect(eventsOf(changes)).toMatchObject([
      {
        type: "judgment.superseded",
        subject: `judgment/${plain.citation}`,
        rules: ["Rule 7.4"],
        data: { ...markData(plain), supersededBy: "[2026] MC 9" },
      },
    ])
    expect(markData(plain)).toEqual({
      citation: plain.citation,
      finality: "open to appeal",
      until: format(start + hours(bounds.appealNoticeHours)),
      reported: true,
      vacated: false,
      setAside: false,
      supersededBy: null,
    })
    expect(supersededByRehearing([], "[2026] MC 9")).toEqual([])
  })

  it("Rule 5.7 one that was contested and names an area is reported, under a number of its year", () => {
    expect([
      isReported("contested", ["sale"]),
      isReported("contested", [" "]),
      isReported("contested", []),
    ]).toEqual([true, false, false])
    expect([
      isReported("contested", [" ", "x"]),
      isReported("default", ["x"]),
      isReported("consent", ["x"]),
    ]).toEqual([true, false, false])
    expect([reportCitation(judgment, 3), reportCitation(judgment, null), reportSeries(2026)]).toEqual([
      "[2026] ACR 3",
      judgment.citation,
      "report/2026",
    ])
    expect(recorded(judgment)).toMatchObject({ series: "report/2026" })
    expect(recorded({ ...judgment, marks: { ...judgment.marks, reported: false } })).toMatchObject({
      series: null,
    })
    const rests = (...treatments: ReadonlyArray<Draft["authorities"][number]["treatment"]>) =>
      isFromPrinciple(draft({ authorities: treatments.map((treatment) => ({ citation: "x", treatment })) }))
    expect([rests("applied"), rests("followed"), rests("cited", "followed")]).toEqual([false, false, false])
    expect([rests(), rests("considered", "cited", "distinguished", "mentioned", "not followed")]).toEqual([
      true,
      true,
    ])
  })

  it("Rule 5.5 citations are of a court, a year and a number, and no other text is one", () => {
    expect(courts).toEqual({ MC: "Magistrate", FB: "Full Bench", UC: "Upper Court", HC: "High Court" })
    expect(register).toBe("Register of Judgments")
    expect(citationOf(2026, "UC", 7)).toBe("[2026] UC 7")
    expect(citedAs("[2026] HC 12")).toEqual({ series: "HC", year: 2026, number: 12 })
    for (const text of [
      "[2026] MC 0",
      "[2026] MC 07",
      " [2026] MC 7",
      "[2026] MC 7 ",
      "[2026] XC 7",
      "[226] MC 7",
      "2026 MC 7",
      "[2026] MC 12345678901",
      "",
    ]) {
      expect([isCitation(text), citedAs(text)]).toEqual([false, null])
    }
    expect(isCitation("[2026] MC 1234567890")).toBe(true)
    const counter = { series: "MC", year: 2026, last: 4 } as const
    expect(nextCitation(Option.some(counter), "MC", start)).toEqual({
      citation: "[2026] MC 5",
      counter: { ...counter, last: 5 },
    })
    expect(nextCitation(Option.some({ ...counter, year: 2025 }), "MC", start).citation).toBe("[2026] MC 1")
    expect(nextCitation(Option.none(), "FB", start).counter).toEqual({ series: "FB", year: 2026, last: 1 })
    expect([yearOf(Date.UTC(2027, 0, 1)), yearOf(Date.UTC(2027, 0, 1) - 1)]).toEqual([2027, 2026])
  })

  it("Rule 5.5 the names under which judgments are kept do not change, since rows have them", () => {
    const key = `00${start}/${judgment.citation}`
    expect([Judgments.name, Judgments.id(judgment), subjectOf("x")]).toEqual([
      "judgment",
      judgment.citation,
      "judgment/x",
    ])
    expect(Judgments.index(judgment)).toEqual([
      { index: "judgments.delivered", key },
      { index: "judgments.reported", key },
      { index: "judgments.against", key: `${respondent.id}/${key}` },
    ])
    const unbound = judgment.orders.map((order) => ({ ...order, against: stranger }))
    const none = {
      ...judgment,
      orders: [...unbound, ...judgment.orders.map((order) => ({ ...order, against: null }))],
      marks: { ...judgment.marks, reported: false },
    }
    expect(Judgments.index(none)).toEqual([{ index: "judgments.delivered", key }])
    const counter = { series: "MC", year: 2026, last: 4 } as const
    expect([SeriesCounters.name, SeriesCounters.id(counter)]).toEqual(["series", "MC/2026"])
  })
})

describe("findings of conduct", () => {
  const conduct = [
    { agent: "seller", finding: "unlodged_quote", reasons: "So." },
    { agent: "buyer", finding: "dishonest_authority", reasons: "So." },
    { agent: "other", finding: "dishonest_authority", reasons: "So." },
  ] as const

  it("PD4 §2 draw the tariff of each, of parties that are bound", () => {
    expect(findings).toMatchObject({
      unlodged_quote: { title: "a quote was not lodged" },
      unenrolled_helper: { title: "a helper that is not enrolled was engaged" },
      engagement_not_lodged: { title: "an engagement was not lodged before the helper began" },
      dishonest_authority: { title: "an authority was tendered dishonestly" },
    })
    const found = tariffOf([...conduct], parties, bounds)
    expect(found).toEqual([
      {
        agentId: respondent.id,
        handle: "seller",
        finding: "unlodged_quote",
        delta: bounds.unlodgedQuoteReputation,
        reversedAt: null,
      },
      {
        agentId: claimant.id,
        handle: "buyer",
        finding: "dishonest_authority",
        delta: bounds.dishonestAuthorityReputation,
        reversedAt: null,
      },
    ])
    expect(tariffOf(undefined, parties, bounds)).toEqual([])
    expect(
      tariffOf(
        [{ agent: "stranger", finding: "unlodged_quote", reasons: "x" }],
        { claimant, respondent: stranger },
        bounds,
      ),
    ).toEqual([])
    for (const [finding, figure] of [
      ["unenrolled_helper", bounds.unenrolledHelperReputation],
      ["engagement_not_lodged", bounds.engagementNotLodgedReputation],
    ] as const)
      expect(tariffOf([{ agent: "seller", finding, reasons: "x" }], parties, bounds)[0]?.delta).toBe(figure)
  })

  it("PD11 §8 are given back once, as the judgment falls, and marked", () => {
    const standings = [newStanding(respondent.id ?? "", "seller")]
    const found = { ...delivered(), conduct: tariffOf([conduct[0]], parties, bounds) }
    const given = giveConduct(found, standings)
    expect(given.standings[0]?.reputation).toBe(bounds.unlodgedQuoteReputation)
    const [event] = eventsOf(given.changes)
    expect(event?.data).toMatchObject({
      act: "find",
      citation: found.citation,
      adjustments: [{ agent: "seller", finding: "unlodged_quote", reason: "a quote was not lodged" }],
    })
    const back = reverseConduct([found], given.standings, start + 1)
    expect(back.standings[0]?.reputation).toBe(0)
    expect(back.judgments[0]?.conduct).toMatchObject([{ reversedAt: start + 1 }])
    expect(eventsOf(back.changes)).toMatchObject([{ data: { act: "reverse" } }])
    const twice = reverseConduct(back.judgments, back.standings, start + 2)
    expect([twice.standings, twice.changes, twice.judgments]).toEqual([back.standings, [], back.judgments])
    expect([
      standingConduct(found).length,
      standingConduct({ conduct: back.judgments[0]?.conduct ?? [] }),
    ]).toEqual([1, []])
  })
})

describe("orders by consent", () => {
  it("Rule 4.7 are a draft in these words, with nothing found", () => {
    const matter = reserved()
    const [sought] = everything(matter)
    if (sought === undefined) throw new Error("orders are sought")
    const { restsOn: _, ...order } = sought
    expect(consentDraft(matter, "respondent", [sought])).toEqual({
      catchwords: ["Orders by consent"],
      ratio:
        "Orders that one party offers and the other accepts are made by consent. Nothing else is decided.",
      issues: [
        {
          question: "On what orders do the parties agree?",
          losingAnswer: "Neither party opposes the orders.",
          reasoning:
            "seller offered the orders below and buyer accepted them before judgment was called for.",
          answer: "On the orders below.",
          for: "claimant",
        },
      ],
      circumstances: "The parties settled the matter between themselves. No facts are found.",
      authorities: [],
      orders: [order],
      areas: [],
      costCents: null,
    })
  })
})

describe("how a seal is checked", () => {
  it("Rule 5.4 by hand, in these steps", () => {
    const served = {
      court: "Magistrate",
      register: "Register of Judgments",
      citation: "[2026] MC 1",
      payload: "{}",
      algorithm: "ed25519",
      publicKey: "00".repeat(32),
      signature: "ff".repeat(64),
      sha256: "ab".repeat(32),
    }
    const steps = howToVerify(served, { key: "https://c/key", judgment: "https://c/judgment" })
    expect(steps).toEqual([
      `Save the string in "payload" exactly as it is, as UTF-8 without a line end, as payload.json. For example: curl -s 'https://c/judgment' | jq -j .payload > payload.json`,
      `Read https://c/key. Its publicKey must be ${served.publicKey}, or its retiredKeys must list that key with a retiredAt later than the "delivered" in payload.json.`,
      `Run: openssl dgst -sha256 payload.json. It must print ${served.sha256}.`,
      `Write the key as a file (the base64 text is 302a300506032b6570032100 and the public key): echo MCowBQYDK2VwAyEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA= | openssl base64 -d -A > notary.der`,
      `Write the signature as a file (the base64 text is the hexadecimal signature): echo ${"/".repeat(85)}w== | openssl base64 -d -A > payload.sig`,
      "Run: openssl pkeyutl -verify -pubin -keyform DER -inkey notary.der -rawin -in payload.json -sigfile payload.sig. It must print: Signature Verified Successfully",
      `Read payload.json: its citation must be [2026] MC 1, its court Magistrate and its register Register of Judgments. Believe its title, its "delivered" and its orders, and nothing that stands beside the payload: a true seal can be shown with another judgment.`,
    ])
  })
})
