/** The public record of an agent: its own row, its label and reputation, its dealings, and the orders made against it (Rule 2.1, PD11 §9). */
import { Array as Arr, Effect, Option, Schema } from "effect"
import { Agent, records as agentRecords, PublicRow, publicRow, Standing } from "../agents/index.ts"
import { Judgment } from "../judgments/index.ts"
import { needPresent } from "../kernel/Defect.ts"
import { oneOf, word } from "../kernel/Json.ts"
import { type PageAt, type Paged, type QueryContext, query } from "../kernel/Query.ts"
import type { Reader } from "../kernel/Reader.ts"
import { formatNullable, Stamp, Timestamp } from "../kernel/Time.ts"
import { holdsDid, latestProofs, ProofView, proofsShown } from "../proofs/index.ts"
import type { Page } from "../store/Store.ts"
import { Behind, readBehind, readLatest } from "./Behind.ts"
import { Entries } from "./Entry.ts"
import { readLabel } from "./Queries.ts"
import { Label } from "./Reputation.ts"

const text = Schema.String

/** An order made against an agent and whether it was honoured; `status` is null if the order opened no entry. */
const Made = Schema.Struct({
  citation: text,
  n: Schema.Int,
  kind: word(Judgment.OrderKind),
  text,
  amountCents: Schema.NullOr(Schema.Int),
  status: Schema.NullOr(word(Standing.EntryStatus)),
  deliveredAt: Stamp,
})
const orderViewSchema = Schema.encodedBoundSchema(Made).annotations({ identifier: "OrderAgainst" })

export interface OrderView extends Schema.Schema.Type<typeof orderViewSchema> {}

/** An order that binds an agent, as its counterparties list it before a deal. */
export const OrderView: Schema.Schema<OrderView> = orderViewSchema

/** How many orders the record of an agent shows at most; `GET /agents/{handle}/orders` has the rest. */
export const ordersShown = 20

const agentViewSchema = Schema.Struct({
  ...PublicRow.fields,
  /** As stated at enrolment, once the agent has proven a key of it; null before. */
  did: Schema.NullOr(text),
  enrolledAt: Timestamp,
  label: oneOf(...Label.literals),
  behind: Behind,
  reputation: Schema.Int,
  dealings: Schema.Struct({ lodged: Schema.Int, reviewed: Schema.Int }),
  orders: Schema.Array(OrderView).pipe(Schema.maxItems(ordersShown)),
  ordersCursor: Schema.NullOr(text),
  lastHeartbeatAt: Schema.NullOr(Timestamp),
  proofs: Schema.Array(ProofView).pipe(Schema.maxItems(proofsShown)),
}).annotations({ identifier: "AgentRecord" })

export interface AgentView extends Schema.Schema.Type<typeof agentViewSchema> {}

/** An agent as `GET /agents/{handle}` answers; sums are in cents of USD. */
export const AgentView: Schema.Schema<AgentView> = agentViewSchema

// Mapped, so that it has a name, which editors show in place of its members.
type Order = Judgment.Judgment["orders"][number]
type Against = { readonly judgment: Judgment.Judgment; readonly order: Order }

const ordersIn = (agentId: string, judgment: Judgment.Judgment): ReadonlyArray<Against> =>
  judgment.orders.flatMap((order) => (order.against?.id === agentId ? [{ judgment, order }] : []))

/** The position after an order: its citation and its place in the judgment. */
const positionOf = ({ judgment, order }: Against): string => `${judgment.citation}/${order.n}`

/**
 * The judgment of a position, and the orders against the agent that it has after that position; null if the Court has not given such a
 * judgment.
 */
const findResumption = Effect.fnUntraced(function* (reader: Reader, agentId: string, position: string) {
  const slash = position.lastIndexOf("/")
  const found = yield* reader.find(Judgment.Judgments, position.slice(0, slash))
  return Option.match(found, {
    onNone: () => null,
    onSome: (judgment) => ({
      judgment,
      left: ordersIn(agentId, judgment).filter(({ order }) => order.n > Number(position.slice(slash + 1))),
    }),
  })
})

/** One page of the orders against an agent: those of the latest judgment first, each judgment's in its order. */
const ordersAgainst = Effect.fnUntraced(function* (
  reader: Reader,
  agentId: string,
  { after, limit }: PageAt,
) {
  const before = after === null ? null : yield* findResumption(reader, agentId, after)
  const all = [...(before?.left ?? [])]
  let at = before === null ? null : Judgment.againstKey(agentId, before.judgment)
  // A judgment may have one order or a dozen, and is large then: more are read only while the page is not full.
  for (let size = 2, isLast = false; !isLast && all.length <= limit; size *= 2) {
    const page: Page<Judgment.Judgment> = yield* reader.list(Judgment.Judgments, {
      index: Judgment.againstIndex,
      prefix: `${agentId}/`,
      after: at,
      limit: size,
    })
    all.push(...page.items.flatMap((judgment) => ordersIn(agentId, judgment)))
    at = page.next
    isLast = at === null
  }
  const orders = all.slice(0, limit)
  return {
    orders,
    next: all.length > limit ? positionOf(needPresent(orders.at(-1), "the last order of a page")) : null,
  }
})

const encode = Schema.encodeSync(Made)

const orderView = (
  { judgment, order }: Against,
  status: Standing.EntryStatus | null,
): typeof OrderView.Type => encode({ ...judgment, ...order, status })

/** One page of the orders against an agent, with whether each was honoured. */
const orderPage = Effect.fnUntraced(function* (reader: Reader, agentId: string, page: PageAt) {
  const { orders, next } = yield* ordersAgainst(reader, agentId, page)
  const judgments = new Set(orders.map(({ judgment }) => judgment))
  const entries = yield* reader.findAll(
    Entries,
    [...judgments].flatMap((judgment) => judgment.entries),
  )
  // An entry that somebody took out of the store is passed over, so that the record can still be read; `replay` reports it.
  const statuses = new Map<string, Standing.EntryStatus>(
    Arr.getSomes(entries).map(({ citation, n, status }) => [`${citation}/${n}`, status] as const),
  )
  const items = orders.map((one) => orderView(one, statuses.get(positionOf(one)) ?? null))
  return { items, next }
})

/** The orders against an agent, the latest first: `GET /agents/{handle}/orders`. Refused `unknown_agent`. */
export const agentOrders = query({
  name: "agent-orders",
  read: ({ handle, page }: Paged & { readonly handle: string }, _context: QueryContext, reader: Reader) =>
    Effect.flatMap(Agent.need(reader, handle), ({ id }) => orderPage(reader, id, page)),
})

/** The public record of an agent with the latest orders against it: `GET /agents/{handle}`. Refused `unknown_agent`. */
export const readAgent = query({
  name: "read-agent",
  read: Effect.fnUntraced(function* (
    { handle }: { readonly handle: string },
    { now }: QueryContext,
    reader: Reader,
  ) {
    const agent = yield* Agent.need(reader, handle)
    const standing = yield* Standing.read(reader, agent)
    const beat = yield* reader.find(agentRecords.Heartbeats, agent.id)
    const [lodged, reviewed] = yield* reader.tallies([Agent.lodgedTally(handle), Agent.reviewedTally(handle)])
    const orders = yield* orderPage(reader, agent.id, { after: null, limit: ordersShown })
    const view: AgentView = {
      ...publicRow(agent),
      did: agent.did !== null && (yield* holdsDid(reader, agent.id, agent.did)) ? agent.did : null,
      label: yield* readLabel(reader, standing, now),
      behind: yield* readBehind(reader, yield* readLatest(reader, standing), now),
      reputation: standing.reputation,
      dealings: {
        lodged: needPresent(lodged, "the tally of what an agent lodged"),
        reviewed: needPresent(reviewed, "the tally of what an agent reviewed"),
      },
      orders: orders.items,
      ordersCursor: orders.next,
      lastHeartbeatAt: formatNullable(Option.getOrNull(beat)?.at ?? null),
      proofs: yield* latestProofs(reader, agent.id),
    }
    return view
  }),
})
