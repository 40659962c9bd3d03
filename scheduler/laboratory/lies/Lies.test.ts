/** The conditions under which lies pay and don't pay, by the account as it runs, and which faults of the account would make them pay. */
import { describe, expect, it } from "vitest"
import { buyers } from "./Buyers.ts"
import { conditions } from "./Conditions.ts"
import { fairEnds, type Lie, liars, playLies } from "./Lies.ts"
import { endsOf, playOut } from "./Outcome.ts"
import { sellers } from "./Sellers.ts"
import { reasonOf, type Security, securityOf } from "./Summary.ts"
import { planted } from "./testing/Planted.ts"

const all = playLies()
/** Conditions with criteria, and payments in a hold or on a chain that is read. */
const visible = conditions.filter(
  ({ measure, payment }) => measure === "criteria" && (payment === "hold" || payment.endsWith(", read")),
)
const nameOf = ({ liar }: Lie): string => `${liar.side}: ${liar.name}`

/** The greatest gain of each lie that gains among these, in cents. */
const gainsOf = (among: ReadonlyArray<Lie>): Readonly<Record<string, number>> => {
  const found: Record<string, number> = {}
  for (const lie of among)
    if (lie.gainCents > 0) found[nameOf(lie)] = Math.max(found[nameOf(lie)] ?? 0, lie.gainCents)
  return found
}
const isSafe = (lie: Lie): boolean =>
  lie.condition.measure === "criteria" && ["hold", "read"].includes(securityOf(lie))

describe("a lie that faces an honest party", () => {
  it("PD15 §3 given both honest, then each ends with the same under every condition", () => {
    const ends = conditions.flatMap((condition) =>
      [true, false].map((honoured) => fairEnds(condition, honoured)),
    )
    expect(new Set(ends.map(({ sellerCents, buyerCents }) => `${sellerCents}, ${buyerCents}`))).toEqual(
      new Set(["4000, 5000"]),
    )
  })

  it("PD15 §3 given criteria and the price in a hold, then no lie gains, whatever the stakes, the share and whether orders are honoured", () => {
    const among = all.filter((lie) => isSafe(lie) && securityOf(lie) === "hold")
    expect(among).toHaveLength(liars.length * 8)
    expect(gainsOf(among)).toEqual({})
  })

  it("PD15 §3 given criteria, payments on a chain that is read, and stakes of the price that are honoured, then no lie gains", () => {
    const among = all.filter((lie) => isSafe(lie) && securityOf(lie) === "read")
    expect(among).toHaveLength(liars.length * 4)
    expect(gainsOf(among)).toEqual({})
  })

  it("PD15 §3 given criteria with a hold or an honoured stake, then the honest party ends with no less than without the deal", () => {
    const worst = all
      .filter(isSafe)
      .map(({ liar, ends }) => (liar.side === "seller" ? ends.buyerCents : ends.sellerCents))
    expect(Math.min(...worst)).toBe(0)
  })

  it("PD15 §3 given a lie that gains, then the delivery is undetermined, the payment is unseen, or nothing stands behind the order", () => {
    const gaining = all.filter(({ gainCents }) => gainCents > 0)
    expect(gaining.length).toBeGreaterThan(1_000)
    expect(gaining.filter((lie) => reasonOf(lie) === null).map(nameOf)).toEqual([])
  })

  it("PD15 §5 given words and a hold, then a false buyer gets the price back without a share, and a share divides it between the false of both sides", () => {
    const inWords = (otherwise: number | null) =>
      gainsOf(
        all.filter(
          (lie) =>
            lie.condition.measure === "words" &&
            securityOf(lie) === "hold" &&
            lie.condition.otherwiseMillionths === otherwise,
        ),
      )
    const falseBuyers = (cents: number) => ({
      "buyer: denies receipt": cents,
      "buyer: clicks dispute": cents,
      "buyer: haggler": cents,
      "buyer: shows other bytes": cents,
    })
    expect(inWords(null)).toEqual(falseBuyers(10_000))
    expect(inWords(500_000)).toEqual({
      ...falseBuyers(5_000),
      "seller: empty close": 1_000,
      "seller: night close": 1_000,
      "seller: garbage": 1_000,
    })
  })

  it("PD15 §7 given criteria and honoured stakes, then only payments that the Court can't see make lies pay", () => {
    const gains = (security: Security) =>
      gainsOf(all.filter((lie) => lie.condition.measure === "criteria" && securityOf(lie) === security))
    expect(gains("outside")).toEqual({ "seller: denies payment": 10_000, "seller: sues first": 6_000 })
    expect(gains("unread")).toEqual({
      "seller: sues first": 6_000,
      "buyer: paid outside": 10_000,
      "buyer: reuses a payment": 10_000,
    })
  })

  it("Rule 5.3 given criteria and no stake or no hold, then the silent seller keeps what it was paid, and the buyer what it owes", () => {
    const gains = gainsOf(
      all.filter((lie) => lie.condition.measure === "criteria" && securityOf(lie) === "none"),
    )
    expect(gains).toMatchObject({ "seller: silent": 6_000, "buyer: never pays": 10_000 })
  })
})

describe("a lie that faces a careless party", () => {
  it("PD15 §5 given criteria and a hold, then an empty close pays if the buyer countersigns whatever it gets", () => {
    for (const condition of visible.filter(({ payment }) => payment === "hold")) {
      const pair = { seller: sellers["empty close"], buyer: buyers["keeps the hold"] }
      expect(endsOf(pair, playOut(pair, condition), true)).toEqual({
        sellerCents: 10_000,
        buyerCents: -10_000,
      })
    }
  })
})

describe("an account with a planted fault", () => {
  it.each(planted)(
    "PD15 §3 given an account that %s, then a lie pays that does not pay now",
    (_, draw, lie) => {
      expect(all.filter((one) => isSafe(one) && one.liar.name === lie).length).toBeGreaterThan(0)
      const gains = gainsOf(playLies(visible, draw).filter(isSafe))
      expect(Object.keys(gains).map((name) => name.replace(/^.*: /, ""))).toContain(lie)
    },
  )
})
