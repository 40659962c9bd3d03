/**
 * Checks the Register of Compliance against the public journal, event by event: the moves and adjustments of every entry, and that the
 * journal alone gives the status of every entry, the reputation of every agent and every line of the docket.
 */
import { Notice, Standing } from "../../../core/agents/index.ts"
import { Conduct } from "../../../core/bench/index.ts"
import {
  type ActName,
  Entry,
  entryView,
  passEntry,
  type Registers,
  Reputation,
  replay,
  acts as transitions,
} from "../../../core/compliance/index.ts"
import { Judgment } from "../../../core/judgments/index.ts"
import { differences, showValue } from "../../../core/kernel/Json.ts"
import type { Kind } from "../../../core/kernel/Kind.ts"
import { bounds, published } from "../../../core/kernel/Schedule.ts"
import { hours } from "../../../core/kernel/Time.ts"
import { Matter, replayDocket } from "../../../core/matters/index.ts"
import { docketItem } from "../../../core/matters/testing/index.ts"
import type { Event } from "../../../core/store/ChangeSet.ts"
import type { Journalled } from "../../../core/store/Store.ts"
import { changesOf, waits } from "./Invariant.ts"
import type { Commit, Watched } from "./Watched.ts"

interface Told {
  readonly entry: string
  readonly act: ActName
  readonly at: number
  readonly from: Standing.EntryStatus | null
  readonly status: Standing.EntryStatus
  /** The change of the reputation of the party bound by the move. */
  readonly delta: number
  /** The adjustments that the move gave to the entry, and took back from it. */
  readonly given?: ReadonlyArray<{ readonly delta: number }>
  readonly reversed?: ReadonlyArray<{ readonly delta: number }>
  readonly bound: string
  readonly window: { readonly kind: string; readonly opensAt: string; readonly closesAt: string } | null
  readonly suspendedSince: string | null
  /** Only the opening says it. */
  readonly sameOperator?: boolean
}

/** The moves that an event tells of. The type of its data is JSON; `core/compliance/Record.ts` writes it in this shape. */
const told = ({ type, at, data }: Event | Journalled): ReadonlyArray<Told> => {
  if (!type.startsWith("compliance.") || type === "compliance.adjusted") return []
  const { act, entries } = data as { act: ActName; entries?: ReadonlyArray<Omit<Told, "act" | "at">> }
  const moved = entries ?? [data as unknown as Omit<Told, "act" | "at">]
  return moved.map((one) => ({ ...one, act, at }))
}

const legal = ({ act, from, status }: Told): boolean =>
  transitions[act].moves.some((move) => {
    if (!move.from.some((one) => one === (from ?? "none"))) return false
    if (move.to === "same") return status === from
    if (move.to === "found") return ["satisfied", "unsatisfied", "pending"].includes(status)
    return move.to === "began" ? status !== "disputed" && status !== "superseded" : move.to === status
  })

/** The sums of adjustments that an entry may have when the Registrar has found this status. */
const sumsOf: { readonly [S in Standing.EntryStatus]?: ReadonlyArray<number> } = {
  satisfied: [bounds.honouredReputation, 0],
  unsatisfied: [bounds.unsatisfiedReputation],
  pending: [0],
}
const possibleSums = [0, bounds.honouredReputation, bounds.unsatisfiedReputation]

const deltasOf = (adjustments: ReadonlyArray<{ readonly delta: number }>): number =>
  adjustments.reduce((sum, { delta }) => sum + delta, 0)

/** An entry so far: its last move, the sum of its adjustments, and whether its parties have one operator. */
interface Life {
  readonly last: Told
  readonly sum: number
  readonly isOwn: boolean
}

const lived = (before: Life | undefined, now: Told): Life => ({
  last: now,
  sum: (before?.sum ?? 0) + deltasOf(now.given ?? []) - deltasOf(now.reversed ?? []),
  isOwn: before?.isOwn ?? now.sameOperator === true,
})

const wrong = (before: Life | undefined, now: Told): ReadonlyArray<string> => {
  const { sum, isOwn } = lived(before, now)
  const last = before?.last
  const window = last?.window ?? null
  const rules: ReadonlyArray<readonly [name: string, holds: boolean]> = [
    ["an entry moves from the status that it had", (last?.status ?? null) === now.from],
    ["an entry moves as its table allows", legal(now)],
    ["at most one adjustment is in force", possibleSums.includes(sum)],
    ["agents of one operator give each other nothing", !isOwn || now.delta === 0],
    [
      "a disputed entry gets no adjustment",
      now.delta === 0 ||
        (now.status !== "disputed" &&
          (now.from !== "disputed" ||
            ["decide", "supersede", "meet"].includes(now.act) ||
            (now.act === "pass" && now.delta < 0))),
    ],
    ["a suspended window never passes", now.act !== "pass" || last?.suspendedSince == null],
    [
      "no window passes before it closes",
      now.act !== "pass" || (window !== null && now.at >= Date.parse(window.closesAt)),
    ],
    ["an entry that a hold meets gets no credit", now.act !== "meet" || now.delta <= 0],
    ["a superseded entry has no adjustment in force", now.status !== "superseded" || sum === 0],
    [
      "a decision leaves the adjustment of its status",
      now.act !== "decide" || isOwn || (sumsOf[now.status]?.includes(sum) ?? false),
    ],
    [
      "a notice of non-compliance runs its whole time",
      now.window?.kind !== "notice" ||
        Date.parse(now.window.closesAt) - Date.parse(now.window.opensAt) === hours(bounds.noticeHours),
    ],
  ]
  return rules.filter(([, holds]) => !holds).map(([name]) => `${name}: ${JSON.stringify({ last, now, sum })}`)
}

/** An entry as the public reads it, without `next`, which follows from the rest and the clock. */
const publicly = (entry: Entry.Entry): string => {
  const { next: _, ...view } = entryView(entry, { role: "public" }, 0, published)
  return JSON.stringify(view)
}

/**
 * The places in which the line of the docket that the journal gives differs from the record. The record is read before any period of it
 * passes.
 */
const misTold = (
  changed: Matter.Matter,
  { matters }: ReturnType<typeof replayDocket>,
  store: Watched,
): ReadonlyArray<string> => {
  const matter = store.find(Matter.Matters, changed.id) ?? changed
  const line = docketItem(matter, 0, published.at(matter.filedAt))
  return differences(line, matters.get(matter.id) ?? null).map(
    ({ path, ours, theirs }) =>
      `${matter.id}: ${path} is ${showValue(ours)}, and ${showValue(theirs)} by the journal`,
  )
}

export interface Register {
  readonly broken: (commit: Commit, store: Watched) => ReadonlyArray<string>
  /** Replays the new events of the journal, and says where the result differs from the records that changed. */
  readonly folded: (
    journal: ReadonlyArray<Journalled>,
    commits: ReadonlyArray<Commit>,
    store: Watched,
  ) => ReadonlyArray<string>
  readonly registers: () => Registers
}

export const make = (): Register => {
  const lives = new Map<string, Life>()
  const ofAgent = new Map<string, Set<string>>()
  let registers = replay([])
  let docket = replayDocket([])

  const live = (event: Event): ReadonlyArray<string> =>
    told(event).flatMap((now) => {
      const before = lives.get(now.entry)
      lives.set(now.entry, lived(before, now))
      return wrong(before, now)
    })

  const ofEntry = (entry: Entry.Entry, store: Watched): ReadonlyArray<string> => {
    ofAgent.set(entry.bound.id, (ofAgent.get(entry.bound.id) ?? new Set()).add(entry.id))
    const life = lives.get(entry.id)
    const closesAt = entry.window !== null && entry.suspendedSince === null ? entry.window.closesAt : null
    const rules: ReadonlyArray<readonly [name: string, holds: boolean]> = [
      ["an entry has the status with which its history ends", life?.last.status === entry.status],
      ["its adjustments are those of its history", life?.sum === Reputation.reputationOf(entry.adjustments)],
      [
        "at most one adjustment is in force",
        entry.adjustments.filter(({ reversedAt }) => reversedAt === null).length <= 1,
      ],
      [
        "a window that runs has its deadline, and no other",
        waits(store, `${passEntry.taskKind}/${entry.id}`, closesAt),
      ],
    ]
    return rules.filter(([, holds]) => !holds).map(([name]) => `${name}: ${JSON.stringify({ entry, life })}`)
  }

  const ofStanding = (standing: Standing.Standing, store: Watched): ReadonlyArray<string> => {
    const own = [...(ofAgent.get(standing.agentId) ?? [])].flatMap(
      (id) => store.find(Entry.Entries, id) ?? [],
    )
    const counted = Object.entries(standing.counts).every(
      ([status, n]) => own.filter((entry) => entry.status === status).length === n,
    )
    // The entries of one judgment in favour of one party give once and take once.
    const pairs = new Map<string, ReadonlyArray<number>>()
    for (const { citation, favoured, adjustments } of own) {
      const pair = `${citation} ${favoured.handle}`
      pairs.set(pair, [...(pairs.get(pair) ?? []), Reputation.reputationOf(adjustments)])
    }
    const given = [...pairs.values()].reduce(
      (sum, each) => sum + Math.max(0, ...each) + Math.min(0, ...each),
      0,
    )
    const found = store.all(Judgment.Judgments).flatMap(Conduct.unreversedConduct)
    const all = found.reduce(
      (sum, { agentId, delta }) => (agentId === standing.agentId ? sum + delta : sum),
      given,
    )
    return [
      ...(counted ? [] : [`every entry has one status, and is counted there: ${JSON.stringify(standing)}`]),
      ...(standing.reputation === all
        ? []
        : [`a reputation is the sum of what was given: ${JSON.stringify({ standing, all })}`]),
    ]
  }

  const put = <A>(commit: Commit, kind: Kind<A>): ReadonlyArray<A> =>
    changesOf(commit, kind).map(({ after }) => after)

  /** Entries that a commit makes `notified` without serving notice on the party bound. */
  const unserved = (commit: Commit, store: Watched): ReadonlyArray<string> => {
    const passed = commit.set.events.flatMap(told).filter(({ act }) => act === "pass")
    const left = passed.flatMap(({ entry }) => store.find(Entry.Entries, entry) ?? [])
    const served = put(commit, Notice.Notices)
    return left
      .filter(({ status }) => status === "notified")
      .filter(
        ({ bound }) =>
          !served.some(({ agentId, type }) => agentId === bound.id && type.startsWith("compliance.")),
      )
      .map(({ id }) => `a notice of non-compliance is served with the commit: ${id}`)
  }

  return {
    broken: (commit, store) => [
      ...commit.set.events.flatMap(live),
      ...put(commit, Entry.Entries).flatMap((entry) => ofEntry(entry, store)),
      ...put(commit, Standing.Standings).flatMap((standing) => ofStanding(standing, store)),
      ...unserved(commit, store),
    ],
    folded: (journal, commits, store) => {
      const before = registers
      registers = replay(journal, before)
      const touched = new Set(commits.flatMap((commit) => put(commit, Entry.Entries).map(({ id }) => id)))
      const agents = new Set(
        commits.flatMap((commit) => put(commit, Standing.Standings).map(({ agentId }) => agentId)),
      )
      const differing = [...touched].filter((id) => {
        const [entry, kept] = [store.find(Entry.Entries, id), registers.entries.get(id)]
        return entry === null || kept === undefined || publicly(entry) !== publicly(kept)
      })
      const unlike = [...agents].filter((id) => {
        const standing = store.find(Standing.Standings, id)
        return standing === null || registers.reputation.get(standing.handle) !== standing.reputation
      })
      const { faults } = docket
      docket = replayDocket(journal, docket)
      const lines = commits
        .flatMap((commit) => put(commit, Matter.Matters))
        .flatMap((matter) => misTold(matter, docket, store))
      return [
        ...docket.faults.slice(faults.length).map((fault) => `the journal follows from the rules: ${fault}`),
        ...lines.map((line) => `the journal says of a matter what its record says: ${line}`),
        ...registers.faults
          .slice(before.faults.length)
          .map((fault) => `the journal follows from the rules: ${fault}`),
        ...differing.map((id) => `the journal says of an entry what its record says: ${id}`),
        ...unlike.map((id) => `the journal says of a reputation what its record says: ${id}`),
      ]
    },
    registers: () => registers,
  }
}
