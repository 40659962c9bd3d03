/** A judgment delivered by a judge or by consent: on what it rests, and what follows. */
import { Either } from "effect"
import { describe, expect, it } from "vitest"
import { Agent, records as agentRecords, Notice, Standing } from "../agents/index.ts"
import { Entry } from "../compliance/index.ts"
import { Judgment } from "../judgments/index.ts"
import type { Actor } from "../kernel/Actor.ts"
import * as Changed from "../kernel/Change.ts"
import { needPresent } from "../kernel/Defect.ts"
import { refusal } from "../kernel/Refusal.ts"
import { bounds } from "../kernel/Schedule.ts"
import { blobOf, textOf } from "../kernel/Text.ts"
import { format, hours } from "../kernel/Time.ts"
import { records as ledgerRecords } from "../ledger/index.ts"
import { Matter, records as matterRecords, type Pleading, stakesAt } from "../matters/index.ts"
import { limits } from "../store/Store.ts"
import { agent } from "../testing/Agents.ts"
import { contextFor, start } from "../testing/Context.ts"
import { codeOf, eventsOf, putsOf, tasksOf } from "../testing/Decisions.ts"
import { allowed, factsOf } from "../testing/Facts.ts"
import { acceptConsent, deliverJudgment } from "./Commands.ts"
import { checkSize, compose } from "./Compose.ts"
import { awaitFinality, deliver, entryIds } from "./Delivery.ts"
import {
  delivered,
  draft,
  everything,
  facts,
  pay,
  reserved,
  respondent,
  sealedIn,
  stranger,
} from "./testing/Cases.ts"
import { buyer, deliverIn, given, judge, onFile, run, seller, sought, stake } from "./testing/Kept.ts"

describe("a judgment delivered by a judge", () => {
  it("Rule 5.2 a delivery records the judgment, its entry, the counters, the matter as decided, its events and its task", () => {
    const { changes, reply } = allowed(deliverIn(given()))
    expect(reply).toEqual({ citation: "[2026] MC 1", matterId: "matter-1", deliveredAt: format(start) })
    const [judgment] = putsOf(Judgment.Judgments, changes)
    expect(judgment).toMatchObject({
      citation: "[2026] MC 1",
      basis: "contested",
      number: 1,
      year: 2026,
      court: "Magistrate",
      appealId: null,
    })
    expect(judgment?.orders[0]).toMatchObject({ amountCents: 20_000, against: respondent })
    expect(judgment?.entries).toEqual(putsOf(Entry.Entries, changes).map(({ id }) => id))
    expect(putsOf(Entry.Entries, changes)[0]?.id).toBe(contextFor(judge).fresh("entry", 0))
    expect(putsOf(Judgment.SeriesCounters, changes)).toEqual([{ series: "MC", year: 2026, last: 1 }])
    expect(putsOf(matterRecords.Filers, changes)).toEqual([{ agentId: "agent-buyer", open: 1, total: 3 }])
    expect(putsOf(ledgerRecords.JudgmentDays, changes)).toEqual([{ day: "2026-11-20", delivered: 1 }])
    const [after] = putsOf(Matter.Matters, changes)
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

  it("Rule 2.7 given an order to perform, then whom it favours is asked for no address, since nothing is paid there", () => {
    const perform = { kind: "perform", text: "Deliver.", against: "seller", inFavourOf: "buyer" } as const
    const { changes } = allowed(deliverIn(given(), draft({ orders: [perform] })))
    const told = putsOf(Notice.Notices, changes)
    expect(told.map(({ agentId, asks }) => [agentId, asks?.map(({ act }) => act)])).toEqual([
      ["agent-buyer", ["appeal"]],
      ["agent-seller", ["attest", "appeal"]],
    ])
  })

  it("Rule 5.7 a judgment that is reported takes a number in the reports of its year, and no other judgment does", () => {
    const series = (areas: ReadonlyArray<string>) =>
      allowed(deliverIn(given(), draft({ areas: [...areas] }))).changes.flatMap((change) =>
        change._tag === "Put" && change.kind === "judgment" ? [change.series] : [],
      )
    expect([series(["sale"]), series([])]).toEqual([["report/2026"], [null]])
  })

  it("PD11 §2 the entries of a judgment have ascending ids, one for each order", () => {
    const order = needPresent(delivered().orders[0], "the order of the usual judgment")
    const id = entryIds({ orders: [order, order] }, (_name, k) => (k === 0 ? "b" : "a"))
    expect([id(0), id(1)]).toEqual(["a", "b"])
    expect(() => id(2)).toThrow("entry 3")
  })

  it("Rule 5.5 the citation of a judgment has the number after the last one of its series and year", () => {
    const known = given()
    known.take([
      Changed.put<Judgment.SeriesCounter>(Judgment.SeriesCounters, { series: "MC", year: 2026, last: 41 }),
    ])
    expect(allowed(deliverIn(known)).reply.citation).toBe("[2026] MC 42")
  })

  it("Rule 5.3A payments are capped at the stake in force at the dealing", () => {
    const known = given()
    known.take([
      stake("agent-seller", 10_000, reserved().dealingAt - 1),
      stake("agent-seller", 700, reserved().dealingAt),
      stake("agent-seller", 90_000, reserved().dealingAt + 1),
    ])
    const [judgment] = putsOf(Judgment.Judgments, allowed(deliverIn(known)).changes)
    expect(judgment?.orders[0]?.amountCents).toBe(700)
    const stakes = run(stakesAt(known.reader, ["agent-seller", "nobody"], [reserved().dealingAt]))
    expect([...stakes]).toEqual([
      ["agent-seller", 700],
      ["nobody", 0],
    ])
  })

  it("Rule 5.3 a draft that goes beyond the orders in the claim is refused unless it gives reasons", () => {
    expect(sought(given())).toEqual(everything(reserved()))
    expect(codeOf(deliverIn(given({}, [])))).toBe("beyond_prayer")
    expect(codeOf(deliverIn(given({}, []), draft({ beyondPrayer: "Justice." })))).toBeNull()
  })

  it("Rule 5.2 only a judge delivers a judgment, and only in a known matter that is reserved", () => {
    expect(codeOf(deliverIn(given(), draft(), buyer))).toBe("judge_only")
    expect(codeOf(deliverIn(given({ status: "decided" })))).toBe("wrong_status")
    expect(codeOf(deliverIn(factsOf()))).toBe("unknown_matter")
  })

  it("PD15 §11B given findings or a draft for a matter that is not before the judge, then they are refused, and its papers are not read", () => {
    const early = given({ status: "defended", call: null, reservedAt: null })
    const findings = [{ line: "delivered", held: false, by: [], reasons: "Nothing shows it." }] as const
    const handedIn = early.decide(
      deliverJudgment,
      { ...onFile, findings, costCents: null },
      contextFor(judge),
    )
    expect([codeOf(handedIn), codeOf(deliverIn(early))]).toEqual(["wrong_status", "wrong_status"])
  })

  it("Rule 4.4A a judgment that was called for by default has that basis, and others are contested", () => {
    const call = { by: "claimant", at: start, default: true } as const
    const basis = (of: ReturnType<typeof given>) =>
      putsOf(Judgment.Judgments, allowed(deliverIn(of)).changes)[0]?.basis
    expect([basis(given({ call })), basis(given({ call: null })), basis(given())]).toEqual([
      "default",
      "contested",
      "contested",
    ])
  })

  it("Rule 5.2 the reasons of a judgment by a judge name the bench", () => {
    const { changes } = allowed(deliverIn(given()))
    expect(sealedIn(changes)).toContain("*Before the Magistrate, sitting on the bench*")
  })

  it("Rule 7.4 the judgment of a rehearing supersedes the judgment that was vacated for it", () => {
    const vacated = { ...delivered(), citation: "[2026] MC 7" }
    const review = {
      inForce: [],
      openUntil: null,
      appealed: [],
      appealId: "appeal-1",
      reheard: ["[2026] MC 7"],
    }
    const known = given({ review })
    known.take([Changed.put(Judgment.Judgments, vacated)])
    const { changes } = allowed(deliverIn(known))
    expect(
      putsOf(Judgment.Judgments, changes).map(({ citation, marks }) => [citation, marks.supersededBy]),
    ).toEqual([
      ["[2026] MC 1", null],
      ["[2026] MC 7", "[2026] MC 1"],
    ])
    expect(putsOf(Matter.Matters, changes)[0]?.review?.appealId).toBe("appeal-1")
  })

  it("PD4 §2 a finding changes the reputation that the party has", () => {
    const known = given()
    known.take([Changed.put(Standing.Standings, { ...Standing.make("agent-buyer", "buyer"), reputation: 9 })])
    const finding = { agent: "buyer", finding: "dishonest_authority", reasons: "So." } as const
    const { changes } = allowed(deliverIn(known, draft({ conduct: [finding] })))
    const standings = putsOf(Standing.Standings, changes).filter(({ agentId }) => agentId === "agent-buyer")
    expect(standings.at(-1)?.reputation).toBe(9 + bounds.dishonestAuthorityReputation)
  })
})

describe("the size of a judgment", () => {
  it("Rule 5.2 the record and the payload of a judgment are as large as a store takes, and no larger", () => {
    const manner = { act: "judgment", basis: "contested", judgeLine: "L" } as const
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
    const manner = { act: "judgment", basis: "contested", judgeLine: "L" } as const
    const free = { kind: "declaration", text: "So." } as const
    const { payload } = compose(draft({ orders: [pay(20_000), free] }), manner, facts(), reserved(), start)
    const made = {
      kind: "pay",
      text: "seller pays buyer USD 200.00.",
      amountCents: 20_000,
      against: "agent-seller",
      inFavourOf: "agent-buyer",
    }
    const { reasons } = JSON.parse(payload)
    expect(payload).toBe(
      JSON.stringify({
        court: "Magistrate",
        register: "Register of Judgments",
        citation: "[2026] MC 1",
        series: "MC",
        title: "Late delivery of a translation",
        delivered: format(start),
        orders: [made, { ...free, amountCents: null, against: null, inFavourOf: null }],
        reasons,
      }),
    )
  })
})

describe("consent", () => {
  const orders = [
    { kind: "pay", text: "So.", amountCents: 700, against: "seller", inFavourOf: "buyer", restsOn: [1] },
  ] as const
  const text = textOf(orders)
  /** A matter in which the claimant offers orders; its claim seeks everything or these orders. */
  const offeredIn = (
    claimed?: ReadonlyArray<Pleading.OrderSought>,
    changes: Partial<Matter.Matter> = {},
    offer = text,
  ) => {
    const known = given(
      {
        status: "defended",
        call: null,
        reservedAt: null,
        period: { step: "reply", opensAt: start - 1, closesAt: start + hours(48) },
        consent: { offerId: "offer-1", by: "claimant", ordersSha256: offer.sha256, offeredAt: start - 1 },
        ...changes,
      },
      claimed,
    )
    known.take([blobOf(offer)])
    return known
  }
  const acceptIn = (known: ReturnType<typeof offeredIn>, by: Actor = seller) =>
    allowed(known.decide(acceptConsent, { ...onFile, offerId: "offer-1" }, contextFor(by))).changes
  /** The changes when the other party accepts. */
  const accepted = (claimed?: ReadonlyArray<Pleading.OrderSought>) => acceptIn(offeredIn(claimed))

  it("Rule 4.7 the orders are made as they were offered", () => {
    const changes = accepted()
    const [judgment] = putsOf(Judgment.Judgments, changes)
    expect(judgment).toMatchObject({
      basis: "consent",
      catchwords: ["Orders by consent"],
      finality: { status: "final", until: null },
    })
    expect(judgment?.orders).toMatchObject([
      { kind: "pay", text: "seller pays buyer USD 7.00.", amountCents: 700 },
    ])
    const sealed = sealedIn(changes)
    expect(sealed).toContain("*By consent of the parties, before the Magistrate*")
    expect(sealed).toContain("buyer offered the orders below and seller accepted them")
    expect(awaitFinality(needPresent(judgment, "the judgment"))).toEqual([])
    expect(tasksOf(changes).map(({ kind }) => kind)).not.toContain("judgment-final")
  })

  it("Rule 4.7 the parties are told that a judgment by consent is final, and are asked for nothing but what it orders", () => {
    const told = putsOf(Notice.Notices, accepted())
    expect(told.map(({ agentId, asks }) => [agentId, asks?.map(({ act }) => act)])).toEqual([
      ["agent-buyer", ["register-address"]],
      ["agent-seller", ["attest"]],
    ])
    for (const one of told) expect(one.text).toMatch(/ It is final\.$/)
  })

  it("Rule 2.4 a respondent that appears by accepting is ordered to pay within its own stake", () => {
    const appearing = agent(stranger.handle)
    const offer = textOf(orders.map((order) => ({ ...order, against: stranger.handle })))
    const unbound = { respondent: stranger, defence: null, status: "undefended" } as const
    const known = offeredIn(undefined, unbound, offer)
    known.take([
      Changed.put(agentRecords.Agents, appearing),
      Changed.claim(Agent.handleClaim(stranger.handle), appearing.id),
      stake(appearing.id, 300, reserved().dealingAt),
    ])
    const changes = acceptIn(known, { role: "agent", id: appearing.id, handle: stranger.handle })
    expect(putsOf(Judgment.Judgments, changes)[0]?.orders).toMatchObject([
      { kind: "pay", amountCents: 300, against: { id: appearing.id } },
    ])
  })

  it("Rule 4.7 orders by consent may go beyond the claim, and the judgment is open to no appeal", () => {
    expect(putsOf(Matter.Matters, accepted([]))).toMatchObject([
      { status: "decided", review: { openUntil: null } },
    ])
  })
})
