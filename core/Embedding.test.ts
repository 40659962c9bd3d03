/**
 * A program that embeds the court, with nothing but `index.ts`: a contested dispute in a sandbox, from the dealing to the order
 * honoured. Each side has counsel, a judge of the program's own decides, and the Registrar moves the clock. It begins with the
 * ports that the program supplies.
 */
import { createHmac, generateKeyPairSync, hash, randomBytes, sign } from "node:crypto"
import { Effect, Layer, ManagedRuntime, Schema } from "effect"
import { expect, it } from "vitest"
import {
  appeals,
  bench,
  Court,
  compliance,
  counsel,
  Deadlines,
  dealings,
  docket,
  enrolment,
  evidence,
  Host,
  judgments,
  matters,
  Notary,
  rulebook,
  Schedule,
  sandbox,
  store,
} from "./index.ts"

const begin = Date.UTC(2026, 10, 20, 9)
const hour = 3_600_000

/** The key of the seal. A real program keeps it in a file or a vault. */
const seal = generateKeyPairSync("ed25519")
/** The last 32 bytes of the DER form are the key itself. */
const publicKey = seal.publicKey.export({ format: "der", type: "spki" }).subarray(-32).toString("hex")
const notary = Layer.succeed(Notary.Notary, {
  sign: (payload) =>
    Effect.sync(() => ({
      publicKey,
      signature: sign(null, Buffer.from(payload), seal.privateKey).toString("hex"),
      sha256: hash("sha256", payload),
    })),
})

/** Operators are known by a hash under this key. */
const secret = randomBytes(32)
const keyed = Layer.succeed(Notary.Keyed, {
  hash: (text) => createHmac("sha256", secret).update(text).digest("hex"),
})

/** The time is that of the sandbox clock, and the seed of each command has 80 random bits. */
const host = Layer.effect(
  Host.Host,
  Effect.map(store.Store.Store, (driver) => ({
    now: sandbox.now(driver, Effect.succeed(begin)),
    seed: Effect.sync(() => randomBytes(10).toString("hex")),
    schedule: Effect.succeed(Schedule.published),
  })),
)

/** A judge of the program's own: it orders what the accounts of the deals carry, and dismisses the rest. */
const judge = Layer.succeed(bench.Judge.Judge, {
  line: "Before the Magistrate, a program",
  decide: (bundle) => {
    const { orders } = bench.Determined.determine(bundle, bundle.deals ?? { quote: null, debts: new Map() })
    const made = orders.flatMap((one) => {
      const { restsOn: _, cause: __, on: ___, ...order } = one.order
      return bench.Determined.isMade(one) ? [order] : []
    })
    return Effect.succeed({
      catchwords: ["Sale of data"],
      ratio: "Accepted and delivered work is paid for.",
      issues: [
        {
          question: "Is the price due?",
          losingAnswer: "The buyer says that it accepted nothing.",
          reasoning: "The buyer confirmed the invoice in the Register of Dealings, and no payment names it.",
          answer: made.length > 0 ? "Yes." : "No.",
          for: made.length > 0 ? ("claimant" as const) : ("respondent" as const),
        },
      ],
      circumstances: "The parties dealt in data.",
      authorities: [],
      orders: made.length > 0 ? made : [{ kind: "dismiss" as const, text: "The claim is dismissed." }],
      areas: ["dealings"],
      costCents: 0,
    })
  },
})
const estimator = Layer.succeed(appeals.Estimator, { estimate: () => Effect.succeed(null) })

/** A screen that finds no natural person. A real one reads the papers. */
const screen = Layer.succeed(matters.Screen.Screen, { examine: () => Effect.succeed([]) })

/** Verifiers that recognise nothing. Real ones read the artifacts that agents sign. */
const verifiers = evidence.Verified.Verifiers.none

const invoice = "Invoice: 4,000 rows of market data, USD 200."

/** Counsel of the service: it drafts one claim for everybody, as the body of a filing. A real one asks a model. */
const drafter = Layer.succeed(counsel.Counsel.Counsel, {
  roster: { models: [{ model: "drafter-1", price: null }], anyModel: false },
  draft: ({ client, at }) =>
    Effect.succeed({
      work: {
        advice: null,
        reference: null,
        claim: {
          respondent: "buyer",
          title: "Unpaid price of a data set",
          valueCents: 20_000,
          dealingAt: new Date(at - hour).toISOString(),
          claim: {
            facts: [
              { n: 1, text: "The buyer was charged for 4,000 rows and has not paid.", evidence: ["invoice"] },
            ],
            evidence: [{ label: "invoice", kind: "document", content: invoice }],
            rules: ["Accepted work is paid for."],
            authorities: [],
            orders: [
              {
                kind: "pay",
                text: "The buyer pays the price.",
                amountCents: 20_000,
                against: "buyer",
                inFavourOf: client,
                restsOn: [1],
              },
            ],
          },
        },
      },
      costMicros: 12_000,
    }),
})

const ports = Layer.mergeAll(
  notary,
  keyed,
  judge,
  estimator,
  screen,
  verifiers,
  drafter,
  rulebook.Rulebook.layer,
)
const world = Layer.provideMerge(host, Layer.provideMerge(ports, store.MemoryStore.layer))
const runtime = ManagedRuntime.make(Layer.provideMerge(Deadlines.inOrder("the example"), world))

type Actor = Host.Options["actor"]
const registrar: Actor = { role: "registrar" }
const { perform } = Host

const ask = <I, View, Needs>(
  query: Parameters<typeof Court.ask<I, View, Needs>>[0],
  input: I,
  actor: Actor,
) =>
  Effect.gen(function* () {
    const { now, schedule } = yield* Host.Host
    return yield* Court.ask(query, input, { actor, now: yield* now, schedule: yield* schedule })
  })

/** Moves the sandbox clock, and does whatever falls due meanwhile. */
const pass = (hours: number) => sandbox.advance({ advanceMs: hours * hour }, { actor: registrar })

const enrolled = (handle: string) =>
  Effect.gen(function* () {
    const body = {
      handle,
      operator: { name: `Operator of ${handle}`, email: `ops@${handle}.example` },
      stakeCents: 50_000,
      manifest: {
        model: "example-1",
        capabilities: ["deals in data"],
        authority: "Up to USD 500 a dealing.",
      },
      provenance: { publisher: "Example Labs" },
    }
    const input = yield* enrolment.enrolmentOf(body, {
      credentialId: hash("sha256", `the key of ${handle}`),
      approval: null,
      mail: false,
      baseUrl: "https://court.example",
      nonce: randomBytes(16).toString("hex"),
    })
    const { reply } = yield* perform(enrolment.enrol, input, { actor: { role: "public" } })
    return { role: "agent", id: reply.agent.id, handle } satisfies Actor
  })

/** The seller has counsel of the service draft its claim, names the debt, and files it. Gives the id of the matter. */
const filed = (seller: Actor, debt: string) =>
  Effect.gen(function* () {
    const instructions = "The buyer does not pay for the rows that it accepted. Draft my claim."
    const brief = yield* counsel.brief({ task: "claim", instructions }, { actor: seller })
    expect(brief.reply).toMatchObject({ status: "delivered", model: "drafter-1" })
    const drafted = yield* Schema.decodeUnknown(matters.Pleading.Filing)(brief.reply.claim)
    const orders = drafted.claim.orders?.map((order) => ({ ...order, cause: "debt" as const, on: debt }))
    const filing = { ...drafted, claim: { ...drafted.claim, orders } }
    const { reply } = yield* perform(matters.fileMatter, filing, { actor: seller })
    return reply.matter.id
  })

/** The buyer briefs another agent, which pleads in its name. */
const defended = (matterId: string, buyer: Actor, advocate: Actor) =>
  Effect.gen(function* () {
    const instructing = { task: "advice", instructions: "Defend me.", counsel: "advocate", matterId } as const
    yield* counsel.brief(instructing, { actor: buyer })
    const pleading = {
      facts: [],
      responses: [{ n: 1, plea: "deny" as const }],
      evidence: [],
      rules: [],
      authorities: [],
      argument: "Nothing was accepted.",
    }
    yield* perform(matters.fileDefence, { id: matterId, ...pleading }, { actor: advocate })
  })

/** The judgment in a matter as the public reads it, with its seal checked. */
const judged = (id: string, seller: Actor) =>
  Effect.gen(function* () {
    const { citation } = yield* ask(docket.readMatter, { id }, seller)
    if (citation === null) return yield* Effect.dieMessage("the matter is not decided")
    const asked = { citation, notary: { publicKey, retiredKeys: [] }, baseUrl: "https://court.example" }
    return yield* ask(judgments.readJudgment, asked, { role: "public" })
  })

const record = (handle: string) =>
  ask(compliance.checkCompliance, { handle, page: { after: null, limit: 10 } }, { role: "public" })

const dispute = Effect.gen(function* () {
  const [seller, buyer] = [yield* enrolled("seller"), yield* enrolled("buyer")]
  const advocate = yield* enrolled("advocate")
  // The seller lodges its invoice, and the buyer confirms it: from then on it is a debt.
  const sha256 = hash("sha256", invoice)
  const lodged = { sha256, kind: "invoice", counterparty: "buyer", valueCents: 20_000 } as const
  const { id: debt } = (yield* perform(dealings.notarise, lodged, { actor: seller })).reply
  yield* perform(dealings.reviewDealing, { id: debt, outcome: "confirmed" }, { actor: buyer })
  yield* pass(2)

  const confirmed = { reference: "[2026] FB 1", statement: "The instruments in force are confirmed." }
  yield* perform(matters.recordEligibility, confirmed, { actor: registrar })
  const matterId = yield* filed(seller, debt)
  yield* defended(matterId, buyer, advocate)
  // Nobody replies, and the time for it passes.
  yield* pass(49)
  yield* perform(matters.callForJudgment, { id: matterId }, { actor: seller })
  yield* pass(1)

  const judgment = yield* judged(matterId, seller)
  const [entry] = (yield* record("buyer")).entries
  if (entry === undefined) return yield* Effect.dieMessage("the judgment opened no entry")
  const { now } = yield* Host.Host
  const attested = { id: entry.id, date: yield* now, evidence: "USD 200.00 sent; receipt 8812." }
  yield* perform(compliance.attestCompliance, attested, { actor: buyer })
  yield* perform(compliance.confirmCompliance, { id: entry.id }, { actor: seller })
  yield* pass(73)
  return { judgment, final: yield* judged(matterId, seller), entry, record: yield* record("buyer") }
})

it("Rule 4.1 a program plays a contested dispute with the core alone, from the dealing to the order honoured", async () => {
  const { judgment, final, entry, record } = await runtime.runPromise(dispute)
  expect(judgment).toMatchObject({ citation: "[2026] MC 1", verified: true, finality: "open to appeal" })
  expect(final.finality).toBe("final")
  expect(entry).toMatchObject({ type: "pay", bound: "buyer", favoured: "seller", amountCents: 20_000 })
  expect(record).toMatchObject({ label: "good", reputation: 1, entries: [{ status: "satisfied" }] })
  await runtime.dispose()
})
