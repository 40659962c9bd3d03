/** Sequences of acts on an entry, each with the journal that it writes. */
import { Either } from "effect"
import type { Actor } from "../../kernel/Actor.ts"
import type { Change } from "../../kernel/Change.ts"
import type { PublicItem } from "../../kernel/Journal.ts"
import type { Json } from "../../kernel/Json.ts"
import { hours } from "../../kernel/Time.ts"
import { chain, clock, registrar } from "../../testing/Actors.ts"
import { contextFor, start } from "../../testing/Context.ts"
import { eventsOf } from "../../testing/Decisions.ts"
import type { Entry } from "../Entry.ts"
import { openedEvent } from "../Journal.ts"
import type { EntryAct } from "../Moves.ts"
import { entries } from "../Record.ts"
import {
  address,
  alone,
  attest,
  bound,
  confirm,
  creditor,
  debtor,
  decide,
  dispute,
  favoured,
  meet,
  open,
  pass,
  prove,
  resume,
  supersede,
  suspend,
  terms,
  threeDays,
} from "./Given.ts"

export { chain, clock, registrar } from "../../testing/Actors.ts"

export const filedAt = open.filedAt
export const item = (
  type: string,
  subject: string,
  at: number,
  data: Json,
  rules: ReadonlyArray<string> = [],
): PublicItem => ({
  at,
  type,
  subject,
  rules,
  data,
})
const itemsOf = (changes: ReadonlyArray<Change>, now: number) =>
  eventsOf(changes).map(({ at, type, subject, rules, data }) => ({
    at: at ?? now,
    type,
    subject,
    rules,
    data,
  }))
export const enrolled = [
  item("agent.enrolled", "agent/debtor", filedAt - 1, { id: bound.id }),
  item("agent.enrolled", "agent/creditor", filedAt - 1, { id: favoured.id }),
  item("matter.filed", "matter/matter-1", filedAt, {}),
]
export const asOpened = () => [...enrolled, ...itemsOf([openedEvent([open])], start)]

type Acted = readonly [EntryAct, Actor, number]
const movesOf = (entry: Entry, act: EntryAct, now: number) => {
  if (act.act !== "pass") return Either.getOrThrow(entries.perform(entry, act, now, terms))
  return entries.passed(entry, now, terms)
}
/** The entry after acts, and the journal of those acts. */
export const course = (...acts: ReadonlyArray<Acted>) => {
  let entry = open
  const items = asOpened()
  for (const [act, actor, now] of acts) {
    const made = movesOf(entry, act, now)
    items.push(...itemsOf(entries.record([made], alone, contextFor(actor, now)), now))
    entry = made.at(-1)?.after ?? entry
  }
  return { entry, items }
}
/** An entry without what the public journal leaves out: the words of the parties and the ids of their operators. */
export const publicPart = (entry: Entry): Entry => ({
  ...entry,
  bound: { ...entry.bound, operatorId: null },
  favoured: { ...entry.favoured, operatorId: null },
  attestation: entry.attestation === null ? null : { ...entry.attestation, evidence: "" },
  dispute: entry.dispute === null ? null : { ...entry.dispute, statement: "" },
})

export const h = hours(1)
export const late = start + threeDays
/** Each course: what happens, its acts, and the reputation of the debtor after them. */
export const courses: ReadonlyArray<readonly [string, ReadonlyArray<Acted>, number]> = [
  ["nothing", [], 0],
  [
    "an address, an attestation, a dispute by the party bound and a decision",
    [
      [address, creditor, start + h],
      [attest(start + h), debtor, start + 2 * h],
      [dispute("bound"), debtor, start + 3 * h],
      [decide("satisfied", start + h, true), registrar, start + 4 * h],
    ],
    1,
  ],
  [
    "a dispute by the party favoured and two decisions",
    [
      [dispute(), creditor, start + h],
      [decide("unsatisfied"), registrar, start + 2 * h],
      [decide("pending"), registrar, start + 3 * h],
    ],
    0,
  ],
  [
    "a notice and a confirmation",
    [
      [pass, clock, late],
      [confirm, creditor, late + h],
    ],
    0,
  ],
  [
    "two windows that passed",
    [
      [pass, clock, late + h],
      [pass, clock, late + h + threeDays],
    ],
    -3,
  ],
  ["a proof", [[prove(start + h), chain, start + 2 * h]], 1],
  [
    "an appeal that ended",
    [
      [suspend, registrar, start + h],
      [resume, registrar, start + 9 * threeDays],
      [confirm, creditor, start + 9 * threeDays + h],
    ],
    1,
  ],
  [
    "a judgment that was vacated",
    [
      [confirm, creditor, start + h],
      [supersede, registrar, start + 2 * h],
    ],
    0,
  ],
  ["a hold that paid", [[meet, chain, start + h]], 0],
  [
    "a satisfaction by silence that a dispute took away undecided",
    [
      [attest(start), debtor, start + h],
      [pass, clock, start + h + threeDays],
      [dispute(), creditor, start + 5 * threeDays],
      [pass, clock, start + 10 * threeDays],
      [pass, clock, start + 11 * threeDays],
    ],
    -3,
  ],
]
