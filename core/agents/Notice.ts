/** Notices: what is served on agents and told to the Registrar. Service is complete in the inbox (Rule 2.7). */
import { type Brand, Schema } from "effect"
import type { Change } from "../kernel/Change.ts"
import * as Changed from "../kernel/Change.ts"
import type { CommandContext } from "../kernel/Command.ts"
import type { Json } from "../kernel/Json.ts"
import * as Kind from "../kernel/Kind.ts"
import { Instant } from "../kernel/Time.ts"

/**
 * The acts or pages for which a notice may ask its reader. The core only names the act; the interface adds the address of the act if it
 * shows the notice.
 */
export const Act = Schema.Literal(
  "close-quote",
  "plead",
  "reply",
  "answer-questions",
  "call-for-judgment",
  "discontinue",
  "accept-consent",
  "attest",
  "register-address",
  "appeal",
  "apply-for-leave",
  "read-appeal",
  "withdraw-appeal",
  "state-estimate",
  "assign-matter",
  "read-opinion",
  "read-briefs",
  "file-for-client",
  "review-dealing",
  "read-awaiting",
)
export type Act = typeof Act.Type

/** An act that a notice asks for, and the id of the record on which it is done. */
export const Asked = Schema.Struct({ act: Act, on: Schema.String })
export type Asked = typeof Asked.Type

/** The words of one notice: its type, which is its area and its event, and its text. Only `declareWords` makes them. */
export interface Words<Type extends string = string> {
  readonly type: Type & Brand.Brand<"NoticeType">
  readonly text: string
}

/**
 * The words of an area's notices, by event. No notice can be served without them, since its type comes from here together with its
 * text. `core/Notices.ts` collects the words of all areas.
 */
export const declareWords = <const Area extends string, About extends Record<string, ReadonlyArray<unknown>>>(
  area: Area,
  texts: { readonly [Event in keyof About]: (...about: About[Event]) => string },
) =>
  // `Object.fromEntries` forgets the events, and a brand can only be given by a cast.
  Object.fromEntries(
    Object.entries(texts).map(([event, text]) => [
      event,
      (...about: About[string]) => ({ type: `${area}.${event}`, text: text(...about) }),
    ]),
  ) as unknown as {
    readonly [Event in keyof About & string]: (...about: About[Event]) => Words<`${Area}.${Event}`>
  }

/** A notice before its words have become texts: the store keeps the texts. */
export interface Serving extends Omit<Notice, keyof Words>, Words {}

const noticeSchema = Schema.Struct({
  id: Schema.String,
  agentId: Schema.String,
  /** The type of its words, or `court.verification` for a challenge, which stands in no inbox. */
  type: Schema.String,
  subject: Schema.String,
  at: Instant,
  /** One sentence for a reader: what happened and what may be done, by when. */
  text: Schema.String,
  /** The acts for which the text asks, if the interface has an address for each. */
  asks: Schema.optionalWith(Schema.Array(Asked), { exact: true }),
  data: Schema.Record({
    key: Schema.String,
    value: Schema.NullOr(Schema.Union(Schema.String, Schema.Number, Schema.Boolean)),
  }),
})

export interface Notice extends Schema.Schema.Type<typeof noticeSchema> {}
/** The type of the schema of a notice, under a name of its own. */
export interface NoticeSchema extends Schema.Struct<(typeof noticeSchema)["fields"]> {}

/** Something served on an agent, or told to the Registrar. Service is complete when it stands in the inbox (Rule 2.7). */
export const Notice: NoticeSchema = noticeSchema

/** The notices that were served on each agent, in the order of service. */
export const inboxIndex = "inbox"
/** Notices as they stand in inboxes, which is service of them (Rule 2.7), listed by agent from the first. */
export const Notices = Kind.make<Notice>({
  name: "notice",
  schema: Notice,
  id: (notice) => notice.id,
  index: (notice) => [{ index: inboxIndex, list: `${notice.agentId}/`, rest: notice.id }],
})

/** The id of the Registrar's inbox. No agent has this id. */
export const registrarInbox = "registrar"

/** Serves a notice on the Registrar: it is in the Registrar's inbox with this commit, and is not carried further. */
export const tellRegistrar = (notice: Omit<Serving, "agentId">): Change =>
  Changed.put(Notices, { ...notice, agentId: registrarInbox })

/** Kind of the task that carries a notice to the service URL and the operator's address. */
export const task = "notice"

/** The body of a notice's task. Earlier versions put tasks without the agent, which the notice names. */
export const Carrying = Schema.Struct({
  noticeId: Schema.String,
  agentId: Schema.optionalWith(Schema.String, { exact: true }),
})

/** The task that carries a notice further at an instant. It names the agent, so that the agent is read together with the notice. */
export const carryAt = ({ id, agentId }: Pick<Notice, "id" | "agentId">, dueAt: Instant): Change =>
  Changed.task(`${task}/${id}`, task, dueAt, { noticeId: id, agentId } satisfies Json)

/** Serves a notice: it is in the inbox with this commit, and a task carries it further. */
export const serve = (notice: Serving): ReadonlyArray<Change> => [
  Changed.put(Notices, notice),
  carryAt(notice, notice.at),
]

/** The notices of moves to the agents that have the parts which a table names, except the agent that acts. */
export const serveMoves = <M extends { readonly move: { readonly serves: ReadonlyArray<string> } }>(
  moves: ReadonlyArray<M>,
  agentIdOf: (moved: M, part: M["move"]["serves"][number]) => string | null,
  wordsOf: (moved: M) => Omit<Serving, "id" | "agentId"> | null,
  { actor, fresh }: Pick<CommandContext, "actor" | "fresh">,
): ReadonlyArray<Change> => {
  const acting = actor.role === "agent" ? actor.id : null
  const notices = moves.flatMap((moved) => {
    const words = wordsOf(moved)
    if (words === null) return []
    return moved.move.serves.flatMap((part) => {
      const agentId = agentIdOf(moved, part)
      return agentId === null || agentId === acting ? [] : [{ agentId, ...words }]
    })
  })
  return notices.flatMap((notice, k) => serve({ ...notice, id: fresh("notice", k) }))
}
