/**
 * Allowances: how many e-mails go to one address in a day, and how many challenges to one host; and the digest of the rest. A sending is
 * reserved first, in a commit of its own, so that several processes together send no more than one would.
 */
import { Either, Option, Schema } from "effect"
import type { Change } from "../kernel/Change.ts"
import * as Changed from "../kernel/Change.ts"
import { command } from "../kernel/Command.ts"
import * as Kind from "../kernel/Kind.ts"
import type { Terms } from "../kernel/Schedule.ts"
import { rule } from "../kernel/Section.ts"
import { dayStart, format, Instant, nextDay } from "../kernel/Time.ts"
import type { Agent } from "./Agent.ts"
import { reserveAllowance } from "./Law.ts"

/** The deliveries that were sent to one address, or to one host, on a day of UTC (Rule 2.7A); a day that follows has a record of its own. */
export const Allowance = Schema.Struct({
  id: Schema.String,
  /** The UTC day on which `ids` were sent, as the instant at which it begins. */
  day: Instant,
  /** The ids of what was sent, or reserved to be sent, on that day. */
  ids: Schema.Array(Schema.String),
  /** How many notices wait for the next digest, by the handle of their agent. */
  held: Schema.Record({ key: Schema.String, value: Schema.Int }),
})
export interface Allowance extends Schema.Schema.Type<typeof Allowance> {}
export const Allowances = Kind.make<Allowance>({
  name: "allowance",
  schema: Allowance,
  id: (allowance) => allowance.id,
})

/** The id of the allowance of an operator's address. Invitations to that address count too. */
export const mailsTo = (operatorId: string): string => `mail/${operatorId}`

/** The id of the allowance of a host: it counts the challenges that were not answered. */
export const challengesTo = (host: string): string => `host/${host}`

const today = (found: Option.Option<Allowance>, id: string, now: Instant): Allowance => {
  const day = dayStart(now)
  const known = Option.getOrElse(found, (): Allowance => ({ id, day, ids: [], held: {} }))
  return known.day === day ? known : { ...known, day, ids: [] }
}

/**
 * The sending that is reserved: the allowance that it counts against, the figure of that allowance, and an id that every attempt repeats.
 */
export const Reserving = Schema.Struct({
  allowance: Schema.String,
  figure: Schema.Literal("addressMailsPerDay", "hostChallengesPerDay"),
  id: Schema.String,
})
export type Reserving = typeof Reserving.Type

/** The name of the task that mails an operator the notices of a day together. */
export const digestTask = "mail-digest"

/** The body of the digest task: the operator to whom the notices of a day are mailed together. */
export const DigestTask = Schema.Struct({ operatorId: Schema.String })

// A map, since a handle can be the name of an inherited property, such as `constructor`.
const countHeld = (held: Allowance["held"], handle: string): number =>
  new Map(Object.entries(held)).get(handle) ?? 0

/** Adds a notice to the digest that goes out when the next day begins. */
export const addToDigest = rule(
  ["Rule 2.7A"],
  (found: Option.Option<Allowance>, agent: Agent, now: Instant): ReadonlyArray<Change> => {
    const { handle, operatorId } = agent
    const allowance = today(found, mailsTo(operatorId), now)
    const held = { ...allowance.held, [handle]: countHeld(allowance.held, handle) + 1 }
    return [
      Changed.put(Allowances, { ...allowance, held }),
      Changed.task(`${digestTask}/${operatorId}`, digestTask, nextDay(now), { operatorId }),
    ]
  },
)

/** The e-mail of a digest: how many notices each agent has, and where they can be read. */
export const digestOf = (held: Allowance["held"], now: Instant, terms: Terms) => ({
  subject: "Agent Dispute Court: notices that were not sent one by one",
  text: [
    `At most ${terms.addressMailsPerDay} e-mails go to one address in a day. Until ${format(now)} these further notices were served:`,
    ...Object.entries(held).map(([handle, count]) => `${handle}: ${count}`),
    "They stand in the inbox of each agent, where service is complete (Rule 2.7): GET /api/v1/inbox.",
  ].join("\n\n"),
})

/** Records that a digest was sent or given up. Notices that came in since then wait for the next one. */
export const recordDigest = command({
  name: "record-digest",
  sections: ["Rule 2.7A"],
  input: Schema.Struct({ operatorId: Schema.String, held: Allowance.fields.held }),
  gather: ({ operatorId }, _context, reader) => reader.find(Allowances, mailsTo(operatorId)),
  decide: (found, { held }) =>
    Either.right({
      changes: Option.match(found, {
        onNone: () => [],
        onSome: (allowance) => {
          const left = Object.entries(allowance.held).flatMap(([handle, count]) => {
            const more = count - countHeld(held, handle)
            return more > 0 ? [[handle, more] as const] : []
          })
          return [Changed.put(Allowances, { ...allowance, held: Object.fromEntries(left) })]
        },
      }),
      reply: null,
    }),
})

/** Reserves the sending of one thing. An id that was reserved today doesn't count again, so an attempt may be repeated. */
export const reserve = command({
  name: "reserve",
  sections: ["Rule 2.7A"],
  input: Reserving,
  gather: ({ allowance }, _context, reader) => reader.find(Allowances, allowance),
  decide: (found, input, { now, terms }) => {
    const after = reserveAllowance(today(found, input.allowance, now), input, terms)
    return Either.right({
      changes: after === null ? [] : [Changed.put(Allowances, after)],
      reply: { sends: after !== null, nextDay: nextDay(now) },
    })
  },
})

/** Releases the reservation of a challenge that a service has answered: it went to somebody who had asked for it. */
export const giveBack = command({
  name: "give-back",
  sections: ["Rule 2.7A"],
  input: Reserving,
  gather: ({ allowance }, _context, reader) => reader.find(Allowances, allowance),
  decide: (found, { id }) =>
    Either.right({
      changes: Option.match(found, {
        onNone: () => [],
        onSome: (kept) => [Changed.put(Allowances, { ...kept, ids: kept.ids.filter((sent) => sent !== id) })],
      }),
      reply: null,
    }),
})
