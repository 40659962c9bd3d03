/** Holds over HTTP: from an accepted quote to an order satisfied from the escrow. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
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
import { checked, provenBy, type ServedPayout, wallets } from "../testing/Payouts.ts"
import { send, startCourt, type TestCourt } from "../testing/TestCourt.ts"

const hour = 3_600_000
const addresses = { buyer: wallets.buyer.address, seller: wallets.seller.address }

interface Hold extends Body {
  readonly id: string
  readonly status: string
  readonly next: ReadonlyArray<Body>
  readonly payout: Body | null
}

describe("holds", () => {
  let court: TestCourt
  let keys: Awaited<ReturnType<typeof agents>>
  let references = 0
  const start = Date.UTC(2026, 10, 20, 9)

  beforeAll(async () => {
    court = await startCourt()
    keys = await agents(court)
  })
  afterAll(() => court.stop())

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
  /** A final judgment on the quote, by which `seller` pays `buyer`. Gives its citation. */
  const judged = async (quoteId: string): Promise<string> => {
    const { citation } = await decided(court, draft(), keys, { quoteId })
    court.clock.now += 73 * hour
    return citation
  }
  const read = async (id: string): Promise<Hold> =>
    (await done(court, "GET", `/holds/${id}`, { key: keys.buyer })).hold as Hold
  const instructed = async (id: string, citation: string, key = keys.buyer): Promise<ServedPayout> =>
    (await created(court, `/holds/${id}/payout`, key, { citation })).payout as ServedPayout

  it("PD2 §6B a party names a hold on an accepted quote; both parties and no stranger read it, and there is no payout yet", async () => {
    const quoteId = await agreed(court, keys)
    const hold = await named(quoteId)
    expect(hold).toMatchObject({
      quoteId,
      matterId: null,
      namedBy: "buyer",
      payer: { handle: "buyer", address: addresses.buyer },
      payee: { handle: "seller", address: null },
      amountCents: 40_000,
      amountUnits: "400000000",
      chain: "eip155:8453",
      status: "named",
      read: null,
      payout: null,
    })
    expect(hold.next).toMatchObject([
      { who: "seller", act: "confirm", dueBy: hold.longStopAt },
      { who: "buyer", act: "prove", dueBy: hold.longStopAt, sign: { primaryType: "HoldParty" } },
    ])
    const listed = await done(court, "GET", `/quotes/${quoteId}/holds`, { key: keys.seller })
    expect(listed.holds).toEqual([hold])
    const inbox = await done(court, "GET", "/inbox?limit=100", { key: keys.seller })
    expect(JSON.stringify(inbox.items)).toContain(`Hold ${hold.id}`)
    expect(
      await refused(court, "POST", `/holds/${hold.id}/payout`, { key: keys.buyer, body: { citation: "x" } }),
    ).toBe("404 unknown_judgment")
    expect(await refused(court, "GET", `/holds/${hold.id}/payout`, { key: keys.buyer })).toBe(
      "404 unknown_payout",
    )
    expect(await refused(court, "GET", `/holds/${hold.id}`, { key: keys.stranger })).toBe("403 not_a_party")
  })

  it("PD2 §6B a payment of an escrow is taken by the first hold that both have proven; the hold is shown as lapsed if nobody confirmed it in time", async () => {
    const quoteId = await agreed(court, keys)
    const body = particulars({ longStopAt: at(49 * hour) })
    await created(court, `/quotes/${quoteId}/holds`, keys.buyer, body)
    const { holdRef } = (await confirmed(await agreed(court, keys))) as unknown as {
      readonly holdRef: string
    }
    const again = { key: keys.buyer, body: { ...body, holdRef, longStopAt: at(60 * hour) } }
    expect(await refused(court, "POST", `/quotes/${quoteId}/holds`, again)).toBe("409 hold_taken")
    court.clock.now += 49 * hour
    // This court runs no scheduler: the query itself applies what time alone does.
    const { holds } = await done(court, "GET", `/quotes/${quoteId}/holds`, { key: keys.buyer })
    expect((holds as ReadonlyArray<Hold>).map(({ status }) => status)).toEqual(["lapsed"])
  })

  it.each([
    ["hold_cap", { amountCents: 50_001 }, 422],
    ["hold_asset", { chainId: 1 }, 422],
    ["hold_asset", { chain: "base-sepolia", chainId: 84532, currency: "USDT" }, 422],
    ["hold_decimals", { assetDecimals: 18 }, 422],
    ["invalid_request", { assetDecimals: 1 }, 400],
    ["hold_address", { address: "0x0000000000000000000000000000000000000000" }, 422],
    ["hold_address", { address: Examples.quoteHold.escrowAddress }, 422],
    ["hold_address", { address: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913" }, 422],
    ["hold_ref", { holdRef: "7" }, 422],
    ["hold_ref", { escrowKind: "erc8183", holdRef: "0" }, 422],
    ["hold_ref", { escrowKind: "kleros", holdRef: "007" }, 422],
    ["hold_long_stop", { longStopAt: new Date(start).toISOString() }, 422],
    ["hold_long_stop", { longStopAt: "2028-01-01T00:00:00.000Z" }, 422],
  ])("PD2 §6C the court refuses terms that it would not sign for: %s %j", async (code, changes, status) => {
    const quoteId = await agreed(court, keys)
    expect(
      await refused(court, "POST", `/quotes/${quoteId}/holds`, {
        key: keys.buyer,
        body: particulars(changes),
      }),
    ).toBe(`${status} ${code}`)
    const { holds } = await done(court, "GET", `/quotes/${quoteId}/holds`, { key: keys.buyer })
    expect(holds).toEqual([])
  })

  it("PD2 §6A the court refuses its own payout address for the payer and for the payee", async () => {
    const quoteId = await agreed(court, keys)
    const notary = (await (await send(court, "GET", "/.well-known/notary.json")).json()) as {
      readonly payout: { readonly address: string }
    }
    const attempt = { key: keys.buyer, body: particulars({ address: notary.payout.address }) }
    expect(await refused(court, "POST", `/quotes/${quoteId}/holds`, attempt)).toBe("422 hold_court_key")
    const { id } = await named(quoteId)
    const answer = { key: keys.seller, body: { address: notary.payout.address } }
    expect(await refused(court, "POST", `/holds/${id}/confirm`, answer)).toBe("422 hold_court_key")
  })

  it("PD2 §6D a hold is confirmed by the party that did not name it, with an address of its own", async () => {
    const { id } = await named(await agreed(court, keys))
    const same = { key: keys.seller, body: { address: addresses.buyer } }
    expect(await refused(court, "POST", `/holds/${id}/confirm`, same)).toBe("422 hold_self_dealing")
    const own = { key: keys.buyer, body: { address: addresses.seller } }
    expect(await refused(court, "POST", `/holds/${id}/confirm`, own)).toBe("403 not_confirming")
  })

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

  it("PD2 §6G a revocation is public and signed, and the court signs another instruction only if the revocation allows it", async () => {
    const quoteId = await agreed(court, keys)
    const { id } = await confirmed(quoteId)
    const citation = await judged(quoteId)
    const first = await instructed(id, citation)
    const revoke = (body: Body) =>
      send(court, "POST", `/api/v1/registrar/holds/${id}/revoke`, { key: court.registrar, body })
    expect((await revoke({ reasons: "Asked for by both.", reissue: true })).status).toBe(200)
    const { revoked } = (await (await send(court, "GET", "/api/v1/holds/revocations")).json()) as {
      readonly revoked: ReadonlyArray<Body>
    }
    expect(revoked).toContainEqual(
      expect.objectContaining({ holdId: id, digest: first.digest, signature: expect.any(String) }),
    )
    const second = await instructed(id, citation, keys.seller)
    expect(second.digest).not.toBe(first.digest)
    // A revocation must come more than five minutes before the instruction takes effect.
    court.clock.now = Date.parse(second.effectiveAt) - 5 * 60_000
    expect((await revoke({ reasons: "Too late." })).status).toBe(409)
    court.clock.now -= 1
    expect((await revoke({ reasons: "In time." })).status).toBe(200)
    expect(await refused(court, "POST", `/holds/${id}/payout`, { key: keys.buyer, body: { citation } })).toBe(
      "409 payout_revoked",
    )
    expect((await read(id)).status).toBe("confirmed")
  })

  it("PD2 §6E if both parties ask at once for payouts from two holds on one judgment, one instruction is signed", async () => {
    const quoteId = await agreed(court, keys)
    const holds = [await confirmed(quoteId), await confirmed(quoteId)]
    const citation = await judged(quoteId)
    const answers = await Promise.all(
      [...holds, ...holds].flatMap(({ id }) =>
        [keys.buyer, keys.seller].map((key) =>
          refused(court, "POST", `/holds/${id}/payout`, { key, body: { citation } }),
        ),
      ),
    )
    expect(answers.filter((answer) => answer === "201 done")).toHaveLength(1)
    expect(new Set(answers.filter((answer) => answer !== "201 done"))).toEqual(
      new Set(["409 hold_status", "409 payout_elsewhere"]),
    )
  })
})
