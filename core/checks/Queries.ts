/** The facts that somebody wants to know about a party before a deal, in one answer (PD11 §14). */
import { Effect, Option, Schema } from "effect"
import { Agent, IdentityStatus, Standing } from "../agents/index.ts"
import { Behind, type Entry, Reputation, readBehind, readCounts, readLatest } from "../compliance/index.ts"
import { exactly, listOf, member, oneOf } from "../kernel/Json.ts"
import { Cents } from "../kernel/Money.ts"
import { type QueryContext, query } from "../kernel/Query.ts"
import type { Reader } from "../kernel/Reader.ts"
import { bounds } from "../kernel/Schedule.ts"
import { chars, count, enforced, rule } from "../kernel/Section.ts"
import { format, type Instant, Timestamp } from "../kernel/Time.ts"
import { Matter, matters } from "../matters/index.ts"
import { agentCalled } from "../proofs/index.ts"
import { Advice, adviceOn, openIn } from "./Advice.ts"

const { NullOr } = Schema
const describeInt = (description: string) => NullOr(Schema.Int).annotations({ description })

const PartyName = Schema.NonEmptyString.pipe(Schema.maxLength(bounds.keyNameCharsMax))
export const partyWords =
  "The handle of an agent, a DID or a key that it has proven, a CAIP-10 address, a host, or the address of its card."

export const CheckTogether = Schema.Struct({
  parties: member(
    Schema.Array(PartyName).pipe(Schema.minItems(1), Schema.maxItems(bounds.checkedTogetherMax)),
    "Each as `party` of a check of one.",
  ),
  priceCents: exactly(Cents, "The price with each, in cents."),
}).annotations({ identifier: "CheckTogether" })
export type CheckTogether = typeof CheckTogether.Type

/** How many sentences an answer has at most: one for each row of the table. */
const whyMax = 10

/** The facts that are known about a party. All but the advice is null if no agent is known by this name. */
export const CheckView = Schema.Struct({
  party: Schema.String,
  agent: NullOr(Schema.String).annotations({ description: "The handle of the agent that the party is." }),
  label: NullOr(oneOf(...Reputation.Label.literals)),
  reputation: NullOr(Schema.Int),
  behind: NullOr(Behind),
  stakeCents: describeInt("Its stake now, in cents."),
  operatorIdentity: NullOr(IdentityStatus),
  enrolledAt: NullOr(Timestamp),
  openOrders: describeInt("How many orders against it are not satisfied."),
  overdueCents: describeInt(
    "The sum of its orders to pay that are past their time, in cents, of the latest hundred.",
  ),
  mattersOpen: describeInt(
    "How many matters in which it is a party have not ended. A claim says nothing of who is right, so the advice does not rest on it.",
  ),
  cap: describeInt("The most that orders on one new dealing may make it pay, in cents (Rule 5.3A)."),
  advice: oneOf(...Advice.literals).annotations({
    description: "By the table of PD11 §14A. `unknown` does not speak against it: nothing is known.",
  }),
  why: listOf(Schema.String, whyMax),
  asOf: Timestamp,
}).annotations({ identifier: "Check" })
export type CheckView = typeof CheckView.Type

const past = new Set(["notified", "unsatisfied"])

/** The sum of the orders to pay that are past their time, in cents. A time that an appeal suspends has not passed. */
export const overdueCentsAt = rule(
  ["PD11 §14"],
  (entries: ReadonlyArray<Entry.Entry>, now: Instant): number =>
    entries
      .filter((entry) => entry.suspendedSince === null && past.has(Reputation.statusAt(entry, now)))
      .reduce((sum, { amountCents }) => sum + (amountCents ?? 0), 0),
)

/** How many matters of a party have not ended, as time has left them. */
const countOpen = (reader: Reader, agentId: string, { now, schedule }: QueryContext) =>
  Effect.map(
    reader.list(Matter.Matters, {
      index: Matter.openPartyIndex,
      prefix: `${agentId}/`,
      after: null,
      limit: schedule.at(now).checkedMattersMax,
    }),
    ({ items }) =>
      items.filter((one) => matters.current(one, now, schedule.at(one.filedAt)).endedAt === null).length,
  )

const isHandle = Schema.is(Agent.Handle)

/** The agent that a party is: by its handle, or by what it has proven. */
const findAgent = (reader: Reader, party: string) =>
  Effect.gen(function* () {
    const held = isHandle(party) ? yield* Agent.findByHandle(reader, party) : Option.none<Agent.Agent>()
    if (Option.isSome(held)) return held.value
    const id = yield* agentCalled(reader, party)
    return id === null ? null : Option.getOrNull(yield* reader.find(Agent.Agents, id))
  })

const nothing = {
  agent: null,
  label: null,
  reputation: null,
  behind: null,
  stakeCents: null,
  operatorIdentity: null,
  enrolledAt: null,
  openOrders: null,
  overdueCents: null,
  mattersOpen: null,
  cap: null,
} as const

/** The facts that the register of compliance has about an agent, whatever the price of a deal. */
export const weighAgent = Effect.fnUntraced(function* (agent: Agent.Agent, now: Instant, reader: Reader) {
  const { stakeCents: capCents } = agent
  const standing = yield* Standing.read(reader, agent)
  const { reputation } = standing
  const counts = yield* readCounts(reader, standing, now)
  const entries = yield* readLatest(reader, standing)
  const behind = yield* readBehind(reader, entries, now)
  return { counts, behind, reputation, overdueCents: overdueCentsAt(entries, now), capCents }
})

/** A party as it was read at an instant. Every price is answered from this; `weighed` is null if no agent is known by the name. */
export interface ReadParty {
  readonly party: string
  readonly asOf: string
  readonly weighed: {
    readonly agent: Pick<Agent.Agent, "handle" | "identity" | "enrolledAt">
    readonly facts: Effect.Effect.Success<ReturnType<typeof weighAgent>>
    readonly mattersOpen: number
  } | null
}

/** Reads what is known of a party, apart from any price. */
export const readParty = query({
  name: "read-party",
  read: Effect.fnUntraced(function* (
    { party }: { readonly party: string },
    context: QueryContext,
    reader: Reader,
  ) {
    const asOf = format(context.now)
    const agent = yield* findAgent(reader, party)
    if (agent === null) return { party, asOf, weighed: null } satisfies ReadParty
    const { handle, identity, enrolledAt } = agent
    const facts = yield* weighAgent(agent, context.now, reader)
    const mattersOpen = yield* countOpen(reader, agent.id, context)
    return {
      party,
      asOf,
      weighed: { agent: { handle, identity, enrolledAt }, facts, mattersOpen },
    } satisfies ReadParty
  }),
})

export const askedBy = enforced(
  "PD11 §14B",
  "How an agent is asked for",
  (t) =>
    `An agent is asked for in at most ${chars(t.keyNameCharsMax)}: by its handle, by a key or an address that it has proven, or by a host or a folder of a host. A host or folder names an agent if the keys in its did:web document are those of one agent alone (PD3 §4). At most ${count(t.checkedTogetherMax, "agent")} are asked for together. At most ${count(t.checkedMattersMax, "open matter")} of an agent are counted.`,
)

/** The answer on a party for a price; null for no price. Nothing is read for it. */
export const answerCheck = rule(
  ["PD11 §14", "PD11 §14B"],
  ({ party, asOf, weighed }: ReadParty, priceCents: number | null): CheckView => {
    if (weighed === null) return { party, ...nothing, ...adviceOn(null), asOf }
    const { agent, facts, mattersOpen } = weighed
    const { counts, behind, reputation, overdueCents, capCents } = facts
    return {
      party,
      agent: agent.handle,
      label: Reputation.labelOfCounts(counts),
      reputation,
      behind,
      stakeCents: capCents,
      operatorIdentity: agent.identity.status,
      enrolledAt: format(agent.enrolledAt),
      openOrders: openIn(counts),
      overdueCents,
      mattersOpen,
      cap: capCents,
      ...adviceOn({ ...facts, priceCents }),
      asOf,
    }
  },
)

const checkOne = (party: string, priceCents: number | null, context: QueryContext, reader: Reader) =>
  Effect.map(readParty.read({ party }, context, reader), (read) => answerCheck(read, priceCents))

/** The advice on a party before a deal, for a price or without one: `GET /check` (PD11 §14). */
export const checkParty = query({
  name: "check-party",
  read: (
    { party, priceCents }: { readonly party: string; readonly priceCents?: number | undefined },
    context: QueryContext,
    reader: Reader,
  ) => checkOne(party, priceCents ?? null, context, reader),
})

/** Several parties before a deal, in the order in which they are named: `POST /check`. */
export const checkParties = query({
  name: "check-parties",
  read: ({ parties, priceCents }: CheckTogether, context: QueryContext, reader: Reader) =>
    Effect.map(
      Effect.forEach(parties, (party) => checkOne(party, priceCents ?? null, context, reader)),
      (items) => ({ items, asOf: format(context.now) }),
    ),
})
