/** One move of an entry by the table of moves. The only place in which an entry's state changes. */
import { rule } from "../Rule.ts"
import type { Terms } from "../Schedule.ts"
import { hours, type Instant } from "../Time.ts"
import type { Part } from "./Act.ts"
import { credited, timely } from "./Adjustments.ts"
import type { EntryStatus } from "./Entry.ts"
import { never, type State } from "./State.ts"
import { dueAfter, suspendedAfter, tolledAfter } from "./Suspension.ts"
import { type ActName, type Move, moveFrom, transitions } from "./Transitions.ts"

/** The refusals in which a step may end. */
export type Refused =
  | (typeof transitions)[ActName]["stranger"]
  | "already_disputed"
  | "entry_state"
  | "future_date"

/** When the window that runs has passed; never while suspended. A window closes at its instant. */
export const isDue = (state: Pick<State, "closesAt" | "suspendedSince">, now: Instant): boolean =>
  now >= state.closesAt && state.suspendedSince === never

const openWindow = (state: State, move: Move, terms: Terms): void => {
  const { at } = state
  switch (move.window) {
    case "kept":
      return
    case "closed":
      state.window = "none"
      state.opensAt = never
      state.closesAt = never
      return
    case "fresh":
      if (state.window === "none") return
      state.opensAt = at
      state.closesAt = at + hours(terms.resumedHours)
      return
    case "performance":
      state.closesAt = state.dueAt
      break
    case "dispute":
      state.closesAt = at + hours(terms.attestationDisputeHours)
      break
    case "notice":
      state.closesAt = at + hours(terms.noticeHours)
      break
  }
  state.window = move.window
  state.opensAt = at
}

const statusAfter = ({ to }: Move, before: EntryStatus, found: EntryStatus): EntryStatus => {
  if (to === "found") return found
  return to === "same" ? before : to
}

const [opening] = transitions.open.moves

/** Fills a state with that of an entry that opens as judgment is delivered (PD11 §2): the time fixed runs. */
export const begin = rule(
  ["PD11 §2"],
  (state: State, deliveredAt: Instant, orderHours: number, terms: Terms): void => {
    state.status = statusAfter(opening, "open", "open")
    state.dueAt = deliveredAt + hours(orderHours)
    state.suspendedSince = never
    state.tolledUntil = -never
    state.performedAt = never
    state.attested = false
    state.standing = 0
    state.at = deliveredAt
    state.given = 0
    state.reversed = false
    openWindow(state, opening, terms)
  },
)

/** The instant of performance as the act leaves it. */
const performed = (state: State, act: ActName, stated: Instant, now: Instant): Instant => {
  switch (act) {
    case "attest":
    case "prove":
      return stated
    case "confirm":
      return state.performedAt === never ? now : state.performedAt
    case "decide":
      return stated === never ? state.performedAt : stated
    case "meet":
      return never
    default:
      return state.performedAt
  }
}

/** What an act states may not lie ahead, and what suspends, resumes or passes must find its condition. */
const objection = (state: State, act: ActName, stated: Instant, now: Instant): Refused | null => {
  switch (act) {
    case "prove":
      if (stated > now) return "future_date"
      // A reading counts from open as of its block's time: what came after that does not stand in its way.
      return state.status === "open" || (timely(state, stated) && stated < state.opensAt)
        ? null
        : "entry_state"
    case "attest":
    case "decide":
      return stated !== never && stated > now ? "future_date" : null
    case "pass":
      return isDue(state, now) ? null : "entry_state"
    case "suspend":
      return state.suspendedSince === never ? null : "entry_state"
    case "resume":
      return state.suspendedSince === never ? "entry_state" : null
    default:
      return null
  }
}

/** The move that an act by somebody makes from a state, or the refusal. */
const judged = (state: State, act: ActName, who: Part, stated: Instant, now: Instant): Move | Refused => {
  const { who: allowed, stranger, refuses } = transitions[act]
  const parts: ReadonlyArray<Part> = allowed
  if (!parts.includes(who)) return stranger
  const move = moveFrom(act, state.status)
  if (move === undefined) return refuses[state.status] ?? "entry_state"
  return objection(state, act, stated, now) ?? move
}

/**
 * Moves a state by an act and gives the move, or leaves it and gives the code of the refusal. `stated` is the instant of performance
 * that the act states (attest, prove, decide), `never` where it states none; `found` the status that the Registrar finds (decide). It
 * does not look whether a window has passed: `perform` does. `terms` are the figures in force when the matter was filed.
 */
export const step = rule(
  ["PD11 §3", "PD11 §4", "PD11 §5", "PD11 §6", "PD11 §7", "PD11 §8", "PD11 §10", "PD11 §11", "PD11 §12"],
  (
    state: State,
    act: ActName,
    who: Part,
    stated: Instant,
    found: EntryStatus,
    now: Instant,
    terms: Terms,
  ): Move | Refused => {
    const move = judged(state, act, who, stated, now)
    if (typeof move === "string") return move
    const performedAt = performed(state, act, stated, now)
    const status = statusAfter(move, state.status, found)
    state.at = move.at === "close" ? state.closesAt : now
    credited(state, move.credit, status, performedAt, terms)
    // What an appeal does to the time fixed is read from the state before it.
    const dueAt = dueAfter(state, act, now, terms)
    const until = tolledAfter(state, act, now)
    state.suspendedSince = suspendedAfter(state, act, now)
    state.dueAt = dueAt
    state.tolledUntil = until
    state.status = status
    state.performedAt = performedAt
    if (act === "attest") state.attested = true
    openWindow(state, move, terms)
    return move
  },
)

/** What time has done to a state by `now`: whether a window passed. */
export const stepPassing = rule(
  ["PD11 §3", "PD11 §4"],
  (state: State, now: Instant, terms: Terms): boolean =>
    // A notice window opens at the commit, so no second passing can be due in the same one.
    isDue(state, now) && typeof step(state, "pass", "clock", never, state.status, now, terms) !== "string",
)
