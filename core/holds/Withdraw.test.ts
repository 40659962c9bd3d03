/** The end of what a live instruction rests on: it is revoked in the same commit, whatever ended it and however late. */
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import { Notice } from "../agents/index.ts"
import { vacateJudgment } from "../appeals/index.ts"
import type { Judge } from "../bench/index.ts"
import { pay } from "../bench/testing/Cases.ts"
import {
  attestCompliance,
  confirmCompliance,
  decideCompliance,
  Entry,
  setComplianceAddress,
} from "../compliance/index.ts"
import * as Changed from "../kernel/Change.ts"
import { needPresent } from "../kernel/Defect.ts"
import { published } from "../kernel/Schedule.ts"
import { days, hours } from "../kernel/Time.ts"
import { readHold, reportPaidOut, requestPayout } from "../payouts/index.ts"
import { stage } from "../testing/Stage.ts"
import type { Hold } from "./Hold.ts"
import { holdRevocations } from "./Queries.ts"
import { buyer, hold, holding, seller } from "./testing/Court.ts"
import { registrar } from "./testing/Given.ts"
import { revokePayout } from "./Withdraw.ts"

const { id } = hold()
const other = (changes: Partial<Hold>) =>
  hold({ id: "01900000-0000-7000-8000-000000000009", holdRef: `0x${"2".repeat(64)}`, ...changes })
const toSeller = { against: "buyer", inFavourOf: "seller", hours: 8760 }

/** A court whose hold has a live instruction on a final judgment that orders the buyer to pay the seller. */
const instructed = async (holds: ReadonlyArray<Hold> = [], ...orders: ReadonlyArray<Judge.DraftOrder>) => {
  const court = await holding([hold(), ...holds])
  const judgment = await court.judged(...(orders.length === 0 ? [pay(500, toSeller)] : orders))
  court.advance(hours(73))
  const { citation } = judgment
  await court.does(requestPayout, { id, citation }, seller)
  const entry = needPresent(judgment.entries[0], "its entry")
  return {
    ...court,
    citation,
    entry,
    hold: async () => {
      const found = await court.answers(readHold, { id }, registrar)
      return typeof found === "string" ? null : found.hold
    },
    revoked: async () => {
      const found = await court.answers(
        holdRevocations,
        { page: { after: null, limit: 9 } },
        { role: "public" },
      )
      return typeof found === "string" ? [] : found.revoked.map(({ holdId }) => holdId)
    },
    asks: () => court.refuses(requestPayout, { id, citation }, seller),
  }
}
type Court = Awaited<ReturnType<typeof instructed>>

const attests = ({ does, entry, now }: Court) =>
  does(attestCompliance, { id: entry, date: now(), evidence: "A receipt." }, buyer)

/** The acts that satisfy an order by other means than the instruction. */
const otherwise: ReadonlyArray<readonly [string, (court: Court) => Promise<unknown>]> = [
  ["the party favoured confirms it", ({ does, entry }) => does(confirmCompliance, { id: entry }, seller)],
  [
    "the Registrar finds it",
    ({ does, entry }) =>
      does(decideCompliance, { id: entry, status: "satisfied", reasons: "Paid." }, registrar),
  ],
]

describe("an instruction whose order is satisfied by other means", () => {
  it.each(otherwise)(
    "PD2 §6G given that %s, then it is revoked at once, and may be asked for again",
    async (_, act) => {
      const court = await instructed()
      await act(court)
      expect(await court.hold()).toMatchObject({ status: "confirmed", payout: { status: "revoked" } })
      expect(await court.revoked()).toEqual([id])
      expect(await court.inbox(Notice.registrarInbox)).toContain("hold.revoked")
      expect(await court.inbox(buyer.id)).toContain("hold.revoked")
      const { data } = needPresent((await court.events(`hold/${id}`)).at(-1), "the event")
      expect(data).toMatchObject({ act: "withdraw", by: "court", status: "confirmed", reissue: true })
      expect(await court.asks()).toBeNull()
    },
  )

  it("PD2 §6G given an instruction in effect, then it is revoked all the same, since nobody has spent it", async () => {
    const court = await instructed()
    court.advance(days(2))
    expect(await court.hold()).toMatchObject({ payout: { status: "effective" } })
    await court.does(confirmCompliance, { id: court.entry }, seller)
    expect(await court.hold()).toMatchObject({ payout: { status: "revoked" } })
  })

  it("PD2 §6G given another hold that met the order or the costs, then the instruction on them is revoked", async () => {
    const secures = { citation: "[2026] MC 1", n: 1 }
    const settled = other({ secures, purpose: "order_pending_appeal" })
    const costs: Judge.DraftOrder = { ...pay(200, toSeller), kind: "costs" }
    const court = await instructed([settled], pay(500, toSeller), costs)
    await court.does(reportPaidOut, { id: settled.id }, seller)
    expect(await court.hold()).toMatchObject({ payout: { status: "revoked" } })
  })

  it("PD2 §6G given an act that satisfies nothing new, then the instruction stands", async () => {
    const court = await instructed([], pay(500, toSeller), pay(300, toSeller))
    await attests(court)
    expect(await court.hold()).toMatchObject({ status: "instructed" })
    const [first] = await court.entries([court.entry])
    await court.kept([
      Changed.put<Entry.Entry>(Entry.Entries, { ...needPresent(first, "it"), status: "satisfied" }),
    ])
    expect(await court.asks()).toBeNull()
    const address = { network: "base", asset: "USDC", address: "0x52908400098527886E0F7030069857D2E4169EE7" }
    await court.does(setComplianceAddress, { id: court.entry, ...address }, seller)
    expect(await court.hold()).toMatchObject({ status: "instructed" })
  })

  it("PD2 §6H given the payment of the instruction itself, then nothing is revoked", async () => {
    const court = await instructed()
    court.advance(days(2))
    await court.does(reportPaidOut, { id }, seller)
    expect(await court.hold()).toMatchObject({ status: "paid_out", payout: { status: "spent" } })
    expect(await court.revoked()).toEqual([])
  })

  it("PD2 §6G given an instruction that has ended already, then nothing is revoked", async () => {
    const court = await instructed()
    court.advance(days(9))
    await court.does(confirmCompliance, { id: court.entry }, seller)
    expect(await court.revoked()).toEqual([])
  })
})

describe("an instruction and its end at the same time", () => {
  it("PD2 §6G given an instruction that is signed while its order is being confirmed, then it is revoked all the same", async () => {
    const court = await instructed()
    await court.does(revokePayout, { id, reasons: "By mistake.", reissue: true }, registrar)
    let asked = false
    const racing: typeof confirmCompliance = {
      ...confirmCompliance,
      gather: (input, context, reader) =>
        Effect.tap(confirmCompliance.gather(input, context, reader), () => {
          if (asked) return Effect.void
          asked = true
          return Effect.promise(court.asks)
        }),
    }
    await court.does(racing, { id: court.entry }, seller)
    expect(await court.hold()).toMatchObject({ status: "confirmed", payout: { status: "revoked" } })
    expect(await court.revoked()).toEqual([id, id])
  })

  it("PD2 §6G given a process that can't sign, then it leaves the order as it is rather than the instruction alive", async () => {
    const court = await instructed()
    const other = stage(published, { driver: court.driver, now: court.now() })
    expect(await other.codeOf(confirmCompliance, { id: court.entry }, seller)).toBe("NotaryUnavailable")
    expect(await court.entries([court.entry])).toMatchObject([{ status: "open" }])
  })
})

describe("an instruction whose judgment falls", () => {
  it("PD2 §6G given a vacation for fraud a minute before the instruction takes effect, then it is revoked and never signed again", async () => {
    const court = await instructed()
    court.advance(days(1) - 60_000)
    const input = { citation: court.citation, ground: "fraud", reasons: "Forged." } as const
    await court.does(vacateJudgment, input, registrar)
    expect(await court.hold()).toMatchObject({ status: "confirmed", payout: { status: "revoked" } })
    expect(await court.revoked()).toEqual([id])
    const { data } = needPresent((await court.events(`hold/${id}`)).at(-1), "the event")
    expect(data).toMatchObject({ act: "withdraw", reissue: false })
    expect(await court.asks()).toBe("payout_not_final")
  })
})
