/** Briefs to counsel of the service (PD2 §2, PD2 §3): one commit before the draft is made, and another, which delivers it. */

import { Effect, Either, Option, Schema } from "effect"
import { Agent, mayBrief, Retainer } from "../agents/index.ts"
import type { Actor } from "../kernel/Actor.ts"
import * as Changed from "../kernel/Change.ts"
import { command, type Decision } from "../kernel/Command.ts"
import type { Json } from "../kernel/Json.ts"
import * as Kind from "../kernel/Kind.ts"
import { Cents, defaultCurrency } from "../kernel/Money.ts"
import type { Named } from "../kernel/Named.ts"
import type { Reader } from "../kernel/Reader.ts"
import { firstOf, type Refusal, refusal, when } from "../kernel/Refusal.ts"
import { rule } from "../kernel/Section.ts"
import { format, Instant } from "../kernel/Time.ts"
import { Account, counselFee, withinCredit } from "../ledger/index.ts"
import { Matter, Parties } from "../matters/index.ts"
import { Counsel, Drafted, type Roster } from "./Counsel.ts"
import {
  AtDesk,
  afterFailure,
  clearDesk,
  Desks,
  failureChecks,
  holds,
  isBusy,
  ownDesk,
  takeDesk,
} from "./Desk.ts"
import { Instructing } from "./Requests.ts"

/** A draft that counsel of the service delivered. The record keeps what it cost, not what it says. */
const Brief = Schema.Struct({
  id: Schema.String,
  agentId: Schema.String,
  task: Retainer.Task,
  model: Schema.String,
  matterId: Schema.NullOr(Schema.String),
  /** The provider's cost in millionths of a US dollar; null if it is not known. */
  costMicros: Schema.NullOr(Schema.NonNegativeInt),
  feeCents: Cents,
  at: Instant,
})

type Brief = typeof Brief.Type

export const Briefs = Kind.make<Brief>({ name: "brief", schema: Brief, id: ({ id }) => id })

const subjectOf = (id: string): string => `brief/${id}`

/** The model on which counsel runs: the model that the client names, or the first of the roster. */
export const modelFor = rule(
  ["PD2 §2"],
  ({ models, anyModel }: Roster, named: string | undefined): Either.Either<string, Refusal> => {
    const [usual] = models
    if (usual === undefined) return Either.left(refusal("no_counsel", {}))
    if (named === undefined) return Either.right(usual.model)
    return anyModel || models.some(({ model }) => model === named)
      ? Either.right(named)
      : Either.left(refusal("model_not_offered", { models: models.map(({ model }) => model).join(", ") }))
  },
)

/** Refuses a brief that names a matter which the client may not read. */
const checkMatter = (reader: Reader, id: string | undefined, client: Actor) =>
  Effect.gen(function* () {
    if (id === undefined) return
    const matter = yield* reader.need(Matter.Matters, id, () => refusal("unknown_matter", { id }))
    if (!Parties.mayReadMatter(matter, client)) yield* refusal("not_a_party", {})
  })

/** Takes the client's desk for a draft. Refused to a client over its credit limit, and while another draft is being made. */
export const openBrief = command({
  name: "open-brief",
  sections: ["PD2 §2", "PD2 §3", "PD2 §7", "PD14 §8"],
  input: Instructing,
  gather: ({ matterId }, { actor }, reader) =>
    Effect.gen(function* () {
      const desk = yield* ownDesk(reader, actor)
      yield* checkMatter(reader, matterId, actor)
      const owed = Account.owedCents(yield* Account.balanceOf(reader, desk.agentId))
      const client = Option.getOrNull(yield* reader.find(Agent.Agents, desk.agentId))
      const { roster } = yield* Counsel
      return { client, desk, owed, roster }
    }),
  decide: ({ client, desk, owed, roster }, { model: named }, { fresh, now, terms }) => {
    const model = modelFor(roster, named)
    const refused = firstOf([
      mayBrief(client),
      withinCredit(owed, terms),
      Either.isLeft(model) ? model.left : null,
      when(isBusy(desk, now), "counsel_busy", {}),
      failureChecks(desk, now, terms),
    ])
    return Either.flatMap(refused, () =>
      Either.map(model, (on) => ({
        changes: [Changed.put(Desks, takeDesk(desk, fresh("work"), now, terms))],
        reply: { id: fresh("work"), model: on },
      })),
    )
  },
})

const deliveringSchema = Schema.Struct({
  ...AtDesk.fields,
  ...Drafted.fields,
  task: Retainer.Task,
  model: Schema.String,
  matterId: Schema.NullOr(Schema.String),
})

export type Delivering = Named<typeof deliveringSchema.Type>

const Delivering: Schema.Schema<Delivering> = deliveringSchema

export type DraftReply = {
  readonly id: string
  readonly status: "delivered"
  readonly task: Retainer.Task
  readonly counsel: null
  readonly model: string
  readonly advice: string | null
  readonly claim: Json
  readonly reference: Json
  readonly feeCents: number
  readonly currency: string
  readonly at: string
}

/** Delivers a draft and enters its fee. Counsel earns no fee before it delivers (PD2 §3). */
export const deliverDraft = command({
  name: "deliver-draft",
  sections: ["PD2 §3"],
  input: Delivering,
  gather: ({ matterId }, { actor }, reader) =>
    Effect.gen(function* () {
      const desk = yield* ownDesk(reader, actor)
      const charged = matterId === null ? [] : yield* Account.chargedIn(reader, matterId, [desk.agentId])
      return { desk, balance: yield* Account.balanceOf(reader, desk.agentId), charged }
    }),
  decide: (
    { desk, balance, charged: [charged] },
    { id, task, model, matterId, work, costMicros },
    context,
  ): Either.Either<Decision<DraftReply>, Refusal> => {
    const { now, terms } = context
    if (!holds(desk, id, now)) return Either.left(refusal("draft_late", { minutes: terms.draftMinutes }))
    const feeCents = counselFee(costMicros, terms)
    const { agentId } = desk
    const charge = {
      id: context.fresh("charge"),
      cents: feeCents,
      reason: "counsel_fee",
      rule: Account.fees.counsel_fee.rule,
      subject: subjectOf(id),
      at: now,
    } as const
    return Either.right({
      changes: [
        Changed.put(Desks, clearDesk(desk)),
        Changed.put(Briefs, { id, agentId, task, model, matterId, costMicros, feeCents, at: now }),
        ...(charged === undefined
          ? Account.post(balance, { ...charge, kind: "charge" })
          : Account.postIn(charged, balance, charge)),
      ],
      reply: {
        id,
        status: "delivered",
        task,
        counsel: null,
        model,
        ...work,
        feeCents,
        currency: defaultCurrency,
        at: format(now),
      },
    })
  },
})

/** Counts a draft that failed although the provider is to be paid for it, and frees the desk if that draft still holds it. */
export const failDraft = command({
  name: "fail-draft",
  sections: ["PD2 §3"],
  input: AtDesk,
  gather: (_input, { actor }, reader) => ownDesk(reader, actor),
  decide: (desk, { id }, { now }) =>
    Either.right({ changes: [Changed.put(Desks, afterFailure(desk, id, now))], reply: null }),
})
