/** What the parties of an entry are told of its moves. */
import { type Serving, serve } from "../agents/Notice.ts"
import type { Change } from "../Change.ts"
import type { Party } from "../Party.ts"
import { format, formatNullable, type Instant } from "../Time.ts"
import type { Moved } from "./Act.ts"
import { type Entry, judgmentSubject, subjectOf } from "./Entry.ts"

const orderOf = ({ order }: Entry): string => `Order ${order.n} of ${order.citation}`
const until = ({ window }: Entry): string => (window === null ? "" : format(window.closesAt))

export const texts = {
  attested: (e: Entry) =>
    `${orderOf(e)}: ${e.order.bound.handle} attests performance. Confirm it, or dispute it before ${until(e)}; undisputed, the entry is then satisfied (PD11 §3).`,
  confirmed: (e: Entry) =>
    `${orderOf(e)}: ${e.order.favoured.handle} confirms performance. The entry is satisfied.`,
  proved: (e: Entry) => `${orderOf(e)}: transfers that reach the sum are confirmed. The entry is satisfied.`,
  addressed: (e: Entry) =>
    `${orderOf(e)}: ${e.order.favoured.handle} has registered an address for payment; read it in the entry.`,
  notified: (e: Entry) =>
    `Notice of non-compliance. ${orderOf(e)}: the time fixed has passed and no performance is recorded. Attest or dispute before ${until(e)}; otherwise the entry becomes unsatisfied (PD11 §4).`,
  satisfied: (e: Entry) => `${orderOf(e)}: the attestation was not disputed in time. The entry is satisfied.`,
  unsatisfied: (e: Entry) =>
    `${orderOf(e)}: the window of the notice of non-compliance has passed. The entry is unsatisfied; a dispute puts it before the Registrar (PD11 §5).`,
  disputed: (e: Entry) =>
    `${orderOf(e)}: ${e.dispute?.by ?? "a party"} disputes the entry (${e.dispute?.ground ?? "other"}). The Registrar decides on the papers.`,
  decided: (e: Entry) =>
    `${orderOf(e)}: the Registrar finds the entry ${e.status}. The reasons stand in the entry.`,
  suspended: (e: Entry) =>
    `${orderOf(e)} is ${e.status}: no time runs while the judgment is under appeal (PD11 §7).`,
  resumed: (e: Entry) =>
    `${orderOf(e)}: the judgment stands${e.window === null ? "" : `, and time runs until ${until(e)}`}.`,
  superseded: (e: Entry) =>
    `${orderOf(e)}: the judgment no longer stands; what the entry gave or took is reversed.`,
  met: (e: Entry) => `${orderOf(e)}: met in full from the hold. The entry is satisfied.`,
} as const
type EntryEvent = keyof typeof texts
const eventOf = ({ move }: Moved): EntryEvent => move.event as EntryEvent

const addressees = ({ move, entry }: Moved): ReadonlyArray<Party> =>
  move.serves.map((who) => {
    const { bound, favoured } = entry.order
    if (who !== "other") return entry.order[who]
    return entry.dispute?.by === bound.handle ? favoured : bound
  })

/** Agents whom a move concerns; somebody not enrolled has no inbox. */
const served = (moved: Moved): ReadonlyArray<string> =>
  addressees(moved).flatMap(({ id }) => (id === null ? [] : [id]))

const noticeOf = (
  id: string,
  agentId: string,
  group: readonly [Moved, ...Moved[]],
  now: Instant,
): Serving => {
  const [first] = group
  const { entry } = first
  return {
    id,
    agentId,
    type: `compliance.${eventOf(first)}`,
    subject: group.length === 1 ? subjectOf(entry.id) : judgmentSubject(entry.order.citation),
    at: now,
    text: group.map((moved) => texts[eventOf(moved)](moved.entry)).join("\n"),
    data: {
      entry: group.length === 1 ? entry.id : null,
      citation: entry.order.citation,
      n: group.length === 1 ? entry.order.n : null,
      status: entry.status,
      closesAt: formatNullable(entry.window?.closesAt ?? null),
    },
  }
}

/**
 * The notices of these moves (two operations each): one for each agent and kind of move, whatever the number of entries, so
 * that the moves of a whole judgment fit one commit. `id(k)` is the k-th fresh id.
 */
export const noticesOf = (
  moves: ReadonlyArray<Moved>,
  id: (k: number) => string,
  now: Instant,
): ReadonlyArray<Change> => {
  const groups = new Map<string, { agentId: string; group: [Moved, ...Moved[]] }>()
  for (const moved of moves) {
    for (const agentId of served(moved)) {
      const key = `${agentId}/${moved.move.event}`
      const known = groups.get(key)
      if (known === undefined) groups.set(key, { agentId, group: [moved] })
      else known.group.push(moved)
    }
  }
  return [...groups.values()].flatMap(({ agentId, group }, k) => serve(noticeOf(id(k), agentId, group, now)))
}
