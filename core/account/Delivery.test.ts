import { describe, expect, it } from "vitest"
import { hours } from "../kernel/Time.ts"
import type { Criteria } from "./Deal.ts"
import {
  accountOf,
  closed,
  disclosure,
  findingOf,
  inWords,
  later,
  lineOf,
  matter,
  quote,
} from "./testing/Given.ts"

const hourly = { lateMillionthsPerHour: 10_000, lateMillionthsMax: null, otherwiseMillionths: null }
const half = { lateMillionthsPerHour: null, lateMillionthsMax: null, otherwiseMillionths: 500_000 }
const disclosed = { disclosures: [disclosure()] }
const judged = (reductionMillionths: number, verdict: "partly" | "not_satisfied" = "partly"): Criteria => ({
  sha256: "sha256:c",
  evaluation: { verdict, reductionMillionths },
  attested: [],
})

describe("price and due time", () => {
  it("PD15 §4 a charge above the quote's price is not the price, unless the buyer countersigns it", () => {
    const padded = { cents: 15_000 }
    expect(accountOf(quote(closed(padded))).price).toBe(10_000)
    expect(accountOf(quote(closed(padded, { ...padded, dispute: true }))).price).toBe(10_000)
    expect(accountOf(quote(closed(padded, { cents: 10_000 }))).price).toBe(10_000)
    expect(accountOf(quote(closed(padded, padded))).price).toBe(15_000)
    expect(accountOf(quote(closed({ cents: 8_000 }))).price).toBe(8_000)
  })

  it("PD15 §4 a buyer that accepts a second before the due time leaves the supplier the time that was offered", () => {
    const rushed = { offeredAt: later(-24), dueBy: later(0) + 1_000 }
    const onTime = { ...closed({ at: later(20) }), ...disclosed, remedies: hourly }
    expect(lineOf(accountOf(quote({ ...rushed, ...onTime })), "late")?.cents).toBe(0)
  })

  it("PD15 §4 a close that the supplier makes after it was sued counts only if the buyer countersigns", () => {
    const sued = { matter: matter() }
    const late = closed({ at: later(101) })
    expect(findingOf(quote({ ...sued, ...late, ...disclosed }), "delivered")).toBe("not_found")
    const signed = closed({ at: later(101) }, { at: later(102) })
    expect(findingOf(quote({ ...sued, ...signed }), "delivered")).toBe("found")
  })
})

describe("delivery", () => {
  it("PD15 §5 nothing closed is nothing delivered, and the buyer gets back what it paid", () => {
    const account = accountOf(quote())
    expect(account).toMatchObject({ owed: 0, balance: 0 })
    expect(lineOf(account, "delivered")).toMatchObject({ finding: "not_found", burden: "supplier" })
  })

  it("PD15 §5 a hash of nothing that nobody discloses does not deliver, however long the buyer was silent", () => {
    const line = lineOf(accountOf(quote(closed())), "delivered")
    expect(line).toMatchObject({ finding: "not_found", wanted: { who: "supplier", dueBy: null } })
  })

  it("PD15 §5 other bytes than the close names do not deliver", () => {
    const other = { disclosures: [disclosure({ sha256: "cd".repeat(32) })] }
    expect(findingOf(quote({ ...closed(), ...other }), "delivered")).toBe("not_found")
  })

  it.each(["sha256:", "0x", "sha256:0x", ""])("PD15 §5 a hash is read with the prefix %j", (prefix) => {
    const named = closed({ delivered: `${prefix}${"AB".repeat(32)}` })
    expect(findingOf(quote({ ...named, ...disclosed }), "delivered")).toBe("found")
  })

  it("PD15 §5 a disclosure after the instant of the account is not read", () => {
    const deal = quote({ ...closed(), ...disclosed })
    expect(findingOf(deal, "delivered", later(21) - 1)).toBe("not_found")
    expect(findingOf(deal, "delivered", later(21))).toBe("found")
  })

  it("PD15 §5 words that a whole inspection let pass are found, and a denial after it is too late", () => {
    const passed = quote({ ...closed(inWords), matter: matter({ deniedAt: later(100) }) })
    expect(findingOf(passed, "delivered")).toBe("found")
  })

  it("PD15 §5 an hour of inspection at night does not beat a buyer that denies the delivery in the matter", () => {
    const night = { ...closed(inWords), inspection: hours(1) }
    const silent = matter({ claimant: "supplier", pleads: { supplier: later(100), buyer: null } })
    expect(findingOf(quote({ ...night, matter: silent }), "delivered")).toBe("found")
    const denied = matter({ deniedAt: later(110) })
    expect(findingOf(quote({ ...night, matter: denied }), "delivered")).toBe("undetermined")
  })

  it("PD15 §5 a supplier that sues while the inspection runs has no delivery yet", () => {
    const line = lineOf(accountOf(quote(closed(inWords)), later(30)), "delivered")
    expect(line).toMatchObject({ finding: "not_found", wanted: { who: "buyer", dueBy: later(44) } })
  })

  it("PD15 §5 a click of dispute decides nothing: who doesn't plead loses, and both leave it open", () => {
    const clicked = closed(inWords, { dispute: true })
    const pleading = (supplier: boolean, buyer: boolean) =>
      quote({
        ...clicked,
        matter: matter({
          pleads: { supplier: supplier ? later(105) : null, buyer: buyer ? later(100) : null },
        }),
      })
    expect(findingOf(pleading(true, true), "delivered")).toBe("undetermined")
    expect(findingOf(pleading(true, false), "delivered")).toBe("found")
    expect(findingOf(pleading(false, true), "delivered")).toBe("not_found")
  })

  it("PD15 §5 a delivery elsewhere is found once each attester has answered or its time has passed", () => {
    const attested = (answered: Criteria["attested"][number]["answered"], dueAt: number) =>
      quote({
        ...closed({}, { dispute: true }),
        elsewhere: true,
        criteria: { ...judged(0), attested: [{ id: "seen", answered, dueAt }] },
      })
    expect(findingOf(attested({ id: "att", at: later(30) }, later(300)), "delivered")).toBe("found")
    expect(findingOf(attested(null, later(199)), "delivered")).toBe("found")
    expect(findingOf(attested(null, later(201)), "delivered")).toBe("undetermined")
    const none = quote({ ...closed({}, { dispute: true }), elsewhere: true, criteria: judged(0) })
    expect(findingOf(none, "delivered")).toBe("undetermined")
  })
})

describe("conformity and delay", () => {
  it("PD15 §6 garbage that misses a required check costs its supplier the whole price", () => {
    const garbage = quote({ ...closed(), ...disclosed, criteria: judged(1_000_000, "not_satisfied") })
    expect(accountOf(garbage)).toMatchObject({ owed: 0 })
  })

  it("PD15 §6 what both signed is the measure: criteria and delay take nothing off", () => {
    const signed = quote({
      ...closed({ at: later(40) }, { at: later(41) }),
      ...disclosed,
      criteria: judged(400_000),
      remedies: hourly,
    })
    expect(accountOf(signed)).toMatchObject({ owed: 10_000 })
  })

  it("PD15 §6 conformity comes off first, then delay, each rounded down and at most what is left", () => {
    const deal = quote({
      ...closed({ at: later(34) }),
      disclosures: [disclosure({ at: later(34) })],
      cents: 9_999,
      criteria: judged(333_333),
      remedies: hourly,
    })
    const account = accountOf(deal)
    expect(lineOf(account, "conforming")?.cents).toBe(3_332)
    expect(lineOf(account, "late")).toMatchObject({ millionths: 100_000, cents: 999 })
    expect(account.owed).toBe(9_999 - 3_332 - 999)
    const all = { ...deal, remedies: { ...hourly, lateMillionthsPerHour: 1_000_000 } }
    expect(accountOf(all).owed).toBe(0)
  })

  it("PD15 §6A a close two minutes late costs nothing, and delay at most what the quote states", () => {
    const closedAfter = (minutes: number) => ({
      ...closed({ at: later(24) + minutes * 60_000 }),
      ...disclosed,
    })
    const remedies = { ...hourly, lateMillionthsMax: 20_000 }
    expect(lineOf(accountOf(quote({ ...closedAfter(2), remedies })), "late")?.millionths).toBe(0)
    expect(lineOf(accountOf(quote({ ...closedAfter(60), remedies })), "late")?.millionths).toBe(10_000)
    expect(lineOf(accountOf(quote({ ...closedAfter(600), remedies })), "late")?.millionths).toBe(20_000)
  })

  it("PD15 §6A a delivery is early only if both closes say so, and never before the acceptance", () => {
    const early = { at: later(34), deliveredAt: later(20) }
    const lateBy = (buyerSays: number | null) =>
      lineOf(
        accountOf(
          quote({
            ...closed(early, { at: later(35), dispute: true, deliveredAt: buyerSays }),
            ...disclosed,
            remedies: hourly,
          }),
        ),
        "late",
      )?.millionths
    expect(lateBy(null)).toBe(100_000)
    expect(lateBy(later(30))).toBe(60_000)
    expect(lateBy(later(-50))).toBe(0)
  })

  it("PD15 §6A a supplier that withholds the bytes after a denial is late until it discloses them", () => {
    const withheld = (at: number) =>
      quote({
        ...closed({}, { at: later(22), received: false }),
        disclosures: [disclosure({ at })],
        remedies: hourly,
      })
    expect(lineOf(accountOf(withheld(later(70))), "late")?.millionths).toBe(0)
    expect(lineOf(accountOf(withheld(later(71))), "late")?.millionths).toBe(470_000)
  })

  it("PD15 §6 a false denial of bytes that were disclosed before gains nothing", () => {
    const denied = quote({
      ...closed(),
      ...disclosed,
      remedies: hourly,
      matter: matter({ deniedAt: later(100) }),
    })
    expect(accountOf(denied)).toMatchObject({ owed: 10_000, undecided: null })
  })

  it("PD15 §6 without criteria a dispute leaves conformity open, and the quote says what is owed then", () => {
    const contested = { ...closed({}, { dispute: true }), ...disclosed, matter: matter() }
    expect(accountOf(quote(contested))).toMatchObject({ owed: { min: 0, max: 10_000 }, undecided: 10_000 })
    expect(accountOf(quote({ ...contested, remedies: half }))).toMatchObject({ owed: 5_000, undecided: null })
    const silent = matter({ claimant: "supplier", pleads: { supplier: later(100), buyer: null } })
    expect(accountOf(quote({ ...contested, matter: silent }))).toMatchObject({ owed: 10_000 })
  })
})
