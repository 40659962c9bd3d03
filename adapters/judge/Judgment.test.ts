/** Matters from the call to the seal, with the judge on the papers, real keys, and OpenSSL as a reader. */

import { execFileSync } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Either, Layer, Option } from "effect"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { publishStake } from "../../core/agents/index.ts"
import {
  acceptConsent,
  decideMatter,
  deliverJudgment,
  type Judge,
  passJudgment,
} from "../../core/bench/index.ts"
import { draft } from "../../core/bench/testing/Cases.ts"
import * as Consequences from "../../core/Consequences.ts"
import { allEntries } from "../../core/compliance/testing/Register.ts"
import { notarise } from "../../core/dealings/index.ts"
import { Judgment, listJudgments, readJudgment } from "../../core/judgments/index.ts"
import type { Actor } from "../../core/kernel/Actor.ts"
import type { Command } from "../../core/kernel/Command.ts"
import * as Court from "../../core/kernel/Court.ts"
import { sha256Hex } from "../../core/kernel/Hash.ts"
import type { Json } from "../../core/kernel/Json.ts"
import { published } from "../../core/kernel/Schedule.ts"
import { hours } from "../../core/kernel/Time.ts"
import {
  callForJudgment,
  fileDefence,
  fileMatter,
  fileReply,
  offerConsent,
  type Pleading,
} from "../../core/matters/index.ts"
import { Store } from "../../core/store/Store.ts"
import { start } from "../../core/testing/Context.ts"
import { answering, claim, filing, orderPaper } from "../../core/testing/Matters.ts"
import { clock, judge, stage } from "../../core/testing/Stage.ts"
import * as FileKeys from "../keys/FileKeys.ts"
import { Keys, layerNotary } from "../keys/Keys.ts"
import * as Papers from "./Papers.ts"

let folder = ""
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "court-judgment-"))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const order: Pleading.OrderSought = {
  kind: "pay",
  text: "Pay back the price.",
  amountCents: 4_000,
  against: "seller",
  inFavourOf: "buyer",
  restsOn: [1],
}
const agreed = "The respondent agreed to deliver a translation."

/** A matter that `buyer` has filed against `seller`, in a court that seals with real keys: on words, or on what the seller recorded that it owes. */
const filed = async (asked = order, owedCents?: number) => {
  const court = stage()
  const buyer = await court.enrolled("buyer")
  const seller = await court.enrolled("seller")
  court.advance(1)
  const orders = [asked]
  if (owedCents !== undefined) {
    const refund = { kind: "refund", counterparty: "buyer", valueCents: owedCents } as const
    const { id: on } = await court.act(notarise, { sha256: sha256Hex(orderPaper), ...refund }, seller)
    orders.splice(0, 1, { ...asked, cause: "debt", on })
  }
  const { matter } = await court.act(
    fileMatter,
    filing({
      dealingAt: start,
      claim: claim({ facts: [{ n: 1, text: agreed, evidence: ["order"] }], orders }),
    }),
    buyer,
  )
  const keys = FileKeys.open(join(folder, "keys"), { lookEveryMs: 0 })
  const services = Layer.mergeAll(
    layerNotary.pipe(Layer.provide(Layer.succeed(Keys, keys))),
    Papers.layer,
    Consequences.layer,
    Layer.succeed(Store, court.driver),
  )
  let drawn = 0
  const perform = <I, F, R extends Json, Needs extends Judge.Judge>(
    command: Command<I, F, R, Needs> | Command<I, F, R>,
    input: I,
    actor: Actor,
  ) => {
    const seed = (++drawn).toString(16).padStart(6, "0").padEnd(20, "9")
    const envelope = { actor, now: court.now(), seed, schedule: published }
    const ran: Effect.Effect<Court.Outcome<R>, Court.ExecuteError, Court.Ports | Judge.Judge> = Court.execute<
      I,
      F,
      R,
      Judge.Judge
    >(command, input, envelope)
    return Effect.runPromise(
      ran.pipe(
        Effect.map(({ reply }) => reply),
        Effect.provide(services),
        Effect.either,
      ),
    )
  }
  const served = (citation: string) =>
    court.read((reader) =>
      Effect.gen(function* () {
        const judgment = Option.getOrThrow(yield* reader.find(Judgment.Judgments, citation))
        const now = court.now()
        const context = { actor: clock, now, schedule: published, terms: published.at(now) }
        const input = { citation, notary: keys.notary, baseUrl: "https://court.example" }
        const record = yield* readJudgment.read(input, context, reader)
        return { judgment, payload: record.payload, record }
      }).pipe(Effect.orDie),
    )
  return { ...court, buyer, seller, matterId: matter.id, keys, perform, served }
}

/** The matter of `filed`, after the seller has denied the claim and the buyer has called for judgment. */
const called = async (...given: Parameters<typeof filed>) => {
  const court = await filed(...given)
  const { act, buyer, seller, matterId } = court
  const pleading = answering({ responses: [{ n: 1, plea: "deny" }] })
  await act(fileDefence, { id: matterId, ...pleading }, seller)
  await act(fileReply, { id: matterId, ...answering({ responses: [] }) }, buyer)
  await act(callForJudgment, { id: matterId }, buyer)
  return court
}

const citationOf = (decided: Either.Either<{ readonly citation: string | null }, unknown>): string => {
  const { citation } = Either.getOrThrow(decided)
  if (citation === null) throw new Error("no judgment was delivered")
  return citation
}

describe("a judgment on the papers", () => {
  const judged = async (court: Awaited<ReturnType<typeof filed>>) =>
    court.served(citationOf(await court.perform(decideMatter, { matterId: court.matterId }, clock)))
  const kindsOf = ({ judgment }: Awaited<ReturnType<typeof judged>>) =>
    judgment.orders.map(({ kind, amountCents }) => [kind, amountCents])

  it("Rule 5.1 given a claim that stands in words which the respondent itself lodged, then nothing is ordered", async () => {
    const court = await called()
    await court.act(notarise, { sha256: sha256Hex(orderPaper) }, court.seller)
    const judgment = await judged(court)
    expect(kindsOf(judgment)).toEqual([["dismiss", null]])
    expect(judgment.payload).toContain("The order names no cause, and the respondent does not admit it.")
    expect(await court.read(allEntries)).toEqual([])
  })

  it("Rule 5.1 given a debt that the respondent recorded and denies, then what it owes is ordered, and no more than that", async () => {
    const court = await called(order, 3_000)
    const judgment = await judged(court)
    expect(kindsOf(judgment)).toEqual([
      ["pay", 3_000],
      ["dismiss", null],
    ])
    const entries = await court.read(allEntries)
    expect(entries.map(({ bound }) => bound.id)).toEqual([court.seller.id])
    expect(entries.map(({ id }) => id)).toEqual(judgment.judgment.entries)
  })

  it("Rule 5.1 given an order without a cause, then as much is ordered as the respondent admits", async () => {
    const court = await filed()
    const admits = [{ n: 1, amountCents: 1_500 }]
    await court.act(
      fileDefence,
      { id: court.matterId, ...answering({ responses: [], admits }) },
      court.seller,
    )
    await court.act(fileReply, { id: court.matterId, ...answering({ responses: [] }) }, court.buyer)
    await court.act(callForJudgment, { id: court.matterId }, court.buyer)
    expect(kindsOf(await judged(court))).toEqual([
      ["pay", 1_500],
      ["dismiss", null],
    ])
  })

  it("Rule 5.3 the stake that counts is the one in force at the dealing and at filing, whatever was published since", async () => {
    for (const since of [0, 50_000]) {
      const court = await filed({ ...order, amountCents: 20_000 }, 20_000)
      court.advance(1)
      await court.act(publishStake, { handle: "seller", stakeCents: since }, court.seller)
      court.advance(hours(48))
      await court.act(callForJudgment, { id: court.matterId }, court.buyer)
      const decided = await court.perform(decideMatter, { matterId: court.matterId }, clock)
      const { judgment } = await court.served(citationOf(decided))
      expect(judgment.orders).toMatchObject([{ kind: "pay", amountCents: 10_000 }])
    }
  })

  it("Rule 4.4A given no defence after 48 hours, then a debt is ordered by default, and silence makes no debt of a claim in words", async () => {
    const [owed, worded] = [await filed(order, 4_000), await filed()]
    for (const court of [owed, worded]) {
      court.advance(hours(48))
      await court.act(callForJudgment, { id: court.matterId }, court.buyer)
    }
    const basis = "default"
    expect((await judged(owed)).judgment).toMatchObject({
      basis,
      orders: [{ kind: "pay", amountCents: 4_000 }],
    })
    expect((await judged(worded)).judgment).toMatchObject({ basis, orders: [{ kind: "dismiss" }] })
  })

  it("Rule 5.4 a reader with OpenSSL alone can check the seal by the steps in the record", async () => {
    const court = await called()
    const { record } = await court.served(
      citationOf(await court.perform(decideMatter, { matterId: court.matterId }, clock)),
    )
    expect(record).toMatchObject({ sealed: true, intact: true, verified: true, atDelivery: true })
    const shell = (command: string) =>
      execFileSync("sh", ["-c", command], {
        cwd: folder,
        encoding: "utf8",
        stdio: ["ignore", "pipe", "pipe"],
      })
    const commands = record.verify.flatMap(
      (step) => /(?:: |Run: )((?:echo|openssl) .*?)(?:\. It must|$)/.exec(step)?.[1] ?? [],
    )
    expect(commands).toHaveLength(4)
    writeFileSync(join(folder, "payload.json"), record.payload)
    const said = commands.map(shell).join("\n")
    expect(said).toContain(record.sha256)
    expect(said).toContain("Signature Verified Successfully")
    writeFileSync(join(folder, "payload.json"), record.payload.replace("Magistrate", "magistrate"))
    expect(() => shell(commands.at(-1) ?? "")).toThrow()
  })

  it("Rule 5.4 a seal stays good after the court's key was rotated", async () => {
    const court = await called()
    const citation = citationOf(await court.perform(decideMatter, { matterId: court.matterId }, clock))
    FileKeys.rotate(join(folder, "keys"), "notary", court.now() + 1)
    expect((await court.served(citation)).record.verified).toBe(true)
  })

  it("Rule 5.5 when the bench and the judge on the papers decide at the same time, one judgment is delivered", async () => {
    const { perform, matterId, read } = await called()
    const given = draft({ orders: [{ kind: "dismiss", text: "The claim is dismissed." }] })
    await Promise.all([
      perform(deliverJudgment, { id: matterId, ...given }, judge),
      perform(decideMatter, { matterId }, clock),
      perform(decideMatter, { matterId }, clock),
    ])
    const context = { actor: clock, now: start, schedule: published, terms: published.at(start) }
    const all = await read((reader) =>
      Effect.orDie(listJudgments.read({ page: { after: null, limit: 10 } }, context, reader)),
    )
    expect(all.items.map(({ citation }) => citation)).toEqual(["[2026] MC 1"])
    expect(await perform(decideMatter, { matterId }, clock)).toEqual(
      Either.right({ matterId, citation: null, refused: null }),
    )
  })

  it("Rule 6.0 a judgment is final after 72 hours, which is recorded once", async () => {
    const { perform, matterId, advance, served, driver } = await called()
    const citation = citationOf(await perform(decideMatter, { matterId }, clock))
    await perform(passJudgment, { citation }, clock)
    expect((await served(citation)).judgment.finality.status).toBe("open to appeal")
    advance(hours(72))
    expect((await served(citation)).record.finality).toBe("final")
    await perform(passJudgment, { citation }, clock)
    await perform(passJudgment, { citation }, clock)
    const query = { subject: `judgment/${citation}`, after: null, limit: 10 }
    const events = await Effect.runPromise(driver.journal(query))
    expect(events.items.map(({ type }) => type)).toEqual(["judgment.delivered", "judgment.final"])
  })

  it("Rule 4.7 orders by consent are sealed as a final judgment once the other party accepts them", async () => {
    const { act, perform, served, matterId, buyer, seller } = await filed()
    const orders = [{ ...order, amountCents: 1_000 }]
    const { offerId } = await act(offerConsent, { id: matterId, orders }, seller)
    const accepted = await perform(acceptConsent, { id: matterId, offerId }, buyer)
    const { judgment, record } = await served(citationOf(accepted))
    expect(judgment).toMatchObject({ basis: "consent", orders: [{ kind: "pay", amountCents: 1_000 }] })
    expect(record).toMatchObject({ finality: "final", verified: true })
  })
})
