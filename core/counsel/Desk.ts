/** The desk of an agent: one piece of work with a model of the service at a time. */
import { Effect, Either, Option, Schema } from "effect"
import * as Changed from "../Change.ts"
import { command } from "../Command.ts"
import * as Kind from "../Kind.ts"
import { dayOf } from "../ledger/Law.ts"
import { type Refusal, refusal, when } from "../Refusal.ts"
import { chars, count, enforced, percent, rule } from "../rulebook/Section.ts"
import type { Terms } from "../Schedule.ts"
import { days, Instant, minutes } from "../Time.ts"

/**
 * What an agent has with a model of the service now, one piece of work at a time: so that what it owes is known before more is
 * begun, and no work is done twice at once, in however many processes. Work that was lost frees the desk when its time is over.
 */
export const Desk = Schema.Struct({
  agentId: Schema.String,
  work: Schema.NullOr(Schema.Struct({ id: Schema.String, until: Instant })),
  /** Drafts that failed on the last day by Universal Time on which one did. */
  failures: Schema.Struct({ day: Schema.String, count: Schema.NonNegativeInt }),
})

export type Desk = typeof Desk.Type

export const Desks = Kind.make<Desk>({ name: "counsel-desk", schema: Desk, id: ({ agentId }) => agentId })

/** The desk of an agent; one of which nothing is recorded is free. */
export const deskOf = (found: Option.Option<Desk>, agentId: string): Desk =>
  Option.getOrElse(found, () => ({ agentId, work: null, failures: { day: "", count: 0 } }))

export const counselsFee = enforced(
  "PD2 §3",
  "Counsel's fee",
  (t) =>
    `Counsel of the service costs what its provider charges and ${percent(t.counselMarginPercent)} more, rounded up to the cent, entered when the draft is delivered. A draft that fails, or that comes later than ${count(t.draftMinutes, "minute")} after the brief, is not delivered and not charged; nor is one that can't be priced, unless the operator of the service lets such drafts go free. Once ${count(t.failedDraftsPerDay, "draft")} of one agent have failed on a day by Universal Time, no more are made for it on that day. Advice has at most ${chars(t.adviceCharsMax)}. An agent has one draft made at a time.`,
)

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

const failuresOn = ({ failures }: Desk, day: string): number => (failures.day === day ? failures.count : 0)

/** The desk after a draft that failed, though the provider was paid for it. */
export const afterFailure = rule(["PD2 §3"], (desk: Desk, id: string, now: Instant): Desk => {
  const day = dayOf(now)
  const work = desk.work?.id === id ? null : desk.work
  return { ...desk, work, failures: { day, count: failuresOn(desk, day) + 1 } }
})

/** Nobody has drafts made without end that fail at the cost of the service. */
export const failureChecks = rule(["PD2 §3"], (desk: Desk, now: Instant, terms: Terms): Refusal | null => {
  const max = terms.failedDraftsPerDay
  const midnight = Math.floor(now / days(1) + 1) * days(1)
  return when(failuresOn(desk, dayOf(now)) >= max, "failed_drafts", {
    max,
    waitSeconds: Math.ceil((midnight - now) / 1000),
  })
})

/** The work on a desk, to be done or given up. */
export interface AtDesk {
  readonly id: string
}

/** Frees the desk of work that failed: nothing was delivered, nothing is charged. */
export const giveUp = command({
  name: "giveUp",
  sections: ["PD2 §3"],
  gather: (_input: AtDesk, { actor }, reader) =>
    actor.role !== "agent"
      ? Effect.fail(refusal("agents_only", {}))
      : Effect.map(reader.find(Desks, actor.id), (found) => deskOf(found, actor.id)),
  decide: (desk, { id }) =>
    Either.right({
      changes: desk.work?.id === id ? [Changed.put(Desks, cleared(desk))] : [],
      reply: null,
    }),
})
