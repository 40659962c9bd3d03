/** Holds over HTTP: from an accepted quote to an order satisfied from the escrow. */
import { beforeAll, describe, expect, it } from "vitest"
import * as Examples from "../api/Examples.ts"
import {
  agents,
  agreed,
  type Body,
  created,
  decided,
  done,
  draft,
  entriesOf,
  order,
  refused,
} from "../testing/Dispute.ts"
import { givenCourt } from "../testing/GivenCourt.ts"
import { checked, provenBy, type ServedPayout, wallets } from "../testing/Payouts.ts"

const hour = 3_600_000
const addresses = { buyer: wallets.buyer.address, seller: wallets.seller.address }

interface Hold extends Body {
  readonly id: string
  readonly status: string
  readonly next: ReadonlyArray<Body>
  readonly payout: Body | null
}

describe("holds", () => {
  const court = givenCourt()
  let keys: Awaited<ReturnType<typeof agents>>
  let references = 0

  beforeAll(async () => {
    keys = await agents(court)
  })

  const at = (offset: number): string => new Date(court.clock.now + offset).toISOString()
  const particulars = (changes: Body = {}): Body => ({
    ...Examples.quoteHold,
    holdRef: `0x${String(++references).padStart(64, "0")}`,
    address: addresses.buyer,
    longStopAt: at(60 * 24 * hour),
    ...changes,
  })

  const named = async (quoteId: string, changes: Body = {}): Promise<Hold> =>
    (await created(court, `/quotes/${quoteId}/holds`, keys.buyer, particulars(changes))).hold as Hold
  const confirmed = async (quoteId: string, changes: Body = {}): Promise<Hold> => {
    const { id } = await named(quoteId, changes)
    const answer = await done(court, "POST", `/holds/${id}/confirm`, {
      key: keys.seller,
      body: { address: addresses.seller },
    })
    for (const who of ["buyer", "seller"] as const) {
      const signature = await provenBy(wallets[who], answer.hold, who)
      const proof = { key: keys[who], body: { signature } }
      await done(court, "POST", `/holds/${id}/prove`, proof)
    }
    return read(id)
  }
  const read = async (id: string): Promise<Hold> =>
    (await done(court, "GET", `/holds/${id}`, { key: keys.buyer })).hold as Hold
  const instructed = async (id: string, citation: string, key = keys.buyer): Promise<ServedPayout> =>
    (await created(court, `/holds/${id}/payout`, key, { citation })).payout as ServedPayout

  it("PD2 §6E a final judgment is paid by an instruction that anybody can check, and the receiver reports it once it is in effect", async () => {
    const quoteId = await agreed(court, keys)
    const { id } = await confirmed(quoteId, { amountCents: 10_000 })
    const { citation } = await decided(
      court,
      draft([{ kind: "declaration", text: "Nothing was delivered." }, order({ amountCents: 100 })]),
      keys,
      { quoteId },
    )
    expect(await refused(court, "POST", `/holds/${id}/payout`, { key: keys.buyer, body: { citation } })).toBe(
      "409 payout_not_final",
    )
    court.clock.now += 73 * hour
    const payout = await instructed(id, citation)
    expect(payout).toMatchObject({ status: "signed", amountToPayeeCents: 0, amountToPayerCents: 10_000 })
    expect(await checked(payout)).toEqual({ digest: payout.digest, signer: payout.signer })
    const { instruction } = payout
    expect(instruction.amountToPayer).toBe("100000000")
    expect(Number(instruction.validAfter) - Number(instruction.signedAt)).toBe(24 * 3600)
    expect(Number(instruction.validBefore) - Number(instruction.validAfter)).toBe(7 * 24 * 3600)

    const tooSoon = { key: keys.buyer, body: {} }
    expect(await refused(court, "POST", `/holds/${id}/paid-out`, tooSoon)).toBe("409 not_paid_out")
    court.clock.now += 25 * hour
    expect((await read(id)).payout).toMatchObject({ status: "effective" })
    expect(await refused(court, "POST", `/holds/${id}/paid-out`, { key: keys.seller, body: {} })).toBe(
      "403 not_receiver",
    )
    const paid = await done(court, "POST", `/holds/${id}/paid-out`, { key: keys.buyer, body: {} })
    expect(paid).toMatchObject({ notMetInFull: [], refundOrdersSatisfied: [{ citation, n: 2 }] })
    const entry = (await entriesOf(court, "seller")).find((one) => one.citation === citation)
    expect(entry).toMatchObject({ status: "satisfied", adjustments: [] })
    expect(await read(id)).toMatchObject({ status: "paid_out", payout: { status: "spent" }, next: [] })
  })
})
