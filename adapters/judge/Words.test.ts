import { describe, expect, it } from "vitest"
import { type Failure, type FoundFact, weighOrders } from "../../core/bench/index.ts"
import { bundle, claim, defence, sought } from "../../core/bench/testing/Bundles.ts"
import {
  answers,
  claimantSays,
  count,
  endSentence,
  factLines,
  law,
  respondentSays,
  summary,
} from "./Words.ts"

const fact = (n: number, finding: FoundFact["finding"]): FoundFact => ({
  n,
  text: `Fact ${n} happened`,
  finding,
})
const unproved = (changes: Partial<Failure> = {}): Failure => ({
  _tag: "Unproved",
  plea: "deny",
  searched: [],
  unregistered: [],
  quote: null,
  signed: [],
  unsaid: [],
  ...changes,
})

describe("the words of a judge on the papers", () => {
  it("Rule 5.2 a line for each fact says whether it is established and why, those not established first", () => {
    const lines = factLines([
      fact(1, { _tag: "Admitted" }),
      fact(2, { _tag: "Undefended" }),
      fact(3, { _tag: "Registered", labels: ["order"] }),
      fact(4, { _tag: "Recorded", quote: "quote-1" }),
      fact(5, unproved()),
      fact(6, unproved({ unregistered: ["a", "b", "c", "d", "e", "f", "g"] })),
    ]).split("\n")
    expect(lines).toEqual([
      "- Fact 5 (“Fact 5 happened”) is not established: the respondent denied it, and no evidence was given for it.",
      "- Fact 6 (“Fact 6 happened”) is not established: the respondent denied it, and the respondent neither lodged nor confirmed the hash of “a”, “b”, “c”, “d”, “e” and 2 more in the Register of Dealings.",
      "- Fact 1 (“Fact 1 happened”) is established: the respondent admitted it.",
      "- Fact 2 (“Fact 2 happened”) is established: the respondent filed no defence, so nobody denies it.",
      "- Fact 3 (“Fact 3 happened”) is established: these words stand in “order”, which the respondent lodged or confirmed in the Register of Dealings.",
      "- Fact 4 (“Fact 4 happened”) is established: these words stand in the Court's record of quote quote-1.",
    ])
  })

  it("Rule 5.1 the line of a fact that the respondent signed names the artifact, the signer and the check, and what a signature shows", () => {
    const line = factLines([
      fact(1, {
        _tag: "Stated",
        labels: ["receipt"],
        signer: { role: "seller", key: "did:key:z6Mk1" },
        format: "x402_receipt",
        authority: "seller proved the key before it was signed.",
      }),
    ])
    expect(line).toBe(
      "- Fact 1 (“Fact 1 happened”) is established: these words stand in “receipt”, an x402 receipt that the respondent signed as seller with the key “did:key:z6Mk1”. Every check of what was said holds. Whose key it is: “seller proved the key before it was signed.” It shows that the respondent said so, which counts against it.",
    )
  })

  it("Rule 5.1 the line of a fact that is not established says why an artifact proves nothing", () => {
    const unsaid = [{ label: "offer", why: "its check signature fails: No." }]
    expect(factLines([fact(1, unproved({ signed: ["card"], unsaid }))])).toBe(
      "- Fact 1 (“Fact 1 happened”) is not established: the respondent denied it, and these words were not found, as whole sentences, in what the respondent said by the signed “card”, and “offer” is an artifact that says nothing against the respondent: “its check signature fails: No.”",
    )
  })

  it("Rule 5.1 the line of a fact that is not established says which words were not found, and where they were looked for", () => {
    const why = (changes: Partial<Failure>) =>
      factLines([fact(1, unproved({ plea: "no_knowledge", ...changes }))]).split(" of it, and ")[1]
    const searched = "“log”, “mail”, which the respondent lodged or confirmed in the Register of Dealings"
    const record = "the Court's record of quote quote-1"
    const unread =
      "the respondent neither lodged nor confirmed the hash of “note” in the Register of Dealings."
    expect(why({ searched: ["log", "mail"] })).toBe(
      `these words were not found, as whole sentences, in ${searched}.`,
    )
    expect(why({ quote: "quote-1" })).toBe(`these words were not found, as whole sentences, in ${record}.`)
    expect(why({ searched: ["log", "mail"], unregistered: ["note"], quote: "quote-1" })).toBe(
      `these words were not found, as whole sentences, in ${searched}, or in ${record}, and ${unread}`,
    )
  })

  it("Rule 5.2 only a limited number of facts are named, and the rest are counted", () => {
    const many = Array.from({ length: 60 }, (_, i) => fact(i + 1, { _tag: "Admitted" }))
    expect(factLines(many)).toMatch(/- \d+ more facts were examined in the same way\.$/)
  })

  it("Rule 5.2 the authority or the rule on which an order rests is named, or its absence", () => {
    expect(law(null)).toContain("states no rule")
    expect(law({ _tag: "Authority", citation: "[2020] ABC 1" })).toContain(
      "an authority of grade G2 or above",
    )
    expect(law({ _tag: "Rule", proposition: "It is paid back." })).toBe(
      "The claim states the rule “It is paid back.”",
    )
  })

  it("Rule 5.2 one thing is counted in the singular, and none or many in the plural", () => {
    expect([0, 1, 12].map((n) => count(n, "fact"))).toEqual(["0 facts", "1 fact", "12 facts"])
  })

  it("Rule 5.2 a sentence ends with one full stop", () => {
    expect([endSentence("So"), endSentence("He says “no.”"), endSentence("He says “no”")]).toEqual([
      "So.",
      "He says “no.”",
      "He says “no”.",
    ])
  })

  it("Rule 5.2 an order that is not made is answered with what it lacks", () => {
    const orders = [sought({ restsOn: [] }), sought({ amountCents: 0 }), sought(), sought({ restsOn: [1] })]
    const given = bundle({ claim: claim({ orders }), defence: defence(["deny", "deny"]) })
    const found = [fact(1, unproved()), fact(2, unproved())]
    const said = weighOrders(given, found).map((order) =>
      order.want === null ? "made" : answers[order.want](order),
    )
    expect(said[0]).toContain("The order rests on no fact")
    expect(said[2]).toContain("did not establish facts 1 and 2.")
    expect(said[3]).toContain("did not establish fact 1.")
    const { amountCents: _, ...plain } = sought()
    const [bare, money] = weighOrders(bundle({ claim: claim({ orders: [plain, sought()] }) }), found)
    expect([bare, money].map((one) => one && summary(one, "USD"))).toEqual(["pay", "pay USD 200.00"])
  })

  it("Rule 5.2 each party is quoted on an order, and its silence is stated", () => {
    const orders = [sought({ restsOn: [1] }), sought({ restsOn: [] })]
    const found = [fact(1, unproved()), fact(2, unproved())]
    const saying = (of: ReturnType<typeof defence> | null) => {
      const given = bundle({ claim: claim({ orders, argument: "It was late" }), defence: of })
      return weighOrders(given, found).map((order) => [
        respondentSays(given, order),
        claimantSays(given, order),
      ])
    }
    const silent = saying(null)
    expect(silent[0]?.[0]).toBe("It filed no defence.")
    expect(silent[1]?.[1]).toContain("It names no fact for the order.")
    const worded = defence([], {
      responses: [
        { n: 1, plea: "deny", text: "It was an estimate" },
        { n: 2, plea: "deny" },
      ],
      argument: "No day was promised",
    })
    expect(saying(worded)[0]?.[0]).toContain("To fact 1 it says “It was an estimate”.")
    expect(saying(worded)[0]?.[0]).toContain("It argues “No day was promised”.")
    const { responses: _, ...wordless } = defence([])
    expect(saying(wordless)[0]?.[0]).toBe(
      "It filed a defence, which says nothing more about the facts of this order.",
    )
  })
})
