/** Records that a party signed about the delivery, and whoever would be paid by its own word, or by a word on another deal. */
import { describe, expect, it } from "vitest"
import type { QuoteDeal, SignedDelivery } from "./Deal.ts"
import { signedWordOf } from "./Signed.ts"
import {
  accountOf,
  close,
  closed,
  disclosure,
  findingOf,
  hash,
  inWords,
  later,
  lineOf,
  matter,
  quote,
} from "./testing/Given.ts"

const accepted = (over: Partial<SignedDelivery> = {}): SignedDelivery => ({
  id: "a1",
  by: "buyer",
  at: later(100),
  signedAt: later(30),
  says: "accepted",
  millionths: 0,
  sha256: null,
  ...over,
})
const undelivered = (over: Partial<SignedDelivery> = {}): SignedDelivery =>
  accepted({
    id: "u1",
    by: "supplier",
    says: "undelivered",
    millionths: 750_000,
    signedAt: later(40),
    ...over,
  })
const dealt = (signed: ReadonlyArray<SignedDelivery>, over: Partial<QuoteDeal> = {}): QuoteDeal =>
  quote({ matter: matter(), ...closed(inWords, { dispute: true }), ...over, signed })

describe("what a buyer signed", () => {
  it("PD15 §5A given an acceptance of a delivery in words that the buyer disputes, then it is found and nothing is off", () => {
    expect(findingOf(dealt([]), "delivered")).toBe("undetermined")
    const account = accountOf(dealt([accepted()]))
    expect(lineOf(account, "delivered")).toMatchObject({
      finding: "found",
      by: expect.arrayContaining([{ record: "artifact", id: "a1" }]),
    })
    expect(account.owed).toBe(10_000)
  })

  it("PD15 §5A given an acceptance without a close, then the delivery is found, and lateness is off no more than by a countersignature", () => {
    const remedies = { lateMillionthsPerHour: 100_000, lateMillionthsMax: null, otherwiseMillionths: null }
    const none = { closes: { supplier: null, buyer: null }, remedies }
    expect(accountOf(dealt([], none)).owed).toBe(0)
    expect(accountOf(dealt([accepted()], none)).owed).toBe(10_000)
    const late = { ...closed({ ...inWords, at: later(26) }), remedies }
    expect(accountOf(dealt([], late)).owed).toBe(8_000)
    expect(accountOf(dealt([accepted()], late)).owed).toBe(10_000)
  })

  it("PD15 §5A given an acceptance of other bytes than the close states, or one of an earlier deal, then it counts for nothing", () => {
    const byHash = closed({}, { dispute: true })
    expect(findingOf(dealt([accepted({ sha256: "cd".repeat(32) })], byHash), "delivered")).toBe("not_found")
    expect(findingOf(dealt([accepted({ sha256: hash })], byHash), "delivered")).toBe("found")
    expect(findingOf(dealt([accepted({ signedAt: later(-1) })], byHash), "delivered")).toBe("not_found")
    expect(findingOf(dealt([accepted({ sha256: "cd".repeat(32) })]), "delivered")).toBe("found")
  })

  it("PD15 §5A given a supplier that signs an acceptance, or a buyer that signs that nothing came, then neither helps its signer", () => {
    expect(signedWordOf(dealt([accepted({ by: "supplier" })]))).toBeNull()
    expect(signedWordOf(dealt([undelivered({ by: "buyer" })]))).toBeNull()
  })

  it("PD15 §3 given an acceptance that the court received after the call, then it does not count", () => {
    expect(findingOf(dealt([accepted({ at: later(201) })]), "delivered")).toBe("undetermined")
  })
})

describe("what a supplier signed", () => {
  it("PD15 §5A given a share that it says it has not fulfilled, after its close, then that share is off", () => {
    const account = accountOf(dealt([undelivered()], closed(inWords)))
    expect(account.owed).toBe(2_500)
    expect(lineOf(account, "conforming")).toMatchObject({
      millionths: 750_000,
      by: expect.arrayContaining([{ record: "artifact", id: "u1" }]),
    })
  })

  it("PD15 §5A given the whole, then nothing was delivered; given a smaller share later, the greater stays", () => {
    const whole = undelivered({ millionths: 1_000_000 })
    expect(findingOf(dealt([whole], closed(inWords)), "delivered")).toBe("not_found")
    const later50 = undelivered({ id: "u2", millionths: 1, signedAt: later(50) })
    expect(findingOf(dealt([whole, later50], closed(inWords)), "delivered")).toBe("not_found")
  })

  it("PD15 §5A given a state of the order from before the close, or without a close, then it says nothing of the delivery", () => {
    expect(signedWordOf(dealt([undelivered({ signedAt: later(19) })], closed(inWords)))).toBeNull()
    expect(signedWordOf(dealt([undelivered()], { closes: { supplier: null, buyer: close() } }))).toBeNull()
    expect(signedWordOf(dealt([undelivered({ millionths: 0 })], closed(inWords)))).toBeNull()
  })

  it("PD15 §5A given the buyer's acceptance after it, then it is over; given it after the acceptance, then it counts", () => {
    const over = closed(inWords)
    expect(accountOf(dealt([undelivered(), accepted({ signedAt: later(41) })], over)).owed).toBe(10_000)
    expect(accountOf(dealt([undelivered(), accepted({ signedAt: later(40) })], over)).owed).toBe(10_000)
    expect(accountOf(dealt([undelivered(), accepted({ signedAt: later(39) })], over)).owed).toBe(2_500)
  })

  it("PD15 §5A given criteria that take off more, then the greater of both is off; what both closes sign comes before it", () => {
    const evaluated = (reductionMillionths: number) => ({
      ...closed(),
      disclosures: [disclosure()],
      criteria: {
        sha256: "c",
        evaluation: { verdict: "partly" as const, reductionMillionths },
        attested: [],
      },
    })
    expect(accountOf(dealt([undelivered()], evaluated(900_000))).owed).toBe(1_000)
    expect(accountOf(dealt([undelivered()], evaluated(100_000))).owed).toBe(2_500)
    expect(accountOf(dealt([undelivered()], closed(inWords, {}))).owed).toBe(10_000)
  })
})
