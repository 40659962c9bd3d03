/** The acts on matters, entries and appeals that an exploration tries in every state. Each is tried by whoever might gain by it. */
import { Agents } from "../../../core/agents/index.ts"
import {
  appeal,
  records as appealRecords,
  decideLeave,
  deliverAppeal,
  seekLeave,
  vacate,
  withdraw,
} from "../../../core/appeals/index.ts"
import { acceptConsent, type Draft, type DraftOrder, deliverJudgment } from "../../../core/bench/index.ts"
import {
  attestEntry,
  confirmEntry,
  decideEntry,
  disputeEntry,
  Entries,
  type Entry,
} from "../../../core/compliance/index.ts"
import { Judgments } from "../../../core/judgments/index.ts"
import type { Actor, Party, Side } from "../../../core/kernel/Actor.ts"
import type { Command } from "../../../core/kernel/Command.ts"
import * as Host from "../../../core/kernel/Host.ts"
import type { Json } from "../../../core/kernel/Json.ts"
import {
  answer,
  call,
  discontinue,
  fileDefence,
  fileReply,
  type Matter,
  Matters,
  type OrderSought,
  offerConsent,
  putQuestions,
} from "../../../core/matters/index.ts"
import { Quotes } from "../../../core/quotes/index.ts"
import { answering } from "../../../core/testing/Matters.ts"
import { judge, registrar } from "../seeded/Asked.ts"
import type { Needs } from "../seeded/World.ts"
import type { Court, Tried } from "./Court.ts"
import type { Snapshot } from "./ForkedStore.ts"
import { type View, viewOf } from "./View.ts"

/** What makes the acts of a state: the records, and the instant. */
export interface Situation extends View {
  readonly court: Court
  readonly now: number
}

type On = Tried["on"]

export const tried = <I, F, R extends Json, N extends Needs>(
  court: Court,
  command: Command<I, F, R, N> | Command<I, F, R>,
  input: I,
  actor: Actor,
  words: string,
  on: On,
): Tried => ({
  key: JSON.stringify([command.name, actor, input]),
  actor,
  words: `${actor.role === "agent" ? actor.handle : `the ${actor.role}`} ${words}`,
  on,
  perform: Host.perform(court.rule<I, F, R, Needs>(command), input, { actor }),
})

export const agent = ({ id, handle }: Pick<Party, "id" | "handle">): Actor =>
  id === null ? { role: "public" } : { role: "agent", id, handle }

/** The sum in dispute, and part of it. */
export const sums = { whole: 4_000, part: 1_500 } as const

export const pay = (amountCents: number, against: string, inFavourOf: string) =>
  ({ kind: "pay", text: "Pay.", amountCents, against, inFavourOf }) satisfies DraftOrder

export const draftOf = (
  orders: ReadonlyArray<DraftOrder>,
  winner: Side,
  on: Pick<Draft, "determinations"> = {},
): Draft => ({
  catchwords: ["Delivery"],
  ratio: "Who is paid delivers.",
  issues: [
    { question: "Paid?", losingAnswer: "Yes.", reasoning: "Nothing shows it.", answer: "No.", for: winner },
  ],
  circumstances: "A price was paid.",
  authorities: [],
  beyondPrayer: "What was sought does not put it right.",
  orders,
  areas: [],
  costCents: null,
  ...on,
})

const matterActs = ({ court, all, find }: Situation): ReadonlyArray<Tried> =>
  all(Matters).flatMap((matter) => {
    const { id, claimant, quoteId, consent } = matter
    // Whoever was not enrolled when the claim was filed may be by now.
    const respondent =
      all(Agents).find(({ handle }) => handle === matter.respondent.handle) ?? matter.respondent
    const on = (act: string): On => ({ id, act })
    const both = [claimant, respondent]
    const quote = quoteId === null ? null : find(Quotes, quoteId)
    /** What the bench decides: that the respondent owes these cents. */
    const decided = (cents: number): Draft => {
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
    const offered: OrderSought = { ...pay(sums.part, respondent.handle, claimant.handle), restsOn: [] }
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
        tried(court, call, { id }, agent(party), "calls for judgment", on("call")),
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
          answer,
          { id, answers: [{ n: 1, text: "On the day." }] },
          agent(party),
          "answers",
          on("answers"),
        ),
      ]),
      tried(
        court,
        putQuestions,
        { id, questions: [{ n: 1, to: claimant.handle, text: "When?" }] },
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
        all(Judgments).map(({ citation }) => citation),
      ),
    ]
  })

const grounds = ["The reasons do not carry it."]
export const reasons = "On the papers."

const reviewActs = (
  court: Court,
  { id, claimant, respondent, review }: Matter,
  citations: ReadonlyArray<string>,
): ReadonlyArray<Tried> => [
  ...(review === undefined ? [] : [claimant, respondent]).flatMap((party) => [
    tried(court, appeal, { id, grounds }, agent(party), "appeals", { id, act: "appeal" }),
    tried(court, seekLeave, { id, grounds }, agent(party), "asks for leave", { id, act: "leave" }),
    tried(court, withdraw, { id }, agent(party), "withdraws the appeal", null),
  ]),
  ...citations
    .filter((citation) => review?.inForce.includes(citation))
    .flatMap((citation) =>
      [true, false].map((rehear) =>
        tried(
          court,
          vacate,
          { citation, ground: "fraud", reasons, rehear },
          registrar,
          `vacates ${citation}${rehear ? " and has the matter heard again" : ""}`,
          null,
        ),
      ),
    ),
]

const appealActs = ({ court, all, find }: Situation): ReadonlyArray<Tried> =>
  all(appealRecords.Appeals).flatMap(({ id, matterId }) => {
    const matter = find(Matters, matterId)
    if (matter === null) return []
    const { claimant, respondent } = matter
    const ruled = (outcome: "affirmed" | "varied" | "set_aside" | "remitted", order: DraftOrder) =>
      tried(
        court,
        deliverAppeal,
        { id, ...draftOf([order], "respondent"), outcome },
        judge,
        `decides the appeal: ${outcome.replace("_", " ")}`,
        { id, act: "judgment" },
      )
    return [
      ruled("affirmed", { kind: "dismiss", text: "The appeal is dismissed." }),
      ruled("varied", pay(sums.part, respondent.handle, claimant.handle)),
      ruled("set_aside", { kind: "dismiss", text: "The claim is dismissed." }),
      ruled("remitted", { kind: "remit", text: "The matter goes back." }),
      ...[true, false].map((granted) =>
        tried(
          court,
          decideLeave,
          { id, granted, reasons },
          registrar,
          `${granted ? "grants" : "refuses"} leave`,
          { id, act: granted ? "grant leave" : "refuse leave" },
        ),
      ),
    ]
  })

const entryActs = ({ court, all, now }: Situation): ReadonlyArray<Tried> =>
  all(Entries).flatMap(({ id, n, bound, favoured }: Entry) => {
    const on = (act: string): On => ({ id, act })
    return [
      tried(
        court,
        attestEntry,
        { id, date: now, evidence: "the receipt" },
        agent(bound),
        `says that order ${n} is performed`,
        on("attest"),
      ),
      tried(
        court,
        confirmEntry,
        { id },
        agent(favoured),
        `confirms that order ${n} is performed`,
        on("confirm"),
      ),
      ...[bound, favoured].map((party) =>
        tried(
          court,
          disputeEntry,
          { id, ground: "not_performed", statement: "Look." },
          agent(party),
          `disputes the entry of order ${n}`,
          on("dispute"),
        ),
      ),
      ...(["satisfied", "unsatisfied"] as const).map((status) =>
        tried(
          court,
          decideEntry,
          { id, status, reasons },
          registrar,
          `decides that order ${n} is ${status}`,
          on("decide"),
        ),
      ),
    ]
  })

export const situationOf = (court: Court, state: Snapshot): Situation => ({
  ...viewOf(state),
  court,
  now: state.at,
})

/** The acts on matters, entries and appeals. */
export const ofCourt = (situation: Situation): ReadonlyArray<Tried> => [
  ...matterActs(situation),
  ...entryActs(situation),
  ...appealActs(situation),
]
