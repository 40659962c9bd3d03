/** The cap of the stake over all the matters on one dealing, whatever is filed, decided, vacated and reheard. */
import { Effect } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { vacateJudgment } from "../appeals/index.ts"
import { reviewDealing } from "../dealings/index.ts"
import type { Judgment } from "../judgments/index.ts"
import { allJudgments } from "../judgments/testing/Register.ts"
import { discontinue, Matter, records as matterRecords } from "../matters/index.ts"
import { type Dealt, dealt, quotes, staked } from "../matters/testing/Dealt.ts"
import { start } from "../testing/Context.ts"
import { registrar } from "../testing/Stage.ts"

const page = { prefix: "", after: null, limit: 1000 }
const judgmentsIn = ({ read }: Dealt) => read(allJudgments)
const ordered = ({ orders }: Judgment.Judgment) => orders.map(({ kind, amountCents }) => [kind, amountCents])
const vacating = (citation: string, rehear: boolean) =>
  ({ citation, ground: "fraud", reasons: "Forged.", rehear }) as const

describe("the cap over all matters on one dealing", () => {
  it("Rule 5.3A what one judgment orders on a quote leaves so much less for the next, and if nothing is left the order is a declaration", async () => {
    const court = await dealt()
    const [own, cross] = [
      await court.file("buyer", { dealings: [court.dealings.second] }),
      await court.file("seller", { dealings: [court.dealings.second] }),
    ]
    await court.decide(own, 40_000)
    await court.settle(cross, 40_000)
    const [first, second] = await judgmentsIn(court)
    expect([first, second].map((one) => one && ordered(one))).toEqual([[["pay", 40_000]], [["pay", 20_000]]])
    const third = await court.file("seller", { dealings: [court.dealings.first] })
    await court.settle(third, 60_000)
    expect((await judgmentsIn(court)).at(-1)?.orders[0]).toMatchObject({ kind: "pay", amountCents: 60_000 })
    const fourth = await court.file("buyer", { dealings: [court.dealings.first] })
    await court.decide(fourth, 5_000)
    expect((await judgmentsIn(court)).at(-1)?.orders[0]).toMatchObject({
      kind: "declaration",
      amountCents: null,
      text: expect.stringContaining("USD 50.00"),
    })
  })

  it("Rule 7.4 a judgment that is vacated gives back what it took", async () => {
    const court = await dealt()
    const own = await court.file("buyer", { dealings: [court.dealings.second] })
    const citation = await court.decide(own, 60_000)
    await court.act(vacateJudgment, vacating(citation, true), registrar)
    await court.settle(await court.file("seller", { dealings: [court.dealings.second] }), 50_000)
    await court.judged(own, 60_000)
    expect((await judgmentsIn(court)).map(ordered)).toEqual([
      [["pay", 60_000]],
      [["pay", 50_000]],
      [["pay", 10_000]],
    ])
  })

  it("Rule 5.3A of two judgments on one dealing at once the second counts what the first orders", async () => {
    const court = await dealt()
    const matters = [
      await court.file("buyer", { dealings: [court.dealings.second] }),
      await court.file("seller", { dealings: [court.dealings.second] }),
    ]
    await Promise.all(matters.map((id) => court.settle(id, 50_000)))
    const sums = (await judgmentsIn(court)).flatMap(({ orders }) => orders.map((one) => one.amountCents))
    expect(sums).toEqual([50_000, 10_000])
  })
})

describe("whoever chooses the papers of a claim chooses no cap", () => {
  it("Rule 5.3A given three hashes that the claimant alone lodged, when it claims on each, then all three are within one stake", async () => {
    // given three entries that nobody but the claimant lodged
    const court = await dealt()
    const hashes = [await court.lodge("buyer", "seller"), await court.lodge("buyer", "seller")]
    hashes.push(court.dealings.second)
    court.advance(1)
    // when the bench gives it the whole stake on each
    const sums = []
    for (const hash of hashes) {
      await court.decide(await court.file("buyer", { dealings: [hash] }), 50_000)
      sums.push((await judgmentsIn(court)).at(-1)?.orders[0]?.amountCents)
    }
    // then the second has the rest of the stake, and the third nothing
    expect(sums).toEqual([50_000, 10_000, null])
  })

  it("Rule 5.3A given a claim on no entry at all, when it is split into three matters, then all three are within one stake", async () => {
    const court = await dealt()
    const matters = []
    for (const _ of [1, 2, 3]) matters.push(await court.file("buyer"))
    for (const one of matters) await court.decide(one, 50_000)
    const sums = (await judgmentsIn(court)).map(({ orders }) => orders[0]?.amountCents)
    expect(sums).toEqual([50_000, 10_000, null])
  })

  it("Rule 5.3A given one claim on a hash of the claimant and one on no entry, then they are one dealing, and an entry that the respondent lodged or confirmed is another", async () => {
    // given two entries of the claimant, of which the respondent has confirmed one
    const court = await dealt()
    const confirmed = await court.lodge("buyer", "seller")
    await court.act(reviewDealing, { id: confirmed, outcome: "confirmed" as const }, court.agents.seller)
    court.advance(1)
    const { first, second } = court.dealings
    const sums = []
    // when it claims on each, on its own statement, and on an entry of the respondent
    for (const dealings of [[second], [], [confirmed], [first]]) {
      await court.decide(await court.file("buyer", { dealings }), 60_000)
      sums.push((await judgmentsIn(court)).at(-1)?.orders[0]?.amountCents)
    }
    // then only what the respondent stood by has a stake of its own
    expect(sums).toEqual([60_000, null, 60_000, 60_000])
  })

  it("Rule 5.3A given a claim on an entry of the respondent, when an entry of the claimant is named beside it, then that adds no stake", async () => {
    const court = await dealt()
    const { first, second } = court.dealings
    await court.settle(await court.file("buyer", { dealings: [first, second] }), 60_000)
    await court.settle(await court.file("seller", { dealings: [first] }), 1)
    const [, other] = await judgmentsIn(court)
    expect(other && ordered(other)).toEqual([["declaration", null]])
  })

  it("Rule 5.3A the entry that shows the acceptance of a quote is the same dealing as the quote", async () => {
    const court = await dealt()
    const { first } = court.dealings
    await court.quoted(quotes.other, { acceptance: first })
    court.advance(1)
    await court.settle(await court.file("buyer", { quoteId: quotes.other }), 60_000)
    await court.settle(await court.file("seller", { dealings: [first] }), 1)
    const [, other] = await judgmentsIn(court)
    expect(other && ordered(other)).toEqual([["declaration", null]])
  })
})

type Step = readonly [
  act: "file" | "discontinue" | "settle" | "vacate" | "rehear",
  pick: number,
  cents: number,
]
const steps: fc.Arbitrary<ReadonlyArray<Step>> = fc.array(
  fc.tuple(
    fc.constantFrom("file", "file", "file", "discontinue", "settle", "settle", "settle", "vacate", "rehear"),
    fc.nat(1000),
    fc.constantFrom(10_000, 35_000, 45_000, 90_000),
  ),
  { minLength: 12, maxLength: 24 },
)

const abouts = ({ dealings: { first, second } }: Dealt) => [
  { quoteId: quotes.q },
  { dealings: [first] },
  { dealings: [second] },
  { quoteId: quotes.q, dealings: [first] },
  { dealings: [first, second] },
  { dealingAt: start + 1000 },
]

const once = async (court: Dealt, filed: Array<string>, [act, pick, cents]: Step): Promise<void> => {
  const of = pick % 2 === 0 ? "buyer" : "seller"
  const matterId = filed[pick % filed.length] ?? "none"
  const inForce = (await judgmentsIn(court)).filter(({ finality }) => finality.status !== "vacated")
  const citation = inForce[pick % inForce.length]?.citation ?? "none"
  const actor = court.agents[of]
  switch (act) {
    case "file": {
      const about = abouts(court)[pick % 6] ?? {}
      if ((await court.fileCode(of, about)) === null) {
        const docket = await court.read((reader) =>
          reader.list(Matter.Matters, { index: "matters.docket", ...page }),
        )
        filed.push(docket.items.at(-1)?.id ?? "none")
      }
      return
    }
    case "discontinue":
      await court.codeOf(discontinue, { id: matterId }, actor)
      return
    case "settle":
      // A reheard matter goes before the bench again; any other that is open is settled by consent.
      await court.judged(matterId, cents).catch(() => court.settle(matterId, cents).catch(() => null))
      return
    case "vacate":
    case "rehear":
      await court.codeOf(vacateJudgment, vacating(citation, act === "rehear"), registrar)
  }
}

/**
 * The sums that the judgments in force order the seller to pay on the quote, on the entry that it lodged itself, and on all else, added up
 * from the judgments themselves.
 */
const sumsOf = async (court: Dealt): Promise<ReadonlyArray<number>> => {
  const found = await judgmentsIn(court)
  const inForce = found.filter(({ finality }) => finality.status !== "vacated")
  const matters = (
    await court.read((reader) => reader.list(Matter.Matters, { index: "matters.docket", ...page }))
  ).items
  const { first } = court.dealings
  const groupsOf = (matterId: string) => {
    const one = matters.find(({ id }) => id === matterId)
    const named = [one?.quoteId, ...(one?.dealings ?? [])].filter((on) => on === quotes.q || on === first)
    return named.length === 0 ? ["else"] : named
  }
  return [quotes.q, first, "else"].map((group) =>
    inForce
      .filter(({ matterId }) => groupsOf(matterId).includes(group))
      .flatMap(({ orders }) => orders)
      .reduce((sum, { kind, amountCents }) => sum + (kind === "pay" ? (amountCents ?? 0) : 0), 0),
  )
}

describe("any number of matters on some dealings, in any order of delivery and vacation", () => {
  it("Rule 5.3A what the judgments in force order on a dealing never exceeds the stake at that dealing", async () => {
    let most = 0
    await fc.assert(
      fc.asyncProperty(steps, async (given) => {
        const court = await dealt()
        await court.stake("seller", 10 * staked)
        court.advance(1)
        const filed: Array<string> = []
        for (const step of given) {
          await once(court, filed, step)
          for (const sum of await sumsOf(court)) {
            expect(sum).toBeLessThanOrEqual(staked)
            most = Math.max(most, sum)
          }
        }
      }),
      { numRuns: 40 },
    )
    expect(most).toBe(staked)
  })

  it("Rule 5.3A the record of the suits holds what the judgments in force order", async () => {
    const court = await dealt()
    const matterId = await court.file("buyer", { quoteId: quotes.q })
    await court.decide(matterId, 5_000)
    const suits = await court.read((reader) =>
      Effect.flatten(reader.find(matterRecords.Suits, "buyer/seller")),
    )
    expect(suits.suits).toMatchObject([
      {
        matterId,
        claimant: "buyer",
        decided: true,
        ordered: [{ agentId: court.agents.seller.id, cents: 5_000 }],
      },
    ])
  })
})
