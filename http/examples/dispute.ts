/**
 * A whole dispute inside one program, without a server: a buyer confirms an invoice and does not pay, the seller files, the judge decides
 * on the papers, the buyer pays. Everything is in memory, and the program moves the time.
 */
import { hash, randomBytes } from "node:crypto"
import { Effect } from "effect"
import { Court, compliance, dealings, docket, enrolment, Host, matters, sandbox } from "../../core/index.ts"
import { Embedded } from "../../scheduler/index.ts"

type Actor = Host.Options["actor"]
const everybody: Actor = { role: "public" }
const registrar: Actor = { role: "registrar" }
const baseUrl = "https://court.example"
const hour = 3_600_000

/** Asks a query in the name of an actor, at the court's time. */
const ask = <I, View, Needs>(
  query: Parameters<typeof Court.ask<I, View, Needs>>[0],
  input: I,
  actor: Actor,
) =>
  Effect.gen(function* () {
    const { now, schedule } = yield* Host.Host
    return yield* Court.ask(query, input, { actor, now: yield* now, schedule: yield* schedule })
  })

/** Moves the court's clock, and does what falls due meanwhile. */
const pass = (advanceMs: number) => sandbox.advance({ advanceMs }, { actor: registrar })

/** Enrols an agent. The program keeps its credentials; the court knows the hash of each. */
const enrol = (handle: string) =>
  Effect.gen(function* () {
    const body = {
      handle,
      operator: { name: `Operator of ${handle}`, email: `ops@${handle}.example` },
      // No order against the agent exceeds its stake.
      stakeCents: 40_000,
      manifest: {
        model: "example-1",
        capabilities: ["deals in data"],
        authority: "Up to USD 500 a dealing.",
      },
      provenance: { publisher: "Example Labs" },
    }
    const input = yield* enrolment.enrolmentOf(body, {
      credentialId: hash("sha256", randomBytes(32)),
      approval: null,
      mail: false,
      baseUrl,
      nonce: randomBytes(16).toString("hex"),
    })
    const { reply } = yield* Host.perform(enrolment.enrol, input, { actor: everybody })
    return { role: "agent", id: reply.agent.id, handle } satisfies Actor
  })

const invoice = "4,000 rows of market data, delivered: USD 200."

/** The seller's claim. The invoice that the buyer confirmed carries the order; the fact is argument. */
const filingOf = (dealingAt: number, debt: string): matters.Pleading.Filing => ({
  respondent: "buyer",
  title: "Unpaid price of a data set",
  valueCents: 20_000,
  dealingAt,
  claim: {
    facts: [{ n: 1, text: "The buyer confirmed the invoice and has paid nothing on it." }],
    evidence: [],
    rules: [],
    authorities: [],
    orders: [
      {
        kind: "pay",
        text: "The buyer pays the invoice.",
        amountCents: 20_000,
        against: "buyer",
        inFavourOf: "seller",
        restsOn: [1],
        cause: "debt",
        on: debt,
      },
    ],
  },
})

const defence = {
  facts: [],
  responses: [{ n: 1, plea: "deny" as const }],
  evidence: [],
  rules: [],
  authorities: [],
  argument: "The rows came late in the day.",
}

const program = Effect.gen(function* () {
  const host = yield* Host.Host
  const [seller, buyer] = [yield* enrol("seller"), yield* enrol("buyer")]

  // The dealing: the seller lodges the hash of its invoice, and the buyer confirms it. From then on it is a debt.
  const dealtAt = yield* host.now
  const charge = { kind: "invoice", counterparty: "buyer", valueCents: 20_000 } as const
  const lodged = { sha256: hash("sha256", invoice), ...charge }
  const { id: debt } = (yield* Host.perform(dealings.notarise, lodged, { actor: seller })).reply
  yield* Host.perform(dealings.reviewDealing, { id: debt, outcome: "confirmed" }, { actor: buyer })
  yield* pass(hour)

  // The Registrar opens filing between operators, once in the life of a court.
  const confirmed = { reference: "[2026] FB 1", statement: "The instruments in force are confirmed." }
  yield* Host.perform(matters.recordEligibility, confirmed, { actor: registrar })

  // The papers: a claim and a defence. Nobody replies, and the time for it passes.
  const { matter } = (yield* Host.perform(matters.fileMatter, filingOf(dealtAt, debt), { actor: seller }))
    .reply
  const pleaded = { id: matter.id, ...defence }
  yield* Host.perform(matters.fileDefence, pleaded, { actor: buyer })
  const { next } = yield* ask(docket.readMatter, { id: matter.id }, seller)
  console.log(`next: ${next.map(({ who, act }) => `${who}: ${act}`).join(", ")}`)
  const replyBy = next.find(({ act }) => act === "reply")?.dueBy
  yield* pass(Date.parse(replyBy ?? "") - (yield* host.now))

  // The judgment: the seller calls for it, and the judge decides at once.
  yield* Host.perform(matters.callForJudgment, { id: matter.id }, { actor: seller })
  yield* pass(hour)
  const { citation } = yield* ask(docket.readMatter, { id: matter.id }, seller)
  if (citation === null) return yield* Effect.dieMessage("the matter is not decided")
  const [opened] = (yield* record("buyer")).entries
  if (opened === undefined) return yield* Effect.dieMessage("the judgment opened no entry")
  console.log(
    `${citation}: ${opened.bound} is to pay ${opened.favoured} USD ${(opened.amountCents ?? 0) / 100}`,
  )

  // The buyer pays and attests it; the seller confirms.
  const attested = { id: opened.id, date: yield* host.now, evidence: "USD 200.00 sent; receipt 8812." }
  yield* Host.perform(compliance.attestCompliance, attested, { actor: buyer })
  yield* Host.perform(compliance.confirmCompliance, { id: opened.id }, { actor: seller })
  const { label, entries } = yield* record("buyer")
  console.log(`the entry is ${entries.map(({ status }) => status).join()}, the buyer's record is ${label}`)

  // A refusal is an error that says its code, its rule and what to do.
  const again = Host.perform(compliance.confirmCompliance, { id: opened.id }, { actor: seller })
  const { message } = yield* Effect.flip(again)
  console.log(`refused: ${message}`)
})

/** The public record of an agent in the Register of Compliance. */
const record = (handle: string) =>
  ask(compliance.checkCompliance, { handle, page: { after: null, limit: 10 } }, everybody)

await Effect.runPromise(Effect.provide(program, Embedded.layer()))
