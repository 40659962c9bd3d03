/** The acts on matters, entries and appeals that an exploration tries in every state. Each is tried by whoever might gain by it. */
import { Agent } from "../../../core/agents/index.ts"
import { acceptConsent, deliverJudgment, type Judge } from "../../../core/bench/index.ts"
import { Judgment } from "../../../core/judgments/index.ts"
import {
  answerQuestions,
  callForJudgment,
  discontinue,
  fileDefence,
  fileReply,
  Matter,
  offerConsent,
  type Pleading,
  putQuestions,
} from "../../../core/matters/index.ts"
import { Quote } from "../../../core/quotes/index.ts"
import { answering } from "../../../core/testing/Matters.ts"
import { judge } from "../seeded/Asked.ts"
import type { Court, Tried } from "./Court.ts"
import type { Snapshot } from "./ForkedStore.ts"
import { ofReview, reviewActs } from "./ReviewActs.ts"
import { agent, draftOf, type On, pay, type Situation, sums, tried } from "./Tried.ts"
import { viewOf } from "./View.ts"

const matterActs = ({ court, all, find }: Situation): ReadonlyArray<Tried> =>
  all(Matter.Matters).flatMap((matter) => {
    const { id, claimant, quoteId, consent, questions } = matter
    // Whoever was not enrolled when the claim was filed may be by now.
    const respondent =
      all(Agent.Agents).find(({ handle }) => handle === matter.respondent.handle) ?? matter.respondent
    const on = (act: string): On => ({ id, act })
    const both = [claimant, respondent]
    const quote = quoteId === null ? null : find(Quote.Quotes, quoteId)
    /** The decision of the bench: that the respondent owes these cents. */
    const decided = (cents: number): Judge.Draft => {
      const of =
        quote === null || matter.account !== true
          ? {}
          : {
              determinations: [
                {
                  deal: { kind: "quote", id: quote.id } as const,
                  price: quote.priceCents,
                  owed: quote.buyer.party?.id === respondent.id ? cents : 0,
                  paid: 0,
                  refunded: 0,
                  balance: quote.buyer.party?.id === respondent.id ? cents : 0,
                  undecided: null,
                },
              ],
            }
      return draftOf(
        cents === 0
          ? [{ kind: "dismiss", text: "It is dismissed." }]
          : [pay(cents, respondent.handle, claimant.handle)],
        cents > 0 ? "claimant" : "respondent",
        of,
      )
    }
    const offered: Pleading.OrderSought = {
      ...pay(sums.part, respondent.handle, claimant.handle),
      restsOn: [],
    }
    return [
      tried(
        court,
        fileDefence,
        {
          id,
          ...answering({
            facts: [],
            responses: [
              { n: 1, plea: "deny" },
              { n: 2, plea: "deny" },
            ],
          }),
        },
        agent(respondent),
        "defends",
        on("defence"),
      ),
      tried(
        court,
        fileReply,
        { id, ...answering({ facts: [], responses: [] }) },
        agent(claimant),
        "replies",
        on("reply"),
      ),
      ...both.flatMap((party) => [
        tried(court, callForJudgment, { id }, agent(party), "calls for judgment", on("call")),
        tried(court, discontinue, { id }, agent(party), "discontinues", on("discontinue")),
        tried(
          court,
          offerConsent,
          { id, orders: [offered] },
          agent(party),
          "offers a part by consent",
          on("consent"),
        ),
        ...(consent === null
          ? []
          : [
              tried(
                court,
                acceptConsent,
                { id, offerId: consent.offerId },
                agent(party),
                "accepts the offer",
                on("consent/accept"),
              ),
            ]),
        tried(
          court,
          answerQuestions,
          { id, answers: [{ n: Math.max(1, questions.length), text: "On the day." }] },
          agent(party),
          "answers",
          on("answers"),
        ),
      ]),
      tried(
        court,
        putQuestions,
        { id, questions: [{ n: questions.length + 1, to: claimant.handle, text: "When?" }] },
        judge,
        "puts a question to the claimant",
        on("questions"),
      ),
      tried(
        court,
        deliverJudgment,
        { id, ...decided(sums.whole) },
        judge,
        "orders the whole to be paid",
        on("judgment"),
      ),
      tried(court, deliverJudgment, { id, ...decided(0) }, judge, "dismisses the claim", on("judgment")),
      ...reviewActs(
        court,
        matter,
        all(Judgment.Judgments).map(({ citation }) => citation),
      ),
    ]
  })

export const situationOf = (court: Court, state: Snapshot): Situation => ({
  ...viewOf(state),
  court,
  now: state.at,
})

export const ofCourt = (situation: Situation): ReadonlyArray<Tried> => [
  ...matterActs(situation),
  ...ofReview(situation),
]
