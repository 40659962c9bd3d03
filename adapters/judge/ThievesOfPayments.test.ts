/** Thieves before the judge on the papers: payments, refunds, invoices, admissions, and what a judgment used. */
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { vacateJudgment } from "../../core/appeals/index.ts"
import { bounds } from "../../core/kernel/Schedule.ts"
import { hours } from "../../core/kernel/Time.ts"
import { fileMatter } from "../../core/matters/index.ts"
import { registrar } from "../../core/testing/Stage.ts"
import {
  dismissed,
  type Of,
  ordersOf,
  type Played,
  paid,
  payTo,
  played,
  undecided,
} from "./testing/Played.ts"

const onAccount = (of: Of, changes: object = {}) => payTo(of, { cause: "account", ...changes })
const onDebt = (of: Of, on: string, changes: object = {}) => payTo(of, { cause: "debt", on, ...changes })

/** An invoice of the seller that the buyer has confirmed. */
const owed = async ({ lodges, confirms }: Played, more: object = {}) => {
  const id = await lodges("seller", "invoice", { valueCents: 700, ...more })
  await confirms("buyer", id)
  return id
}
/** A quote whose delivery the buyer has accepted, so that the price is owed. */
const settled = async ({ closes }: Played) => {
  await closes("seller")
  await closes("buyer")
}

describe("a debt", () => {
  it("PD15 §1 given the price of a quote that is also invoiced and confirmed, then it is claimed once, on the quote", async () => {
    const court = await played()
    await settled(court)
    const invoice = await owed(court, { valueCents: 5_000, ref: court.quoteId })
    const debt = court.filing("seller", [onDebt("seller", invoice)])
    expect(
      await Effect.runPromise(Effect.flip(court.run(fileMatter, debt, court.agents.seller))),
    ).toMatchObject({
      code: "deal_wanted",
      errors: [
        {
          path: "claim.orders[0].on",
          message: `this invoice is of the quote ${court.quoteId}: claim its account, with cause account and this quoteId`,
        },
      ],
    })
    const id = await court.files("seller", [onAccount("seller")], { quoteId: court.quoteId })
    expect(ordersOf(await court.undefended("seller", id))).toEqual([paid("buyer", 5_000)])
  })

  it("PD15 §1 given an invoice that nobody confirmed, then the silence of whom it names makes no debt", async () => {
    const { lodges, filesCode, advance } = await played()
    const id = await lodges("seller", "invoice")
    advance(hours(200))
    expect(await filesCode("seller", [onDebt("seller", id)])).toBe("deal_wanted")
  })

  it("PD15 §10 given more than the debt is asked, by one order or by two, then its sum is ordered once", async () => {
    const court = await played()
    const on = await owed(court)
    const asked = { amountCents: 9_000 }
    const id = await court.files("seller", [onDebt("seller", on, asked), onDebt("seller", on, asked)])
    const orders = ordersOf(await court.undefended("seller", id))
    expect(orders).toEqual([paid("buyer", 700), dismissed])
  })

  it("PD15 §1 given a promise to refund, then it repays nothing on the quote, and is a debt of its own", async () => {
    // given a payment that was acknowledged, nothing delivered, and a promise without a transaction
    const court = await played()
    const { quoteId, lodges, confirms, files, ripens, judged, answers } = court
    await confirms("seller", await lodges("buyer", "payment", { ref: quoteId }))
    const promise = await lodges("seller", "refund")
    ripens()
    const id = await files("buyer", [onAccount("buyer")], { quoteId })
    await answers("seller", id)
    expect(ordersOf(await judged("buyer", id))).toEqual([paid("seller", 5_000)])
    const again = await files("buyer", [onDebt("buyer", promise)])
    expect(ordersOf(await court.undefended("buyer", again))).toEqual([paid("seller", 5_000)])
  })
})

describe("what was paid", () => {
  it("PD15 §7 given one payment that both sides lodge, and that the payee confirms, then it is paid once", async () => {
    const court = await played()
    const { quoteId, lodges, confirms, files, ripens, answers, judged } = court
    const half = { ref: quoteId, valueCents: 2_500 }
    await confirms("seller", await lodges("buyer", "payment", half))
    // The seller states the same money itself, as paid by the buyer.
    await court.lodges("seller", "payment", half)
    ripens()
    const id = await files("buyer", [onAccount("buyer")], { quoteId })
    await answers("seller", id)
    const judgment = await judged("buyer", id)
    expect(judgment.determined).toMatchObject([{ owed: 0, paid: 2_500, balance: -2_500 }])
    expect(ordersOf(judgment)).toEqual([paid("seller", 2_500), dismissed])
  })

  it("PD15 §7 given a payment that the buyer alone states, then it counts if the seller was silent for 72 hours and does not plead", async () => {
    const ordered = async (waited: number, pleads: boolean) => {
      const court = await played()
      const { quoteId, lodges, files, ripens, answers, judged, undefended, advance } = court
      ripens()
      await lodges("buyer", "payment", { ref: quoteId })
      advance(hours(waited))
      const id = await files("buyer", [onAccount("buyer")], { quoteId })
      if (pleads) await answers("seller", id)
      return ordersOf(await (pleads ? judged : undefended)("buyer", id))
    }
    expect(await ordered(72, false)).toEqual([paid("seller", 5_000)])
    expect(await ordered(72, true)).toEqual([dismissed])
    expect(await ordered(71, false)).toEqual([dismissed])
  })
})

describe("an admission", () => {
  it("PD15 §10 given a respondent that admits a part of an order without a cause, then that part is made and the rest is left open", async () => {
    const { files, answers, judged } = await played()
    const id = await files("buyer", [payTo("buyer")])
    await answers("seller", id, { admits: [{ n: 1, amountCents: 1_200 }] })
    expect(ordersOf(await judged("buyer", id))).toEqual([paid("seller", 1_200), undecided])
  })

  it("PD15 §11 given twelve orders of which each is admitted in part, then the judgment says all the same that the rest is not decided", async () => {
    const court = await played()
    const orders = Array.from({ length: bounds.ordersMax }, () => payTo("seller", { amountCents: 900 }))
    const id = await court.files("seller", orders)
    await court.answers("buyer", id, { admits: orders.map((_, i) => ({ n: i + 1, amountCents: 700 })) })
    const made = ordersOf(await court.judged("seller", id))
    expect(made).toEqual([...orders.map(() => paid("buyer", 700)), undecided])
  })

  it("PD15 §10 given a part of the account that is admitted, then at least this part is ordered of an account that gives nothing", async () => {
    const { quoteId, files, answers, judged, ripens } = await played()
    ripens()
    const id = await files("buyer", [onAccount("buyer")], { quoteId })
    await answers("seller", id, { admits: [{ n: 1, amountCents: 1_200 }] })
    expect(ordersOf(await judged("buyer", id))).toEqual([paid("seller", 1_200), dismissed])
  })

  it("Rule 5.3 given an admission of more than the stake, then the stake caps the order", async () => {
    const { files, answers, judged } = await played()
    const id = await files("buyer", [payTo("buyer", { amountCents: 900_000 })])
    await answers("seller", id, { admits: [1] })
    expect(ordersOf(await judged("buyer", id))).toEqual([paid("seller", 60_000)])
  })
})

describe("what a judgment used", () => {
  it("PD15 §11 given a dismissal without a decision, then another claim is filed, and what is admitted there is ordered", async () => {
    const { files, answers, judged } = await played()
    const first = await files("buyer", [payTo("buyer")])
    await answers("seller", first)
    const judgment = await judged("buyer", first)
    expect(ordersOf(judgment)).toEqual([undecided])
    expect(judgment.entries).toEqual([])
    const again = await files("buyer", [payTo("buyer")])
    await answers("seller", again, { admits: [1] })
    expect(ordersOf(await judged("buyer", again))).toEqual([paid("seller", 5_000)])
  })

  it("PD15 §10 given a judgment on a debt that is vacated, then the debt is claimed and ordered anew, and not while it stood", async () => {
    const court = await played()
    const { files, filesCode, undefended, act } = court
    const on = await owed(court)
    const { citation } = await undefended("seller", await files("seller", [onDebt("seller", on)]))
    expect(await filesCode("seller", [onDebt("seller", on)])).toBe("already_decided")
    await act(vacateJudgment, { citation, ground: "fraud", reasons: "It was obtained by fraud." }, registrar)
    const again = await files("seller", [onDebt("seller", on)])
    expect(ordersOf(await undefended("seller", again))).toEqual([paid("buyer", 700), dismissed])
  })
})
