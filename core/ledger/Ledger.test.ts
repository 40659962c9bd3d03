/** The ledger through the court's own loop, on the memory store. */

import { Effect, Either, FastCheck as fc, Option } from "effect"
import { describe, expect, it } from "vitest"
import { deliverJudgment } from "../bench/index.ts"
import { draft, everything, pay, reserved } from "../bench/testing/Cases.ts"
import type { Actor } from "../kernel/Actor.ts"
import * as Changed from "../kernel/Change.ts"
import { command } from "../kernel/Command.ts"
import { make, type Schedule } from "../kernel/Schedule.ts"
import { blobOf, textOf } from "../kernel/Text.ts"
import { hours } from "../kernel/Time.ts"
import { fileMatter, Matter } from "../matters/index.ts"
import { anything } from "../testing/Anything.ts"
import { filing } from "../testing/Matters.ts"
import { judge, registrar, stage } from "../testing/Stage.ts"
import * as Account from "./Account.ts"
import { dayOf, JudgmentDays } from "./Law.ts"
import { recordWork } from "./RecordWork.ts"

/** Puts a matter before the judge at once, without the days that the pleadings take. */
const putMatter = command({
  name: "putMatter",
  sections: [],
  input: anything<Matter.Matter>(),
  gather: (_matter: Matter.Matter) => Effect.void,
  decide: (_facts, matter) => {
    const body = textOf({ facts: [], evidence: [], rules: [], orders: everything(matter) })
    const claim = { ...matter.claim, bodySha256: body.sha256 }
    return Either.right({
      changes: [Changed.put(Matter.Matters, { ...matter, claim }), blobOf(body)],
      reply: {},
    })
  },
})

type Given = {
  readonly costCents: number | null
  readonly by?: "claimant" | "respondent"
  readonly costsAgainst?: "buyer" | "seller"
}

const open = async (schedule?: Schedule) => {
  const court = schedule === undefined ? stage() : stage(schedule)
  const parties = { claimant: await court.enrolled("buyer"), respondent: await court.enrolled("seller") }
  const party = ({ id, handle }: Actor & { role: "agent" }, operatorId: string) => ({
    id,
    handle,
    operatorId,
  })
  let filed = 0
  /** Puts a matter before the judge. Gives the input of the command that decides it. */
  const ready = async ({ costCents, by = "claimant", costsAgainst }: Given) => {
    const matterId = `matter-${++filed}`
    const matter = reserved({
      id: matterId,
      number: filed,
      claimant: party(parties.claimant, "op-1"),
      respondent: party(parties.respondent, "op-1"),
      call: { by, at: court.now(), default: false },
    })
    await court.act(putMatter, matter, registrar)
    const inFavourOf = costsAgainst === "buyer" ? "seller" : "buyer"
    const orders =
      costsAgainst === undefined
        ? [pay(100)]
        : [pay(100), pay(50, { kind: "costs", against: costsAgainst, inFavourOf })]
    return { id: matterId, ...draft({ costCents, orders }) }
  }
  const deliver = async (given: Given) => court.act(deliverJudgment, await ready(given), judge)
  const entries = (agentId: string) =>
    court.read((reader) =>
      Effect.map(
        reader.list(Account.LedgerEntries, {
          index: Account.accountIndex,
          prefix: `${agentId}/`,
          after: null,
          limit: 1000,
        }),
        ({ items }) => items,
      ),
    )
  const head = (agentId: string) =>
    court.read((reader) => Account.head(reader, agentId, (schedule ?? make()).at(court.now())))
  const delivered = () => court.read((reader) => reader.find(JudgmentDays, dayOf(court.now())))
  const work = (citation: string, workCents: number, handle = "buyer") => ({
    handle,
    fee: "magistrate_fee" as const,
    citation,
    workCents,
    reasons: "Seals were checked.",
  })
  return { court, ...parties, ready, deliver, entries, head, delivered, work }
}
type Opened = Awaited<ReturnType<typeof open>>

/** Checks that the balance of each party is the sum of its entries, and that the credits of a fee are at most the fee. */
const expectSums = async ({ court, claimant, respondent, entries, head }: Opened) => {
  for (const { id } of [claimant, respondent]) {
    const all = await entries(id)
    const sum = (kind: string) =>
      all.filter((entry) => entry.kind === kind).reduce((total, { cents }) => total + cents, 0)
    const balance = await court.read((reader) => reader.find(Account.Balances, id))
    const none = { agentId: id, chargedCents: 0, creditedCents: 0 }
    expect(Option.getOrElse(balance, () => none)).toEqual({
      agentId: id,
      chargedCents: sum("charge"),
      creditedCents: sum("credit"),
    })
    expect((await head(id)).balanceCents).toBe(sum("charge") - sum("credit"))
    for (const { subject, cents } of all.filter(({ kind }) => kind === "charge")) {
      const credited = all.filter((entry) => entry.kind === "credit" && entry.subject === subject)
      expect(credited.reduce((total, entry) => total + entry.cents, 0)).toBeLessThanOrEqual(cents)
    }
  }
}

/** A schedule with so many free judgments a day, and a ceiling of the fee. */
const few = (freeJudgmentsPerDay: number, ceiling = 50) =>
  make([
    { name: "freeJudgmentsPerDay", from: 0, value: freeJudgmentsPerDay },
    { name: "magistrateFeeCentsMax", from: 0, value: ceiling },
  ])

const step = fc.oneof(
  fc.record({
    act: fc.constant("deliver" as const),
    costCents: fc.option(fc.integer({ min: 0, max: 60 })),
    by: fc.constantFrom("claimant" as const, "respondent" as const),
    costsAgainst: fc.option(fc.constantFrom("buyer" as const, "seller" as const)),
  }),
  fc.record({
    act: fc.constant("work" as const),
    n: fc.integer({ min: 1, max: 12 }),
    handle: fc.constantFrom("buyer", "seller"),
    workCents: fc.integer({ min: 1, max: 120 }),
  }),
  fc.record({ act: fc.constant("wait" as const), hours: fc.integer({ min: 1, max: 20 }) }),
)

describe("the ledger on a store", () => {
  it("PD2 §6 after any sequence of judgments, work and days the balance is the sum of the entries", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
        const opened = await open(few(1))
        const before: Array<string> = []
        for (const one of steps) {
          if (one.act === "wait") opened.court.advance(hours(one.hours))
          else if (one.act === "deliver") {
            const { costCents, by, costsAgainst } = one
            await opened.deliver({ costCents, by, ...(costsAgainst === null ? {} : { costsAgainst }) })
          } else {
            const work = opened.work(`[2026] MC ${one.n}`, one.workCents, one.handle)
            const code = await opened.court.codeOf(recordWork, work, registrar)
            expect([null, "unknown_fee", "fee_met", "work_too_small"]).toContain(code)
          }
          const after = [
            ...(await opened.entries(opened.claimant.id)),
            ...(await opened.entries(opened.respondent.id)),
          ].map((entry) => JSON.stringify(entry))
          // No entry is ever changed or removed.
          expect(after).toEqual(expect.arrayContaining(before))
          before.splice(0, before.length, ...after)
        }
        await expectSums(opened)
      }),
      { numRuns: 25 },
    )
  })

  it("PD2 §4 a hundred judgments of a day are free, the hundred and first is not, and the count begins again at midnight", async () => {
    const { court, claimant, deliver, entries, delivered } = await open()
    for (let n = 1; n <= 100; n++) await deliver({ costCents: n % 3 === 0 ? null : 10 })
    expect(await entries(claimant.id)).toEqual([])
    expect(await delivered()).toMatchObject({ value: { delivered: 100 } })
    // The last millisecond of the day is still in it.
    court.advance(hours(15) - 1)
    await deliver({ costCents: 10 })
    expect(await entries(claimant.id)).toMatchObject([{ cents: 11, subject: "judgment/[2026] MC 101" }])
    court.advance(1)
    await deliver({ costCents: 10 })
    expect(await entries(claimant.id)).toHaveLength(1)
    expect(await delivered()).toMatchObject({ value: { day: "2026-11-21", delivered: 1 } })
  })

  it("PD2 §4 judgments delivered at once share the last free place: one takes it, the others are charged", async () => {
    const opened = await open(few(1))
    const { court, claimant, respondent, ready, entries, delivered } = opened
    const acts = []
    for (let n = 0; n < 8; n++)
      acts.push(await ready({ costCents: 10, by: n % 2 === 0 ? "claimant" : "respondent" }))
    await Promise.all(acts.map((given) => court.act(deliverJudgment, given, judge)))
    expect(await delivered()).toMatchObject({ value: { delivered: 8 } })
    expect([...(await entries(claimant.id)), ...(await entries(respondent.id))]).toHaveLength(7)
    await expectSums(opened)
  })

  it("PD2 §6 work recorded at once, while fees are charged, credits the fee in full and no more", async () => {
    const opened = await open(few(0))
    const { court, claimant, deliver, ready, entries, work } = opened
    const { citation } = await deliver({ costCents: 10 })
    const more = [await ready({ costCents: 40 }), await ready({ costCents: 40 })]
    const codes = await Promise.all([
      ...Array.from({ length: 5 }, () => court.codeOf(recordWork, work(citation, 8), registrar)),
      ...more.map((given) => court.codeOf(deliverJudgment, given, judge)),
    ])
    // 4 + 4 + 3 cents meet the fee of 11.
    expect(codes.filter((code) => code === "fee_met")).toHaveLength(2)
    expect(codes.filter((code) => code === null)).toHaveLength(5)
    const credits = (await entries(claimant.id)).filter(({ kind }) => kind === "credit")
    expect(credits.map(({ cents }) => cents).sort()).toEqual([3, 4, 4])
    await expectSums(opened)
  })

  it("PD2 §6 only a fee that was charged to this agent is credited, and nobody but the Registrar learns of it", async () => {
    const { court, claimant, deliver, work } = await open(few(0))
    const { citation } = await deliver({ costCents: 10 })
    expect(await court.codeOf(recordWork, work("[2026] MC 9", 8), registrar)).toBe("unknown_fee")
    expect(await court.codeOf(recordWork, work(citation, 8, "seller"), registrar)).toBe("unknown_fee")
    const appeal = { ...work(citation, 8), fee: "appeal_fee" as const }
    expect(await court.codeOf(recordWork, appeal, registrar)).toBe("unknown_fee")
    expect(await court.codeOf(recordWork, work(citation, 1), registrar)).toBe("work_too_small")
    // The answer is the same whether or not there is such a fee.
    for (const asked of [work(citation, 8), work("[2026] MC 9", 8), work(citation, 8, "nobody")])
      expect(await court.codeOf(recordWork, asked, claimant)).toBe("registrar_only")
  })

  it("PD2 §6 the journal has the credit with its reasons, and no balance", async () => {
    const { court, deliver, work } = await open(few(0))
    const { citation } = await deliver({ costCents: 10 })
    await court.act(recordWork, work(citation, 8), registrar)
    const [event] = (await court.events("agent/buyer")).filter(
      ({ type }) => type === "registrar.work_credited",
    )
    expect(event?.rules).toEqual(["PD2 §6"])
    expect(event?.data).toEqual({
      handle: "buyer",
      fee: "magistrate_fee",
      citation,
      workCents: 8,
      creditedCents: 4,
      reasons: "Seals were checked.",
    })
  })

  it("PD2 §7 a claim is refused while the agent owes more than its limit, and accepted once a credit for work has lowered the balance", async () => {
    const { court, claimant, deliver, work, head } = await open(few(0, 5000))
    const { citation } = await deliver({ costCents: 1900 })
    expect(await head(claimant.id)).toMatchObject({ balanceCents: 2090, overLimit: true })
    expect(await court.codeOf(fileMatter, filing(), claimant)).toBe("over_credit_limit")
    await court.act(recordWork, work(citation, 180), registrar)
    expect(await head(claimant.id)).toMatchObject({ balanceCents: 2000, overLimit: false })
    expect(await court.codeOf(fileMatter, filing(), claimant)).toBeNull()
  })

  it("PD2 §7 the pages of an account are its entries, each once, oldest first", async () => {
    const { court, claimant, deliver, entries } = await open(few(0))
    for (let n = 1; n <= 5; n++) {
      await deliver({ costCents: n })
      court.advance(n % 2)
    }
    const seen: Array<string> = []
    let after: string | null = null
    do {
      const page: { readonly items: ReadonlyArray<{ readonly id: string }>; readonly next: string | null } =
        await court.read((reader) => Account.accountPage(reader, claimant.id, { after, limit: 2 }))
      seen.push(...page.items.map(({ id }) => id))
      after = page.next
    } while (after !== null)
    expect(seen).toEqual((await entries(claimant.id)).map(({ id }) => id))
    expect(seen).toHaveLength(5)
  })
})
