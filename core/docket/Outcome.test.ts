/** The result of a judgment, as its page shows it first. */
import { Either } from "effect"
import { describe, expect, it } from "vitest"
import { delivered, draft, pay, reserved } from "../bench/testing/Cases.ts"
import { Entry } from "../compliance/index.ts"
import { openedAs } from "../compliance/testing/Given.ts"
import { Judgment } from "../judgments/index.ts"
import * as Changed from "../kernel/Change.ts"
import { published } from "../kernel/Schedule.ts"
import { Matter } from "../matters/index.ts"
import { start } from "../testing/Context.ts"
import { factsOf } from "../testing/Facts.ts"
import { readLatestOutcome, readOutcome } from "./Outcome.ts"

const context = {
  actor: { role: "public" } as const,
  now: start,
  terms: published.at(start),
  schedule: published,
}

/** A judgment with an order to pay, which opened an entry, and a dismissal, which opened no entry. */
const judgment: Judgment.Judgment = {
  ...delivered(
    draft({
      orders: [pay(5_000), { kind: "dismiss", text: "The rest is dismissed." }],
    }),
  ),
  entries: ["entry-1"],
}
const matter = reserved({ id: judgment.matterId, number: 7 })
const court = (one: Judgment.Judgment) =>
  factsOf(
    Changed.put(Judgment.Judgments, one),
    Changed.put(Entry.Entries, openedAs("entry-1")),
    Changed.put(Matter.Matters, matter),
  )

describe("what a judgment came to", () => {
  it("PD17 §1 given an order to pay and a dismissal, then each is told by handles, and the first with its entry", () => {
    const told = Either.getOrThrow(court(judgment).ask(readOutcome, { citation: judgment.citation }, context))
    expect(told).toMatchObject({
      citation: judgment.citation,
      title: judgment.title,
      matter: 7,
      claimant: "buyer",
      respondent: "seller",
      basis: "contested",
      finality: "open to appeal",
    })
    expect(
      told.orders.map(({ kind, amountCents, against, inFavourOf, entry }) => [
        kind,
        amountCents,
        against,
        inFavourOf,
        entry?.id ?? null,
      ]),
    ).toEqual([
      ["pay", 5_000, "seller", "buyer", "entry-1"],
      ["dismiss", null, null, null, null],
    ])
  })

  it("PD17 §1 given a citation of no judgment, then it is refused", () => {
    const refused = court(judgment).ask(readOutcome, { citation: "[2026] MC 99" }, context)
    expect(Either.isLeft(refused) && refused.left.code).toBe("unknown_judgment")
  })

  it("Rule 5.7 given a judgment that is reported, then it is the latest; given an unreported judgment, then there is no latest one", () => {
    const reported = { ...judgment, marks: { ...judgment.marks, reported: true } }
    expect(Either.getOrThrow(court(reported).ask(readLatestOutcome, {}, context))?.citation).toBe(
      judgment.citation,
    )
    const unreported = { ...judgment, marks: { ...judgment.marks, reported: false } }
    expect(Either.getOrThrow(court(unreported).ask(readLatestOutcome, {}, context))).toBeNull()
  })
})
