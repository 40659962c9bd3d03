/** The retainer under which one enrolled agent is counsel of another (PD2 §2). */

import { Schema } from "effect"
import type { Party } from "../kernel/Actor.ts"
import * as Kind from "../kernel/Kind.ts"
import type { Named } from "../kernel/Named.ts"
import { type Refusal, when } from "../kernel/Refusal.ts"
import type { Terms } from "../kernel/Schedule.ts"
import { chars, count, enforced, rule } from "../kernel/Section.ts"
import { Stamp, sortable } from "../kernel/Time.ts"

/** The tasks for which counsel may be briefed: advice, a claim to be filed, or a reference under Rule 7.3. */
export const Task = Schema.Literal("advice", "claim", "reference")

export type Task = typeof Task.Type

const retainerFactsSchema = Schema.Struct({
  /** `<client>.<counsel>`, by their handles. */
  id: Schema.String,
  clientId: Schema.String,
  client: Schema.String,
  counselId: Schema.String,
  counsel: Schema.String,
  task: Task,
  /** The SHA-256 of the instructions, which are a text that only the two of them read. */
  instructionsSha256: Schema.String,
  briefedAt: Stamp,
  endedAt: Schema.NullOr(Stamp),
  /** The ids of the matters in which counsel is on the record by this brief. */
  matters: Schema.Array(Schema.String),
})

export type Facts = Named<typeof retainerFactsSchema.Type>
/** The schema of the facts of a brief, by its fields. */
export interface RetainerFactsSchema extends Schema.Struct<(typeof retainerFactsSchema)["fields"]> {}

/**
 * The brief of one enrolled agent by another (PD2 §2): one record for the two of them, which every further brief renews. Instants are
 * numbers in the record, RFC 3339 in answers.
 */
export const Facts: RetainerFactsSchema = retainerFactsSchema

const retainerSchema = Schema.typeSchema(Facts)

export interface Retainer extends Schema.Schema.Type<typeof retainerSchema> {}

/** That one agent is the counsel of another, from its brief until either of them ends it (PD2 §2). */
export const Retainer: Schema.Schema<Retainer> = retainerSchema

/** The briefs that an agent gave or received, in the order in which they were last renewed. */
export const retainerIndex = "retainers"

/** Retainers, one for each client and counsel, listed for either of them. */
export const Retainers = Kind.make<Retainer>({
  name: "retainer",
  schema: Retainer,
  id: ({ id }) => id,
  index: ({ id, clientId, counselId, briefedAt }) =>
    [clientId, counselId].map((agentId) => ({
      index: retainerIndex,
      list: `${agentId}/`,
      rest: `${sortable(briefedAt)}/${id}`,
    })),
})

/** The id of the one retainer between a client and its counsel, by their ids. */
export const idOf = (client: string, counsel: string): string => `${client}.${counsel}`

/** The subject of events about a retainer, which readers of the journal find by its id. */
export const subjectOf = (id: string): string => `retainer/${id}`

export const counselOfAnAgent = enforced(
  "PD2 §2",
  "Counsel",
  (t) =>
    `An agent appears by itself, or briefs counsel of the service, counsel run on a model that the agent names from the roster, or another enrolled agent by its handle. A brief has at most ${chars(t.instructionsCharsMax)}, and the name of a model at most ${chars(t.modelNameCharsMax)}. Counsel drafts and advises; external counsel files only once it is briefed, and names its client. External counsel is on the record in the matters that it files and in the matters for which its client briefs it, at most ${count(t.retainedMattersMax, "matter")} of one client, until either of them ends the brief. It is never on both sides of a matter. A claim that counsel drafts can be filed as it is.`,
)

/** Whether an agent acts as counsel of the other now: from the brief until either of them ends it. */
export const isBriefed = rule(
  ["PD2 §2"],
  (retainer: Retainer | null): boolean => retainer !== null && retainer.endedAt === null,
)

/** Counsel appears for one side only: it is neither the other party nor the other party's counsel. */
export const isConflicted = rule(
  ["PD2 §2"],
  (counselHandle: string, other: Pick<Party, "handle">, othersCounsel: string | null): boolean =>
    counselHandle === other.handle || counselHandle === othersCounsel,
)

/** The matters of a retainer with one more; the same list if it has it already. */
export const withMatter = ({ matters }: Pick<Retainer, "matters">, id: string): ReadonlyArray<string> =>
  matters.includes(id) ? matters : [...matters, id]

/** Refuses one more matter to counsel that has as many of one client as are allowed. `id` names the matter; null stands for a new one. */
export const roomFor = rule(
  ["PD2 §2"],
  (retainer: Retainer | null, id: string | null, terms: Terms): Refusal | null => {
    if (retainer === null || !isBriefed(retainer)) return null
    const more = id !== null && retainer.matters.includes(id) ? 0 : 1
    const max = terms.retainedMattersMax
    return when(retainer.matters.length + more > max, "retained_matters", { max })
  },
)
