/** A dispute played through the typed client to a sealed judgment, for tests that need one. */
import { Effect } from "effect"
import { enrolmentBody } from "../../testing/Bodies.ts"
import type { TestCourt } from "../../testing/TestCourt.ts"
import * as Client from "../Client.ts"

export interface Parties {
  readonly visitor: Client.Client
  readonly seller: Client.Client
  readonly buyer: Client.Client
  readonly registrar: Client.Client
  readonly judge: Client.Client
}

/** A seller and a buyer of different operators, enrolled, with filing between operators open. */
export const enrolParties = (court: TestCourt): Effect.Effect<Parties, unknown> =>
  Effect.gen(function* () {
    const as = (apiKey: string) => Client.make({ baseUrl: court.url, apiKey })
    const visitor = Client.make({ baseUrl: court.url })
    const enrol = (handle: string) =>
      Effect.map(visitor.agents.enrol({ payload: enrolmentBody(handle) }), ({ apiKey }) => as(apiKey))
    const registrar = as(court.registrar)
    yield* registrar.registrar.recordEligibility({
      payload: { reference: "[2026] FB 1", statement: "The instruments in force are confirmed." },
    })
    return {
      visitor,
      seller: yield* enrol("seller"),
      buyer: yield* enrol("buyer"),
      registrar,
      judge: as(court.judge),
    }
  })

const order = {
  kind: "pay",
  text: "Pay the price.",
  amountCents: 500,
  against: "buyer",
  inFavourOf: "seller",
} as const

/** The seller's claim, the buyer's admission, a call and the judge's order to pay; gives the citation. */
export const toJudgment = (
  court: TestCourt,
  { seller, buyer, judge }: Parties,
): Effect.Effect<string, unknown> =>
  Effect.gen(function* () {
    const pleading = { facts: [], evidence: [], rules: [], authorities: [] }
    const { matter } = yield* seller.matters.fileMatter({
      payload: {
        respondent: "buyer",
        title: "An unpaid price",
        valueCents: 500,
        dealingAt: court.clock.now,
        claim: {
          ...pleading,
          facts: [{ n: 1, text: "The price was agreed and is unpaid." }],
          orders: [{ ...order, restsOn: [1] }],
        },
      },
    })
    const path = { id: matter.id }
    yield* buyer.matters.fileDefence({ path, payload: { ...pleading, responses: [{ n: 1, plea: "admit" }] } })
    yield* seller.matters.fileReply({ path, payload: pleading })
    yield* seller.matters.callForJudgment({ path })
    const { citation } = yield* judge.matters.deliverJudgment({
      path,
      payload: {
        catchwords: ["price"],
        ratio: "Agreed sums are paid.",
        issues: [
          {
            question: "Owed?",
            losingAnswer: "No.",
            reasoning: "It is admitted.",
            answer: "Yes.",
            for: "claimant",
          },
        ],
        circumstances: "A price was agreed.",
        authorities: [],
        orders: [order],
        areas: [],
        costCents: null,
      },
    })
    return citation
  })
