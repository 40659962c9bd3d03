import { Either } from "effect"
import { describe, expect, it } from "vitest"
import { days, hours, type Instant } from "../kernel/Time.ts"
import type { Deal, Side } from "./Deal.ts"
import * as Ripeness from "./Ripeness.ts"
import { closed, debt, inWords, later, matter, quote, terms } from "./testing/Given.ts"

const codeOf = (deal: Deal, at: Instant, claimant: Side = "buyer"): string | null =>
  Either.match(Ripeness.check(deal, claimant, at, terms), { onLeft: ({ code }) => code, onRight: () => null })
const callCode = (deal: Deal, at: Instant): string | null =>
  Ripeness.callWaits(deal, at, terms)?.refusal.code ?? null

describe("when an account lies", () => {
  it("PD15 §2 who sues on day one is told when the account lies", () => {
    // due 24 hours after the acceptance, and a day more
    expect(Ripeness.opensAt(quote(), terms)).toBe(later(48))
    expect(codeOf(quote(), later(48) - 1)).toBe("account_not_ripe")
    expect(codeOf(quote(), later(48))).toBeNull()
  })

  it("PD15 §2 a close lies once the buyer has countersigned or disputed it, or the inspection has passed", () => {
    expect(codeOf(quote(closed(inWords)), later(43))).toBe("account_not_ripe")
    expect(codeOf(quote(closed(inWords)), later(44))).toBeNull()
    expect(codeOf(quote(closed(inWords, { dispute: true })), later(22))).toBeNull()
  })

  it("PD15 §2 after ninety days only consent is left, and a late close does not begin them anew", () => {
    expect(codeOf(quote(), later(48) + days(90) - 1)).toBeNull()
    expect(codeOf(quote(), later(48) + days(90))).toBe("account_closed")
    const revived = quote({ ...closed({ at: later(48) + days(89) }), inspection: hours(1) })
    expect(codeOf(revived, later(48) + days(90))).toBe("account_closed")
  })

  it("PD15 §2 time before the court is not counted, and two weeks remain after a matter that decided nothing", () => {
    const pending = (from: number, to: number) => ({
      pending: [
        { claimant: "buyer" as const, from: later(from), to: later(to), discontinuedUndefended: false },
      ],
    })
    expect(Ripeness.closesAt(quote(pending(60, 160)), terms)).toBe(later(148) + days(90))
    const long = 48 + 24 * 89
    expect(Ripeness.closesAt(quote(pending(long, long + 1)), terms)).toBe(later(long + 1) + days(14))
  })

  it("PD15 §2 a claimant that discontinues before a defence waits a month; the other side does not", () => {
    const pending = [
      { claimant: "buyer" as const, from: later(60), to: later(70), discontinuedUndefended: true },
    ]
    expect(codeOf(quote({ pending }), later(70) + days(30) - 1)).toBe("account_barred")
    expect(codeOf(quote({ pending }), later(70) + days(30))).toBeNull()
    expect(codeOf(quote({ pending }), later(71), "supplier")).toBeNull()
  })

  it("PD15 §2 a quote that was replaced has no account", () => {
    expect(codeOf(quote({ replacedBy: "q2" }), later(60))).toBe("quote_replaced")
  })

  it("PD15 §2 a debt lies from its due time for a year", () => {
    expect(Ripeness.opensAt(debt(), terms)).toBe(later(1))
    const ahead = debt({ dealingAt: later(500) })
    expect(codeOf(ahead, later(499))).toBe("account_not_ripe")
    expect(codeOf(ahead, later(500))).toBeNull()
    expect(codeOf(debt(), later(1) + days(365) - 1)).toBeNull()
    expect(codeOf(debt(), later(1) + days(365))).toBe("account_closed")
  })
})

describe("denial of receipt", () => {
  it("PD15 §9 nobody calls within two days of the first denial", () => {
    const denied = quote({ matter: matter({ deniedAt: later(100) }) })
    expect(callCode(denied, later(148) - 1)).toBe("denial_running")
    expect(callCode(denied, later(148))).toBeNull()
    const again = quote({ ...closed({}, { received: false }), matter: matter({ deniedAt: later(100) }) })
    expect(callCode(again, later(101))).toBeNull()
  })

  it("PD15 §9 nobody calls while the time of an attester runs", () => {
    const evaluation = { verdict: "indeterminate" as const, reductionMillionths: 0 }
    const waiting = (answered: { id: string; at: Instant } | null) =>
      quote({
        ...closed(),
        criteria: { sha256: "sha256:c", evaluation, attested: [{ id: "a", answered, dueAt: later(300) }] },
      })
    expect(callCode(waiting(null), later(299))).toBe("attestation_running")
    expect(callCode(waiting(null), later(300))).toBeNull()
    expect(callCode(waiting({ id: "att", at: later(50) }), later(60))).toBeNull()
    expect(callCode(debt(), later(60))).toBeNull()
  })

  it("PD15 §9 given both times, then the denial refuses first, and the call opens at the end of the later", () => {
    const evaluation = { verdict: "indeterminate" as const, reductionMillionths: 0 }
    const attested = [{ id: "a", answered: null, dueAt: later(300) }]
    const both = quote({
      ...closed(),
      criteria: { sha256: "sha256:c", evaluation, attested },
      matter: matter({ deniedAt: later(100) }),
    })
    const waits = Ripeness.callWaits(both, later(101), terms)
    expect([waits?.refusal.code, waits?.opensAt]).toEqual(["denial_running", later(300)])
    expect(Ripeness.callWaits(both, later(300), terms)).toBeNull()
  })
})
