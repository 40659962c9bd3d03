/** Entries, the balance that is their sum, how an agent reads them, and the credit for work. */
import { Effect, Option } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { Agent } from "../agents/index.ts"
import type { Change } from "../kernel/Change.ts"
import * as Changed from "../kernel/Change.ts"
import { bounds } from "../kernel/Schedule.ts"
import { format } from "../kernel/Time.ts"
import { agent } from "../testing/Agents.ts"
import { contextFor, start } from "../testing/Context.ts"
import { codeOf, eventsOf, putsOf } from "../testing/Decisions.ts"
import { allowed, factsOf } from "../testing/Facts.ts"
import * as Account from "./Account.ts"
import { counselFee, dayFrom, dayOf, isPastFreeList, JudgmentDays, magistrateFee, placeTaken } from "./Law.ts"
import { FeeCredits, recordWork, type Work } from "./RecordWork.ts"
import { buyer, ledgerEntry as entry, registrar, seller } from "./testing/Rails.ts"

const balance = (chargedCents: number, creditedCents = 0) => ({
  agentId: buyer.id,
  chargedCents,
  creditedCents,
})

describe("a ledger", () => {
  it("PD2 §6 a charge or a credit is entered with the new balance, and a sum of 0 makes no entry", () => {
    const { agentId: _, ...charge } = entry()
    expect(Account.post(balance(5), charge)).toEqual([
      Changed.put(Account.LedgerEntries, entry()),
      Changed.put(Account.Balances, balance(16)),
    ])
    expect(Account.post(balance(5), { ...charge, cents: 0 })).toEqual([])
    expect(Account.addEntry(balance(5, 2), { kind: "credit", cents: 3 })).toEqual(balance(5, 5))
  })

  it("PD2 §7 an agent owes the charges less the credits, and never less than 0", () => {
    expect([Account.balanceCents(balance(3, 5)), Account.owedCents(balance(3, 5))]).toEqual([-2, 0])
    expect([Account.owedCents(balance(5, 3)), Account.owedCents(null)]).toEqual([2, 0])
  })

  it("PD2 §6 every fee names the provision that sets it", () => {
    expect(Account.fees).toEqual({
      magistrate_fee: { title: "The Magistrate's fee", rule: "PD2 §4" },
      appeal_fee: { title: "The appeal fee", rule: "PD2 §5" },
      counsel_fee: { title: "Counsel's fee", rule: "PD2 §3" },
    })
  })

  it("PD2 §6 the stored names of entries do not change, since rows have them", () => {
    expect([Account.LedgerEntries.name, Account.LedgerEntries.id(entry())]).toEqual([
      "ledger-entry",
      "entry-1",
    ])
    expect(Account.LedgerEntries.index(entry())).toEqual([
      { index: "ledger.account", list: "id-buyer/", rest: "entry-1" },
      { index: "ledger.subject", key: "magistrate_fee/judgment/[2026] MC 1/entry-1" },
    ])
    expect([Account.Balances.name, Account.Balances.id(balance(0))]).toEqual(["balance", buyer.id])
    expect([JudgmentDays.name, FeeCredits.name]).toEqual(["judgment-day", "fee-credit"])
    expect(FeeCredits.id({ entryId: "entry-1", creditedCents: 0 })).toBe("entry-1")
  })

  it("PD2 §4 a judgment without a price bears no fee, whatever the margin", () => {
    expect([magistrateFee(null, bounds), counselFee(null, bounds)]).toEqual([0, 0])
    expect([magistrateFee(1, bounds), counselFee(10_000, bounds)]).toEqual([2, 2])
  })

  it("PD2 §4 a day begins with no judgments, and each takes one place until the free list is full", () => {
    const day = dayFrom(Option.none(), start)
    expect(day).toEqual({ day: "2026-11-20", delivered: 0 })
    expect(dayOf(start)).toBe("2026-11-20")
    expect(JudgmentDays.id(day)).toBe("2026-11-20")
    expect(placeTaken(day)).toEqual({ day: "2026-11-20", delivered: 1 })
    expect(dayFrom(Option.some(placeTaken(day)), start)).toEqual(placeTaken(day))
    const past = (delivered: number) => isPastFreeList({ ...day, delivered }, bounds)
    expect([bounds.freeJudgmentsPerDay - 1, bounds.freeJudgmentsPerDay].map(past)).toEqual([false, true])
  })
})

describe("the account of an agent", () => {
  it("PD2 §7 only an agent has an account", () => {
    const code = (actor: Parameters<typeof Account.holderOf>[0]) =>
      codeOf(Effect.runSync(Effect.either(Account.holderOf(actor))))
    expect([code(buyer), code(registrar), code({ role: "public" })]).toEqual([
      null,
      "agents_only",
      "agents_only",
    ])
    expect(Effect.runSync(Account.holderOf(buyer))).toBe(buyer.id)
  })

  it("PD2 §7 the account says what the agent owes, how much it may owe, and whether it owes more", () => {
    const head = (charged: number | null) =>
      Effect.runSync(
        Account.head(
          factsOf(...(charged === null ? [] : [Changed.put(Account.Balances, balance(charged, 1))])).reader,
          buyer.id,
          bounds,
        ),
      )
    const limit = bounds.creditCentsMax
    const base = { currency: "USD", creditLimitCents: limit }
    expect(head(null)).toEqual({ ...base, balanceCents: 0, overLimit: false })
    expect(head(limit + 1)).toEqual({ ...base, balanceCents: limit, overLimit: false })
    expect(head(limit + 2)).toEqual({ ...base, balanceCents: limit + 1, overLimit: true })
  })

  it("PD2 §7 the pages of an account have the agent's own entries only, as they were entered", () => {
    const { reader } = factsOf(
      Changed.put(Account.LedgerEntries, entry()),
      Changed.put(Account.LedgerEntries, entry({ id: "entry-2", at: start + 1 })),
      Changed.put(Account.LedgerEntries, entry({ id: "entry-3", agentId: seller.id })),
    )
    const page = (after: string | null, limit: number) =>
      Effect.runSync(Account.accountPage(reader, buyer.id, { after, limit }))
    const first = page(null, 1)
    expect(first.items).toEqual([
      {
        id: "entry-1",
        kind: "charge",
        cents: 11,
        reason: "magistrate_fee",
        rule: "PD2 §4",
        subject: "judgment/[2026] MC 1",
        at: format(start),
      },
    ])
    const rest = page(first.next, 9)
    expect([rest.items.map(({ id }) => id), rest.next]).toEqual([["entry-2"], null])
  })
})

describe("verification work", () => {
  const given = agent("buyer", { id: buyer.id })
  const facts = (...more: ReadonlyArray<Change>) =>
    factsOf(
      Changed.put(Agent.Agents, given),
      Changed.claim(Agent.handleClaim("buyer"), given.id),
      Changed.put(Account.LedgerEntries, entry({ cents: 10 })),
      Changed.put(Account.LedgerEntries, entry({ id: "entry-0", agentId: seller.id, cents: 99 })),
      ...more,
    )
  const work = (changes: Partial<Work> = {}): Work => ({
    handle: "buyer",
    fee: "magistrate_fee",
    citation: "[2026] MC 1",
    workCents: 8,
    reasons: "Seals were checked.",
    ...changes,
  })
  const record = (known: ReturnType<typeof factsOf>, one = work()) =>
    known.decide(recordWork, one, contextFor(registrar))

  it("PD2 §6 work is credited against the fee, with its reasons in the journal", () => {
    const { changes, reply } = allowed(record(facts(Changed.put(Account.Balances, balance(10)))))
    const told = { handle: "buyer", fee: "magistrate_fee", citation: "[2026] MC 1", workCents: 8 }
    expect(reply).toEqual({ ...told, creditedCents: 4, at: format(start) })
    expect(putsOf(Account.LedgerEntries, changes)).toEqual([
      entry({
        id: contextFor(registrar).fresh("credit"),
        kind: "credit",
        cents: 4,
        reason: "work_credit",
        rule: "PD2 §6",
      }),
    ])
    expect(putsOf(Account.Balances, changes)).toEqual([balance(10, 4)])
    expect(putsOf(FeeCredits, changes)).toEqual([{ entryId: "entry-1", creditedCents: 4 }])
    expect(eventsOf(changes)).toEqual([
      Changed.event("registrar.work_credited", "agent/buyer", ["PD2 §6"], {
        ...told,
        creditedCents: 4,
        reasons: "Seals were checked.",
      }),
    ])
  })

  it("PD2 §6 the credit begins a balance if the agent has no balance yet", () => {
    expect(putsOf(Account.Balances, allowed(record(facts())).changes)).toEqual([balance(0, 4)])
  })

  it("PD2 §6 the credits are at most the fee, however the work is divided", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 8 }), (works) => {
        const one = facts()
        const codes = works.map((workCents) => codeOf(record(one, work({ workCents }))))
        const credit = Effect.runSync(Effect.map(one.reader.find(FeeCredits, "entry-1"), Option.getOrNull))
        const worth = works.reduce((sum, workCents) => sum + Math.floor(workCents / 2), 0)
        expect(credit?.creditedCents ?? 0).toBe(Math.min(10, worth))
        expect(new Set([null, "fee_met", "work_too_small", ...codes]).size).toBe(3)
      }),
    )
  })

  it("PD2 §6 work is refused if the fee is met, the work is worth less than a cent, or there is no such fee", () => {
    const met = facts(Changed.put(FeeCredits, { entryId: "entry-1", creditedCents: 10 }))
    expect(codeOf(record(met))).toBe("fee_met")
    expect(codeOf(record(facts(), work({ workCents: 1 })))).toBe("work_too_small")
    expect(codeOf(record(facts(), work({ citation: "[2026] MC 2" })))).toBe("unknown_fee")
    expect(codeOf(record(facts(), work({ fee: "appeal_fee" })))).toBe("unknown_fee")
    expect(codeOf(record(facts(), work({ handle: "nobody" })))).toBe("unknown_agent")
    const ours = factsOf(
      Changed.put(Agent.Agents, given),
      Changed.claim(Agent.handleClaim("buyer"), given.id),
    )
    ours.take([Changed.put(Account.LedgerEntries, entry({ agentId: seller.id }))])
    expect(codeOf(record(ours))).toBe("unknown_fee")
  })

  it("Constitution 2.1 only the Registrar records work, and the refusal of anybody else does not show whether there is a fee", () => {
    const decide = (citation: string) =>
      codeOf(facts().decide(recordWork, work({ citation }), contextFor(buyer)))
    expect([decide("[2026] MC 1"), decide("[2026] MC 9")]).toEqual(["registrar_only", "registrar_only"])
  })
})
