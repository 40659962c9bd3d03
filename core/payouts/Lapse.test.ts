/** The end of a confirmed hold: the loser of a matter gains nothing by letting its time pass, and no hold lives for ever. */
import { Effect, Option } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { records as appealRecords } from "../appeals/index.ts"
import { appealIn } from "../appeals/testing/Given.ts"
import { pay } from "../bench/testing/Cases.ts"
import { Entry } from "../compliance/index.ts"
import { Hold, records as holdRecords, Lapse, texts } from "../holds/index.ts"
import { buyer, funded, hold, holding, quoteId, seller } from "../holds/testing/Court.ts"
import { Judgment } from "../judgments/index.ts"
import * as Changed from "../kernel/Change.ts"
import { needPresent } from "../kernel/Defect.ts"
import { bounds } from "../kernel/Schedule.ts"
import { days, hours } from "../kernel/Time.ts"
import { Matter, records as matterRecords } from "../matters/index.ts"
import { start } from "../testing/Context.ts"
import { requestPayout } from "./Instruct.ts"
import { passHold } from "./Lapse.ts"
import { readHold } from "./Queries.ts"

const toSeller = { against: "buyer", inFavourOf: "seller" }
const secured = hold({ longStopAt: start + days(5) })

/** A court with a hold whose long stop is five days ahead, and a judgment on its quote between its parties, open to appeal. */
const opened = async (of: Hold.Hold = secured) => {
  const court = await holding([of])
  const judgment = await court.judgedIn({}, pay(30_000, toSeller))
  const { matterId, entries } = judgment
  await court.kept([
    Changed.put(matterRecords.Suits, {
      id: "buyer/seller",
      suits: [
        { matterId, number: 1, claimant: "buyer", about: [`quote/${quoteId}`], decided: true, ordered: [] },
      ],
    }),
  ])
  const found = async () =>
    Option.getOrThrow(await court.read((reader) => reader.find(holdRecords.Holds, of.id)))
  /** Moves the clock, and fires the deadline of the hold whenever it falls due. */
  const wait = async (ms: number) => {
    const until = court.now() + ms
    for (
      let due = Hold.deadlineOf(await found());
      due !== null && due <= until;
      due = Hold.deadlineOf(await found())
    ) {
      court.advance(Math.max(due, court.now()) - court.now())
      await court.does(passHold, { holdId: of.id }, { role: "scheduler" })
    }
    court.advance(until - court.now())
  }
  return {
    ...court,
    found,
    wait,
    judgment,
    entry: async () => needPresent((await court.entries(entries))[0], "the entry"),
    matterIs: async (changes: Partial<Matter.Matter>) =>
      court.kept([Changed.put(Matter.Matters, { ...(await court.matter(matterId)), ...changes })]),
    judgmentIs: async (changes: Partial<Judgment.Judgment>) => {
      const one = Option.getOrThrow(
        await court.read((reader) => reader.find(Judgment.Judgments, judgment.citation)),
      )
      return court.kept([Changed.put(Judgment.Judgments, { ...one, ...changes })])
    },
    entryIs: async (changes: Partial<Entry.Entry>) => {
      const [one] = await court.entries(entries)
      return court.kept([Changed.put(Entry.Entries, { ...needPresent(one, "the entry"), ...changes })])
    },
  }
}

const over = { status: "unsatisfied", window: null } as const

describe("a confirmed hold at its long stop", () => {
  it.each([
    ["its matter waits for the bench", (court) => court.matterIs({ status: "reserved", endedAt: null })],
    [
      "its judgment is under appeal",
      (court) => court.judgmentIs({ finality: { status: "under appeal", until: null } }),
    ],
    [
      "the time of its order runs",
      (court) =>
        court.entryIs({
          status: "open",
          window: { kind: "performance", opensAt: start, closesAt: start + days(300) },
        }),
    ],
    ["the party bound disputes its order", (court) => court.entryIs({ status: "disputed", window: null })],
  ] as const satisfies ReadonlyArray<
    readonly [string, (court: Awaited<ReturnType<typeof opened>>) => unknown]
  >)("PD2 §6D given that %s, then the hold is kept however long that takes", async (_, given) => {
    const court = await opened()
    await court.judgmentIs({ finality: { status: "final", until: null } })
    await court.entryIs(over)
    await given(court)
    await court.wait(days(200))
    expect(await court.found()).toMatchObject({ status: "confirmed", since: secured.since })
    expect((await court.found()).keptUntil).toBeGreaterThan(court.now())
    // then the winner is paid, once it is decided
    await court.matterIs({ status: "decided", endedAt: start })
    await court.judgmentIs({ finality: { status: "final", until: null } })
    await court.entryIs(over)
    const { citation } = court.judgment
    expect(await court.refuses(requestPayout, { id: secured.id, citation }, seller)).toBe(null)
  })

  it("PD2 §6DA given nothing that is undecided, then the hold lapses at its long stop, and its parties are told once", async () => {
    const court = await holding([secured])
    court.advance(days(5))
    await court.does(passHold, { holdId: secured.id }, { role: "scheduler" })
    await court.does(passHold, { holdId: secured.id }, { role: "scheduler" })
    expect(await court.inbox(seller.id)).toEqual(["hold.lapsed"])
    const found = await court.answers(readHold, { id: secured.id }, buyer)
    expect(found).toMatchObject({ hold: { status: "lapsed", next: [] } })
  })

  it("PD2 §6DA given a deadline that fires early, then nothing changes", async () => {
    const court = await holding([secured])
    await court.does(passHold, { holdId: secured.id }, { role: "scheduler" })
    expect(await court.inbox(seller.id)).toEqual([])
  })

  it("PD2 §6DA given a hold in a matter that was discontinued the day before, then it lapses 14 days after that end", async () => {
    const court = await opened(hold({ longStopAt: start + days(5), quoteId: null, matterId: "matter-1" }))
    const { review: _, ...matter } = await court.matter(court.judgment.matterId)
    await court.kept([
      Changed.put(Matter.Matters, { ...matter, status: "discontinued", endedAt: start + days(4) }),
    ])
    await court.wait(days(18) - 1)
    expect((await court.found()).status).toBe("confirmed")
    await court.wait(1)
    expect((await court.found()).status).toBe("lapsed")
  })

  it("PD2 §6DA given an appeal that ended the day before, then the winner has 14 days from that end", async () => {
    const court = await opened()
    await court.judgmentIs({ finality: { status: "final", until: null } })
    await court.entryIs(over)
    const appeal = { ...appealIn("decided"), endedAt: start + days(4) }
    const { review } = await court.matter(court.judgment.matterId)
    await court.kept([Changed.put(appealRecords.Appeals, appeal)])
    await court.matterIs({ review: { ...needPresent(review, "its review"), appealId: appeal.id } })
    await court.wait(days(18) - 1)
    expect((await court.found()).status).toBe("confirmed")
    await court.wait(1)
    expect((await court.found()).status).toBe("lapsed")
  })

  it("PD2 §6DA given an instruction that ends past the long stop while an appeal runs, then the hold is not lost with it", async () => {
    const court = await opened()
    await court.wait(days(4))
    const { citation } = court.judgment
    await court.does(requestPayout, { id: secured.id, citation }, seller)
    await court.judgmentIs({ finality: { status: "under appeal", until: null } })
    await court.wait(days(30))
    expect((await court.found()).status).toBe("confirmed")
  })

  const change = fc.record({
    wait: fc.integer({ min: 0, max: 20 }),
    matter: fc.constantFrom("reserved", "questioned", "decided", "discontinued"),
    finality: fc.constantFrom("open to appeal", "under appeal", "final"),
    entry: fc.constantFrom("open", "disputed", "unsatisfied", "satisfied"),
  })

  it("PD2 §6DA given any order of events, then a hold lapses only if nothing was undecided, and within 28 days of the last of it", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 6 }), async (changes) => {
        const court = await opened()
        let undecided = true
        for (const { wait, matter, finality, entry } of changes) {
          const ended = matter === "decided" || matter === "discontinued"
          await court.matterIs({ status: matter, endedAt: ended ? court.now() : null })
          await court.judgmentIs({ finality: { status: finality, until: null } })
          await court.entryIs({ status: entry, window: null })
          undecided = !ended || finality !== "final" || entry === "open" || entry === "disputed"
          const before = (await court.found()).status
          await court.wait(days(wait))
          const { status } = await court.found()
          if (undecided) expect(status).toBe(before)
          if (before === "lapsed") return
        }
        await court.matterIs({ status: "decided", endedAt: court.now() })
        await court.judgmentIs({ finality: { status: "final", until: null } })
        await court.entryIs(over)
        await court.wait(days(14) - 1)
        // The winner has 14 days from the end of the matter.
        if (undecided) expect((await court.found()).status).toBe("confirmed")
        await court.wait(days(14) + 1)
        expect((await court.found()).status).toBe("lapsed")
      }),
      { numRuns: 40 },
    )
  })

  it("PD2 §6DA a hold is kept 14 days at a time, and from the end of the last matter exactly so long", () => {
    expect(Lapse.keptUntil({ undecided: true, endedAt: null }, start, bounds)).toBe(start + days(14))
    expect(Lapse.keptUntil({ undecided: false, endedAt: start - days(13) }, start, bounds)).toBe(
      start + days(1),
    )
    expect(Lapse.keptUntil({ undecided: false, endedAt: start - days(14) }, start, bounds)).toBe(null)
    expect(Lapse.keptUntil({ undecided: false, endedAt: null }, start, bounds)).toBe(null)
  })
})

describe("whether an escrow lasts", () => {
  it("PD2 §6J a longer time of the law makes the longest way longer", () => {
    expect(Lapse.longestWayDays({ ...bounds, benchDays: bounds.benchDays + 3 })).toBe(
      Lapse.longestWayDays(bounds) + 3,
    )
  })

  it.each([
    [null, null, "does not know when the escrow ends"],
    [start + days(90), 90, "before the longest way"],
    [start + days(400) + hours(5), 400, "and outlasts the longest way"],
    [start - days(1), 0, "ends in 0 days, before"],
  ])(
    "PD2 §6J given an escrow that ends at %s, then the hold says %s days beside the longest way",
    async (escrowEndsAt, escrowDays, words) => {
      const of = hold({ escrowEndsAt })
      const court = await holding([of], { read: () => Effect.succeed(funded()) })
      const found = await court.answers(readHold, { id: of.id }, buyer)
      expect(found).toMatchObject({ hold: { outlasts: { escrowDays, longestWayDays: 157 } } })
      expect(texts.confirmed(of).text).toContain(words)
      expect(texts.named(of).text).toContain(words)
    },
  )
})
