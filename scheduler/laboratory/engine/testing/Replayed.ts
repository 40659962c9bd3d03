/** The happenings of a run replayed on the court's own records, which the engine must equal. */

import { Either } from "effect"
import type { Standing } from "../../../../core/agents/index.ts"
import { openFinality } from "../../../../core/bench/index.ts"
import {
  type Entry,
  type EntryAct,
  entries,
  type Moved,
  openEntries,
} from "../../../../core/compliance/index.ts"
import { needPresent } from "../../../../core/kernel/Defect.ts"
import { make, type Schedule } from "../../../../core/kernel/Schedule.ts"
import type { Instant } from "../../../../core/kernel/Time.ts"
import { isFigure } from "../Check.ts"
import type { EntryRow, Happening } from "../Result.ts"
import type { Scenario } from "../Scenario.ts"
import { never } from "../State.ts"

export const scheduleOf = ({ schedule, interventions, start }: Scenario): Schedule => {
  const amendments = (given: { readonly [name: string]: number }, from: Instant) =>
    Object.entries(given).flatMap(([name, value]) => (isFigure(name) ? [{ name, from, value }] : []))
  return make([
    ...amendments(schedule, 0),
    ...interventions.flatMap((one) =>
      amendments(one.schedule, Math.round(start + one.atDays * 24 * 3_600_000)),
    ),
  ])
}

const party = (n: number) => ({ id: `id-${n}`, handle: `agent-${n}`, operatorId: `op-${n}` })

const date = "the instant of performance that an act states"
/** The act of a happening as the court takes it; null if it is not an act of the table of moves. */
export const actOf = ({ act, by: who, to, stated }: Happening): EntryAct | null => {
  switch (act) {
    case "attest":
      return {
        act,
        who,
        attestation: { date: needPresent(stated, date), evidence: "", evidenceSha256: "", sha256: null },
      }
    case "confirm":
      return { act, who }
    case "prove":
      return { act, who, performedAt: needPresent(stated, date) }
    case "dispute":
      return { act, who, dispute: { by: who, ground: "other", statement: "", statementSha256: "" } }
    case "decide":
      return to === "satisfied" || to === "unsatisfied" || to === "pending"
        ? { act, who, decision: { status: to, reasons: "", performedAt: stated, correction: false } }
        : null
    case "suspend":
    case "resume":
    case "supersede":
      return { act, who, finality: { status: "under appeal", until: null } }
    default:
      return null
  }
}

/** An entry and all its moves, made from its happenings by the functions that the court's commands call. */
export const replayed = (
  row: EntryRow,
  life: ReadonlyArray<Happening>,
  schedule: Schedule,
  filedAt: Instant,
  horizon: Instant,
): {
  readonly entry: Entry.Entry
  readonly moves: ReadonlyArray<Moved>
  readonly refused: ReadonlyArray<string>
} => {
  const opening = life.find(({ act }) => act === "open")
  const terms = schedule.at(filedAt)
  const order = {
    n: 1,
    kind: row.kind,
    text: "",
    amountCents: row.kind === "pay" ? row.amountCents : null,
    against: party(row.bound),
    inFavourOf: party(row.favoured),
    hours: terms.orderHoursDefault,
  }
  const deliveredAt = needPresent(opening, "the opening of an entry").at
  const facts = {
    citation: "[2027] MC 1",
    matterId: "matter",
    filedAt,
    deliveredAt,
    currency: "USD",
    finality: openFinality("contested", deliveredAt, terms),
    orders: [order],
  }
  const [opened] = openEntries(facts, schedule, () => `entry-${row.entry}`, []).entries
  if (opened === undefined) throw new Error("an order opens an entry")
  let entry: Entry.Entry = opened
  const moves: Array<Moved> = []
  const refused: Array<string> = []
  /** Makes every passing that is due before an instant, each when its window closes. */
  const passUntil = (instant: Instant) => {
    for (;;) {
      const due: Instant = entry.window?.closesAt ?? Number.POSITIVE_INFINITY
      const [moved] = due < instant ? entries.passed(entry, due, terms) : []
      if (moved === undefined) return
      moves.push(moved)
      entry = moved.after
    }
  }
  for (const happening of life) {
    passUntil(happening.at)
    const act = actOf(happening)
    if (act === null) continue
    const done = entries.perform(entry, act, happening.at, terms)
    if (Either.isLeft(done)) {
      refused.push(done.left.code)
      continue
    }
    moves.push(...done.right)
    entry = done.right.at(-1)?.after ?? entry
  }
  passUntil(horizon)
  return { entry, moves, refused }
}

/** The instant of performance that an act on an entry of the court states; `never` if it states no instant. */
export const statedBy = (act: EntryAct): Instant => {
  switch (act.act) {
    case "attest":
      return act.attestation.date
    case "prove":
      return act.performedAt
    case "decide":
      return act.decision.performedAt ?? never
    default:
      return never
  }
}

/** The status that a decision on an entry of the court finds. With any other act it is the entry's own status. */
export const foundBy = (act: EntryAct, status: Standing.EntryStatus): Standing.EntryStatus =>
  act.act === "decide" ? act.decision.status : status
