/** Quotes and acts for tests: `seller` offers to `buyer`. */
import { Either } from "effect"
import type { Actor } from "../../kernel/Actor.ts"
import { days } from "../../kernel/Time.ts"
import { buyer, seller } from "../../testing/Actors.ts"
import { start } from "../../testing/Context.ts"
import { partsOf, type QuoteAct, type Stated } from "../Moves.ts"
import type { Buyer, Quote } from "../Quote.ts"
import { quotes } from "../Record.ts"

export { buyer, seller, stranger } from "../../testing/Actors.ts"

export const clerk: Actor = { role: "clerk", operatorId: "op-seller" }

const bound = (actor: { readonly id: string; readonly handle: string }) => ({
  id: actor.id,
  handle: actor.handle,
  operatorId: `op-${actor.handle}`,
})

export const buyers: { readonly [K in Buyer["kind"]]: Buyer } = {
  agent: { kind: "agent", party: bound(buyer), emailHash: null },
  person: { kind: "person", party: null, emailHash: "hash" },
  operator: { kind: "operator", party: null, emailHash: null },
  invite: { kind: "invite", party: null, emailHash: "hash" },
}

const price = 40_000
export const dueBy = start + days(4)

/** A quote on offer since the start of the day, for four days, with a day to inspect. */
export const offered = (changes: Partial<Quote> = {}): Quote => ({
  id: "quote-1",
  supplier: bound(seller),
  buyer: buyers.agent,
  priceCents: price,
  currency: "USD",
  deliverable: "a translation",
  dueBy,
  form: null,
  ref: null,
  inspectionHours: 24,
  replaces: null,
  replacedBy: null,
  revision: 1,
  terms: null,
  rail: null,
  invitation: null,
  status: "offered",
  offeredAt: start,
  acceptedAt: null,
  acceptance: null,
  inspection: null,
  close: null,
  countersign: null,
  endedAt: null,
  ...changes,
})

export const account = (changes: Partial<Stated> = {}): Stated => ({
  priceChargedCents: price,
  currency: "USD",
  delivered: "the translation",
  deliveredAt: null,
  dispute: null,
  ...changes,
})

export type Act = QuoteAct extends infer A ? (A extends unknown ? Omit<A, "who"> : never) : never

export const acts = {
  accept: { act: "accept", acceptance: null, criteriaSha256: null },
  decline: { act: "decline" },
  withdraw: { act: "withdraw" },
  close: { act: "close", account: account() },
  agree: { act: "countersign", account: account() },
  dispute: { act: "countersign", account: account({ dispute: "half is missing" }) },
  otherPrice: { act: "countersign", account: account({ priceChargedCents: price - 1 }) },
  rail: { act: "rail", rail: { network: "n", asset: "a", address: "x" } },
} as const satisfies { readonly [name: string]: Act }

/** The quote after an act of an actor, or the code of the refusal. */
export const following = (quote: Quote, act: Act, actor: Actor, now: number): Quote | string => {
  // TypeScript does not see that each member of the union `Act` is a `QuoteAct` once it has `who`.
  const moves = quotes.perform(quote, { ...act, who: partsOf(quote, actor) } as QuoteAct, now)
  return Either.isLeft(moves) ? moves.left.code : (moves.right.at(-1)?.after ?? quote)
}

/** The quote after acts, each of which must be done. */
export const having = (
  quote: Quote,
  ...done: ReadonlyArray<readonly [act: Act, actor: Actor, now: number]>
): Quote =>
  done.reduce((at, [act, actor, now]) => {
    const moved = following(at, act, actor, now)
    if (typeof moved === "string") throw new Error(moved)
    return moved
  }, quote)
