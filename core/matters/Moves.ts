/** The moves of a matter as one table: who may do what and when, and what time does. `next` and the documentation's diagram follow from it. */

import { type Actor, otherSide, type Side, sides } from "../kernel/Actor.ts"
import { needPresent } from "../kernel/Defect.ts"
import type * as Machine from "../kernel/Machine.ts"
import * as Table from "../kernel/Moves.ts"
import type { Named } from "../kernel/Named.ts"
import { type Refusal, refusal, when } from "../kernel/Refusal.ts"
import type { Terms } from "../kernel/Schedule.ts"
import { rule } from "../kernel/Section.ts"
import type { Instant } from "../kernel/Time.ts"
import type { Filer } from "./Docket.ts"
import type * as Matter from "./Matter.ts"
import { sideOf } from "./Parties.ts"
import type { Between } from "./Suits.ts"

/**
 * Who acts. `other party`: the side that did not tender or offer. `party asked`: to whom a question was put. `court above`: the court
 * that decides an appeal. `clock`: no actor, since the move is a passing. `no agent`: an office or the public, since
 * only an agent can be a party.
 */
export type Part =
  | Side
  | "either party"
  | "other party"
  | "party asked"
  | "judge"
  | "registrar"
  | "court above"
  | "clock"
  | "no agent"

/** The period that a move opens; null if it opens no period. A move that does not change the status does not change the running period. */
export interface Opening {
  readonly opens: Matter.PeriodStep | null
}
const { act, move } = Table.of<Matter.Status, Part, Opening>({ opens: null })
const defence = { opens: "defence" } as const
const reply = { opens: "reply" } as const
const call = { opens: "call" } as const

const pleadable = ["served", "undefended", "pleading", "defended", "closed"] as const
/** The parties may end a matter by consent for as long as nobody else has decided it. */
const undecided = [...pleadable, "reserved", "questioned"] as const

const table = {
  "list/open": act(
    ["registrar"],
    "registrar_only",
    move(["queued"], "served", "served", sides, ["PD1 §5"], defence),
  ),
  defence: act(
    ["respondent"],
    "not_respondent",
    move(["served", "undefended", "pleading"], "defended", "defended", ["claimant"], ["Rule 4.3"], reply),
  ),
  /** A defence that says that more may follow: the respondent's period runs on. */
  "defence/more": act(
    ["respondent"],
    "not_respondent",
    move(["served", "pleading"], "pleading", "pleaded", ["claimant"], ["Rule 4.3A"], defence),
  ),
  reply: act(
    ["claimant"],
    "not_claimant",
    move(["defended"], "closed", "replied", ["respondent"], ["Rule 4.4"], call),
  ),
  call: act(
    ["claimant", "either party"],
    "not_claimant",
    move(["undefended"], "reserved", "called", ["either party"], ["Rule 4.4A"], { who: ["claimant"] }),
    move(["closed"], "reserved", "called", ["either party"], ["Rule 4.5"], { who: ["either party"] }),
  ),
  questions: act(
    ["judge"],
    "judge_only",
    move(["reserved"], "questioned", "questioned", ["party asked"], ["Rule 4.6"], { opens: "answers" }),
  ),
  answers: act(
    ["party asked"],
    "not_asked",
    move(["questioned"], "reserved", "answered", ["other party"], ["Rule 4.6"]),
  ),
  judgment: act(["judge"], "judge_only", move(["reserved"], "decided", "decided", [], ["Rule 5.2"])),
  consent: act(
    ["either party"],
    "not_a_party",
    move(undecided, "same", "consent_offered", ["other party"], ["Rule 4.7"]),
  ),
  "consent/accept": act(
    ["other party"],
    "not_a_party",
    move(undecided, "decided", "decided", [], ["Rule 4.7"]),
  ),
  "tenders/admit": act(
    ["other party"],
    "not_a_party",
    move(pleadable, "same", "admitted", ["other party"], ["Rule 4.10B"]),
  ),
  "tenders/dispute": act(
    ["other party"],
    "not_a_party",
    move(pleadable, "same", "disputed", ["other party"], ["Rule 4.10B"]),
  ),
  periods: act(
    ["judge"],
    "judge_only",
    move([...pleadable, "questioned"], "same", "period_set", ["either party"], ["Rule 4.9"]),
  ),
  discontinue: act(
    ["claimant"],
    "not_claimant",
    move(["queued", ...pleadable], "discontinued", "discontinued", ["respondent"], ["Rule 4.8"]),
  ),
  /** The account of a quote that was defended: the first of its parties to give it up asks the other to. */
  "discontinue/ask": act(
    ["either party"],
    "not_a_party",
    move(["pleading", "defended", "closed"], "same", "discontinuance_asked", ["other party"], ["Rule 4.8"]),
  ),
  remit: act(["court above"], "judge_only", move(["decided"], "reserved", "remitted", [], ["Rule 6.3"])),
  rehear: act(["registrar"], "registrar_only", move(["decided"], "reserved", "rehearing", [], ["Rule 7.4"])),
  // The event of a passing has the name of the status.
  pass: act(
    ["clock"],
    "registrar_only",
    move(["served"], "undefended", "undefended", sides, ["Rule 4.9"], call),
    move(["pleading"], "defended", "defended", sides, ["Rule 4.9"], reply),
    move(["defended"], "closed", "closed", sides, ["Rule 4.9"], call),
    move(["undefended", "closed"], "lapsed", "lapsed", sides, ["Rule 4.8"]),
    move(["questioned"], "reserved", "reserved", sides, ["Rule 4.9"]),
  ),
}

export type Acts = Named<typeof table>

/** Answers move the matter once everybody asked has answered; until then it stays `questioned`. */
export const acts: Acts = table
export type ActName = keyof typeof acts
/** A move of a matter, with the period that it opens. */
export type Move = Table.RowOf<typeof acts>

/** The statuses to which the passing of time moves a matter. */
export type PassedTo = (typeof acts)["pass"]["moves"][number]["to"]

const rows = Table.rowsOf(acts)
/** The act that a matter waits for in a status: its period opens with the move to that status. */
const actAwaitedIn = (status: Move["from"][number] | undefined) => rows.find(({ to }) => to === status)?.opens

/** Every move in the order in which the Rules print them: a passing follows the act whose period it ends. */
export const moves: ReadonlyArray<(typeof rows)[number]> = Table.namesOf<ActName>(acts).flatMap((name) =>
  rows.filter((one) => (one.act === "pass" ? actAwaitedIn(one.from[0]) : one.act) === name),
)

const ended: ReadonlyArray<Matter.Status> = ["decided", "discontinued", "lapsed"]
/** Whether no act moves a matter of this status any more, apart from an appeal. */
export const hasEnded = (status: Matter.Status): boolean => ended.includes(status)

/** An act on a matter. `writes` is what it writes on the matter, apart from what the move does. */
export interface MatterAct {
  readonly act: ActName
  readonly who: ReadonlyArray<Part>
  readonly writes?: (matter: Matter.Matter) => Matter.Matter
  readonly against?: ReadonlyArray<Refusal | null>
}

/** The count of its claimant's matters, and the suits on its dealings; null if the matter doesn't end by an act. */
export interface Beside {
  readonly filer: Filer | null
  readonly suits: Between | null
}

/** A matter moves by the figures in force when it was filed (Rule 8.1). */
export interface Types
  extends Machine.TypesOf<Matter.Matter, typeof acts, MatterAct, readonly [terms: Terms], Beside> {}
export type Moved = Machine.Moved<Types>

/** Whether there is an offer that a side may accept, or a tender that it may admit or dispute. */
const hasObject = (matter: Matter.Matter, name: ActName, side: Side): boolean => {
  if (name === "consent/accept") return matter.consent !== null && matter.consent.by === otherSide(side)
  const theirs = matter.tenders.filter((tender) => tender.by !== side)
  return theirs.some((tender) => tender.admittedAt === null && tender.dispute === null)
}

/** Whom the last questions were put to; a matter that is questioned has some. */
const lastAsked = ({ questions }: Matter.Matter) => needPresent(questions.at(-1), "the last questions").asked

const wasAsked = (matter: Matter.Matter, side: Side): boolean =>
  lastAsked(matter).some((asked) => asked.side === side)

/** True if a question of the current round waits for this side's answer. */
export const isAsked = (matter: Matter.Matter, side: Side): boolean =>
  lastAsked(matter).some((asked) => asked.side === side && asked.answersSha256 === null)

/** The parts of an agent on a side. While a matter waits for answers, only a side to which questions were put is `party asked`. */
const partsOfSide = (matter: Matter.Matter, side: Side | null): ReadonlyArray<Part> => {
  if (side === null) return []
  const asked = matter.status !== "questioned" || wasAsked(matter, side)
  return [side, "either party", "other party", ...(asked ? (["party asked"] as const) : [])]
}

/** Every part that an actor has in a matter. */
export const partsOf = (matter: Matter.Matter, actor: Actor): ReadonlyArray<Part> => {
  switch (actor.role) {
    case "agent":
      return partsOfSide(matter, sideOf(matter, actor))
    case "judge":
      return ["no agent", "judge", "court above"]
    case "registrar":
      return ["no agent", "registrar"]
    case "scheduler":
      return ["no agent", "clock"]
    default:
      return ["no agent"]
  }
}

/** Acts that `next` does not name: the acts of an office for which nobody waits, and an act that goes by another name. */
const unasked: ReadonlySet<ActName> = new Set(["periods", "rehear", "discontinue/ask", "defence/more"])

/** Whether both parties have to give a matter up: it is about the account of a quote, and was defended (Rule 4.8). */
export const isGivenUpByBoth = rule(
  ["Rule 4.8"],
  ({ account, status }: Pick<Matter.Matter, "account" | "status">): boolean =>
    account === true && (status === "pleading" || status === "defended" || status === "closed"),
)

const sidesAwaited = (matter: Matter.Matter, part: Part, name: ActName): ReadonlyArray<Side> => {
  if (part === "either party") return sides
  if (part === "other party") return sides.filter((side) => hasObject(matter, name, side))
  if (name === "discontinue" && isGivenUpByBoth(matter)) return sides.filter((side) => side !== matter.giveUp)
  if (part === "party asked") return sides.filter((side) => isAsked(matter, side))
  return sides.filter((side) => side === part)
}

/** Nobody but the two parties, and counsel on the record for one, acts in a matter (PD1 §1). */
export const partyOnly = rule(["PD1 §1"], (actor: Actor, side: Side | null): Refusal | null =>
  actor.role !== "agent" ? refusal("agents_only", {}) : when(side === null, "not_a_party", {}),
)

const offices: ReadonlyArray<Part> = ["judge", "registrar"]

export const reading: Table.Reading<Matter.Matter, Matter.Status, Part, ActName, Move> = {
  acts,
  status: ({ status }) => status,
  nameOf: (matter, part, name) => {
    if (unasked.has(name)) return null
    if (part === "judge" || part === "registrar") return part
    return sidesAwaited(matter, part, name).map((side) => matter[side].handle)
  },
  dueBy: ({ period, judgeUntil }, name) =>
    name === "judgment" ? (judgeUntil ?? null) : period?.step === name ? period.closesAt : null,
  closed: (matter, name) => {
    const step = name === "defence/more" ? "defence" : name
    return (step === "defence" || step === "reply") && matter[step] !== null
      ? refusal("already_pleaded", { step })
      : refusal("wrong_status", { status: matter.status, act: name })
  },
  stranger: ({ stranger }, wanted, parts) => {
    if (wanted.some((part) => offices.includes(part))) return refusal(stranger, {})
    if (parts.includes("no agent")) return refusal("agents_only", {})
    return refusal(parts.length === 0 ? "not_a_party" : stranger, {})
  },
}

/**
 * Whether the judge has let the time for its judgment pass, so that the Registrar may assign the matter (Rule 5.1A). A matter for which no
 * time was kept is overdue.
 */
export const isOverdue = rule(
  ["Rule 5.1A"],
  ({ status, judgeUntil }: Pick<Matter.Matter, "status" | "judgeUntil">, now: Instant): boolean =>
    status === "reserved" && now >= (judgeUntil ?? now),
)

/**
 * `next` of a matter, from the table. It has no passings, and no acts for which nobody waits. `callOpensAt`: from when it may be called,
 * if it may not be called at once.
 */
export const nextOf = (
  matter: Matter.Matter,
  now: Instant,
  callOpensAt: Instant | null = null,
): ReadonlyArray<Table.Next> => [
  ...Table.nextOf(reading, matter, (act) => (act === "call" ? callOpensAt : null)),
  ...(isOverdue(matter, now) ? [{ who: "registrar", act: "assign", dueBy: null }] : []),
]
