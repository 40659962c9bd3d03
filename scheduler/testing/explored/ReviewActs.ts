/** The acts on judgments, on their appeals and on their entries that an exploration tries in every state. */
import {
  appeal,
  records as appealRecords,
  decideLeave,
  deliverAppeal,
  estimateAppeal,
  seekLeave,
  vacateJudgment,
  withdrawAppeal,
} from "../../../core/appeals/index.ts"
import type { Judge } from "../../../core/bench/index.ts"
import {
  attestCompliance,
  confirmCompliance,
  decideCompliance,
  disputeCompliance,
  Entry,
} from "../../../core/compliance/index.ts"
import { Matter } from "../../../core/matters/index.ts"
import { judge, registrar } from "../seeded/Asked.ts"
import type { Court, Tried } from "./Court.ts"
import { agent, draftOf, type On, pay, reasons, type Situation, sums, tried } from "./Tried.ts"

const grounds = ["The reasons do not carry it."]

export const reviewActs = (
  court: Court,
  { id, claimant, respondent, review }: Matter.Matter,
  citations: ReadonlyArray<string>,
): ReadonlyArray<Tried> => [
  ...(review === undefined ? [] : [claimant, respondent]).flatMap((party) => [
    tried(court, appeal, { id, grounds }, agent(party), "appeals", { id, act: "appeal" }),
    tried(court, seekLeave, { id, grounds }, agent(party), "asks for leave", { id, act: "leave" }),
    tried(
      court,
      withdrawAppeal,
      { id },
      agent(party),
      "withdraws the appeal",
      review?.appealId == null ? null : { id: review.appealId, act: "withdraw" },
    ),
  ]),
  ...citations
    .filter((citation) => review?.inForce.includes(citation))
    .flatMap((citation) =>
      [true, false].map((rehear) =>
        tried(
          court,
          vacateJudgment,
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
    const matter = find(Matter.Matters, matterId)
    if (matter === null) return []
    const { claimant, respondent } = matter
    const ruled = (outcome: "affirmed" | "varied" | "set_aside" | "remitted", order: Judge.DraftOrder) =>
      tried(
        court,
        deliverAppeal,
        { id, ...draftOf([order], "respondent"), outcome },
        judge,
        `decides the appeal: ${outcome.replace("_", " ")}`,
        { id, act: "judgment" },
      )
    return [
      tried(
        court,
        estimateAppeal,
        { id, estimatedAppealCostCents: 100, reasons },
        registrar,
        "prices the hearing",
        { id, act: "estimate" },
      ),
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
  all(Entry.Entries).flatMap(({ id, n, bound, favoured }: Entry.Entry) => {
    const on = (act: string): On => ({ id, act })
    return [
      tried(
        court,
        attestCompliance,
        { id, date: now, evidence: "the receipt" },
        agent(bound),
        `says that order ${n} is performed`,
        on("attest"),
      ),
      tried(
        court,
        confirmCompliance,
        { id },
        agent(favoured),
        `confirms that order ${n} is performed`,
        on("confirm"),
      ),
      ...[bound, favoured].map((party) =>
        tried(
          court,
          disputeCompliance,
          { id, ground: "not_performed", statement: "Look." },
          agent(party),
          `disputes the entry of order ${n}`,
          on("dispute"),
        ),
      ),
      ...(["satisfied", "unsatisfied"] as const).map((status) =>
        tried(
          court,
          decideCompliance,
          { id, status, reasons },
          registrar,
          `decides that order ${n} is ${status}`,
          on("decide"),
        ),
      ),
    ]
  })

export const ofReview = (situation: Situation): ReadonlyArray<Tried> => [
  ...entryActs(situation),
  ...appealActs(situation),
]
