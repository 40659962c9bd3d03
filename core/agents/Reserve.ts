/** What is to be sent is reserved first, in a commit of its own, so that several processes together send no more than one would. */
import { Either, Option } from "effect"
import * as Changed from "../kernel/Change.ts"
import { command } from "../kernel/Command.ts"
import { nextDay } from "../kernel/Time.ts"
import { Allowances, Reserving, today } from "./Allowance.ts"
import { reserveAllowance } from "./Law.ts"

/** Reserves the sending of one thing. An id that was reserved today doesn't count again, so an attempt may be repeated. */
export const reserve = command({
  name: "reserve",
  sections: ["Rule 2.7"],
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
  sections: ["Rule 2.7"],
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
