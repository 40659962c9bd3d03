/** The moves of a quote: the table written out again by hand, and the moves that time alone makes. */
import { describe, expect, it } from "vitest"
import { hours } from "../kernel/Time.ts"
import { Rulebook } from "../rulebook/index.ts"
import { start } from "../testing/Context.ts"
import { actNames } from "./Moves.ts"
import type * as Quote from "./Quote.ts"
import { quotes } from "./Record.ts"
import {
  type Act,
  account,
  acts,
  buyer,
  buyers,
  clerk,
  dueBy,
  following,
  having,
  offered,
  seller,
  stranger,
} from "./testing/Given.ts"

const at = start + hours(1)
const accepted = having(offered(), [acts.accept, buyer, at])
const closed = having(accepted, [acts.close, seller, at])
const examples: { readonly [Status in Quote.Status]: Quote.Quote } = {
  offered: offered(),
  accepted,
  declined: having(offered(), [acts.decline, buyer, at]),
  lapsed: quotes.current(offered(), dueBy),
  withdrawn: having(offered(), [acts.withdraw, seller, at]),
  replaced: { ...offered(), status: "replaced", replacedBy: "quote-2", endedAt: at },
  closed_by_supplier: closed,
  settled: having(closed, [acts.agree, buyer, at]),
  disputed: having(closed, [acts.dispute, buyer, at]),
}
const statuses = Object.keys(examples) as ReadonlyArray<Quote.Status>
const no = "quote_state"

/** The table of PD14 written out again by hand: who does what, and the status or the refusal that follows from each of `examples`. */
const expected: ReadonlyArray<readonly [string, Act, typeof seller, ReadonlyArray<string>]> = [
  ["accept", acts.accept, buyer, ["accepted", no, no, no, no, no, no, no, no]],
  ["decline", acts.decline, buyer, ["declined", no, no, no, no, no, no, no, no]],
  ["withdraw", acts.withdraw, seller, ["withdrawn", no, no, no, no, no, no, no, no]],
  ["close", acts.close, seller, [no, "closed_by_supplier", no, no, no, no, no, no, no]],
  ["countersign", acts.agree, buyer, [no, no, no, no, no, no, "settled", no, no]],
  ["dispute", acts.dispute, buyer, [no, no, no, no, no, no, "disputed", no, no]],
  ["state another price", acts.otherPrice, buyer, [no, no, no, no, no, no, "disputed", no, no]],
  [
    "state the rail",
    acts.rail,
    seller,
    ["offered", "accepted", no, no, no, no, "closed_by_supplier", "settled", "disputed"],
  ],
]

describe("the legal moves of a quote", () => {
  for (const [name, act, actor, row] of expected) {
    for (const [i, status] of statuses.entries()) {
      it(`PD14 §4 given a quote that is ${status}, when ${actor.handle} acts to ${name}, then ${row[i]}`, () => {
        expect(examples[status].status).toBe(status)
        const moved = following(examples[status], act, actor, at)
        expect(typeof moved === "string" ? moved : moved.status).toBe(row[i])
      })
    }
    it(`PD14 §2 nobody but ${actor.handle} may ${name}`, () => {
      const quote = name === "close" ? accepted : row[6] === no ? offered() : closed
      const other = actor === seller ? buyer : seller
      const code = actor === seller ? "not_supplier" : "not_buyer"
      expect(following(quote, act, other, at)).toBe(code)
      for (const nobody of [stranger, { role: "registrar" }, { role: "judge" }, clerk] as const)
        expect(following(quote, act, nobody, at)).toBe("not_a_party")
    })
  }

  it("PD14 §4 an offer lapses at the instant by which it was to be delivered, and a millisecond before may be accepted", () => {
    expect(following(offered(), acts.accept, buyer, dueBy)).toBe("quote_state")
    expect(quotes.passed(offered(), dueBy - 1)).toEqual([])
    expect(quotes.current(offered(), dueBy)).toMatchObject({ status: "lapsed", endedAt: dueBy })
    expect(having(offered(), [acts.accept, buyer, dueBy - 1]).status).toBe("accepted")
    // an accepted quote does not move by itself when the delivery is late
    expect(quotes.passed(accepted, dueBy)).toEqual([])
  })

  it("PD14 §6 the window for inspection closes at its instant: a dispute then is late, and the quote is settled as of that instant", () => {
    const closesAt = at + hours(24)
    expect(closed.inspection).toEqual({ opensAt: at, closesAt })
    expect(having(closed, [acts.dispute, buyer, closesAt - 1]).status).toBe("disputed")
    expect(following(closed, acts.dispute, buyer, closesAt)).toBe("quote_state")
    expect(quotes.current(closed, closesAt + 5)).toMatchObject({
      status: "settled",
      endedAt: closesAt,
      countersign: null,
    })
  })

  it("PD14 §5 a close is in the currency of the quote, after the delivery, and without a dispute of the supplier's own", () => {
    const closing = (changes: object) =>
      following(accepted, { act: "close", account: account(changes) }, seller, at)
    expect(closing({ currency: "EUR" })).toBe("currency_differs")
    expect(closing({ deliveredAt: at + 1 })).toBe("delivered_ahead")
    expect(closing({ dispute: "nothing" })).toBe("dispute_not_wanted")
    expect(closing({ deliveredAt: at })).toMatchObject({ close: { deliveredAt: at, at } })
  })

  it("PD14 §3 a rail that can't be read is refused, and a rail that can is kept with the instant at which it was stated", () => {
    expect(following(offered(), { act: "rail", rail: null }, seller, at)).toBe("rail_unreadable")
    expect(having(offered(), [acts.rail, seller, at]).rail).toEqual({ ...acts.rail.rail, at })
  })

  it("PD14 §9 the rail may be stated again while the quote stands, and also for a settled quote, for refunds", () => {
    const settled = examples.settled
    const moved = { ...acts.rail.rail, address: "y" }
    const again = having(settled, [acts.rail, seller, at], [{ act: "rail", rail: moved }, seller, at + 1])
    expect(again).toMatchObject({
      status: "settled",
      rail: { address: "y", at: at + 1 },
      endedAt: settled.endedAt,
    })
  })

  it("PD14 §2 an operator that buys from its own agent acts through that agent or as its Clerk, and the Clerk of another operator may not act", () => {
    const own = having(
      offered({ buyer: buyers.operator }),
      [acts.accept, clerk, at],
      [acts.close, seller, at],
    )
    expect(having(own, [acts.agree, seller, at]).status).toBe("settled")
    expect(having(own, [acts.dispute, clerk, at]).status).toBe("disputed")
    expect(following(own, acts.agree, { role: "clerk", operatorId: "op-buyer" }, at)).toBe("not_a_party")
  })

  it("PD14 §2 the supplier accepts for a person, on an acceptance that it lodged, and does not countersign for it", () => {
    const quote = offered({ buyer: buyers.person })
    expect(following(quote, acts.accept, seller, at)).toBe("acceptance_wanted")
    const bound = having(quote, [
      { act: "accept", acceptance: "dealing-1", criteriaSha256: null },
      seller,
      at,
    ])
    expect(bound).toMatchObject({ status: "accepted", acceptance: "dealing-1" })
    const shut = having(bound, [acts.close, seller, at])
    expect(following(shut, acts.agree, seller, at)).toBe("not_buyer")
    expect(quotes.current(shut, at + hours(24)).status).toBe("settled")
  })

  it("PD14 §8 nobody accepts for a buyer that has not answered the invitation", () => {
    expect(following(offered({ buyer: buyers.invite }), acts.accept, buyer, at)).toBe("not_a_party")
    expect(following(offered({ buyer: buyers.invite }), acts.accept, seller, at)).toBe("not_buyer")
  })

  it("PD14 §4 the annex of the Direction shows every move of the table", () => {
    const shown = Rulebook.instrument("PD14")?.annex?.text()
    for (const act of actNames)
      for (const { sections } of quotes.acts[act].moves)
        expect(shown).toMatch(new RegExp(`\\| ${act} \\|.*${sections[0]}`))
    expect(shown).toContain("closed_by_supplier --> disputed: countersign")
  })
})
