import { Effect, Either } from "effect"
import { command } from "../Command.ts"
import { refusal } from "../Refusal.ts"
import { deliver } from "./Delivery.ts"
import { gatherDelivery, needMatter } from "./Gather.ts"
import type { Draft } from "./Judge.ts"

/** A judge's draft for a reserved matter, and who the judge is, as the reasons say it. */
export interface DeliverInput {
  readonly matterId: string
  readonly draft: Draft
  readonly judgeLine?: string
}

const bench = "Before the Magistrate, sitting on the bench"

/** Delivers judgment in a reserved matter: `POST /matters/{id}/judgment` of a Judge, and what the court's own judge decides. */
export const deliverJudgment = command({
  name: "deliverJudgment",
  sections: ["Rule 5.2", "Rule 5.3", "Rule 5.4", "Rule 5.5", "Rule 5.6", "PD11 §2", "PD4 §2"],
  gather: ({ matterId }: DeliverInput, { now }, reader) =>
    Effect.flatMap(needMatter(reader, matterId), (matter) => gatherDelivery(reader, matter, "MC", now)),
  decide: (facts, { draft, judgeLine }, context) => {
    const { role } = context.actor
    if (role !== "judge" && role !== "scheduler") return Either.left(refusal("judge_only", {}))
    const { matter } = facts
    if (matter.status !== "reserved")
      return Either.left(refusal("wrong_status", { status: matter.status, act: "judgment" }))
    const basis = matter.call?.default === true ? "default" : "contested"
    return deliver(draft, { basis, judgeLine: judgeLine ?? bench }, facts, context)
  },
})
