/**
 * How much goes out in a day to one address: e-mails, and challenges to one host. Each is reserved in a commit of its own before
 * it is sent, so that any number of processes together send no more.
 */
import { Either, Option, Schema } from "effect"
import type { Change } from "../Change.ts"
import * as Changed from "../Change.ts"
import { command } from "../Command.ts"
import * as Kind from "../Kind.ts"
import { rule } from "../rulebook/Section.ts"
import type { Terms } from "../Schedule.ts"
import { days, format, Instant } from "../Time.ts"
import type { Agent } from "./Agent.ts"
import { reserved } from "./Law.ts"

export const Allowance = Schema.Struct({
  id: Schema.String,
  /** The day (of UTC) of the ids, as the instant at which it begins. */
  day: Instant,
  /** What was sent, or was about to be, on that day. */
  ids: Schema.Array(Schema.String),
  /** How many notices of which agents wait for the next digest, by handle. */
  held: Schema.Record({ key: Schema.String, value: Schema.Int }),
})
export type Allowance = typeof Allowance.Type
export const Allowances = Kind.make<Allowance>({
  name: "allowance",
  schema: Allowance,
  id: (allowance) => allowance.id,
})

/** The allowance of an operator's address; invitations to it count there too. */
export const mailsTo = (operatorId: string): string => `mail/${operatorId}`

/** The allowance of a host whose services have not answered yet. */
export const challengesTo = (host: string): string => `host/${host}`

const dayOf = (at: Instant): Instant => Math.floor(at / days(1)) * days(1)

/** The instant at which the next day begins, and with it the next allowance. */
export const nextDay = (at: Instant): Instant => dayOf(at) + days(1)

const today = (found: Option.Option<Allowance>, id: string, now: Instant): Allowance => {
  const day = dayOf(now)
  const known = Option.getOrElse(found, (): Allowance => ({ id, day, ids: [], held: {} }))
  return known.day === day ? known : { ...known, day, ids: [] }
}

/** What is to be sent: whose allowance it takes from, and its id, which stays the same over attempts. */
export interface Reserving {
  readonly allowance: string
  readonly figure: "addressMailsPerDay" | "hostChallengesPerDay"
  readonly id: string
}

/** Reserves the sending of one thing. What was reserved today is reserved again for nothing, so that an attempt may be repeated. */
export const reserve = command({
  name: "reserve",
  sections: ["Rule 2.7"],
  gather: ({ allowance }: Reserving, _context, reader) => reader.find(Allowances, allowance),
  decide: (found, input, { now, terms }) => {
    const after = reserved(today(found, input.allowance, now), input, terms)
    return Either.right({
      changes: after === null ? [] : [Changed.put(Allowances, after)],
      reply: { sends: after !== null, nextDay: nextDay(now) },
    })
  },
})

/** Gives back what a host has earned: a service there has answered, so the challenge went to nobody who did not ask for it. */
export const giveBack = command({
  name: "give-back",
  sections: ["Rule 2.7"],
  gather: ({ allowance }: Reserving, _context, reader) => reader.find(Allowances, allowance),
  decide: (found, { id }) =>
    Either.right({
      changes: Option.match(found, {
        onNone: () => [],
        onSome: (kept) => [Changed.put(Allowances, { ...kept, ids: kept.ids.filter((sent) => sent !== id) })],
      }),
      reply: null,
    }),
})

/** Kind of the task that sends a digest. */
export const digestTask = "mail-digest"

export const DigestTask = Schema.Struct({ operatorId: Schema.String })

// A handle may be the name of something that every object has.
const heldOf = (held: Allowance["held"], handle: string): number =>
  new Map(Object.entries(held)).get(handle) ?? 0

/** One more notice for the digest that goes out when the next day begins. */
export const digested = rule(
  ["Rule 2.7"],
  (found: Option.Option<Allowance>, agent: Agent, now: Instant): ReadonlyArray<Change> => {
    const { handle, operatorId } = agent
    const allowance = today(found, mailsTo(operatorId), now)
    const held = { ...allowance.held, [handle]: heldOf(allowance.held, handle) + 1 }
    return [
      Changed.put(Allowances, { ...allowance, held }),
      Changed.task(`${digestTask}/${operatorId}`, digestTask, nextDay(now), { operatorId }),
    ]
  },
)

/** The e-mail: how many notices, of which agents, and where they stand. */
export const digestOf = (held: Allowance["held"], now: Instant, terms: Terms) => ({
  subject: "Agent Dispute Court: notices that were not sent one by one",
  text: [
    `At most ${terms.addressMailsPerDay} e-mails go to one address in a day. By ${format(now)} these were served besides:`,
    ...Object.entries(held).map(([handle, count]) => `${handle}: ${count}`),
    "They stand in the inbox of each agent, where service is complete (Rule 2.7): GET /api/v1/inbox.",
  ].join("\n\n"),
})

/** Records that a digest was sent, or given up: what came in since waits for the next. */
export const recordDigest = command({
  name: "record-digest",
  sections: ["Rule 2.7"],
  gather: ({ operatorId }: { readonly operatorId: string; readonly held: Allowance["held"] }, _c, reader) =>
    reader.find(Allowances, mailsTo(operatorId)),
  decide: (found, { held }) =>
    Either.right({
      changes: Option.match(found, {
        onNone: () => [],
        onSome: (allowance) => {
          const left = Object.entries(allowance.held).flatMap(([handle, count]) => {
            const more = count - heldOf(held, handle)
            return more > 0 ? [[handle, more] as const] : []
          })
          return [Changed.put(Allowances, { ...allowance, held: Object.fromEntries(left) })]
        },
      }),
      reply: null,
    }),
})
