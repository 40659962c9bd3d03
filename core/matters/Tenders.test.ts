/** Tenders in their matters (Rule 4.10): what the Court comes to know, stances, holdings, the summary track. */

import { Effect, Either } from "effect"
import { describe, expect, it } from "vitest"
import { deliverJudgment, type Judge } from "../bench/index.ts"
import { readMatter } from "../docket/index.ts"
import * as Changed from "../kernel/Change.ts"
import { command } from "../kernel/Command.ts"
import { sha256Hex } from "../kernel/Hash.ts"
import { hours } from "../kernel/Time.ts"
import { Load, Loadable, Tender } from "../law/index.ts"
import { anything } from "../testing/Anything.ts"
import { answering, claim, filing } from "../testing/Matters.ts"
import { judge, registrar, stage } from "../testing/Stage.ts"
import { callForJudgment, discontinue } from "./Acts.ts"
import { fileMatter } from "./FileMatter.ts"
import { holdings } from "./Holdings.ts"
import { recordEligibility } from "./Intake.ts"
import { fileDefence, fileReply } from "./Plead.ts"
import { admitTender, disputeTender } from "./Tenders.ts"

const citation = "Donoghue v Stevenson [1932] AC 562"
const passage = "You must take reasonable care … your neighbour."
const source =
  "The rule that you are to love your neighbour: You must take reasonable care to avoid acts which would injure your neighbour. Who, then?"
const bare: Tender.Tender = { citation, proposition: "A duty of care is owed." }
const attested: Tender.Tender = { ...bare, text: passage, attested: true }

/** Puts a source with its text into the library. */
const keep = command({
  name: "keep",
  sections: ["Rule 4.10"],
  input: anything<{ readonly source: Tender.Source; readonly text: string }>(),
  gather: (_: { readonly source: Tender.Source; readonly text: string }) => Effect.void,
  decide: (_facts, { source: kept, text }) =>
    Either.right({
      changes: [Changed.put(Tender.Sources, kept), Changed.blob(sha256Hex(text), text)],
      reply: {},
    }),
})

const opened = async (authorities: ReadonlyArray<Tender.Tender>, valueCents = 60_000) => {
  const court = stage()
  const buyer = await court.enrolled("buyer")
  const seller = await court.enrolled("seller", "op-2")
  await court.act(recordEligibility, { reference: "[2026] FB 1", statement: "Confirmed." }, registrar)
  const { matter } = await court.act(fileMatter, filing({ valueCents, claim: claim({ authorities }) }), buyer)
  const tenderId = matter.tenders[0]?.id ?? ""
  const library = (text: string | null) =>
    court.act(
      keep,
      {
        source: {
          id: text === null ? "known" : "held",
          citation,
          kind: "library",
          textSha256: text === null ? null : sha256Hex(text),
        },
        text: text ?? "",
      },
      registrar,
    )
  const holding = async () => (await court.ask(holdings, { citation }, { role: "public" })).items[0]
  return { ...court, buyer, seller, matter, matterId: matter.id, tenderId, library, holding }
}

describe("tenders in a matter", () => {
  it("Rule 4.10A tenders are graded at filing: bare G0, attested G1, with their words for everybody who may read them", async () => {
    const { matter, matterId, ask } = await opened([bare, attested])
    expect(matter.tenders.map(({ grade, outcome }) => [grade, outcome])).toEqual([
      [0, "argument"],
      [1, "mention"],
    ])
    const { pleadings } = await ask(readMatter, { id: matterId }, judge)
    expect(pleadings.claim.authorities[1]).toMatchObject({ text: passage, grade: 1, pinpoint: null })
  })

  it("Rule 4.10A tenders rise until the call as the Court comes to know more, and not by time", async () => {
    const { act, advance, library, seller, buyer, matterId } = await opened([attested])
    const defended = await act(fileDefence, { id: matterId, ...answering() }, seller)
    expect(defended.tenders[0]?.grade).toBe(1)
    await library(null)
    const closed = await act(fileReply, { id: matterId, ...answering({ responses: [] }) }, buyer)
    expect(closed.tenders[0]).toMatchObject({ grade: 2, outcome: "authority" })
    await library(source)
    advance(hours(100))
    const called = await act(callForJudgment, { id: matterId }, buyer)
    expect(called.tenders[0]?.grade).toBe(3)
  })

  it("Rule 4.10A a text in the library confirms its passages, and the facts of an instrument confirm only that it exists", async () => {
    const words =
      "Every treaty in force is binding upon the parties to it and is performed by them in good faith."
    const inTreaty = {
      ...attested,
      citation: "Example Convention, art. 26",
      text: "nding upon the parties … by them in good fai",
    }
    const { act, seller, buyer, matterId, ask } = await opened([inTreaty])
    const facts: Loadable.Instrument = {
      type: "instrument",
      id: "example",
      title: "Example Convention on Treaties",
      shortTitle: "Example Convention",
      category: "treaty",
      edition: { name: "Facts", language: "en", source: "This test" },
    }
    const load = async (of: Loadable.Instrument) => {
      await act(Load.loadPart, Loadable.articlesOf(of), registrar)
      await act(Load.loadInstrument, of, registrar)
    }
    const held = async () =>
      (await ask(holdings, { citation: inTreaty.citation }, { role: "public" })).items[0]
    await load(facts)
    expect(await held()).toMatchObject({ status: "tendered: G1", coveredBy: [] })
    const defended = await act(fileDefence, { id: matterId, ...answering() }, seller)
    expect(defended.tenders[0]?.grade).toBe(2)
    const articles = [
      { article: "25", text: "A treaty is applied provisionally." },
      { article: "26", text: words },
    ]
    await load({ ...facts, articles })
    expect(await held()).toMatchObject({ status: "held: cite it", coveredBy: ["Example Convention"] })
    const replied = await act(fileReply, { id: matterId, ...answering({ responses: [] }) }, buyer)
    expect(replied.tenders[0]?.grade).toBe(3)
    await load(facts)
    const called = await act(callForJudgment, { id: matterId }, buyer)
    expect(called.tenders[0]).toMatchObject({ grade: 3, outcome: "authority" })
  })

  it("Rule 4.10A another operator's tender confirms a passage of a source that is known to exist, and one's own operator's does not", async () => {
    const { act, seller, enrolled, matterId, library } = await opened([{ ...attested, text: source }])
    await library(null)
    const ally = await enrolled("ally")
    const sister = filing({ claim: claim({ authorities: [attested], orders: [order("ally")] }) })
    expect((await act(fileMatter, sister, ally)).matter.tenders[0]?.grade).toBe(2)
    const defence = answering({ authorities: [attested] })
    const matter = await act(fileDefence, { id: matterId, ...defence }, seller)
    expect(matter.tenders.map(({ by, grade }) => [by, grade])).toEqual([
      ["claimant", 2],
      ["respondent", 3],
    ])
  })

  it("Rule 4.10A given an invented citation that two operators tender, then it stays G1 for both, at the filing and at the call", async () => {
    const { act, seller, buyer, matterId } = await opened([{ ...attested, text: source }])
    const defence = answering({ authorities: [attested] })
    const defended = await act(fileDefence, { id: matterId, ...defence }, seller)
    await act(fileReply, { id: matterId, ...answering({ responses: [] }) }, buyer)
    const called = await act(callForJudgment, { id: matterId }, buyer)
    for (const { tenders } of [defended, called])
      expect(tenders.map(({ grade, outcome }) => [grade, outcome])).toEqual([
        [1, "mention"],
        [1, "mention"],
      ])
  })

  it("Rule 4.10A given a trial, then no grade shows what others tendered in a matter that is undecided, and the filing has it", async () => {
    const { act, advance, buyer, enrolled, library, matterId, tried } = await opened([
      { ...attested, text: source },
    ])
    const other = await enrolled("other", "op-3")
    await library(null)
    const given = filing({ claim: claim({ authorities: [attested], orders: [order("other")] }) })
    const trial = async () => (await tried(fileMatter, given, other)).matter.tenders[0]?.grade
    expect(await trial()).toBe(2)
    advance(hours(48))
    await act(callForJudgment, { id: matterId }, buyer)
    expect(await trial()).toBe(2)
    await act(deliverJudgment, { id: matterId, ...draft("Sellers deliver.") }, judge)
    expect(await trial()).toBe(3)
  })

  it("Rule 4.10A given a trial in one's own matter, then it has what the other party tendered there, and the filing of a stranger too", async () => {
    const { act, enrolled, seller, library, matterId, tried } = await opened([{ ...attested, text: source }])
    const other = await enrolled("other", "op-3")
    await library(null)
    const defence = { id: matterId, ...answering({ authorities: [attested] }) }
    expect((await tried(fileDefence, defence, seller)).tenders.map(({ grade }) => grade)).toEqual([2, 3])
    const given = filing({ claim: claim({ authorities: [attested], orders: [order("other")] }) })
    expect((await act(fileMatter, given, other)).matter.tenders[0]?.grade).toBe(3)
  })

  it("PD1 §9 on the summary track tenders are argument, confirm nobody's passage and are in no holding", async () => {
    const { act, matter, seller, matterId, holding, library } = await opened(
      [{ ...attested, text: source }],
      50_000,
    )
    expect(matter).toMatchObject({ track: "summary" })
    expect(matter.tenders[0]).toMatchObject({ outcome: "argument", flags: ["summary_track"] })
    const defence = answering({ authorities: [attested] })
    await library(null)
    const after = await act(fileDefence, { id: matterId, ...defence }, seller)
    expect(after.tenders[1]?.grade).toBe(2)
    expect((await holding())?.status).toBe("not held: tender or argue")
  })

  it("Rule 4.10B the other party admits a tender: attested text rises to G4, a bare citation stays G0", async () => {
    const { act, codeOf, matter, buyer, seller, matterId, tenderId, inbox } = await opened([attested, bare])
    const second = matter.tenders[1]?.id ?? ""
    expect(await codeOf(admitTender, { id: matterId, tenderId }, buyer)).toBe("not_other_party")
    await act(admitTender, { id: matterId, tenderId }, seller)
    const after = await act(admitTender, { id: matterId, tenderId: second }, seller)
    expect(after.tenders.map(({ grade }) => grade)).toEqual([4, 0])
    expect(await codeOf(admitTender, { id: matterId, tenderId }, seller)).toBe("tender_settled")
    expect(await inbox(buyer.id)).toEqual(["tender.admitted", "tender.admitted"])
  })

  it("Rule 4.10B the other party disputes a tender on a ground: it is argument from then on, whatever the grade", async () => {
    const { act, codeOf, library, seller, buyer, matterId, tenderId, events } = await opened([attested])
    await library(source)
    const dispute = { ground: "altered", text: "The true words.", attested: true } as const
    expect(await codeOf(disputeTender, { id: matterId, tenderId: "none", ...dispute }, seller)).toBe(
      "unknown_tender",
    )
    const matter = await act(disputeTender, { id: matterId, tenderId, ...dispute }, seller)
    expect(matter.tenders[0]).toMatchObject({
      grade: 3,
      outcome: "argument",
      flags: ["disputed:altered"],
      dispute: { ground: "altered" },
    })
    expect(JSON.stringify(await events())).not.toContain("The true words")
    expect(await codeOf(admitTender, { id: matterId, tenderId }, seller)).toBe("tender_settled")
    await act(fileDefence, { id: matterId, ...answering() }, seller)
    const closed = await act(fileReply, { id: matterId, ...answering({ responses: [] }) }, buyer)
    expect(closed.tenders[0]).toMatchObject({ outcome: "argument", flags: ["disputed:altered"] })
    const called = await act(callForJudgment, { id: matterId }, buyer)
    expect(called.next.some(({ act: name }) => name.startsWith("tenders/"))).toBe(false)
    expect(await codeOf(disputeTender, { id: matterId, tenderId, ...dispute }, seller)).toBe("wrong_status")
  })

  it("Rule 5.5 a published judgment is held under its citation, and its reasons are read for the passage", async () => {
    const { act, advance, buyer, matterId, ask } = await opened([])
    advance(hours(48))
    await act(callForJudgment, { id: matterId }, buyer)
    const ratio = "A seller that is paid and silent delivers within the time that it named."
    await act(deliverJudgment, { id: matterId, ...draft(ratio) }, judge)
    const cite = { citation: "Buyer v Seller [2026] mc 1", proposition: "Sellers deliver.", attested: true }
    const authorities = [
      { ...cite, text: "A seller that is paid … delivers within the time" },
      { ...cite, text: "A seller never delivers." },
      { ...cite, citation: "[2026] MC 2", text: "A seller never delivers." },
    ]
    const { matter } = await act(fileMatter, filing({ claim: claim({ authorities }) }), buyer)
    expect(matter.tenders.map(({ grade }) => grade)).toEqual([3, 2, 1])
    const { items } = await ask(holdings, { citation: "[2026] MC 1" }, { role: "public" })
    expect(items).toMatchObject([{ status: "held: cite it", coveredBy: ["[2026] MC 1"] }])
  })

  it("Rule 4.10A a provision of the Court's own law is held, and its words confirm a passage", async () => {
    const { matter } = await opened([
      {
        citation: "Rule 4.10A",
        proposition: "Grades do not fall.",
        text: "no grade is lost when the Court comes to know more",
        attested: true,
      },
      {
        citation: "PD1 §4",
        proposition: "Nobody is named.",
        text: "words that are not there",
        attested: true,
      },
    ])
    expect(matter.tenders.map(({ grade }) => grade)).toEqual([3, 2])
  })

  it("Rule 4.10 holdings say whether a citation is held, tendered or neither, and nothing of propositions", async () => {
    const { holding, library, act, seller, matterId, tenderId, buyer, ask } = await opened([attested])
    expect(await holding()).toEqual({ citation, status: "tendered: G1", coveredBy: [], proposition: "" })
    await act(admitTender, { id: matterId, tenderId }, seller)
    expect((await holding())?.status).toBe("tendered: G4")
    await act(discontinue, { id: matterId }, buyer)
    await library(source)
    expect(await holding()).toMatchObject({ status: "held: cite it", coveredBy: [citation] })
    const of = async (asked: Parameters<typeof holdings.read>[0]) =>
      (await ask(holdings, asked, { role: "public" })).items
    expect(await of({ citation: "Nobody v Nothing" })).toMatchObject([
      { status: "not held: tender or argue" },
    ])
    expect(await of({ citation: "pd11 § 4" })).toMatchObject([
      { status: "held: cite it", coveredBy: ["PD11 §4"] },
    ])
    expect((await of({ proposition: "notice of non-compliance" })).map((one) => one.citation)).toContain(
      "PD11 §4",
    )
  })
})

function draft(ratio: string): Judge.Draft {
  return {
    catchwords: ["Delivery"],
    ratio,
    issues: [
      {
        question: "Was it delivered?",
        losingAnswer: "Yes.",
        reasoning: "Nothing shows it.",
        answer: "No.",
        for: "claimant",
      },
    ],
    circumstances: "A translation was ordered.",
    authorities: [],
    orders: [{ kind: "declaration", text: "It was not delivered." }],
    areas: [],
    costCents: null,
  }
}

function order(inFavourOf: string) {
  return { kind: "declaration", text: "So.", against: "seller", inFavourOf, restsOn: [1] } as const
}
