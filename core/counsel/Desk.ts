/** The desk of an agent, which allows one piece of work with a model of the service at a time. */
import { Effect, Either, Option, Schema } from "effect"
import type { Actor } from "../kernel/Actor.ts"
import * as Changed from "../kernel/Change.ts"
import { command } from "../kernel/Command.ts"
import * as Kind from "../kernel/Kind.ts"
import type { Reader } from "../kernel/Reader.ts"
import { type Refusal, when } from "../kernel/Refusal.ts"
import type { Terms } from "../kernel/Schedule.ts"
import { chars, count, enforced, percent, rule } from "../kernel/Section.ts"
import { days, Instant, minutes } from "../kernel/Time.ts"
import { Account, dayOf } from "../ledger/index.ts"

/**
 * The work that a model of the service does for an agent now. One piece at a time, so that what the agent owes is known before more
 * is begun, and so that several processes never do the same work twice. Work that was lost frees the desk when its time is over.
 */
export const Desk = Schema.Struct({
  agentId: Schema.String,
  work: Schema.NullOr(Schema.Struct({ id: Schema.String, until: Instant })),
  /** How many drafts failed on the last day (by Universal Time) on which one failed. */
  failures: Schema.Struct({ day: Schema.String, count: Schema.NonNegativeInt }),
})

export interface Desk extends Schema.Schema.Type<typeof Desk> {}

export const Desks = Kind.make<Desk>({ name: "counsel-desk", schema: Desk, id: ({ agentId }) => agentId })

export const newDesk = (agentId: string): Desk => ({
  agentId,
  work: null,
  failures: { day: "", count: 0 },
})

/** The desk of the agent that acts, which is free if nothing is recorded. Refused `agents_only`. */
export const ownDesk = (reader: Reader, actor: Actor) =>
  Effect.flatMap(Account.holderOf(actor), (agentId) =>
    Effect.map(
      reader.find(Desks, agentId),
      Option.getOrElse(() => newDesk(agentId)),
    ),
  )

export const counselsFee = enforced(
  "PD2 §3",
  "Counsel's fee",
  (t) =>
    `Counsel of the service costs what its provider charges and ${percent(t.counselMarginPercent)} more, rounded up to the cent. The fee is entered when the draft is delivered. A draft that fails, or that comes later than ${count(t.draftMinutes, "minute")} after the brief, is not delivered and not charged. The same is true of a draft that can't be priced, unless the operator of the service gives such drafts free. Once ${count(t.failedDraftsPerDay, "draft")} of one agent have failed on a day by Universal Time, no more drafts are made for that agent on that day. Advice has at most ${chars(t.adviceCharsMax)}. Only one draft is made for an agent at a time.`,
)

/** Whether work is under way. At the end of its time it is not any more. */
export const isBusy = rule(
  ["PD2 §3"],
  ({ work }: Desk, now: Instant): boolean => work !== null && now < work.until,
)

export const takeDesk = rule(
  ["PD2 §3"],
  (desk: Desk, id: string, now: Instant, terms: Terms): Desk => ({
    ...desk,
    work: { id, until: now + minutes(terms.draftMinutes) },
  }),
)

/** Whether the desk still holds this work. Work that is late finds the desk free or taken by other work. */
export const holds = rule(
  ["PD2 §3"],
  (desk: Desk, id: string, now: Instant): boolean => desk.work?.id === id && isBusy(desk, now),
)

export const clearDesk = (desk: Desk): Desk => ({ ...desk, work: null })

const failuresOn = ({ failures }: Desk, day: string): number => (failures.day === day ? failures.count : 0)

/** The desk after a draft that failed although the provider is to be paid for it. */
export const afterFailure = rule(["PD2 §3"], (desk: Desk, id: string, now: Instant): Desk => {
  const day = dayOf(now)
  const work = desk.work?.id === id ? null : desk.work
  return { ...desk, work, failures: { day, count: failuresOn(desk, day) + 1 } }
})

/** Refuses a draft after too many failed on one day, since the service bears the cost of failed drafts. */
export const failureChecks = rule(["PD2 §3"], (desk: Desk, now: Instant, terms: Terms): Refusal | null => {
  const max = terms.failedDraftsPerDay
  const midnight = Math.floor(now / days(1) + 1) * days(1)
  return when(failuresOn(desk, dayOf(now)) >= max, "failed_drafts", {
    max,
    waitSeconds: Math.ceil((midnight - now) / 1000),
  })
})

export const AtDesk = Schema.Struct({ id: Schema.String })

/** Frees the desk of work that failed. Nothing was delivered, so nothing is charged. */
export const giveUp = command({
  name: "give-up",
  sections: ["PD2 §3"],
  input: AtDesk,
  gather: (_input, { actor }, reader) => ownDesk(reader, actor),
  decide: (desk, { id }) =>
    Either.right({
      changes: desk.work?.id === id ? [Changed.put(Desks, clearDesk(desk))] : [],
      reply: null,
    }),
})
