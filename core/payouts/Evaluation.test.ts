/** The evaluation of a delivery that the court signs for a job, and its withdrawal once a matter decides instead (PD2 §6EA, §6EB). */
import { Effect, Option } from "effect"
import { describe, expect, it } from "vitest"
import { digest, evaluate, read } from "../criteria/index.ts"
import { discloseArtifact } from "../deliveries/index.ts"
import {
  attested,
  base64,
  type Changes,
  criteria,
  hashOf,
  short,
  whole,
} from "../deliveries/testing/Delivered.ts"
import { type Hold, Payout, records } from "../holds/index.ts"
import { type Chain, funded, hold, holding } from "../holds/testing/Court.ts"
import { addresses, clock, registrar } from "../holds/testing/Given.ts"
import type { Actor } from "../kernel/Actor.ts"
import * as Changed from "../kernel/Change.ts"
import { needPresent } from "../kernel/Defect.ts"
import { published } from "../kernel/Schedule.ts"
import { textOf } from "../kernel/Text.ts"
import { days, hours } from "../kernel/Time.ts"
import { discontinue, fileMatter, recordEligibility } from "../matters/index.ts"
import { acceptQuote, closeQuote, offerQuote } from "../quotes/index.ts"
import { input } from "../quotes/testing/Opened.ts"
import { start } from "../testing/Context.ts"
import { filing } from "../testing/Matters.ts"
import { stage } from "../testing/Stage.ts"
import { requestEvaluation } from "./Evaluation.ts"
import { readHold } from "./Queries.ts"
import { reportPaidOut } from "./ReportPaidOut.ts"

const { Holds } = records

interface Wanted extends Changes {
  /** The bytes that are delivered; null if nobody discloses any. */
  readonly bytes?: string | null
  readonly held?: Partial<Hold.Hold>
  readonly chain?: Chain
  /** How long after it was due the quote is closed. */
  readonly late?: number
  /** Whether the buyer countersigns the close. */
  readonly signs?: boolean
}

/** A job for the price of a quote, as its escrow shows it. */
const job = funded({ amountUnits: "50000000" })

/** A quote that is closed by the hash of some bytes, and a confirmed hold over a job for its price. */
const opened = async ({
  bytes = whole,
  held = {},
  chain = {},
  late,
  signs = false,
  ...changes
}: Wanted = {}) => {
  const court = await holding([], chain)
  const seller = await court.enrolled("seller", "op-seller")
  const buyer = await court.enrolled("buyer", "op-buyer")
  const { criteria: document = criteria, ...more } = changes
  const owed = document === null ? {} : { criteria: document }
  const due = days(late === undefined ? 30 : 1)
  const offer = input({ dueBy: start + due, ...owed, ...more })
  const { id: quoteId } = await court.act(offerQuote, offer, seller)
  const criteriaSha256 = document === null ? {} : { criteriaSha256: digest(document) }
  await court.act(acceptQuote, { id: quoteId, ...criteriaSha256 }, buyer)
  if (late !== undefined) court.advance(due + late)
  const { currency = "USD" } = changes
  const closing = { priceChargedCents: 5_000, currency, delivered: hashOf(bytes ?? whole) }
  await court.act(closeQuote, { id: quoteId, ...closing }, seller)
  if (signs) await court.act(closeQuote, { id: quoteId, ...closing }, buyer)
  if (bytes !== null) await court.act(discloseArtifact, { id: quoteId, content: base64(bytes) }, seller)
  const side = ({ id, handle }: typeof buyer, address: string) => ({
    id,
    handle,
    operatorId: `op-${handle}`,
    address,
    provenAt: start,
  })
  const one = hold({
    escrowKind: "erc8183",
    holdRef: "7",
    quoteId,
    amountCents: 5_000,
    currency: "USD",
    amountUnits: "50000000",
    payer: side(buyer, addresses.buyer),
    payee: side(seller, addresses.seller),
    ...held,
  })
  await court.kept([Changed.put(Holds, one)])
  await court.act(recordEligibility, { reference: "[2026] FB 1", statement: "Confirmed." }, registrar)
  const { id } = one
  const asks = (by: Actor = seller) => court.does(requestEvaluation, { id }, by)
  const sees = async () => {
    const found = await court.answers(readHold, { id }, seller)
    if (typeof found === "string") throw new Error(found)
    return found.hold
  }
  return {
    ...court,
    seller,
    buyer,
    quoteId,
    id,
    asks,
    refusesAsk: (by: Actor = seller) => court.refuses(requestEvaluation, { id }, by),
    sees,
    evaluates: async () => (await sees()).next.some(({ act }) => act === "evaluate"),
    files: (by: Actor = buyer) => court.act(fileMatter, filing({ quoteId }), by),
    recorded: async () => Option.getOrThrow(await court.read((reader) => reader.find(Holds, id))),
  }
}

const evaluationOf = (text: string) => {
  const found = read(criteria)
  if (!("criteria" in found)) throw new Error("the criteria can't be read")
  return evaluate(found.criteria, new TextEncoder().encode(text), [])
}
/** The times of what is signed at the start, in seconds. */
const { payoutDelayHours, payoutDays } = published.at(start)
const signedAt = start / 1000
const validAfter = signedAt + payoutDelayHours * 3_600
const validBefore = validAfter + payoutDays * 86_400

describe("the evaluation for a job", () => {
  it.each([
    ["that satisfies its criteria", whole, true],
    ["that does not", "no JSON", false],
  ])(
    "PD2 §6EA given a delivery %s, then either party has that signed for the job, with the hashes and the times",
    async (_what, bytes, satisfied) => {
      const court = await opened({ bytes, chain: { read: () => Effect.succeed(job) } })
      expect(await court.evaluates()).toBe(true)
      const [by, other] = satisfied ? [court.seller, court.buyer] : [court.buyer, court.seller]
      const { hold: signed } = await court.asks(by)
      expect(signed).toMatchObject({ status: "confirmed", evaluation: { withdrawn: null, digest: "0xd" } })
      expect(signed.evaluation?.domain).toMatchObject({
        chainId: 8453,
        verifyingContract: addresses.escrow,
      })
      expect(signed.evaluation?.evaluation).toEqual({
        holdId: Payout.keccak(court.id),
        holdRef: `0x${"7".padStart(64, "0")}`,
        payer: addresses.buyer,
        payee: addresses.seller,
        asset: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
        amount: "50000000",
        satisfied,
        artifactSha256: `0x${hashOf(bytes)}`,
        criteriaSha256: digest(criteria).replace("sha256:", "0x"),
        evaluationSha256: `0x${textOf(evaluationOf(bytes)).sha256}`,
        signedAt,
        validAfter,
        validBefore,
        nonce: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      })
      expect(await court.inbox(other.id)).toContain("hold.evaluated")
      const [event] = (await court.events(`hold/${court.id}`)).slice(-1)
      expect(event).toMatchObject({ type: "hold.evaluated", data: { satisfied, digest: "0xd" } })
      // A hold has one at a time.
      expect(await court.refusesAsk()).toBe("evaluation_live")
      expect(await court.evaluates()).toBe(false)
    },
  )

  it("PD2 §6EA given an evaluation that expired, then another is signed, with a name of its own", async () => {
    const court = await opened()
    const first = (await court.asks()).hold.evaluation
    court.advance(hours(payoutDelayHours) + days(payoutDays) - 1000)
    expect(await court.refusesAsk()).toBe("evaluation_live")
    court.advance(1000)
    const second = (await court.asks()).hold.evaluation
    expect(second?.evaluation.nonce).not.toBe(first?.evaluation.nonce)
  })

  it.each<readonly [string, Wanted]>([
    ["an escrow that can pay parts", { held: { escrowKind: "x402r", holdRef: `0x${"1".repeat(64)}` } }],
    ["a hold on a matter", { held: { quoteId: null, matterId: "matter-1" } }],
    ["bytes that nobody disclosed", { bytes: null }],
    ["a quote without criteria", { criteria: null }],
    ["criteria that are satisfied in part", { bytes: short }],
    ["a check that is open", { criteria: attested }],
    ["a hold of another sum than the price", { held: { amountCents: 5_100 } }],
    ["a hold of another currency than the price", { held: { currency: "USDT" } }],
  ])("PD2 §6EA given %s, then no evaluation is signed or awaited", async (_what, wanted) => {
    const court = await opened(wanted)
    expect(await court.refusesAsk()).toBe("evaluation_unavailable")
    expect(await court.evaluates()).toBe(false)
  })

  // A job ends whole: the supplier would have what is off the price for its delay, and the buyer would have to sue for it.
  it.each(["USD", "EUR"])(
    "PD2 §6EA given a delivery that satisfies the criteria and is late, where the quote takes something off for that, then no evaluation is signed or awaited (%s)",
    async (currency) => {
      const remedies = { lateMillionthsPerHour: 100_000 }
      const late = await opened({ remedies, late: hours(2), currency, held: { currency } })
      expect(await late.refusesAsk()).toBe("evaluation_unavailable")
      expect(await late.evaluates()).toBe(false)
    },
  )

  it.each<readonly [string, Wanted, boolean]>([
    ["less than an hour late", { late: hours(1) - 1 }, true],
    ["late by less than a cent", { late: hours(2), remedies: { lateMillionthsPerHour: 1 } }, true],
    ["late under a close that the buyer countersigned", { late: hours(2), signs: true }, true],
    ["late under a quote that takes nothing off for it", { late: hours(2), remedies: {} }, true],
    ["late and not what the criteria ask for", { late: hours(2), bytes: "no JSON" }, false],
  ])("PD2 §6EA given a delivery %s, then its evaluation is signed", async (_what, wanted, satisfied) => {
    const court = await opened({ remedies: { lateMillionthsPerHour: 100_000 }, ...wanted })
    expect((await court.asks()).hold.evaluation?.evaluation.satisfied).toBe(satisfied)
  })

  it("PD2 §6EA given criteria that are not satisfied, then that is signed whatever the hold is of, since it all goes back", async () => {
    const court = await opened({ bytes: "no JSON", held: { amountCents: 5_100 } })
    expect((await court.asks()).hold.evaluation?.evaluation.satisfied).toBe(false)
  })

  it("PD2 §6EA given a stranger, the clock, or a hold that is not confirmed, then no evaluation is signed", async () => {
    const court = await opened()
    const stranger = await court.enrolled("stranger", "op-stranger")
    expect(await court.refusesAsk(stranger)).toBe("not_a_party")
    expect(await court.refusesAsk(clock)).toBe("not_a_party")
    const named = await opened({ held: { status: "named" } })
    expect(await named.refusesAsk()).toBe("hold_status")
  })

  it("PD2 §6C given an escrow that is not as stated or ends before the evaluation expires, or no ask left today, then no evaluation is signed", async () => {
    const shown = (reading: ReturnType<typeof funded>) =>
      opened({ chain: { read: () => Effect.succeed(reading) } })
    expect(await (await shown({ ...job, state: "spent" })).refusesAsk()).toBe("hold_state")
    expect(await (await shown({ ...job, expiresAt: start + days(5) })).refusesAsk()).toBe(
      "hold_expires_early",
    )
    expect((await (await shown({ ...job, expiresAt: null })).asks()).hold.evaluation).toBeDefined()
    const unread = await opened({ held: { escrowEndsAt: start + days(5) } })
    expect(await unread.refusesAsk()).toBe("hold_expires_early")
    const spent = await opened({ chain: { asks: { take: () => Effect.succeed(false) } } })
    expect(await spent.refusesAsk()).toBe("daily_figure")
  })
})

describe("a matter on the quote of an evaluation", () => {
  it("PD2 §6EB given a matter that is filed, then the evaluation is withdrawn by a signed revocation in the same commit, and no other is signed until it is discontinued", async () => {
    const court = await opened()
    const { evaluation } = (await court.asks()).hold
    court.advance(hours(1))
    const { matter } = await court.files()
    const { nonce, holdId } = needPresent(evaluation?.evaluation, "the evaluation")
    expect((await court.recorded()).evaluation?.withdrawn).toEqual({
      at: start + hours(1),
      signature: "0xs",
      revocation: { holdId, nonce, instructionDigest: "0xd", revokedAt: signedAt + 3_600 },
    })
    expect(await court.inbox(court.seller.id)).toContain("hold.contested")
    expect((await court.events(`hold/${court.id}`)).at(-1)).toMatchObject({
      type: "hold.contested",
      data: { act: "contest", by: "court" },
    })
    expect(await court.refusesAsk()).toBe("evaluation_contested")
    await court.act(discontinue, { id: matter.id }, court.buyer)
    expect((await court.asks()).hold.evaluation?.withdrawn).toBeNull()
  })

  it("PD2 §6EB given a matter that ended before, one of no quote, or a hold without an evaluation, then nothing is withdrawn", async () => {
    const court = await opened()
    const { matter } = await court.files()
    await court.act(discontinue, { id: matter.id }, court.buyer)
    expect((await court.recorded()).evaluation).toBeUndefined()
    await court.asks()
    await court.act(fileMatter, filing(), court.buyer)
    expect((await court.recorded()).evaluation?.withdrawn).toBeNull()
  })

  it("PD2 §6EB given an evaluation that has expired, or a hold that is paid out, then a matter withdraws nothing", async () => {
    const expired = await opened()
    await expired.asks()
    expired.advance(hours(payoutDelayHours) + days(payoutDays))
    await expired.files()
    expect((await expired.recorded()).evaluation?.withdrawn).toBeNull()
    const paid = await opened()
    await paid.asks()
    await paid.does(reportPaidOut, { id: paid.id }, paid.seller)
    await paid.files()
    expect(await paid.recorded()).toMatchObject({ status: "paid_out", evaluation: { withdrawn: null } })
  })

  it("PD2 §6EB given a process that signs no payouts, then it files no matter that an evaluation must give way to", async () => {
    const court = await opened()
    await court.asks()
    const other = stage(published, { driver: court.driver, now: court.now() })
    const { quoteId } = court
    expect(await other.codeOf(fileMatter, filing({ quoteId }), court.buyer)).toBe("NotaryUnavailable")
    expect((await court.recorded()).evaluation?.withdrawn).toBeNull()
  })
})
