/** Judgments as acts on what the court keeps: who decides, on what it rests, what follows, and how it is read again. */
import { Effect, Either } from "effect"
import { describe, expect, it } from "vitest"
import type { Actor } from "../Actor.ts"
import { Stakes } from "../agents/Agent.ts"
import type { Change } from "../Change.ts"
import * as Changed from "../Change.ts"
import { command } from "../Command.ts"
import { Entries, newStanding, Standings } from "../compliance/Entry.ts"
import type { PublicItem } from "../compliance/Replay.ts"
import type { Json } from "../Json.ts"
import { Balances } from "../ledger/Balance.ts"
import { JudgmentDays } from "../ledger/FreeList.ts"
import { LedgerEntries } from "../ledger/LedgerEntry.ts"
import { Filers, type Matter, Matters } from "../matters/Matter.ts"
import { kept, textOf } from "../matters/Paper.ts"
import { Seals } from "../Notary.ts"
import { refusal } from "../Refusal.ts"
import { bounds } from "../Schedule.ts"
import { limits } from "../Store.ts"
import { format, hours } from "../Time.ts"
import { contextFor, start } from "../testing/Context.ts"
import { codeOf, eventsOf, putsOf, tasksOf } from "../testing/Decisions.ts"
import { allowed, factsOf } from "../testing/Facts.ts"
import { acceptConsent } from "./AcceptConsent.ts"
import { checkSize, compose } from "./Compose.ts"
import { decideMatter } from "./Decide.ts"
import { deliverJudgment, mannerOf } from "./Deliver.ts"
import { deliver } from "./Delivery.ts"
import { disposition, isSigned } from "./Disposition.ts"
import { finalityAt, finalityTask, openFinality } from "./Finality.ts"
import { soughtOf, stakesAt } from "./Gather.ts"
import { Judge, type JudgeService, JudgeUnavailable } from "./Judge.ts"
import { type Judgment, Judgments, type SeriesCounter, SeriesCounters } from "./Judgment.ts"
import { bearerOf, chargeFee, gatherFee } from "./MagistrateFee.ts"
import { finalEvents, passFinality, passJudgment } from "./PassJudgment.ts"
import { payloadText } from "./Payload.ts"
import { askForProposal, bundleToPropose, Proposals, propose, readProposal } from "./Proposal.ts"
import { deliveredEvent } from "./Publication.ts"
import { replayedItem, replayedOrders, replayJudgments } from "./Replay.ts"
import { claimant, delivered, draft, everything, facts, pay, reserved, respondent } from "./testing/Cases.ts"
import { addressesOf, judgmentItem, listJudgments, marksAt, readJudgment } from "./View.ts"

const judge: Actor = { role: "judge" }
const clock: Actor = { role: "scheduler" }
const buyer: Actor = { role: "agent", id: "agent-buyer", handle: "buyer" }
const seller: Actor = { role: "agent", id: "agent-seller", handle: "seller" }
const run = <A, E>(effect: Effect.Effect<A, E>) => Effect.runSync(effect)

const stake = (agentId: string, cents: number, at: number) => Changed.put(Stakes, { agentId, cents, at })
/** A matter before the judge whose claim sought everything, with stakes of USD 500. */
const given = (changes: Partial<Matter> = {}) => {
  const matter = reserved(changes)
  const body = textOf({
    facts: [{ n: 1, text: "So it was." }],
    evidence: [],
    rules: [],
    orders: everything(matter),
  })
  const claim = { ...matter.claim, bodySha256: body.sha256 }
  const defence = matter.defence === null ? null : { ...matter.defence, bodySha256: body.sha256 }
  return factsOf(
    Changed.put(Matters, { ...matter, claim, defence }),
    kept(body),
    stake("agent-buyer", 50_000, matter.dealingAt),
    stake("agent-seller", 50_000, matter.dealingAt),
    Changed.put(Filers, { agentId: "agent-buyer", open: 2, total: 3 }),
  )
}
const onFile = { matterId: "matter-1" }
const stored = ({ reader }: ReturnType<typeof factsOf>) =>
  run(reader.need(Matters, "matter-1", () => refusal("unknown_matter", { id: "" })))
const sought = (known: ReturnType<typeof factsOf>) => run(soughtOf(known.reader, stored(known)))
const deliverIn = (known: ReturnType<typeof factsOf>, made = draft(), actor: Actor = judge, now = start) =>
  known.decide(deliverJudgment, { ...onFile, draft: made }, contextFor(actor, now))

describe("a judgment delivered by a judge", () => {
  it("Rule 5.2 rests on the matter, its claim, the stakes and the numbers as they are kept", () => {
    const { changes, reply } = allowed(deliverIn(given()))
    expect(reply).toEqual({ citation: "[2026] MC 1", matterId: "matter-1", deliveredAt: format(start) })
    const [judgment] = putsOf(Judgments, changes)
    expect(judgment).toMatchObject({
      citation: "[2026] MC 1",
      basis: "contested",
      number: 1,
      year: 2026,
      court: "Magistrate",
      appealId: null,
    })
    expect(judgment?.orders[0]).toMatchObject({ amountCents: 20_000, against: respondent })
    expect(judgment?.entries).toEqual(putsOf(Entries, changes).map(({ id }) => id))
    expect(putsOf(Entries, changes)[0]?.id).toBe(contextFor(judge).id(16))
    expect(putsOf(SeriesCounters, changes)).toEqual([{ series: "MC", year: 2026, last: 1 }])
    expect(putsOf(Filers, changes)).toEqual([{ agentId: "agent-buyer", open: 1, total: 3 }])
    expect(putsOf(JudgmentDays, changes)).toEqual([{ day: "2026-11-20", delivered: 1 }])
    const [after] = putsOf(Matters, changes)
    expect(after).toMatchObject({ status: "decided", citation: "[2026] MC 1" })
    expect(after?.review).toEqual({
      inForce: ["[2026] MC 1"],
      openUntil: start + hours(bounds.appealNoticeHours),
      appealed: [],
      appealId: null,
      reheard: [],
    })
    expect(eventsOf(changes).map(({ type }) => type)).toEqual([
      "matter.decided",
      "judgment.delivered",
      "compliance.opened",
    ])
    expect(eventsOf(changes)[0]).toMatchObject({
      subject: "matter/matter-1",
      rules: ["Rule 5.2"],
      data: { citation: "[2026] MC 1", status: "decided" },
    })
    expect(tasksOf(changes).map(({ kind }) => kind)).toContain("judgment-final")
  })

  it("Rule 5.5 goes on from the last number of the year", () => {
    const known = given()
    known.take([Changed.put<SeriesCounter>(SeriesCounters, { series: "MC", year: 2026, last: 41 })])
    expect(allowed(deliverIn(known)).reply.citation).toBe("[2026] MC 42")
  })

  it("Rule 5.3 caps what is ordered at the stake in force at the dealing", () => {
    const known = given()
    known.take([
      stake("agent-seller", 10_000, reserved().dealingAt - 1),
      stake("agent-seller", 700, reserved().dealingAt),
      stake("agent-seller", 90_000, reserved().dealingAt + 1),
    ])
    const [judgment] = putsOf(Judgments, allowed(deliverIn(known)).changes)
    expect(judgment?.orders[0]?.amountCents).toBe(700)
    const stakes = run(stakesAt(known.reader, ["agent-seller", "nobody"], reserved().dealingAt))
    expect([...stakes]).toEqual([
      ["agent-seller", 700],
      ["nobody", 0],
    ])
  })

  it("Rule 5.3 is refused where it goes beyond the claim, which is read", () => {
    expect(sought(given())).toEqual(everything(reserved()))
    const stranger = deliverIn(given(), draft({ orders: [pay(1, { kind: "other", against: "nobody" })] }))
    expect(codeOf(stranger)).toBe("not_a_party_named")
    const body = textOf({ facts: [], evidence: [], rules: [] })
    const bare = reserved({ claim: { ...reserved().claim, bodySha256: body.sha256 } })
    const known = factsOf(Changed.put(Matters, bare), kept(body))
    expect(codeOf(deliverIn(known))).toBe("beyond_prayer")
    expect(codeOf(deliverIn(known, draft({ beyondPrayer: "Justice." })))).toBeNull()
  })

  it("Rule 5.2 is a judge's, in a matter that is before one", () => {
    expect(codeOf(deliverIn(given(), draft(), buyer))).toBe("judge_only")
    expect(codeOf(deliverIn(given({ status: "decided" })))).toBe("wrong_status")
    expect(codeOf(deliverIn(factsOf()))).toBe("unknown_matter")
  })

  it("Rule 4.4A by default says so, and is before the bench", () => {
    const call = { by: "claimant", at: start, default: true } as const
    expect(mannerOf(reserved({ call }), "L")).toEqual({ act: "judgment", basis: "default", judgeLine: "L" })
    expect(mannerOf(reserved({ call: null }), "L").basis).toBe("contested")
    const { changes } = allowed(deliverIn(given()))
    const [blob] = changes.flatMap((change) => (change._tag === "Blob" ? [change.text] : []))
    expect(blob).toContain("*Before the Magistrate, sitting on the bench*")
  })

  it("Rule 7.4 of a rehearing supersedes what was vacated for it", () => {
    const vacated = { ...delivered(), citation: "[2026] MC 7" }
    const review = {
      inForce: [],
      openUntil: null,
      appealed: [],
      appealId: "appeal-1",
      reheard: ["[2026] MC 7"],
    }
    const known = given({ review })
    known.take([Changed.put(Judgments, vacated)])
    const { changes } = allowed(deliverIn(known))
    expect(putsOf(Judgments, changes).map(({ citation, marks }) => [citation, marks.supersededBy])).toEqual([
      ["[2026] MC 1", null],
      ["[2026] MC 7", "[2026] MC 1"],
    ])
    expect(putsOf(Matters, changes)[0]?.review?.appealId).toBe("appeal-1")
  })

  it("PD4 §2 moves the standings of both parties as they are kept", () => {
    const known = given()
    known.take([Changed.put(Standings, { ...newStanding("agent-buyer", "buyer"), reputation: 9 })])
    const finding = { agent: "buyer", finding: "dishonest_authority", reasons: "So." } as const
    const { changes } = allowed(deliverIn(known, draft({ conduct: [finding] })))
    const standings = putsOf(Standings, changes).filter(({ agentId }) => agentId === "agent-buyer")
    expect(standings.at(-1)?.reputation).toBe(9 + bounds.dishonestAuthorityReputation)
  })
})

describe("the size of a judgment", () => {
  it("Rule 5.2 is what a store takes, for the record and for the words", () => {
    const manner = mannerOf(reserved(), "L")
    const composed = compose(draft(), manner, facts(), reserved(), start)
    const detail = (of: typeof composed) => {
      const checked = checkSize(of)
      return Either.isLeft(checked) ? checked.left.detail : null
    }
    const size = JSON.stringify(composed.judgment).length
    const max = limits.recordBytes - 1000
    const long = (bytes: number) => ({
      ...composed,
      judgment: { ...composed.judgment, ratio: composed.judgment.ratio + "x".repeat(bytes - size) },
    })
    expect(detail(long(max))).toBeNull()
    expect(detail(long(max + 1))).toBe(
      refusal("draft_too_large", { what: "orders, ratio and catchwords", max, found: max + 1 }).detail,
    )
    const words = (length: number) => ({ ...composed, payload: "x".repeat(length) })
    expect(detail(words(limits.blobBytes))).toBeNull()
    expect(detail(words(limits.blobBytes + 1))).toBe(
      refusal("draft_too_large", { what: "judgment", max: limits.blobBytes, found: limits.blobBytes + 1 })
        .detail,
    )
    const decided = deliver(
      draft({ ratio: "x".repeat(limits.recordBytes) }),
      manner,
      facts(),
      contextFor(judge),
    )
    expect(codeOf(decided)).toBe("draft_too_large")
  })

  it("Rule 5.4 the words under seal are these members in this order", () => {
    const [order] = delivered().orders
    const text = payloadText({
      citation: "[2026] MC 1",
      series: "MC",
      title: "T",
      deliveredAt: start,
      orders: order === undefined ? [] : [order, { ...order, against: null, inFavourOf: null }],
      reasons: "R",
    })
    const made = {
      kind: "pay",
      text: "Pay the price back.",
      amountCents: 20_000,
      against: "agent-seller",
      inFavourOf: "agent-buyer",
    }
    expect(text).toBe(
      JSON.stringify({
        court: "Magistrate",
        register: "Register of Judgments",
        citation: "[2026] MC 1",
        series: "MC",
        title: "T",
        delivered: format(start),
        orders: [made, { ...made, against: null, inFavourOf: null }],
        reasons: "R",
      }),
    )
  })
})

describe("the court's own judge", () => {
  const asked = (service: Partial<JudgeService>) =>
    command({
      name: decideMatter.name,
      sections: decideMatter.sections,
      gather: (input: { readonly matterId: string }, context, reader) =>
        Effect.provideService(
          decideMatter.gather(input, context, reader),
          Judge,
          Judge.of({ line: "By a judge", decide: () => Effect.succeed(null), ...service }),
        ),
      decide: decideMatter.decide,
    })
  const decide = (service: Partial<JudgeService>, known = given(), actor: Actor = clock) =>
    known.decide(asked(service), onFile, contextFor(actor))
  const drafting = { decide: () => Effect.succeed(draft()) }
  const nothing = { matterId: "matter-1", citation: null, refused: null }

  it("Rule 5.2 is asked about a reserved matter, and its draft is delivered in its name", () => {
    const { changes, reply } = allowed(decide(drafting))
    expect(reply).toEqual({ ...nothing, citation: "[2026] MC 1" })
    const [blob] = changes.flatMap((change) => (change._tag === "Blob" ? [change.text] : []))
    expect(blob).toContain("*By a judge*")
    expect(codeOf(decide(drafting, given(), judge))).toBeNull()
  })

  it("Rule 5.2 may leave it to the bench, and a draft that the rules refuse leaves it too, saying why", () => {
    expect(allowed(decide({}))).toEqual({ changes: [], reply: nothing })
    const refused = allowed(decide({ decide: () => Effect.succeed(draft({ orders: [] })) }))
    expect(refused).toEqual({ changes: [], reply: { ...nothing, refused: "draft_incomplete" } })
  })

  it("Rule 5.2 is not asked where the matter has moved on", () => {
    const never = { decide: () => Effect.die("nothing is to be decided") }
    expect(allowed(decide(never, given({ status: "decided" })))).toEqual({ changes: [], reply: nothing })
    expect(allowed(decide({ proposes: true }, given({ status: "decided" }))).changes).toEqual([])
  })

  it("Rule 5.2 that proposes is asked apart, for the matter as it was reserved", () => {
    const { changes, reply } = allowed(
      decide({ proposes: true, decide: () => Effect.die("not in this commit") }),
    )
    expect(reply).toEqual(nothing)
    expect(changes).toEqual([askForProposal("matter-1", start - hours(1), start)])
    expect(changes).toEqual([
      Changed.task("matter-proposal/matter-1", "matter-proposal", start, {
        matterId: "matter-1",
        reservedAt: start - hours(1),
      }),
    ])
  })

  it("Rule 5.2 that can't be reached is as a store that can't", () => {
    const gathered = Effect.provideService(
      decideMatter.gather(onFile, contextFor(clock), given().reader),
      Judge,
      Judge.of({ line: "L", decide: () => Effect.fail(new JudgeUnavailable({ cause: "down" })) }),
    )
    expect(Effect.runSync(Effect.flip(gathered))).toMatchObject({
      _tag: "StoreUnavailable",
      operation: "judge",
      cause: "down",
    })
  })

  it("Rule 5.2 is asked by the scheduler or a judge, and by nobody else", () => {
    for (const actor of [buyer, { role: "registrar" } as const])
      expect(codeOf(decide(drafting, given(), actor))).toBe("judge_only")
  })
})

describe("a proposal for the bench", () => {
  const reservedAt = start - hours(1)
  const proposing = {
    ...onFile,
    reservedAt,
    draft: draft({ orders: [pay(20_000), pay(1, { kind: "costs" })] }),
    line: "By a model",
  }
  const put = (known: ReturnType<typeof factsOf>, input = proposing, actor: Actor = clock) =>
    known.decide(propose, input, contextFor(actor))
  const read = (known: ReturnType<typeof factsOf>, actor: Actor = judge) =>
    Effect.runSync(
      Effect.either(
        Effect.catchTag(readProposal(known.reader, "matter-1", actor), "StoreUnavailable", Effect.die),
      ),
    )
  const none = { matterId: "matter-1", draft: null, ordersBeyondPrayer: [], line: null, at: null }

  it("Rule 5.2 is kept for the judge, who reads it with what goes beyond the claim", () => {
    const known = given()
    const { changes, reply } = allowed(put(known))
    expect(reply).toEqual({ matterId: "matter-1", kept: true })
    const text = textOf(proposing.draft)
    expect(changes).toEqual([
      Changed.put(Proposals, {
        matterId: "matter-1",
        reservedAt,
        line: "By a model",
        draftSha256: text.sha256,
        at: start,
      }),
      kept(text),
    ])
    expect(Either.getOrThrow(read(known))).toEqual({
      matterId: "matter-1",
      draft: proposing.draft,
      ordersBeyondPrayer: [],
      line: "By a model",
      at: format(start),
    })
    const claimed = textOf({ facts: [], evidence: [], rules: [], orders: [] })
    const bare = factsOf(
      Changed.put(Matters, reserved({ claim: { ...reserved().claim, bodySha256: claimed.sha256 } })),
      kept(claimed),
    )
    put(bare)
    expect(Either.getOrThrow(read(bare)).ordersBeyondPrayer).toEqual([1, 2])
    expect([
      Proposals.name,
      Proposals.id({ ...onFile, reservedAt, line: "", draftSha256: "", at: 0 }),
    ]).toEqual(["proposal", "matter-1"])
  })

  it("Rule 5.2 is dropped where the matter has moved on, and none is shown then", () => {
    const dropped = { changes: [], reply: { matterId: "matter-1", kept: false } }
    expect(allowed(put(factsOf()))).toEqual(dropped)
    expect(allowed(put(given({ status: "decided" })))).toEqual(dropped)
    expect(allowed(put(given(), { ...proposing, reservedAt: reservedAt + 1 }))).toEqual(dropped)
    expect(Either.getOrThrow(read(given()))).toEqual(none)
    const known = given()
    put(known)
    known.take([Changed.put(Matters, { ...stored(known), reservedAt: start })])
    expect(Either.getOrThrow(read(known))).toEqual(none)
  })

  it("Rule 5.2 is the scheduler's to keep and the judge's to read", () => {
    expect(codeOf(put(given(), proposing, judge))).toBe("judge_only")
    expect(codeOf(read(given(), buyer))).toBe("judge_only")
    expect(read(factsOf())).toEqual(Either.left(refusal("unknown_matter", { id: "matter-1" })))
  })

  it("Rule 5.2 is drafted on the papers of the matter, while it stands", () => {
    const papers = (known: ReturnType<typeof factsOf>, at = reservedAt) =>
      run(bundleToPropose(known.reader, { ...onFile, reservedAt: at }))
    expect(papers(given())).toMatchObject({ matter: { id: "matter-1" } })
    expect([
      papers(factsOf()),
      papers(given(), reservedAt + 1),
      papers(given({ status: "decided" })),
    ]).toEqual([null, null, null])
  })
})

describe("the finality of a judgment", () => {
  const judgment = delivered()
  const until = start + hours(bounds.appealNoticeHours)
  const final = { status: "final", until: null } as const
  const pass = (of: Judgment, now: number) =>
    factsOf(Changed.put(Judgments, of)).decide(
      passJudgment,
      { citation: of.citation },
      contextFor(clock, now),
    )

  it("Rule 6.0 comes at its instant, and is told as of then", () => {
    const { changes, reply } = allowed(pass(judgment, until + 5))
    expect(reply).toEqual({ citation: judgment.citation, finality: "final" })
    const { citation, payloadSha256 } = judgment
    expect(changes).toEqual([
      Changed.put(Judgments, { ...judgment, finality: final }),
      Changed.event(
        "judgment.final",
        `judgment/${citation}`,
        ["Rule 5.6", "Rule 6.0"],
        { citation, finality: "final", finalAt: format(until), payloadSha256 },
        until,
      ),
    ])
    expect(passFinality(judgment, until)?.at).toBe(until)
  })

  it("Rule 6.0 is not recorded before, nor twice, nor of what fell or is under appeal", () => {
    expect(allowed(pass(judgment, until - 1))).toEqual({
      changes: [],
      reply: { citation: judgment.citation, finality: "open to appeal" },
    })
    for (const finality of [
      final,
      { status: "final", until },
      { status: "vacated", until: null },
      { status: "under appeal", until },
    ] as const)
      expect(allowed(pass({ ...judgment, finality }, until)).changes).toEqual([])
    expect(finalEvents(judgment, until)).toEqual([])
    const unknown = factsOf().decide(passJudgment, { citation: "x" }, contextFor(clock))
    expect(unknown).toEqual(Either.left(refusal("unknown_judgment", { citation: "x" })))
  })

  it("Rule 5.6 is read at each instant, and shown with the marks", () => {
    expect(finalityAt({ status: "open to appeal", until: null }, until)).toBe("open to appeal")
    expect([finalityTask("x"), openFinality("consent", start, bounds)]).toEqual(["judgment-final/x", final])
    expect(marksAt(judgment, until - 1)).toEqual({
      finality: "open to appeal",
      openUntil: format(until),
      marks: judgment.marks,
    })
    expect(marksAt(judgment, until)).toEqual({ finality: "final", openUntil: null, marks: judgment.marks })
    expect(disposition(judgment, until)).toMatchObject({
      schema: "cp.disposition/1",
      finality: "final",
      asOf: format(until),
    })
    expect([isSigned(disposition(judgment, until)), isSigned(disposition(judgment, start))]).toEqual([
      true,
      false,
    ])
  })
})

describe("consent", () => {
  const orders = [
    { kind: "pay", text: "So.", amountCents: 700, against: "seller", inFavourOf: "buyer", restsOn: [1] },
  ] as const
  const text = textOf(orders)
  const offered = (changes: Partial<Matter> = {}) => {
    const known = given({
      status: "defended",
      call: null,
      reservedAt: null,
      period: { step: "reply", opensAt: start - 1, closesAt: start + hours(48) },
      consent: { by: "claimant", ordersSha256: text.sha256, offeredAt: start - 1 },
      ...changes,
    })
    known.take([kept(text)])
    return known
  }
  const accept = (known: ReturnType<typeof factsOf>, actor: Actor = seller) =>
    known.decide(acceptConsent, onFile, contextFor(actor))

  it("Rule 4.7 the orders on offer are those that are kept, and are made as they were offered", () => {
    const { changes } = allowed(accept(offered()))
    const [judgment] = putsOf(Judgments, changes)
    expect(judgment).toMatchObject({
      basis: "consent",
      catchwords: ["Orders by consent"],
      finality: { status: "final", until: null },
    })
    expect(judgment?.orders).toMatchObject([{ kind: "pay", text: "So.", amountCents: 700 }])
    const [blob] = changes.flatMap((change) => (change._tag === "Blob" ? [change.text] : []))
    expect(blob).toContain("*By consent of the parties, before the Magistrate*")
    expect(blob).toContain("buyer offered the orders below and seller accepted them")
    expect(tasksOf(changes).map(({ kind }) => kind)).not.toContain("judgment-final")
  })

  it("Rule 4.7 is accepted by the other party, where something is on offer", () => {
    expect(codeOf(accept(offered(), buyer))).toBe("not_other_party")
    expect(codeOf(accept(offered({ consent: null })))).toBe("no_consent_offer")
  })
})

describe("the Magistrate's fee", () => {
  const day = (count: number) => Changed.put(JudgmentDays, { day: "2026-11-20", delivered: count })
  const free = bounds.freeJudgmentsPerDay
  const balance = { agentId: "agent-buyer", chargedCents: 5, creditedCents: 0 }

  it("PD2 §4 rests on balances only past the free list", () => {
    const known = factsOf(day(free), Changed.put(Balances, balance))
    const ids = ["agent-seller", "agent-buyer"]
    expect(run(gatherFee(known.reader, ids, start, bounds))).toEqual({
      day: { day: "2026-11-20", delivered: free },
      balances: [{ agentId: "agent-seller", chargedCents: 0, creditedCents: 0 }, balance],
    })
    expect(run(gatherFee(factsOf(day(free - 1)).reader, ids, start, bounds)).balances).toEqual([])
    expect(run(gatherFee(factsOf().reader, ids, start, bounds)).day).toEqual({
      day: "2026-11-20",
      delivered: 0,
    })
  })

  it("PD2 §4 is entered with the judgment, on the party that bears it", () => {
    const judgment = { ...delivered(), costCents: 10 }
    const charge = (delivered: number, of: Judgment = judgment, matter = reserved()) =>
      chargeFee(
        { day: { day: "2026-11-20", delivered }, balances: [balance] },
        of,
        matter,
        bounds,
        () => "fee-1",
      )
    expect(charge(free - 1)).toEqual([day(free)])
    expect(charge(free)[0]).toEqual(day(free + 1))
    expect(putsOf(LedgerEntries, charge(free))).toEqual([
      {
        id: "fee-1",
        agentId: "agent-buyer",
        kind: "charge",
        cents: 11,
        reason: "magistrate_fee",
        rule: "PD2 §4",
        subject: `judgment/${judgment.citation}`,
        at: start,
      },
    ])
    expect(charge(free, judgment, reserved({ call: null }))).toEqual([day(free + 1)])
    expect(charge(free, { ...judgment, costCents: null })).toEqual([day(free + 1)])
  })

  it("PD2 §4 is borne by the one party that is ordered to pay costs, else by the one that called", () => {
    const [order] = delivered().orders
    if (order === undefined) throw new Error("something is ordered")
    const costs = (against: typeof claimant | null, amountCents: number | null = 5) => ({
      ...order,
      kind: "costs" as const,
      against,
      amountCents,
    })
    const bearer = (...orders: Judgment["orders"]) => bearerOf({ orders }, reserved())
    expect([bearer(), bearer(order), bearer(costs(respondent)), bearer(costs(respondent, null))]).toEqual([
      "agent-buyer",
      "agent-buyer",
      "agent-seller",
      "agent-seller",
    ])
    expect([
      bearer(costs(respondent, 0)),
      bearer(costs(null)),
      bearer(costs({ ...respondent, id: null })),
    ]).toEqual(["agent-buyer", "agent-buyer", "agent-buyer"])
    expect(bearer(costs(respondent), costs(claimant))).toBe("agent-buyer")
    expect(bearer(costs(respondent), costs(respondent))).toBe("agent-seller")
    expect(bearerOf({ orders: [] }, reserved({ call: null }))).toBeNull()
    expect(bearerOf({ orders: [] }, reserved({ call: { by: "respondent", at: 0, default: false } }))).toBe(
      "agent-seller",
    )
  })
})

describe("a judgment as it is read", () => {
  const judgment = delivered()
  const { citation } = judgment
  const seal = {
    id: citation,
    algorithm: "ed25519",
    publicKey: "00",
    signature: "00",
    sha256: "00",
    sealedAt: start,
  } as const
  const keptAs = [
    Changed.put(Judgments, judgment),
    Changed.blob(judgment.payloadSha256, "words"),
    Changed.put(Seals, seal),
  ]

  it("Rule 5.4 comes with its words and its seal, which are never apart", () => {
    expect(run(readJudgment(factsOf(...keptAs).reader, citation))).toEqual({
      judgment,
      payload: "words",
      seal,
    })
    const missing = (given: ReadonlyArray<Change>) =>
      String(Effect.runSync(Effect.exit(readJudgment(factsOf(...given).reader, citation))))
    for (const without of [1, 2])
      expect(missing(keptAs.filter((_, i) => i !== without))).toContain("SealMissing")
    expect(Effect.runSync(Effect.flip(readJudgment(factsOf().reader, "x")))).toEqual(
      refusal("unknown_judgment", { citation: "x" }),
    )
  })

  it("PD17 §1 is listed in the order of delivery, with where it is served", () => {
    const later = { ...judgment, citation: "[2026] MC 0", deliveredAt: start + 1 }
    const { reader } = factsOf(Changed.put(Judgments, later), Changed.put(Judgments, judgment))
    expect(run(listJudgments(reader, null, 9)).items.map((one) => one.citation)).toEqual([
      citation,
      "[2026] MC 0",
    ])
    const first = run(listJudgments(reader, null, 1))
    expect(run(listJudgments(reader, first.next, 1)).items.map((one) => one.citation)).toEqual([
      "[2026] MC 0",
    ])
    expect(addressesOf("https://c", "[2026] MC 1")).toEqual({
      key: "https://c/.well-known/notary.json",
      judgment: "https://c/api/v1/judgments/%5B2026%5D%20MC%201",
      page: "https://c/judgments/%5B2026%5D%20MC%201",
    })
  })
})

describe("the Register of Judgments computed again", () => {
  const judgment = delivered()
  const second = { ...delivered(), citation: "[2026] MC 2", number: 2 }
  const item = (type: string, data: Json, subject = "s", at = start): PublicItem => ({
    at,
    type,
    subject,
    rules: [],
    data,
  })
  const told = (of: Judgment) => {
    const [event] = eventsOf([deliveredEvent(of)])
    return item("judgment.delivered", event?.data ?? null, event?.subject)
  }
  const marked = (of: Judgment, changes: object = {}): Json => ({
    citation: of.citation,
    finality: "vacated",
    until: null,
    ...of.marks,
    vacated: true,
    ...changes,
  })

  it("PD17 §1 has what was delivered, as the listing has it", () => {
    const made = replayJudgments([item("matter.filed", {}), told(judgment), told(second)])
    expect(made.faults).toEqual([])
    expect([...made.judgments.keys()]).toEqual([judgment.citation, second.citation])
    const [replayed] = made.judgments.values()
    if (replayed === undefined) throw new Error("a judgment was delivered")
    const { catchwords: _, areas: __, ...listed } = judgmentItem(judgment, start + 1)
    expect(replayedItem(replayed, start + 1)).toMatchObject({
      ...listed,
      claimant: "buyer",
      respondent: "seller",
    })
    expect(replayedOrders(replayed)).toEqual([
      {
        kind: "pay",
        text: "Pay the price back.",
        amountCents: 20_000,
        against: "agent-seller",
        inFavourOf: "agent-buyer",
      },
    ])
    expect(replayed.finality).toEqual(judgment.finality)
    expect(replayed.marks).toEqual(judgment.marks)
  })

  it("PD17 §2 follows the marks, whatever set them", () => {
    const standing = (...items: ReadonlyArray<PublicItem>) => {
      const made = replayJudgments([told(judgment), ...items])
      expect(made.faults).toEqual([])
      const [one] = made.judgments.values()
      return [one?.finality.status, one?.finality.until, one?.marks.vacated, one?.marks.supersededBy]
    }
    const open = start + hours(bounds.appealNoticeHours)
    expect(standing()).toEqual(["open to appeal", open, false, null])
    expect(standing(item("judgment.vacated", marked(judgment)))).toEqual(["vacated", null, true, null])
    expect(
      standing(item("judgment.superseded", marked(judgment, { finality: "superseded", supersededBy: "x" }))),
    ).toEqual(["superseded", null, true, "x"])
    expect(standing(item("judgment.final", { citation: judgment.citation, finality: "final" }))).toEqual([
      "final",
      null,
      false,
      null,
    ])
    const under = marked(judgment, { finality: "under appeal", until: format(start), vacated: false })
    expect(standing(item("appeal.begun", { judgments: [under] }))).toEqual([
      "under appeal",
      start,
      false,
      null,
    ])
    expect(standing(item("appeal.priced", {}))).toEqual(["open to appeal", open, false, null])
  })

  it("Rule 5.5 notices a number that is left out, and goes on after those of earlier keys", () => {
    expect(replayJudgments([told(second)]).faults).toEqual([
      "[2026] MC 2 was delivered where [2026] MC 1 was next",
    ])
    const opened = item("court.opened", { after: [{ series: "MC", year: 2026, last: 1 }] })
    expect(replayJudgments([opened, told(second)]).faults).toEqual([])
    expect(replayJudgments([told(judgment), told(judgment)]).faults).toEqual([
      "[2026] MC 1 was delivered where [2026] MC 2 was next",
    ])
  })

  it("PD17 §1 names what was never delivered and what has not the shape of an event", () => {
    expect(replayJudgments([item("judgment.vacated", marked(judgment), "judgment/x")]).faults).toEqual([
      "judgment.vacated of judgment/x: [2026] MC 1 was never delivered",
    ])
    for (const type of [
      "judgment.delivered",
      "judgment.vacated",
      "judgment.superseded",
      "judgment.final",
      "court.opened",
    ])
      expect(replayJudgments([item(type, {}, "judgment/x")]).faults[0]).toMatch(
        new RegExp(
          `^${type} of judgment/x at 2026-11-20T09:00:00.000Z: it has not the shape of such an event \\(\\w+: .+\\)$`,
        ),
      )
    const nested = replayJudgments([item("appeal.begun", { judgments: [{}] }, "appeal/x")]).faults[0]
    expect(nested).toContain("(judgments: 0: citation: ")
    expect(
      replayJudgments([item("judgment.final", { citation: "[2026] MC 1", finality: "vacated" })]).faults,
    ).toHaveLength(1)
  })
})
