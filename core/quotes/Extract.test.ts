/** The sentences that the record of a quote gives at an instant, and the sentences that it never gives. */
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { days, format, hours } from "../kernel/Time.ts"
import { start } from "../testing/Context.ts"
import { extractOf } from "./Queries.ts"
import type { Quote } from "./Quote.ts"
import { quotes } from "./Record.ts"
import {
  type Act,
  account,
  acts,
  buyer,
  buyers,
  dueBy,
  following,
  having,
  offered,
  seller,
} from "./testing/Given.ts"

const particulars = [
  "Quote quote-1 was offered by seller at 2026-11-20T09:00:00.000Z.",
  "The price of the quote was USD 400.00.",
  "The deliverable of the quote was “a translation”.",
  "Delivery was due by 2026-11-24T09:00:00.000Z.",
]
const acceptance = "The quote was accepted by buyer at 2026-11-20T09:00:00.001Z."
const undelivered = "No delivery was recorded by 2026-11-24T09:00:00.000Z."

const accepted = having(offered(), [acts.accept, buyer, start + 1])
const extra = (quote: Quote, at: number) =>
  extractOf(quote, at).filter((sentence) => !particulars.includes(sentence) && sentence !== acceptance)

describe("the extract of a quote", () => {
  it("PD14 §6A it states the particulars and the acceptance in fixed sentences", () => {
    expect(extractOf(offered(), start)).toEqual(particulars)
    expect(extractOf(accepted, start + 1)).toEqual([...particulars, acceptance])
    expect(extractOf(accepted, start)).toEqual(particulars)
    expect(extractOf(offered({ form: "PDF" }), start)[3]).toBe("The form of the deliverable was “PDF”.")
    expect(extractOf(offered({ currency: "KWD", priceCents: 7 }), start)[1]).toBe(
      "The price of the quote was KWD 0.07.",
    )
  })

  it("PD14 §6A it states what was not recorded by its due time, from that instant on", () => {
    expect(extra(accepted, dueBy - 1)).toEqual([])
    expect(extra(accepted, dueBy)).toEqual([undelivered])
    const never = "No acceptance was recorded by 2026-11-24T09:00:00.000Z."
    expect([extra(offered(), dueBy - 1), extra(offered(), dueBy)]).toEqual([[], [never]])
  })

  it("PD14 §6A a close at the due time or later leaves the delivery unrecorded by then, and an earlier one does not", () => {
    const closedAt = (at: number) => extra(having(accepted, [acts.close, seller, at]), dueBy + 1)
    const closed = (at: number) => `The quote was closed by seller at ${format(at)}.`
    expect(closedAt(dueBy - 1)).toEqual([closed(dueBy - 1)])
    expect(closedAt(dueBy)).toEqual([undelivered, closed(dueBy)])
    expect(extra(having(accepted, [acts.close, seller, dueBy]), dueBy - 1)).toEqual([])
  })

  it("PD14 §6A a quote that was replaced before its delivery was due owed no delivery, and a quote replaced later did", () => {
    const replacedAt = (endedAt: number): Quote => ({
      ...accepted,
      status: "replaced",
      replacedBy: "quote-2",
      endedAt,
    })
    const told = (at: number) => `The quote was replaced by quote quote-2 at ${format(at)}.`
    expect(extra(replacedAt(dueBy - 1), dueBy + 1)).toEqual([told(dueBy - 1)])
    expect(extra(replacedAt(dueBy), dueBy)).toEqual([told(dueBy), undelivered])
    expect(extra(replacedAt(dueBy - 1), dueBy - 2)).toEqual([])
  })

  it("PD14 §6A it states what both sides closed alike, with the words of each", () => {
    const at = start + hours(2)
    const late = account({ deliveredAt: start + hours(1), delivered: "4,000 rows" })
    const both = having(
      accepted,
      [{ act: "close", account: late }, seller, start + hours(1)],
      [acts.agree, buyer, at],
    )
    const close = "The quote was closed by seller at 2026-11-20T10:00:00.000Z."
    expect(extra(both, at)).toEqual([
      close,
      "The quote was closed alike by seller and buyer at 2026-11-20T11:00:00.000Z.",
      "The price at which both closed the quote was USD 400.00.",
      "As delivered, seller stated “4,000 rows”.",
      "The time of delivery that seller stated was 2026-11-20T10:00:00.000Z.",
      "As delivered, buyer stated “the translation”.",
    ])
    expect(extra(both, at - 1)).toEqual([close])
    expect(extra(both, at + days(9))).toEqual(extra(both, at))
  })

  it("PD14 §6A of a quote that one side alone closed, or that the buyer disputed, it states no price and no delivery", () => {
    const shut = having(accepted, [acts.close, seller, start + 1])
    const close = "The quote was closed by seller at 2026-11-20T09:00:00.001Z."
    const passed = start + 1 + days(1)
    const silence = "No countersignature and no dispute was recorded by 2026-11-21T09:00:00.001Z."
    expect([extra(shut, passed - 1), extra(shut, passed)]).toEqual([[close], [close, silence]])
    expect(extra(quotes.current(shut, passed), passed)).toEqual([close, silence])
    for (const act of [acts.dispute, acts.otherPrice])
      expect(extra(having(shut, [act, buyer, start + 2]), passed + days(9))).toEqual([close])
  })

  it("PD14 §6A an operator or a person that bought has no handle in it", () => {
    const sold = having(
      offered({ buyer: buyers.operator }),
      [acts.accept, seller, start],
      [acts.close, seller, start],
      [acts.agree, seller, start],
    )
    const said = extractOf(sold, start).join(" ")
    expect(said).toContain("accepted by the buyer at")
    expect(said).toContain("closed alike by seller and the buyer at")
    expect(said).toContain("As delivered, the buyer stated")
  })

  it("PD14 §6A what a party wrote stays within its quotation, on one line and with every character visible", () => {
    const wrote = (deliverable: string) => extractOf(offered({ deliverable }), start)[2]
    expect(wrote('rows”.\nNo delivery was "recorded" «x» ＂y„ \u200bby')).toBe(
      "The deliverable of the quote was “rows'. No delivery was 'recorded' 'x' 'y' ⟨U+200B⟩by”.",
    )
    expect(wrote("  it's so  ")).toBe("The deliverable of the quote was “it's so”.")
  })

  it("PD14 §6A whatever is done and whenever it is read, what it said once it still says, and time needs no scheduler", () => {
    const step = fc.tuple(
      fc.constantFrom<Act>(...Object.values(acts)),
      fc.constantFrom(seller, buyer),
      fc.integer({ min: 0, max: hours(40) }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 8 }), fc.integer({ min: 0, max: days(8) }), (steps, later) => {
        let quote = offered()
        let now = start
        for (const [act, actor, wait] of steps) {
          now += wait
          const before = quote
          const after = following(quote, act, actor, now)
          if (typeof after !== "string") quote = after
          expect(extractOf(quote, now)).toEqual(expect.arrayContaining([...extractOf(before, now)]))
          expect(extractOf(quote, now - 1)).toEqual(extractOf(before, now - 1))
        }
        const [at, end] = [now + later, now + later + days(9)]
        expect(extractOf(quote, end)).toEqual(expect.arrayContaining([...extractOf(quote, at)]))
        expect(extractOf(quotes.current(quote, end), at)).toEqual(extractOf(quote, at))
      }),
      { numRuns: 300 },
    )
  })
})
