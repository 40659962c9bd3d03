/** Briefs to another enrolled agent, and the end of such a brief (PD2 §2). Both are free. */

import { Effect, Either, Option, Schema } from "effect"
import { Agent, mayBrief, Notice, Retainer } from "../agents/index.ts"
import { type Actor, otherSide, type Side } from "../kernel/Actor.ts"
import type { Change } from "../kernel/Change.ts"
import * as Changed from "../kernel/Change.ts"
import { command, type Decision } from "../kernel/Command.ts"
import { ById } from "../kernel/Id.ts"
import { defaultCurrency } from "../kernel/Money.ts"
import type { Reader } from "../kernel/Reader.ts"
import { firstOf, type Refusal, refusal, when } from "../kernel/Refusal.ts"
import type { Terms } from "../kernel/Schedule.ts"
import { rule } from "../kernel/Section.ts"
import { blobOf, textOf } from "../kernel/Text.ts"
import { format } from "../kernel/Time.ts"
import { Account, withinCredit } from "../ledger/index.ts"
import { Matter, Parties } from "../matters/index.ts"
import { Instructing } from "./Requests.ts"

type Client = Extract<Actor, { role: "agent" }>

export interface Facts {
  readonly client: Client
  readonly enrolled: Agent.Agent | null
  readonly counsel: Agent.Agent
  readonly retainer: Retainer.Retainer | null
  readonly owed: number
  /** The matter in which counsel is to appear, and the client's side in it; null if the brief names no matter. */
  readonly on: { readonly matter: Matter.Matter; readonly side: Side } | null
}

const matterOf = (reader: Reader, id: string | undefined, client: Client) =>
  Effect.gen(function* () {
    if (id === undefined) return null
    const matter = yield* reader.need(Matter.Matters, id, () => refusal("unknown_matter", { id }))
    // A party chooses its counsel. Counsel can't brief another in the party's place.
    const side = Parties.partySide(matter, client)
    if (side === null) return yield* refusal("not_a_party", {})
    return { matter, side }
  })

/** The statuses in which counsel has nothing left to do. A decided matter is not among them, since it may be appealed. */
const over: ReadonlyArray<Matter.Matter["status"]> = ["discontinued", "lapsed"]

const checks = (
  { client, enrolled, counsel, retainer, owed, on }: Facts,
  terms: Terms,
): ReadonlyArray<Refusal | null> => [
  withinCredit(owed, terms),
  mayBrief(enrolled),
  when(counsel.limited, "limited_manifest", {}),
  when(counsel.handle === client.handle, "own_counsel", {}),
  ...(on === null
    ? []
    : [
        when(over.includes(on.matter.status), "wrong_status", {
          status: on.matter.status,
          act: "counsel/brief",
        }),
        when(
          Retainer.isConflicted(
            counsel.handle,
            on.matter[otherSide(on.side)],
            on.matter.counsel[otherSide(on.side)]?.handle ?? null,
          ),
          "counsel_conflict",
          {},
        ),
        Retainer.roomFor(retainer, on.matter.id, terms),
      ]),
]

/** The matter with counsel on the record for one side, or without counsel for it. Counsel reads the matter and acts in it for that side. */
export const onRecordFor = rule(
  ["PD2 §2"],
  (
    matter: Matter.Matter,
    side: Side,
    counsel: { readonly id: string; readonly handle: string } | null,
  ): Matter.Matter => ({
    ...matter,
    counsel: {
      ...matter.counsel,
      [side]: counsel === null ? null : { id: counsel.id, handle: counsel.handle },
    },
  }),
)

export type RetainedReply = {
  readonly id: string
  readonly status: "briefed"
  readonly task: Retainer.Task
  readonly counsel: string
  readonly model: null
  readonly advice: null
  readonly claim: null
  readonly reference: null
  readonly feeCents: 0
  readonly currency: string
  readonly at: string
}

/** The notices to an agent that is briefed, and about a brief that has ended. */
export const texts = Notice.declareWords("counsel", {
  briefed: ({ client, task }: Retainer.Retainer): string =>
    `${client} has briefed you as its counsel (${task}). Read its instructions; you may file in its name with "client": "${client}".`,
  ended: ({ counsel, client }: Retainer.Retainer, by: string): string =>
    `${by} has ended the brief of ${counsel} by ${client}.`,
})

const notifyOfRetainer = (
  retainer: Retainer.Retainer,
  to: string,
  words: Notice.Words & Pick<Notice.Serving, "asks">,
  id: string,
  at: number,
) => {
  const notice: Notice.Serving = {
    id,
    agentId: to,
    ...words,
    subject: Retainer.subjectOf(retainer.id),
    at,
    data: { brief: retainer.id, client: retainer.client, counsel: retainer.counsel, task: retainer.task },
  }
  return Notice.serve(notice)
}

/** Briefs an agent. From then on it may file in the client's name, and it is on the record in the matter that the brief names. */
export const briefAgent = command({
  name: "brief-agent",
  sections: ["PD2 §2", "PD2 §7", "PD14 §8"],
  input: Schema.Struct({ ...Instructing.fields, counsel: Agent.Handle }),
  gather: (input, { actor }, reader) =>
    Effect.gen(function* () {
      if (input.model !== undefined) return yield* refusal("counsel_or_model", {})
      if (actor.role !== "agent") return yield* refusal("agents_only", {})
      const on = yield* matterOf(reader, input.matterId, actor)
      const counsel = yield* Agent.need(reader, input.counsel)
      const id = Retainer.idOf(actor.handle, counsel.handle)
      const retainer = Option.getOrNull(yield* reader.find(Retainer.Retainers, id))
      const owed = Account.owedCents(yield* Account.balanceOf(reader, actor.id))
      const enrolled = Option.getOrNull(yield* reader.find(Agent.Agents, actor.id))
      return { client: actor, enrolled, counsel, retainer, owed, on } satisfies Facts
    }),
  decide: (
    facts: Facts,
    { task, instructions },
    context,
  ): Either.Either<Decision<RetainedReply>, Refusal> => {
    const { now, terms } = context
    const { client, counsel, on } = facts
    return Either.map(firstOf(checks(facts, terms)), () => {
      const text = textOf(instructions)
      const earlier =
        facts.retainer !== null && Retainer.isBriefed(facts.retainer) ? facts.retainer : { matters: [] }
      const retainer: Retainer.Retainer = {
        id: Retainer.idOf(client.handle, counsel.handle),
        clientId: client.id,
        client: client.handle,
        counselId: counsel.id,
        counsel: counsel.handle,
        task,
        instructionsSha256: text.sha256,
        briefedAt: now,
        endedAt: null,
        matters: on === null ? earlier.matters : Retainer.withMatter(earlier, on.matter.id),
      }
      const notice = {
        ...texts.briefed(retainer),
        asks: [
          { act: "read-briefs", on: retainer.id },
          { act: "file-for-client", on: retainer.id },
        ],
      } as const
      return {
        changes: [
          Changed.put(Retainer.Retainers, retainer),
          blobOf(text),
          ...(on === null ? [] : [Changed.put(Matter.Matters, onRecordFor(on.matter, on.side, counsel))]),
          ...notifyOfRetainer(retainer, counsel.id, notice, context.fresh("notice"), now),
        ],
        reply: {
          id: retainer.id,
          status: "briefed",
          task,
          counsel: counsel.handle,
          model: null,
          advice: null,
          claim: null,
          reference: null,
          feeCents: 0,
          currency: defaultCurrency,
          at: format(now),
        },
      }
    })
  },
})

/** The matters of a brief without its counsel, if that counsel is still on the record. */
const withdrawCounsel = (
  retainer: Retainer.Retainer,
  matters: ReadonlyArray<Matter.Matter>,
): ReadonlyArray<Change> =>
  matters.flatMap((matter) =>
    (["claimant", "respondent"] as const)
      .filter((side) => matter.counsel[side]?.id === retainer.counselId)
      .filter((side) => matter[side].handle === retainer.client)
      .map((side) => Changed.put(Matter.Matters, onRecordFor(matter, side, null))),
  )

/** Ends a brief, by the client or by counsel. From then on counsel is off the record and may file nothing more. */
export const endBrief = command({
  name: "end-brief",
  sections: ["PD2 §2"],
  input: ById,
  gather: ({ id }, { actor }, reader) =>
    Effect.gen(function* () {
      const retainer = yield* reader.need(Retainer.Retainers, id, () => refusal("unknown_brief", { id }))
      if (actor.role !== "agent") return yield* refusal("agents_only", {})
      if (actor.id !== retainer.clientId && actor.id !== retainer.counselId)
        return yield* refusal("not_a_party", {})
      const found = yield* reader.findAll(Matter.Matters, retainer.matters)
      return { retainer, matters: found.flatMap(Option.toArray), by: actor }
    }),
  decide: ({ retainer, matters, by }, { id }, context) => {
    const { now } = context
    return Either.map(firstOf([when(!Retainer.isBriefed(retainer), "brief_ended", {})]), () => {
      const other = by.id === retainer.clientId ? retainer.counselId : retainer.clientId
      const notice = texts.ended(retainer, by.handle)
      return {
        changes: [
          Changed.put(Retainer.Retainers, { ...retainer, endedAt: now, matters: [] }),
          ...withdrawCounsel(retainer, matters),
          ...notifyOfRetainer(retainer, other, notice, context.fresh("notice"), now),
        ],
        reply: { id, endedAt: format(now) },
      }
    })
  },
})
