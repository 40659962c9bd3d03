/** The law of holds: their terms, and the times of an instruction. */
import { describe, expect, it } from "vitest"
import type { Refusal } from "../kernel/Refusal.ts"
import { bounds } from "../kernel/Schedule.ts"
import { days, hours, minutes } from "../kernel/Time.ts"
import { start } from "../testing/Context.ts"
import type * as Escrow from "./Escrow.ts"
import type * as Hold from "./Hold.ts"
import { mayName, mayRevoke, mayStand, particularsOf, timesOf, withinBounds } from "./Law.ts"
import { addresses, named } from "./testing/Given.ts"

const codes = (found: ReadonlyArray<Refusal | null>) =>
  found.flatMap((one) => (one === null ? [] : [one.code]))

const body: Hold.Request = {
  escrowKind: "x402r",
  chain: "base",
  chainId: 8453,
  escrowAddress: addresses.escrow,
  holdRef: `0x${"1".repeat(64)}`,
  address: addresses.buyer,
  amountCents: 40_000,
  longStopAt: start + days(60),
}

const hold = named()
const sides = { payer: addresses.buyer, payee: addresses.seller }
const reading: Escrow.Reading = {
  at: start,
  state: "funded",
  payer: addresses.buyer,
  payee: addresses.seller,
  asset: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
  amountUnits: "400000000",
  expiresAt: hold.longStopAt + days(8),
  releasers: ["0x0000000000000000000000000000000000000001"],
}
const ours = "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
const standing = (changes: Partial<Escrow.Reading>) =>
  codes(mayStand(hold, sides, { ...reading, ...changes }, [ours], bounds))

describe("the terms of a hold", () => {
  it("PD2 §6C USD means the chain's USDC, and familiar names are written in one form", () => {
    const { particulars, refused } = particularsOf(body)
    expect(codes(refused)).toEqual([])
    expect(particulars).toMatchObject({
      chain: "eip155:8453",
      amountUnits: "400000000",
      address: addresses.buyer,
    })
    const lower = particularsOf({ ...body, chain: "eip155:8453", address: addresses.buyer.toLowerCase() })
    expect(lower.particulars).toEqual(particulars)
  })

  it.each([
    [{ chain: "ethereum" }, ["hold_asset"]],
    [{ chain: "bitcoin" }, ["hold_asset"]],
    [{ assetDecimals: 18 }, ["hold_decimals"]],
    [{ holdRef: `0x${"A".repeat(64)}` }, ["hold_ref"]],
    [{ escrowKind: "erc8183", holdRef: "1" }, []],
    [{ escrowKind: "erc8183", holdRef: "01" }, ["hold_ref"]],
    [{ escrowKind: "erc8183", holdRef: String(2n ** 256n) }, ["hold_ref"]],
    [{ escrowKind: "kleros", holdRef: "0" }, []],
    [{ address: `eip155:1:${addresses.buyer}` }, ["hold_address"]],
    [{ escrowAddress: addresses.buyer }, ["hold_address"]],
  ] as const)("PD2 §6C given terms with %j, then the grounds of refusal are %j", (changes, expected) => {
    expect(codes(particularsOf({ ...body, ...changes }).refused)).toEqual(expected)
  })

  it("PD2 §6C the long stop is from 48 hours to 180 days ahead, both included", () => {
    const at = (longStopAt: number) => codes(withinBounds({ amountCents: 1, longStopAt }, start, bounds))
    expect([start + hours(48), start + days(180)].flatMap(at)).toEqual([])
    expect([start + hours(48) - 1, start + days(180) + 1].map(at)).toEqual([
      ["hold_long_stop"],
      ["hold_long_stop"],
    ])
  })

  it("PD2 §6A a hold is at most the cap", () => {
    const of = (amountCents: number) => codes(withinBounds({ ...body, amountCents }, start, bounds))
    expect([of(bounds.holdCapCents), of(bounds.holdCapCents + 1)]).toEqual([[], ["hold_cap"]])
  })

  it("PD2 §6C given an escrow that is read, then it must be as the parties stated it", () => {
    expect(standing({})).toEqual([])
    expect(standing({ asset: null, expiresAt: null })).toEqual([])
  })

  it.each<[Partial<Escrow.Reading>, ReadonlyArray<string>]>([
    [{ state: "unfunded" }, ["hold_state"]],
    [{ state: "spent" }, ["hold_state"]],
    [{ payer: addresses.seller }, ["hold_state"]],
    [{ payee: addresses.escrow }, ["hold_state"]],
    [{ amountUnits: "399999999" }, ["hold_state"]],
    [{ asset: addresses.escrow }, ["hold_state"]],
    [{ expiresAt: hold.longStopAt + days(8) - 1 }, ["hold_expires_early"]],
    [{ releasers: [addresses.seller, ours.toLowerCase()] }, ["hold_court_key"]],
  ])(
    "PD2 §6C given an escrow that is read as %j, then the grounds of refusal are %j",
    (changes, expected) => {
      expect(standing(changes)).toEqual(expected)
    },
  )

  it("PD2 §6C an escrow that its reader can't read is refused; without a reader the parties' statements count", () => {
    expect(codes(mayStand(hold, sides, "unreadable", [ours], bounds))).toEqual(["hold_state"])
    expect(codes(mayStand(hold, sides, "unread", [ours], bounds))).toEqual([])
    expect(codes(mayStand(hold, { payer: ours, payee: null }, "unread", [ours], bounds))).toEqual([
      "hold_court_key",
    ])
    expect(codes(mayStand({ ...hold, escrowAddress: ours }, sides, "unread", [ours], bounds))).toEqual([
      "hold_court_key",
    ])
  })

  it("PD2 §6B a quote or a matter has a bounded number of holds", () => {
    const of = (count: number) =>
      codes(mayName({ inTime: true, when: "", named: count, taken: false }, bounds))
    expect([of(bounds.holdsMax - 1), of(bounds.holdsMax)]).toEqual([[], ["holds_spent"]])
  })
})

describe("the times of an instruction", () => {
  it("PD2 §6E an instruction is signed now, takes effect a day later and expires a week after that, each at a whole second", () => {
    expect(timesOf(start + 999, bounds)).toEqual({
      signedAt: start,
      effectiveAt: start + hours(24),
      expiresAt: start + hours(24) + days(7),
    })
  })

  it("PD2 §6G an instruction may be revoked more than five minutes before it takes effect; at exactly five it is too late", () => {
    const effectiveAt = start + hours(24)
    expect(mayRevoke(effectiveAt, effectiveAt - minutes(5) - 1, bounds)).toBeNull()
    expect(mayRevoke(effectiveAt, effectiveAt - minutes(5), bounds)?.code).toBe("revocation_late")
  })
})
