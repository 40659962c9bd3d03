/** The tenders of a pleading as they are filed, and the other party's stance on them: it admits or disputes a tender. */
import { describe, expect, it } from "vitest"
import { Notice } from "../agents/index.ts"
import type { Actor } from "../kernel/Actor.ts"
import type { Change } from "../kernel/Change.ts"
import * as Changed from "../kernel/Change.ts"
import { sha256Hex } from "../kernel/Hash.ts"
import { refusal } from "../kernel/Refusal.ts"
import { textOf } from "../kernel/Text.ts"
import { hours } from "../kernel/Time.ts"
import { Grading, Tender } from "../law/index.ts"
import { passage, tendered, onFile as tenderOnFile, words } from "../law/testing/Library.ts"
import { contextFor, start } from "../testing/Context.ts"
import { codeOf, eventsOf, putsOf } from "../testing/Decisions.ts"
import { allowed, factsOf } from "../testing/Facts.ts"
import { matterIn } from "../testing/Matters.ts"
import { Matters } from "./Matter.ts"
import { admitTender, disputeTender, filedTenders, tenderedChanges } from "./Tenders.ts"

const buyer: Actor = { role: "agent", id: "buyer", handle: "buyer" }
const seller: Actor = { role: "agent", id: "seller", handle: "seller" }

const attested: Tender.Tender = {
  citation: "Example Act",
  proposition: "Sellers deliver.",
  text: passage,
  attested: true,
}
const bare: Tender.Tender = { citation: "Other Act", proposition: "Sellers deliver." }
const place = { by: "claimant", step: "claim", summary: false } as const
const first = Grading.fileTender(attested, { ...place, id: "t-1", position: 0 }, Grading.nothingKnown)
const second = Grading.fileTender(bare, { ...place, id: "t-2", position: 1 }, Grading.nothingKnown)

const authorities = textOf([attested, bare])
const paper = { bodySha256: "00", authoritiesSha256: authorities.sha256, filedAt: start, filedBy: "buyer" }
const matter = (changes: Partial<Tender.Filed> = {}) =>
  matterIn("defended", { claim: paper, tenders: [{ ...first, ...changes }, second] })

const facts = (of = matter(), ...more: ReadonlyArray<Change>) =>
  factsOf(Changed.put(Matters, of), Changed.blob(authorities.sha256, authorities.text), ...more)
const onFile = { id: "m", tenderId: "t-1" }
const altered: Tender.Dispute = { ground: "passage_not_in_source" }
const admit = (known = facts(), actor: Actor = seller, tenderId = "t-1", now = start + hours(1)) =>
  known.decide(admitTender, { id: "m", tenderId }, contextFor(actor, now))
const dispute = (known = facts(), given = altered, actor: Actor = seller, input = onFile) =>
  known.decide(disputeTender, { ...input, ...given }, contextFor(actor, start + hours(1)))
const tendersIn = (decided: ReturnType<typeof admit>) =>
  putsOf(Matters, allowed(decided).changes)[0]?.tenders ?? []

describe("the tenders of a pleading, filed", () => {
  const id = (name: string, k = 0) => `${name}-${k}`

  it("Rule 4.10 each tender has an id of its own, its place, and the grade that follows from what is known", () => {
    const on = { by: "claimant", step: "claim", track: "ordinary" } as const
    const [first, second] = filedTenders(
      [attested, bare],
      [{ exists: true, texts: [words] }, Grading.nothingKnown],
      on,
      id,
    )
    expect(first).toEqual(tenderOnFile({ id: "tender-0", grade: 3, outcome: "authority" }))
    expect(second).toMatchObject({ id: "tender-1", position: 1, citation: "Other Act", grade: 0, flags: [] })
    const summary = filedTenders([attested], [Grading.nothingKnown], { ...on, track: "summary" }, id)
    expect(summary[0]).toMatchObject({ flags: ["summary_track"], outcome: "argument" })
  })

  it("Rule 4.10 given a tender whose knowledge or words are missing, then it is a defect that names the tender", () => {
    const on = { by: "claimant", step: "claim", track: "ordinary" } as const
    expect(() => filedTenders([attested, bare], [Grading.nothingKnown], on, id)).toThrow(
      "the tender at place 1",
    )
    const placed = tenderOnFile({ id: "t-9", position: 7 })
    expect(() => tenderedChanges(matterIn("served"), [placed], [attested], start)).toThrow("tender t-9")
  })

  it("PD1 §9 other matters know of the tenders of a matter, but not on the summary track", () => {
    const two = [
      tenderOnFile(),
      tenderOnFile({ id: "t-2", position: 1, citation: "Other Act", by: "respondent" }),
    ]
    expect(tenderedChanges(matterIn("served"), two, [attested, bare], start)).toEqual([
      tendered({ id: "t-1", matterId: "m", operatorId: "op-1", text: passage }),
      tendered({ id: "t-2", matterId: "m", operatorId: "op-2", citation: "Other Act", text: null }),
    ])
    expect(tenderedChanges(matterIn("served", { track: "summary" }), two, [attested, bare], start)).toEqual(
      [],
    )
  })
})

describe("admitting a tender", () => {
  it("Rule 4.10B an admission raises an attested passage to G4, and leaves other tenders as they are", () => {
    const [one, other] = tendersIn(admit())
    expect(one).toEqual({ ...first, grade: 4, outcome: "authority", admittedAt: start + hours(1) })
    expect(other).toEqual(second)
  })

  it("Rule 4.10B an admission raises a passage that the Court has found already", () => {
    const [one] = tendersIn(admit(facts(matter({ grade: 3, outcome: "authority" }))))
    expect(one?.grade).toBe(4)
  })

  it("Rule 4.10B an admission leaves a bare citation at G0", () => {
    const [one, other] = tendersIn(admit(facts(), seller, "t-2"))
    expect(one).toEqual(first)
    expect(other).toEqual({ ...second, admittedAt: start + hours(1) })
  })

  it("Rule 4.10B an admission is public, and the party that tendered is told", () => {
    const { changes, reply } = allowed(admit())
    expect(eventsOf(changes)).toMatchObject([
      { type: "tender.admitted", rules: ["Rule 4.10B"], subject: "matter/m", data: { tenderId: "t-1" } },
    ])
    expect(putsOf(Notice.Notices, changes)).toMatchObject([
      { agentId: "buyer", type: "tender.admitted", text: "seller admits a tender of yours in matter 1." },
    ])
    expect(reply.tenders[0]).toMatchObject({ id: "t-1", grade: 4 })
  })

  it("Rule 4.10B an admission grades the other tenders by what the Court knows now", () => {
    const words = `The seller warrants that ${passage}.`
    const source = {
      id: "s",
      citation: "Example Act",
      kind: "library",
      textSha256: sha256Hex(words),
    } as const
    const known = facts(matter(), Changed.put(Tender.Sources, source), Changed.blob(sha256Hex(words), words))
    expect(tendersIn(admit(known, seller, "t-2"))[0]).toMatchObject({ grade: 3, outcome: "authority" })
  })
})

describe("disputing a tender", () => {
  it("Rule 4.10B a dispute makes a tender argument, on the ground stated, whatever its grade", () => {
    const [one, other] = tendersIn(dispute(facts(matter({ grade: 3, outcome: "authority" }))))
    expect(one).toEqual({
      ...first,
      grade: 3,
      outcome: "argument",
      flags: ["disputed:passage_not_in_source"],
      dispute: { ground: "passage_not_in_source", at: start + hours(1), textSha256: null },
    })
    expect(other).toEqual(second)
  })

  it("Rule 4.10B the extract of the other party is kept apart from the ground, and out of the journal", () => {
    const extract = { text: "The true words.", attested: true }
    const { changes } = allowed(dispute(facts(), { ...altered, ...extract }))
    const own = textOf(extract)
    expect(changes).toContainEqual(Changed.blob(own.sha256, own.text))
    expect(putsOf(Matters, changes)[0]?.tenders[0]?.dispute?.textSha256).toBe(own.sha256)
    const withoutWords = allowed(dispute(facts(), { ...altered, attested: true })).changes
    expect(withoutWords.map(({ _tag }) => _tag)).toEqual(["Put", "Event", "Put", "Task"])
  })

  it("Rule 4.10B a dispute is public with its ground, and the party that tendered is told", () => {
    const { changes } = allowed(dispute())
    const [event] = eventsOf(changes)
    expect(event).toMatchObject({ type: "tender.disputed", rules: ["Rule 4.10B"], subject: "matter/m" })
    expect(event?.data).toMatchObject({ tenderId: "t-1", ground: "passage_not_in_source" })
    expect(putsOf(Notice.Notices, changes)).toMatchObject([
      {
        agentId: "buyer",
        type: "tender.disputed",
        text: "seller disputes a tender of yours in matter 1: passage not in source.",
      },
    ])
  })
})

describe("a stance on a tender", () => {
  it.each([
    ["the party that tendered it", matter(), buyer, "t-1", "not_other_party"],
    ["a stranger", matter(), { role: "agent", id: "x", handle: "x" } as const, "t-1", "not_a_party"],
    ["the Registrar", matter(), { role: "registrar" } as const, "t-1", "agents_only"],
    ["the other party on an unknown tender", matter(), seller, "t-9", "unknown_tender"],
    [
      "the other party on a tender that it has admitted",
      matter({ admittedAt: start }),
      seller,
      "t-1",
      "tender_settled",
    ],
    [
      "the other party on a tender that it has disputed",
      matter({ dispute: { ground: "altered", at: start, textSha256: null } }),
      seller,
      "t-1",
      "tender_settled",
    ],
    [
      "the other party after the call",
      { ...matter(), status: "reserved" as const, period: null },
      seller,
      "t-1",
      "wrong_status",
    ],
  ] as const)("Rule 4.10 a stance of %s is refused", (_who, of, actor, tenderId, code) => {
    expect(codeOf(admit(facts(of), actor, tenderId))).toBe(code)
    expect(codeOf(dispute(facts(of), altered, actor, { id: "m", tenderId }))).toBe(code)
  })

  it("Rule 4.10 given an unknown tender, then the refusal names it", () => {
    expect(JSON.stringify(admit(facts(), seller, "t-9"))).toContain(
      JSON.stringify(refusal("unknown_tender", { id: "t-9" }).detail),
    )
  })

  it("Rule 4.10B each party takes a stance on the tenders of the other", () => {
    const theirs = matter({ by: "respondent" })
    expect(codeOf(admit(facts(theirs), seller))).toBe("not_other_party")
    expect(codeOf(admit(facts(theirs), buyer))).toBeNull()
  })
})
