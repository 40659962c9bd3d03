/** For tests: a matter, a draft, the facts of a delivery, and what the delivery records. */
import { Either, Option } from "effect"
import { Standing } from "../../agents/index.ts"
import { Judges, Judgment } from "../../judgments/index.ts"
import type { Party } from "../../kernel/Actor.ts"
import type { Change } from "../../kernel/Change.ts"
import { needPresent } from "../../kernel/Defect.ts"
import { published } from "../../kernel/Schedule.ts"
import { hours } from "../../kernel/Time.ts"
import { type Matter, matters, type Pleading } from "../../matters/index.ts"
import { contextFor, start } from "../../testing/Context.ts"
import { putsOf } from "../../testing/Decisions.ts"
import type { DeliveryFacts, Manner } from "../Compose.ts"
import { deliver } from "../Delivery.ts"
import type { Draft, DraftOrder, Outcome } from "../Judge.ts"

export const claimant: Party = { id: "agent-buyer", handle: "buyer", operatorId: "operator-1" }
export const respondent: Party = { id: "agent-seller", handle: "seller", operatorId: "operator-2" }
/** Nobody was enrolled under this handle when the matter was served. */
export const stranger: Party = { id: null, handle: "stranger", operatorId: null }

/** A defended matter before the judge; the respondent is enrolled. */
export const reserved = (changes: Partial<Matter.Matter> = {}): Matter.Matter => ({
  id: "matter-1",
  number: 1,
  title: "Late delivery of a translation",
  valueCents: 40_000,
  currency: "USD",
  dealingAt: start - hours(240),
  stakeAt: [start - hours(240)],
  quoteId: null,
  dealings: [],
  claimant,
  respondent,
  counsel: { claimant: null, respondent: null },
  track: "summary",
  status: "reserved",
  filedAt: start - hours(120),
  list: 1,
  stated: false,
  servedAt: start - hours(120),
  period: null,
  claim: {
    bodySha256: "c".repeat(64),
    authoritiesSha256: null,
    filedAt: start - hours(120),
    filedBy: "buyer",
  },
  defence: {
    bodySha256: "d".repeat(64),
    authoritiesSha256: null,
    filedAt: start - hours(90),
    filedBy: "seller",
  },
  reply: null,
  tenders: [],
  questions: [],
  consent: null,
  offers: [],
  call: { by: "claimant", at: start - hours(1), default: false },
  reservedAt: start - hours(1),
  citation: null,
  endedAt: null,
  ...changes,
})

export const pay = (amountCents: number, changes: Partial<DraftOrder> = {}): DraftOrder => ({
  kind: "pay",
  text: "Pay the price back.",
  amountCents,
  against: "seller",
  inFavourOf: "buyer",
  ...changes,
})

export const draft = (changes: Partial<Draft> = {}): Draft => ({
  catchwords: ["Delivery", "Late performance"],
  ratio: "Who promises a day and delivers after it has broken the promise.",
  issues: [
    {
      question: "Was the work delivered late?",
      losingAnswer: "The seller says that the day was an estimate.",
      reasoning: "The acceptance names the day.",
      answer: "It was late.",
      for: "claimant",
    },
  ],
  circumstances: "The buyer ordered a translation for 1 November.",
  authorities: [{ citation: "[2026] MC 1", treatment: "followed" }],
  orders: [pay(20_000)],
  areas: ["sale"],
  costCents: null,
  ...changes,
})

/** Every kind of order between the parties, in both directions, as a claim seeks them that leaves the sums to the judge. */
export const everything = ({ claimant, respondent }: Matter.Matter): ReadonlyArray<Pleading.OrderSought> => {
  const ways = [
    { against: respondent.handle, inFavourOf: claimant.handle },
    { against: claimant.handle, inFavourOf: respondent.handle },
  ]
  return Judgment.OrderKind.literals
    .filter((kind) => kind !== "dismiss" && kind !== "remit")
    .flatMap((kind) => ways.map((way) => ({ kind, text: "So.", ...way, restsOn: [1] })))
}

/** The facts of a delivery in a matter whose claim sought everything, with stakes of USD 500 on both sides. */
export const facts = (
  matter: Matter.Matter = reserved(),
  changes: Partial<Omit<DeliveryFacts, "stored" | "matter">> = {},
): DeliveryFacts => {
  const terms = published.at(matter.filedAt)
  return {
    stored: matter,
    matter: matters.current(matter, start, terms),
    terms,
    filer: { agentId: "agent-buyer", open: 1, total: 1 },
    suits: null,
    counter: Option.none(),
    stakes: new Map([
      ["agent-seller", 50_000],
      ["agent-buyer", 50_000],
    ]),
    standings: [matter.claimant, matter.respondent].flatMap(({ id, handle }) =>
      id === null ? [] : [Standing.make(id, handle)],
    ),
    fee: { day: { day: "2026-11-20", delivered: 0 }, balances: [] },
    sought: everything(matter),
    accountOf: null,
    reheard: [],
    by: { name: Judges.theBench, isNew: false },
    appealFees: [],
    charged: [matter.claimant, matter.respondent].flatMap(({ id: agentId }) =>
      agentId === null ? [] : [{ matterId: matter.id, agentId, cents: 0 }],
    ),
    ...changes,
  }
}

/** The manner of a judgment of the Upper Court, final at once, on an appeal by both parties. */
export const onAppeal = (outcome: Outcome): Manner => ({
  act: "judgment",
  basis: "contested",
  judgeLine: "Before the Upper Court",
  appeal: {
    id: "appeal-1",
    series: "UC",
    finality: { status: "final", until: null },
    below: "[2026] MC 1",
    by: ["seller", "buyer"],
    outcome,
    feeCents: 0,
  },
})

/** The changes of a contested judgment of the Magistrate that is delivered at an instant. */
export const deliverContested = (given: Draft, from: DeliveryFacts, now = start) =>
  Either.getOrThrow(
    deliver(
      given,
      { act: "judgment", basis: "contested", judgeLine: "Before the Magistrate" },
      from,
      contextFor({ role: "judge" }, now),
    ),
  )

/** The judgment that the usual draft makes of the usual matter, delivered at `start`. */
export const delivered = (given: Draft = draft(), from: DeliveryFacts = facts()): Judgment.Judgment => {
  const [judgment] = putsOf(Judgment.Judgments, deliverContested(given, from).changes)
  return needPresent(judgment, "the judgment of a delivery")
}

export const sealedIn = (changes: ReadonlyArray<Change>): string => {
  const [payload] = changes.flatMap((change) => (change._tag === "Seal" ? [change.payload] : []))
  return needPresent(payload, "the payload of a seal")
}
