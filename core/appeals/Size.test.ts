/** The largest judgment under appeal: every act on it fits one commit of every store. */
import { Either } from "effect"
import { describe, expect, it } from "vitest"
import { Standing } from "../agents/index.ts"
import { type Judge, records } from "../bench/index.ts"
import { bundle } from "../bench/testing/Bundles.ts"
import {
  claimant,
  delivered,
  facts as deliveryFacts,
  draft,
  reserved,
  respondent,
} from "../bench/testing/Cases.ts"
import { type JudgmentEntries, openEntries, passEntry } from "../compliance/index.ts"
import { Judgment } from "../judgments/index.ts"
import { assemble } from "../kernel/Assemble.ts"
import type { CommandContext, Decision } from "../kernel/Command.ts"
import { sha256Hex } from "../kernel/Hash.ts"
import type { Json } from "../kernel/Json.ts"
import type { Versions } from "../kernel/Reader.ts"
import { bounds, published } from "../kernel/Schedule.ts"
import { hours } from "../kernel/Time.ts"
import { Account } from "../ledger/index.ts"
import type { Matter, Suits } from "../matters/index.ts"
import { operations, refKey } from "../store/ChangeSet.ts"
import { limits } from "../store/Store.ts"
import { contextFor, start } from "../testing/Context.ts"
import { putsOf } from "../testing/Decisions.ts"
import type { Appeal } from "./Appeal.ts"
import { appeal } from "./Begin.ts"
import { decideAppeal } from "./Commands.ts"
import { deliverOnAppeal } from "./Delivery.ts"
import type { AppealDelivery } from "./Outcome.ts"
import { appeals, type OnAppeal } from "./Record.ts"
import { appealIn } from "./testing/Given.ts"
import { vacateJudgment } from "./Vacate.ts"
import { withdrawAppeal } from "./Withdraw.ts"

const numbers = Array.from({ length: bounds.ordersMax }, (_, i) => i + 1)
/** Each order has a different time, so that no two entries share a deadline. */
const order = (n: number): Judgment.Order => ({
  n,
  kind: "pay",
  text: "Pay.",
  amountCents: 1,
  against: n % 2 === 0 ? claimant : respondent,
  inFavourOf: n % 2 === 0 ? respondent : claimant,
  hours: n,
})
const opened = openEntries(
  { ...delivered(), filedAt: start - hours(120), orders: numbers.map(order) },
  published,
  (k) => `entry-${k}`,
  [Standing.make("agent-buyer", "buyer"), Standing.make("agent-seller", "seller")],
)
const conduct: Judgment.Judgment["conduct"] = Array.from({ length: bounds.findingsMax }, (_, i) => ({
  agentId: i % 2 === 0 ? "agent-seller" : "agent-buyer",
  handle: i % 2 === 0 ? "seller" : "buyer",
  finding: "unlodged_quote",
  delta: -1,
  reversedAt: null,
}))
const below: Judgment.Judgment = {
  ...delivered(),
  conduct,
  citation: "[2026] MC 1",
  orders: numbers.map(order),
  entries: opened.entries.map(({ id }) => id),
}
const above: Judgment.Judgment = {
  ...below,
  citation: "[2026] UC 1",
  series: "UC",
  appealId: "appeal-0",
  entries: [],
}

const matterWith = (review: Partial<Matter.Review>): Matter.Matter =>
  reserved({
    status: "decided",
    endedAt: start,
    citation: "[2026] MC 1",
    review: {
      inForce: ["[2026] MC 1"],
      openUntil: start + hours(72),
      appealed: [],
      appealId: null,
      reheard: [],
      ...review,
    },
  })

const factsWith = (
  matter: Matter.Matter,
  stored: OnAppeal["stored"],
  judgments: ReadonlyArray<Judgment.Judgment>,
  entries: JudgmentEntries,
  now: number,
): OnAppeal => {
  const on = { ...deliveryFacts(matter), suits: between }
  const appeal = stored === null ? null : appeals.current(stored, now)
  return { on, matter, stored, appeal, judgments, entries, terms: on.terms }
}
/** The suits of the parties: the matter is about a quote, so that each of its judgments writes them. */
const between: Suits.Between = {
  id: "buyer/seller",
  suits: [
    {
      matterId: "matter-1",
      number: 1,
      claimant: "buyer",
      about: ["quote/q"],
      decided: true,
      ordered: [],
    },
  ],
}
const standing = { entries: opened.entries, standings: opened.standings }
/** The entries under appeal: no time runs, so nothing passes. */
const suspended = {
  ...standing,
  entries: opened.entries.map((entry) => ({ ...entry, suspendedSince: start })),
}

/** The number of operations in the commit of a decision, with its seal, its task, and a record that is read and not changed. */
const operationsOf = (
  decision: Decision<Json>,
  context: CommandContext,
  { seals = 0, settles = 0, reads = 1 } = {},
): number => {
  const ref = { kind: "balance", id: "x" }
  const versions: Versions = new Map(reads === 0 ? [] : [[refKey(ref), { ref, version: 1 }]])
  const envelope = {
    actor: context.actor,
    now: context.now,
    seed: "0123456789abcdef0123",
    schedule: published,
    settles: settles === 0 ? [] : [{ id: "task", token: "t" }],
  }
  return operations(assemble(decision, [], versions, envelope, context)) + seals
}

const seller = { role: "agent", id: "agent-seller", handle: "seller" } as const
const late = start + hours(48)
const grounds = { id: "matter-1", grounds: ["It is wrong."] }

const paid = (n: number): Judge.DraftOrder => ({
  kind: "pay",
  text: "Pay.",
  amountCents: 1,
  against: n % 2 === 0 ? "buyer" : "seller",
  inFavourOf: n % 2 === 0 ? "seller" : "buyer",
  hours: n,
})
const largest: Judge.Draft = draft({
  orders: numbers.map(paid),
  costCents: 10,
  conduct: Array.from({ length: bounds.findingsMax }, (_, i) => ({
    agent: i % 2 === 0 ? "seller" : "buyer",
    finding: "unlodged_quote" as const,
    reasons: "No quote was lodged.",
  })),
})

/** The facts on which the delivery of the High Court rests. */
const deliveryOn = (matter: Matter.Matter, stored: Appeal, { now }: CommandContext): AppealDelivery => {
  const { counter, stakes, sought, charged } = deliveryFacts(matter)
  return {
    ...factsWith(matter, stored, [below, above], suspended, now),
    counter,
    stakes,
    sought,
    charged,
    fee: null,
    by: null,
    standings: opened.standings,
    balance: Account.makeBalance("agent-buyer"),
    filer: null,
    kept: { id: "lately", cents: [] },
    suits: between,
    accountOf: null,
  }
}

const bundledJudgment = ({ citation, court, deliveredAt, orders }: Judgment.Judgment) => ({
  citation,
  court,
  deliveredAt,
  orders,
  payload: "{}",
})
const bundleOn = (matter: Matter.Matter) => ({
  ...bundle(),
  matter,
  appeal: {
    id: "appeal-1",
    court: "High Court",
    appellants: [],
    below: [bundledJudgment(below), bundledJudgment(above)] as const,
    stakes: new Map(),
  },
})

describe("the largest judgment under appeal", () => {
  it("PD11 §7 a notice of appeal suspends all its entries in one commit, whatever had passed without being recorded", () => {
    const context = contextFor(seller, late)
    const facts = { ...factsWith(matterWith({}), null, [below], standing, late), balance: null }
    const decision = Either.getOrThrow(appeal.decide(facts, grounds, context))
    const found = operationsOf(decision, context)
    expect(found).toBeGreaterThan(50)
    expect(found).toBeLessThanOrEqual(limits.operations)
    // No work is left for later: this commit cancels every deadline that ran.
    const cancelled = decision.changes.flatMap((change) => (change._tag === "Cancel" ? [change.id] : []))
    expect(cancelled.sort()).toEqual(opened.entries.map(({ id }) => `${passEntry.taskKind}/${id}`).sort())
  })

  it("PD11 §7 a withdrawal resumes all its entries in one commit", () => {
    const context = contextFor(seller, late)
    const matter = matterWith({ appealed: ["respondent"], appealId: "appeal-1" })
    const facts = factsWith(matter, appealIn("noticed"), [below, above], suspended, late)
    const decision = Either.getOrThrow(withdrawAppeal.decide(facts, { id: "matter-1" }, context))
    expect(operationsOf(decision, context)).toBeLessThanOrEqual(limits.operations)
  })

  it("Rule 6.2 a withdrawal within the other party's time schedules the end of that time again for each judgment in force, in one commit", () => {
    const context = contextFor(seller, late)
    const openUntil = late + hours(1)
    const matter = matterWith({ appealed: ["respondent"], appealId: "appeal-1", openUntil })
    const facts = factsWith(matter, appealIn("noticed"), [below, above], suspended, late)
    const decision = Either.getOrThrow(withdrawAppeal.decide(facts, { id: "matter-1" }, context))
    const awaited = decision.changes.flatMap((change) =>
      change._tag === "Task" && change.kind === Judgment.finalityKind ? [[change.id, change.dueAt]] : [],
    )
    expect(awaited).toEqual(
      [below, above].map(({ citation }) => [Judgment.finalityTask(citation), openUntil]),
    )
    expect(operationsOf(decision, context)).toBeLessThanOrEqual(limits.operations)
  })

  it("Rule 6.3 a judgment as large of the High Court, with every finding, replaces it and the judgment that affirmed it in one commit", () => {
    const context = contextFor({ role: "judge" }, start + hours(200))
    const matter = matterWith({ inForce: [below.citation, above.citation], appealId: "appeal-1" })
    // The bench may decide before the hearing is recorded. A task asks the court's judge after the hearing is recorded.
    for (const [status, settles] of [
      ["stated", 0],
      ["hearing", 1],
    ] as const) {
      const stored = appealIn(status, { court: "HC", below: above.citation })
      const facts = deliveryOn(matter, stored, context)
      const appeal = appeals.current(stored, context.now)
      const ruling = { ...largest, outcome: "varied" } as const
      const decision = Either.getOrThrow(deliverOnAppeal(ruling, "Before the bench", facts, appeal, context))
      // Everything that this decision reads it also writes.
      const found = operationsOf(decision, context, { seals: 1, settles, reads: 0 })
      expect(found).toBeGreaterThan(58)
      expect(found).toBeLessThanOrEqual(limits.operations)
    }
  })

  it("Rule 5.2 a judgment of the court's judge as large, which finds no conduct, is kept with what the judge read in one commit", () => {
    const context = contextFor({ role: "scheduler" }, start + hours(200))
    const matter = matterWith({ inForce: [below.citation, above.citation], appealId: "appeal-1" })
    const stored = appealIn("hearing", { court: "HC", below: above.citation })
    const facts = deliveryOn(matter, stored, context)
    const { conduct: _, ...orders } = largest
    const ruling = { ...orders, outcome: "varied" } as const
    const draft = { draft: ruling, line: "On the papers", delivery: facts, bundle: bundleOn(matter) }
    const asked = { appeal: appeals.current(stored, context.now), matterId: matter.id, drafted: draft }
    const decision = Either.getOrThrow(decideAppeal.decide(asked, { appealId: stored.id }, context))
    expect(decision.reply).toMatchObject({ refused: null })
    expect(putsOf(records.Bundles, decision.changes)).toMatchObject([{ appeal: { id: "appeal-1" } }])
    // The manifest and every part are one text.
    expect(decision.changes.filter(({ _tag }) => _tag === "Blob")).toHaveLength(2)
    const found = operationsOf(decision, context, { seals: 1, settles: 1, reads: 0 })
    expect(found).toBeLessThanOrEqual(limits.operations)
  })

  it("Rule 7.4 vacation supersedes all its entries in one commit, whatever had passed without being recorded", () => {
    const context = contextFor({ role: "registrar" }, late)
    const matter = matterWith({ inForce: [below.citation, above.citation], appealId: "appeal-1" })
    const facts = {
      ...factsWith(matter, appealIn("stated"), [below, above], standing, late),
      named: below,
      standings: opened.standings,
    }
    const input = { citation: below.citation, ground: "fraud", reasons: "Forged.", rehear: true } as const
    const decision = Either.getOrThrow(vacateJudgment.decide(facts, input, context))
    expect(operationsOf(decision, context)).toBeLessThanOrEqual(limits.operations)
  })
})

describe("the events of an appeal", () => {
  it("PD17 §1 the events hold no grounds, no costs and no operators", () => {
    const context = contextFor(seller, late)
    const facts = { ...factsWith(matterWith({}), null, [below], standing, late), balance: null }
    const { changes } = Either.getOrThrow(
      appeal.decide(facts, { ...grounds, argument: "A secret argument." }, context),
    )
    const events = JSON.stringify(changes.filter(({ _tag }) => _tag === "Event"))
    expect(events).toContain("appeal.noticed")
    expect(events).not.toMatch(/It is wrong|secret argument|operator|groundsSha256/)
    const texts = changes.flatMap((change) => (change._tag === "Blob" ? [change] : []))
    expect(texts.map(({ sha256, text }) => sha256 === sha256Hex(text))).toEqual([true])
  })
})
