/** From a judgment to an escrow that has paid out, through the court's own loop: costs, dismissals, settlements and refusals. */
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import type { Judge } from "../bench/index.ts"
import { pay } from "../bench/testing/Cases.ts"
import { Entry } from "../compliance/index.ts"
import { allEntries } from "../compliance/testing/Register.ts"
import { type Escrow, type Hold, holdRevocations, readPayout, revokePayout } from "../holds/index.ts"
import { buyer, funded, hold, holding, seller, unconfirmed } from "../holds/testing/Court.ts"
import { registrar, stranger } from "../holds/testing/Given.ts"
import type { Actor } from "../kernel/Actor.ts"
import * as Changed from "../kernel/Change.ts"
import { needPresent } from "../kernel/Defect.ts"
import { days, hours, minutes } from "../kernel/Time.ts"
import { requestPayout } from "./Instruct.ts"
import { passHold } from "./Lapse.ts"
import { reportPaidOut } from "./ReportPaidOut.ts"

const { id } = hold()
const other = hold({ id: "01900000-0000-7000-8000-000000000009", holdRef: `0x${"2".repeat(64)}` })
const final = hours(73)

/** A court with a confirmed hold, a second one between the same parties, and a final judgment with these orders. */
const opened = async (
  orders: ReadonlyArray<Judge.DraftOrder>,
  changes: Partial<Hold.Hold> = {},
  chain: Partial<typeof Escrow.Escrows.Service> = {},
) => {
  const court = await holding([hold(changes), other], chain)
  const { citation } = await court.judged(...orders)
  court.advance(final)
  return {
    ...court,
    citation,
    pays: (of = id) => court.does(requestPayout, { id: of, citation }, buyer),
    paysNot: (of = id, actor: Actor = buyer) => court.refuses(requestPayout, { id: of, citation }, actor),
    reports: (actor: Actor = seller) => court.does(reportPaidOut, { id }, actor),
    reportsNot: (actor: Actor = seller) => court.refuses(reportPaidOut, { id }, actor),
  }
}

const toBuyer = { against: "seller", inFavourOf: "buyer" }
const toSeller = { against: "buyer", inFavourOf: "seller" }
const costs = (amountCents: number): Judge.DraftOrder => ({
  ...pay(amountCents, toSeller),
  kind: "costs",
  text: "Pay the costs.",
})
const dismissed: Judge.DraftOrder = { kind: "dismiss", text: "The claim is dismissed." }
const shares = (amountToPayeeCents: number, amountToPayerCents: number) => ({
  amountToPayeeCents,
  amountToPayerCents,
})
const met = (changes: object) => ({
  satisfiedFromHold: [],
  notMetInFull: [],
  refundOrdersSatisfied: [],
  ...changes,
})

describe("what a hold pays by a judgment", () => {
  it("PD2 §6F given orders to pay and as to costs each way, then the escrow is divided by their difference", async () => {
    const court = await opened([pay(500, toBuyer), costs(2_000)])
    expect((await court.pays()).payout).toMatchObject(shares(1_500, 38_500))
  })

  it("PD11 §12 given costs that the escrow met, then they count as met for every hold after it", async () => {
    const court = await opened([pay(500, toSeller), costs(2_000)])
    await court.pays()
    court.advance(days(2))
    const orders = [1, 2].map((n) => ({ citation: court.citation, n }))
    expect(await court.reports()).toMatchObject(met({ satisfiedFromHold: orders }))
    expect((await court.pays(other.id)).payout).toMatchObject(shares(0, 40_000))
  })

  it.each([
    ["only dismisses", [dismissed], shares(40_000, 0)],
    ["dismisses and gives costs", [dismissed, costs(2_000)], shares(40_000, 0)],
    ["dismisses a part and orders payment", [dismissed, pay(500, toSeller)], shares(500, 39_500)],
  ])(
    "PD2 §6F given a judgment that %s, then the escrow is divided accordingly",
    async (_what, orders, expected) => {
      const court = await opened(orders)
      expect((await court.pays()).payout).toMatchObject(expected)
    },
  )

  it("PD2 §6E given a stranger to the hold, then it may neither ask for an instruction nor report a payment", async () => {
    const court = await opened([pay(500)])
    expect(await court.paysNot(id, stranger)).toBe("not_a_party")
    expect(await court.reportsNot(stranger)).toBe("not_a_party")
  })

  it("PD2 §6E given an instruction of another hold that nobody used, as the chain shows, then it expires in the act that instructs this one", async () => {
    const court = await opened([pay(500, toSeller)], {}, { read: () => Effect.succeed(funded()) })
    await court.pays(other.id)
    expect(await court.paysNot()).toBe("payout_elsewhere")
    court.advance(days(9))
    await court.pays()
    const types = (await court.events(`hold/${other.id}`)).map(({ type }) => type)
    expect(types).toEqual(["hold.instructed", "hold.expired"])
  })

  it("PD2 §6F given a hold on a matter, then only judgments of that matter are paid from it", async () => {
    const on = (matterId: string) =>
      opened([pay(500, toSeller)], { quoteId: null, matterId, purpose: "payment_in" })
    expect((await (await on("matter-1")).pays()).payout).toMatchObject(shares(500, 39_500))
    expect(await (await on("matter-2")).paysNot()).toBe("payout_judgment")
  })
})

describe("the report that an escrow has paid out", () => {
  it("PD2 §6H given that the parties settled without an instruction, then the payee reports it, and no order is met", async () => {
    const court = await opened([pay(500)])
    expect(await court.reportsNot(buyer)).toBe("not_receiver")
    expect(await court.reports()).toMatchObject(met({}))
    expect(await court.reportsNot()).toBe("hold_status")
  })

  it("PD2 §6I given an instruction that expired, and a chain that nobody reads, then the payee's late report is of that instruction", async () => {
    const court = await opened([pay(500, toSeller)])
    await court.pays()
    court.advance(days(9))
    expect(await court.reports()).toMatchObject(
      met({ satisfiedFromHold: [{ citation: court.citation, n: 1 }] }),
    )
  })

  it("PD2 §6H given a hold that secures an order and was released to the payee, then the order is met without an instruction", async () => {
    const secures = { citation: "[2026] MC 1", n: 1 }
    const court = await opened([pay(500, toSeller)], { secures, purpose: "order_pending_appeal" })
    expect(court.citation).toBe(secures.citation)
    expect(await court.reports()).toMatchObject(met({ satisfiedFromHold: [secures] }))
  })

  it("PD11 §12 given an entry in dispute, then a payment leaves the entry to the Registrar", async () => {
    const court = await opened([pay(500, toSeller)], { secures: { citation: "[2026] MC 1", n: 1 } })
    const entry = needPresent((await court.read(allEntries))[0], "the entry")
    await court.kept([
      Changed.put<Entry.Entry>(Entry.Entries, { ...entry, status: "disputed", window: null }),
    ])
    await court.reports()
    expect(await court.read((reader) => reader.find(Entry.Entries, entry.id))).toMatchObject({
      value: { status: "disputed" },
    })
  })

  const paid = (changes: Partial<Escrow.Payment> = {}): Escrow.Payment => ({
    txid: "0x1",
    height: 7,
    blockHash: "0xb",
    transfers: [{ index: 0, to: "payee", units: "400000000" }],
    at: hold().since + final + days(2),
    toPayeeUnits: "400000000",
    toPayerUnits: "0",
    movedUnits: "400000000",
    holds: false,
    confirmations: 1_000,
    ...changes,
  })

  it("PD2 §6H given a chain that shows the payment, then the report counts once the network has confirmed it", async () => {
    let payment: Escrow.Payment | "unpaid" = "unpaid"
    const court = await opened([pay(500)], {}, { payment: () => Effect.succeed(payment) })
    expect(await court.reportsNot(buyer)).toBe("not_paid_out")
    payment = paid({ confirmations: 1 })
    expect(await court.reportsNot(buyer)).toBe("not_paid_out")
    payment = paid()
    expect(await court.reports(buyer)).toMatchObject(met({}))
  })

  it("PD2 §6H given an instruction that has expired, then it covers a payment within its time, and no payment after it", async () => {
    const reported = async (payment: Escrow.Payment) => {
      const court = await opened([pay(500, toSeller)], {}, { payment: () => Effect.succeed(payment) })
      await court.pays()
      court.advance(days(9))
      return court.reports()
    }
    expect(await reported(paid())).toMatchObject(
      met({ satisfiedFromHold: [{ citation: "[2026] MC 1", n: 1 }] }),
    )
    expect(await reported(paid({ at: hold().since + final + days(8) }))).toMatchObject(met({}))
  })
})

describe("acts on a hold", () => {
  it("PD2 §6G given an instruction, then only the Registrar may revoke it, and the public list has it until it would have expired", async () => {
    const court = await opened([pay(500, toSeller)])
    const revoke = { id, reasons: "The judgment was obtained by fraud." }
    expect(await court.refuses(revokePayout, revoke, registrar)).toBe("hold_status")
    expect(await court.answers(readPayout, { id }, buyer)).toBe("unknown_payout")
    const { payout } = await court.pays()
    expect(await court.answers(readPayout, { id }, buyer)).toEqual({ payout })
    expect(await court.refuses(revokePayout, revoke, buyer)).toBe("registrar_only")
    await court.does(revokePayout, revoke, registrar)
    const listed = async () => {
      const found = await court.answers(
        holdRevocations,
        { page: { after: null, limit: 9 } },
        { role: "public" },
      )
      return typeof found === "string" ? found : found.revoked.map(({ digest }) => digest)
    }
    expect(await listed()).toEqual(["0xd"])
    expect(await court.paysNot()).toBe("payout_revoked")
    court.advance(days(9))
    expect(await listed()).toEqual([])
  })

  it("PD2 §6DA given a hold that nobody confirmed, when its deadline fires, then it lapses", async () => {
    const court = await holding([unconfirmed({ longStopAt: hold().since + days(3) })])
    court.advance(days(3))
    await court.does(passHold, { holdId: id }, { role: "scheduler" })
    expect(await court.inbox(needPresent(hold().payer.id, "an agent"))).toEqual(["hold.lapsed"])
  })
})

describe("the limits of an instruction", () => {
  it("PD2 §6F for an escrow that can't divide its sum, only an instruction that pays all to one side is signed", async () => {
    const whole = { escrowKind: "erc8183", holdRef: "7" } as const
    const of = (orders: ReadonlyArray<Judge.DraftOrder>) => opened(orders, whole)
    expect(await (await of([pay(500, toSeller)])).paysNot()).toBe("payout_inexpressible")
    expect((await (await of([pay(40_000, toSeller)])).pays()).payout).toMatchObject(shares(40_000, 0))
    const back = await of([pay(500, toBuyer)])
    expect((await back.pays()).payout).toMatchObject(shares(0, 40_000))
    // then the payer receives the sum, and reports it once the instruction has taken effect
    expect(await back.reportsNot(buyer)).toBe("not_paid_out")
    back.advance(days(2))
    expect(await back.reportsNot(seller)).toBe("not_receiver")
    expect(await back.reportsNot(buyer)).toBeNull()
    expect(await back.answers(readPayout, { id }, buyer)).toMatchObject({ payout: { status: "spent" } })
  })

  it("PD2 §6C no instruction is signed for an escrow that ends before it", async () => {
    const ends = (expiresAt: number) => {
      const longStopAt = hold().since + days(20)
      return opened(
        [pay(500, toSeller)],
        { longStopAt },
        { read: () => Effect.succeed(funded({ expiresAt })) },
      )
    }
    const signedAt = hold().since + final
    expect(await (await ends(signedAt + days(8) - 1)).paysNot()).toBe("hold_expires_early")
    expect(await (await ends(signedAt + days(60))).paysNot()).toBeNull()
    // If the chain is not read now, its state at the confirmation counts.
    const kept = await opened([pay(500, toSeller)], { escrowEndsAt: signedAt + days(8) - 1 })
    expect(await kept.paysNot()).toBe("hold_expires_early")
  })

  it("PD2 §6E a judgment between others is not paid from this hold", async () => {
    const court = await opened([pay(500, toSeller)], { payee: { ...hold().payee, id: "agent-other" } })
    expect(await court.paysNot()).toBe("payout_judgment")
  })

  it("PD2 §6G an instruction may be revoked more than five minutes before it takes effect, and no later", async () => {
    const court = await opened([pay(500, toSeller)])
    await court.pays()
    court.advance(days(1) - minutes(5))
    const revoke = { id, reasons: "Too late." }
    expect(await court.refuses(revokePayout, revoke, registrar)).toBe("revocation_late")
    const statusAfter = async (ms: number) => {
      court.advance(ms)
      const read = await court.answers(readPayout, { id }, buyer)
      return typeof read === "string" ? read : read.payout.status
    }
    expect(await statusAfter(0)).toBe("signed")
    expect(await statusAfter(minutes(5) + 1)).toBe("effective")
    expect(await statusAfter(days(7))).toBe("expired")
  })
})
