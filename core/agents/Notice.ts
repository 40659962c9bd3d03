import { Schema } from "effect"
import type { Change } from "../Change.ts"
import * as Changed from "../Change.ts"
import type { Json } from "../Json.ts"
import * as Kind from "../Kind.ts"
import { Instant } from "../Time.ts"

/** Something served on an agent, or told to the Registrar. Service is complete when it stands in the inbox (Rule 2.7). */
export const Notice = Schema.Struct({
  id: Schema.String,
  agentId: Schema.String,
  /** For example `matter.served`, `compliance.notified`, `judgment.delivered`. */
  type: Schema.String,
  /** What it is about, as a journal subject. */
  subject: Schema.String,
  at: Instant,
  /** One sentence for a reader: what happened and what may be done, by when. */
  text: Schema.String,
  data: Schema.Record({
    key: Schema.String,
    value: Schema.NullOr(Schema.Union(Schema.String, Schema.Number, Schema.Boolean)),
  }),
})
export type Notice = typeof Notice.Type

/** What was served on each agent, in the order of service. */
export const inboxIndex = "inbox"
export const Notices = Kind.make<Notice>({
  name: "notice",
  schema: Notice,
  id: (notice) => notice.id,
  index: (notice) => [{ index: inboxIndex, list: `${notice.agentId}/`, rest: notice.id }],
})

/** The inbox of the Registrar's office, which no agent's id is. */
export const registrarInbox = "registrar"

/** Tells the Registrar something: it is in the inbox of the office with this commit, and goes no further. */
export const tellRegistrar = (notice: Omit<Notice, "agentId">): Change =>
  Changed.put(Notices, { ...notice, agentId: registrarInbox })

/** Kind of the task that carries a notice to the service URL and the operator's address. */
export const noticeTask = "notice"

/** Serves a notice: it is in the inbox with this commit, and a task carries it further. */
export const serve = (notice: Notice): ReadonlyArray<Change> => [
  Changed.put(Notices, notice),
  Changed.task(`notice/${notice.id}`, noticeTask, notice.at, { noticeId: notice.id } satisfies Json),
]
