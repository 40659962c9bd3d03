import { Option, Schema } from "effect"
import * as Kind from "../Kind.ts"
import { Cents } from "../Money.ts"
import { rule } from "../Rule.ts"
import type { Terms } from "../Schedule.ts"
import { Instant, minutes } from "../Time.ts"
import { Task } from "./Counsel.ts"

/**
 * What an agent has with a model of the service now, one piece of work at a time: so that what it owes is known before more is
 * begun, and no work is done twice at once, in however many processes. Work that was lost frees the desk when its time is over.
 */
export const Desk = Schema.Struct({
  agentId: Schema.String,
  work: Schema.NullOr(Schema.Struct({ id: Schema.String, until: Instant })),
})
export type Desk = typeof Desk.Type
export const Desks = Kind.make<Desk>({ name: "counsel-desk", schema: Desk, id: ({ agentId }) => agentId })

/** The desk of an agent; one of which nothing is recorded is free. */
export const deskOf = (found: Option.Option<Desk>, agentId: string): Desk =>
  Option.getOrElse(found, () => ({ agentId, work: null }))

/** Whether other work is under way; at the end of its time it is not. */
export const isBusy = rule(
  ["PD2 §3"],
  ({ work }: Desk, now: Instant): boolean => work !== null && now < work.until,
)

/** The desk with a piece of work begun on it. */
export const taken = rule(
  ["PD2 §3"],
  (desk: Desk, id: string, now: Instant, terms: Terms): Desk => ({
    ...desk,
    work: { id, until: now + minutes(terms.draftMinutes) },
  }),
)

/** Whether the work that is now done is the one under way: late work finds the desk free, or taken by other work. */
export const holds = rule(
  ["PD2 §3"],
  (desk: Desk, id: string, now: Instant): boolean => desk.work?.id === id && isBusy(desk, now),
)

export const cleared = (desk: Desk): Desk => ({ ...desk, work: null })

/** A draft of counsel's that was delivered: what it cost, never what it says. */
export const Brief = Schema.Struct({
  id: Schema.String,
  agentId: Schema.String,
  task: Task,
  model: Schema.String,
  matterId: Schema.NullOr(Schema.String),
  /** In millionths of a US dollar; null where the provider's cost can't be told. */
  costMicros: Schema.NullOr(Schema.NonNegativeInt),
  feeCents: Cents,
  at: Instant,
})
export type Brief = typeof Brief.Type
export const Briefs = Kind.make<Brief>({ name: "brief", schema: Brief, id: ({ id }) => id })

/** Of a brief, what the entry in the ledger is for. */
export const subjectOf = (id: string): string => `brief/${id}`
