/** The machine of entries, with what the table and the law do not state: the standings of those bound, and the notices with their words. */

import { Effect } from "effect"
import { Notice, Standing } from "../agents/index.ts"
import { Judgment } from "../judgments/index.ts"
import type { Change } from "../kernel/Change.ts"
import * as Changed from "../kernel/Change.ts"
import type { CommandContext } from "../kernel/Command.ts"
import { needPresent } from "../kernel/Defect.ts"
import * as Machine from "../kernel/Machine.ts"
import type { Next } from "../kernel/Moves.ts"
import * as Table from "../kernel/Moves.ts"
import type { Named } from "../kernel/Named.ts"
import { type Reader, readAllChecked } from "../kernel/Reader.ts"
import { refusal } from "../kernel/Refusal.ts"
import type { Terms } from "../kernel/Schedule.ts"
import { format, formatNullable, type Instant } from "../kernel/Time.ts"
import { deadlineKind, deadlineTask, Entries, type Entry, pairOf, subjectOf, togetherIndex } from "./Entry.ts"
import { isByJudgment, movedEvents, weigh } from "./Journal.ts"
import { barAct, effectAt, entryAfter, objection } from "./Law.ts"
import { type Beside, type EntryEvent, type Moved, partOf, reading, type Types } from "./Moves.ts"
import { closingOf } from "./Reputation.ts"

export const orderOf = ({ n, citation }: Entry): string => `Order ${n} of ${citation}`
/** A part of an entry that its notice states. An entry without it is a defect. */
const needStated = <A>(part: A | null, { id }: Entry): A =>
  needPresent(part, `what a notice of entry ${id} states`)
const until = (entry: Entry): string => format(needStated(entry.window, entry).closesAt)

const allTexts = Notice.declareWords("compliance", {
  attested: (e) =>
    `${orderOf(e)}: ${e.bound.handle} attests performance. Confirm it, or dispute it before ${until(e)}; undisputed, the entry is then satisfied (PD11 §3).`,
  confirmed: (e) => `${orderOf(e)}: ${e.favoured.handle} confirms performance. The entry is satisfied.`,
  proved: (e) => `${orderOf(e)}: transfers that reach the sum are confirmed. The entry is satisfied.`,
  addressed: (e) =>
    `${orderOf(e)}: ${e.favoured.handle} has registered an address for payment; read it in the entry.`,
  notified: (e) =>
    `Notice of non-compliance. ${orderOf(e)}: the time fixed has passed and no performance is recorded. Attest or dispute before ${until(e)}; otherwise the entry becomes unsatisfied (PD11 §4).`,
  satisfied: (e) => `${orderOf(e)}: the attestation was not disputed in time. The entry is satisfied.`,
  unsatisfied: (e) =>
    `${orderOf(e)}: the window of the notice of non-compliance has passed. The entry is unsatisfied; a dispute puts it before the Registrar (PD11 §5).`,
  disputed: (e) => {
    const { by, ground } = needStated(e.dispute, e)
    return `${orderOf(e)}: ${by} disputes the entry (${ground}). The Registrar decides on the papers before ${until(e)}; otherwise the dispute ends by itself (PD11 §5).`
  },
  undecided: (e) =>
    `${orderOf(e)}: nobody decided the dispute in time, so it has ended. The entry is ${e.status}${e.window === null ? "" : `, and time runs until ${until(e)}`}; next of the entry says what may be done (PD11 §5).`,
  decided: (e) => `${orderOf(e)}: the Registrar finds the entry ${e.status}. The reasons stand in the entry.`,
  suspended: (e) =>
    `${orderOf(e)} is ${e.status}: no time runs while the judgment is under appeal (PD11 §7).`,
  resumed: (e) =>
    `${orderOf(e)}: the judgment stands${e.window === null ? "" : `, and time runs until ${until(e)}`}.`,
  superseded: (e) => `${orderOf(e)}: the judgment no longer stands; what the entry gave or took is reversed.`,
  met: (e) => `${orderOf(e)}: met in full from the hold. The entry is satisfied.`,
} satisfies { readonly [Event in Exclude<EntryEvent, "opened">]: (entry: Entry) => string })

type Texts = Named<typeof allTexts>

/** The notices of an entry by its events, each with its deadline. */
export const texts: Texts = allTexts

/** The ids of the agents on whom a move is served: not on the party that made it, nor on a party that is not enrolled. */
const partiesServed = ({ move, who, after }: Moved): ReadonlyArray<string> =>
  move.serves.flatMap((side) => (side === who || after[side].id === null ? [] : [after[side].id]))

type Told = Moved & { readonly move: { readonly event: keyof typeof texts } }
const isTold = (moved: Moved): moved is Told => moved.move.event !== "opened"

const noticeOf = (
  id: string,
  agentId: string,
  group: readonly [Told, ...Told[]],
  now: Instant,
): Notice.Serving => {
  const [{ after: entry, move }] = group
  const isOne = group.length === 1
  return {
    id,
    agentId,
    subject: isOne ? subjectOf(entry.id) : Judgment.subjectOf(entry.citation),
    at: now,
    ...texts[move.event](entry),
    text: group.map(({ move, after }) => texts[move.event](after).text).join("\n"),
    data: {
      entry: isOne ? entry.id : null,
      citation: entry.citation,
      n: isOne ? entry.n : null,
      status: entry.status,
      closesAt: formatNullable(entry.window?.closesAt ?? null),
    },
  }
}

/**
 * The notices of moves (two changes each): one for each agent and event, however many entries moved, so that the moves of a whole
 * judgment fit one commit.
 */
export const noticesOf = (
  moves: ReadonlyArray<Moved>,
  { fresh, now }: Pick<CommandContext, "fresh" | "now">,
): ReadonlyArray<Change> => {
  const groups = new Map<string, { agentId: string; group: [Told, ...Told[]] }>()
  for (const moved of moves.filter(isTold)) {
    for (const agentId of partiesServed(moved)) {
      const key = `${agentId}/${moved.move.event}`
      const known = groups.get(key)
      if (known === undefined) groups.set(key, { agentId, group: [moved] })
      else known.group.push(moved)
    }
  }
  return [...groups.values()].flatMap(({ agentId, group }, k) =>
    Notice.serve(noticeOf(fresh("entry-notice", k), agentId, group, now)),
  )
}

/** The moves of an entry that are served: all, but only the last if the entry's judgment moved it right after a passing. */
const lastOf = (moves: ReadonlyArray<Moved>): ReadonlyArray<Moved> => {
  const last = moves.at(-1)
  return last !== undefined && isByJudgment(last) ? [last] : moves
}

/** The standings of the parties bound after moves of entries against them; `touched` has the ids of the entries that changed. */
export const standingsAfter = (moves: ReadonlyArray<Moved>, beside: Beside) => {
  const after = new Map(beside.standings.map((standing) => [standing.agentId, standing]))
  const touched = new Set<string>()
  for (const { moved, delta } of weigh(moves, beside)) {
    const { bound, status } = moved.after
    if (status === moved.before.status && delta === 0) continue
    const standing = after.get(bound.id) ?? Standing.make(bound.id, bound.handle)
    after.set(bound.id, Standing.shift(standing, moved.before.status, status, delta))
    touched.add(bound.id)
  }
  return { standings: [...after.values()], touched }
}

const standingChanges = (moves: ReadonlyArray<Moved>, before: Beside) => {
  const { standings, touched } = standingsAfter(moves, before)
  return standings
    .filter(({ agentId }) => touched.has(agentId))
    .map((standing) => Changed.putLatest(Standing.Standings, standing))
}

/**
 * The entries that count together with an entry. Two of them that moved at the same time would each count as if the other had not, so the
 * commit fails if one of them has changed.
 */
const readTogether = (entry: Entry, reader: Reader) =>
  readAllChecked(reader, Entries, togetherIndex, pairOf(entry))

export const readBeside = (entry: Entry, reader: Reader) =>
  Effect.all({
    entries: readTogether(entry, reader),
    standings: Standing.readAll(reader, [entry.bound]),
  })

/** The machine by which entries move and their moves are recorded. */
export const entries = Machine.make<Types>({
  ...reading,
  kind: Entries,
  who: partOf,
  unknown: (id) => refusal("unknown_entry", { id }),
  due: {
    kind: deadlineKind,
    task: deadlineTask,
    body: "entryId",
    at: closingOf,
    act: { act: "pass", who: "clock" },
  },
  governs: (entry, schedule) => [schedule.at(entry.filedAt)],
  objection,
  effectAt,
  after: entryAfter,
  beside: { gather: readBeside, changes: standingChanges },
  events: (moves, { actor }, _data, beside) => movedEvents(moves, actor, beside),
  notices: (lists, context) => noticesOf(lists.flatMap(lastOf), context),
})

/**
 * The acts that are awaited now. `dueBy` is the instant at which the running window closes, for the acts that it awaits. It is null
 * while a window has passed and that is not recorded, since the time of the next window runs from a notice that is yet to be served.
 */
export const nextOf = (entry: Entry, now: Instant, terms: Terms): ReadonlyArray<Next> => {
  const passed = entries.passed(entry, now, terms).at(-1)
  const after = passed?.after ?? entry
  const machine = passed === undefined ? reading : { ...reading, dueBy: () => null }
  return Table.nextOf(machine, after, (act, part) =>
    barAct(after, act, part, terms) === null ? null : "never",
  )
}
