/** How an exploration tries an act, and what its acts state. */
import type { Judge } from "../../../core/bench/index.ts"
import type { Actor, Party, Side } from "../../../core/kernel/Actor.ts"
import type { Command } from "../../../core/kernel/Command.ts"
import * as Host from "../../../core/kernel/Host.ts"
import type { Json } from "../../../core/kernel/Json.ts"
import type { Needs } from "../seeded/World.ts"
import type { Court, Tried } from "./Court.ts"
import type { View } from "./View.ts"

/** The situation that the acts of a state are made from: the records, and the instant. */
export interface Situation extends View {
  readonly court: Court
  readonly now: number
}

export type On = Tried["on"]

export const tried = <I, F, R extends Json, N extends Needs>(
  court: Court,
  command: Command<I, F, R, N> | Command<I, F, R>,
  input: I,
  actor: Actor,
  words: string,
  on: On,
): Tried => ({
  key: JSON.stringify([command.name, actor, input]),
  actor,
  words: `${actor.role === "agent" ? actor.handle : `the ${actor.role}`} ${words}`,
  on,
  perform: Host.perform(court.rule<I, F, R, Needs>(command), input, { actor }),
})

export const agent = ({ id, handle }: Pick<Party, "id" | "handle">): Actor =>
  id === null ? { role: "public" } : { role: "agent", id, handle }

export const sums = { whole: 4_000, part: 1_500 } as const

export const pay = (amountCents: number, against: string, inFavourOf: string) =>
  ({ kind: "pay", text: "Pay.", amountCents, against, inFavourOf }) satisfies Judge.DraftOrder

export const draftOf = (
  orders: ReadonlyArray<Judge.DraftOrder>,
  winner: Side,
  on: Pick<Judge.Draft, "determinations"> = {},
): Judge.Draft => ({
  catchwords: ["Delivery"],
  ratio: "Who is paid delivers.",
  issues: [
    { question: "Paid?", losingAnswer: "Yes.", reasoning: "Nothing shows it.", answer: "No.", for: winner },
  ],
  circumstances: "A price was paid.",
  authorities: [],
  beyondPrayer: "The order sought does not put it right.",
  orders,
  areas: [],
  costCents: null,
  ...on,
})

export const reasons = "On the papers."
