/** The facts that go before a judge about the deals on which a claim rests. */
import { describe, expect, it } from "vitest"
import { contextFor, start } from "../testing/Context.ts"
import { asOfCall, dealsOf, judgedBundle } from "./Judged.ts"
import { sought } from "./testing/Bundles.ts"
import { clock, given, run, stored } from "./testing/Kept.ts"

const dealsBefore = (underPD15: boolean) => {
  const debt = sought({ cause: "debt", on: "00000000-0000-7000-8000-0000000000ee", restsOn: [1] })
  const known = given(underPD15 ? { underPD15 } : {}, [debt])
  return run(judgedBundle(known.reader, stored(known), contextFor(clock))).deals
}

describe("the deals before a judge", () => {
  it("Rule 7.4 given a matter that is reheard after a judgment by consent, so that nobody called, then its accounts are as of its reservation", () => {
    const call = { by: "claimant", at: 3, default: false } as const
    expect([asOfCall({ call, reservedAt: 5 }), asOfCall({ call: null, reservedAt: 5 })]).toEqual([3, 5])
  })

  it("PD15 §10 given an entry that is not a debt any more, then it carries nothing", () => {
    expect(dealsBefore(true)).toEqual({ quote: null, debts: new Map() })
  })

  it("PD15 §10 given a matter on a quote whose claim doesn't ask for the account, then no account is before the judge", () => {
    const known = given({ underPD15: true })
    const matter = { ...stored(known), quoteId: "00000000-0000-7000-8000-0000000000dd" }
    const claim = { orders: [sought(), sought()] }
    const deals = run(dealsOf(known.reader, { matter, claim }, start, contextFor(clock)))
    expect(deals).toEqual({ quote: null, debts: new Map() })
  })

  it("PD15 §10A given a matter that was filed before the Direction was in force, then there are no accounts", () => {
    expect(dealsBefore(false)).toBeNull()
  })
})
