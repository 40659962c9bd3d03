/**
 * The law of an entry as the laboratory carries it out: the court's table of moves (`compliance/Moves.ts`) on numbers in place, a million
 * times a second. `Step.test.ts` proves by random acts that it is equal to the court's own rule (`compliance/Law.ts`).
 */
import { Record } from "effect"
import type { Standing } from "../../../core/agents/index.ts"
import { type ActName, acts, type Move, moveFrom, type Part } from "../../../core/compliance/index.ts"
import type { RefusalCode } from "../../../core/kernel/Refusal.ts"
import type { Terms } from "../../../core/kernel/Schedule.ts"
import { days, hours, type Instant } from "../../../core/kernel/Time.ts"
import { never, type State } from "./State.ts"

type Row = { readonly [Status in Standing.EntryStatus]: Move | undefined }
const table: { readonly [Name in ActName]: Row } = Record.map(acts, (_, name): Row => {
  const from = (status: Standing.EntryStatus) => moveFrom(name, status)
  return {
    open: from("open"),
    attested: from("attested"),
    notified: from("notified"),
    satisfied: from("satisfied"),
    unsatisfied: from("unsatisfied"),
    disputed: from("disputed"),
    pending: from("pending"),
    superseded: from("superseded"),
  }
})

/** The provisions under which an act moves an entry from a status; an empty list if the act is refused. */
export const sectionsOf = (name: ActName, status: Standing.EntryStatus): Move["sections"] | readonly [] =>
  table[name][status]?.sections ?? []

/** Whether performance at an instant is within the time fixed: before it passes, or while an appeal suspends it (PD11 §7). */
export const timely = (state: Pick<State, "dueAt" | "tolledUntil">, performedAt: Instant): boolean =>
  performedAt < state.dueAt || performedAt < state.tolledUntil

/** Whether the window that runs has closed, which it does at its instant. A suspended window never closes. */
const isDue = (state: State, now: Instant): boolean => now >= state.closesAt && state.suspendedSince === never

/** The window for which each status waits once a dispute has ended undecided. */
const waits = { open: "performance", attested: "dispute", notified: "notice" } as const

const windowOf = (status: Standing.EntryStatus) =>
  status === "open" || status === "attested" || status === "notified" ? waits[status] : "closed"

const openWindow = (state: State, move: Move, terms: Terms): void => {
  const { at } = state
  const window = move.window === "began" ? windowOf(state.status) : move.window
  switch (window) {
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
      state.closesAt =
        at + (state.window === "decision" ? days(terms.disputeDays) : hours(terms.resumedHours))
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
    case "decision":
      state.closesAt = at + days(terms.disputeDays)
      break
  }
  state.window = window
  state.opensAt = at
}

const satisfiedDelta = (state: State, performedAt: Instant, terms: Terms): number =>
  timely(state, performedAt) ? terms.honouredReputation : 0

/** The adjustment after a move (PD11 §10), given the state before it. */
const standingAfter = (
  state: State,
  credit: Move["credit"],
  status: Standing.EntryStatus,
  performedAt: Instant,
  terms: Terms,
): number => {
  switch (credit) {
    case "none":
      return state.standing
    case "timely": {
      const delta = satisfiedDelta(state, performedAt, terms)
      return delta === 0 ? state.standing : delta
    }
    case "missed":
      return terms.unsatisfiedReputation
    case "found":
      if (status === "satisfied") return satisfiedDelta(state, performedAt, terms)
      return status === "unsatisfied" ? terms.unsatisfiedReputation : 0
    case "began":
      return state.began === "notified" ? Math.min(0, state.standing) : state.standing
    case "unearned":
      return Math.min(0, state.standing)
    case "reversed":
      return 0
  }
}

/** The effect of an appeal and of its end on the time fixed (PD11 §7). */
const applyAppeal = (state: State, act: ActName, now: Instant, terms: Terms): void => {
  if (act === "suspend") {
    state.suspendedSince = now
    if (now < state.dueAt) state.tolledUntil = never
    return
  }
  if (act !== "resume" && act !== "supersede") return
  state.suspendedSince = never
  if (act === "supersede" || state.tolledUntil !== never) return
  state.tolledUntil = now
  if (!state.attested && state.status !== "satisfied") state.dueAt = now + hours(terms.resumedHours)
}

const performanceAfter = (state: State, act: ActName, stated: Instant, now: Instant): Instant => {
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
    case "pass":
      return state.began === "notified" ? never : state.performedAt
    default:
      return state.performedAt
  }
}

/** The refusal of an act that states a future instant, or whose own condition is not met; null if neither is the case. */
const objection = (
  state: State,
  act: ActName,
  who: Part,
  stated: Instant,
  now: Instant,
): RefusalCode | null => {
  switch (act) {
    case "dispute":
      return who === "bound" && state.boundDisputed ? "disputed_before" : null
    case "prove":
      if (stated > now) return "future_date"
      return state.status === "open" || (timely(state, stated) && stated < state.opensAt)
        ? null
        : "entry_state"
    case "attest":
    case "decide":
      return stated !== never && stated > now ? "future_date" : null
    case "pass":
      return isDue(state, now) ? null : "entry_state"
    case "meet":
      // Nobody asks for a payout in the laboratory, so no dispute there is a request for one.
      return (state.status === "disputed" && !state.byBound) ||
        (state.status === "satisfied" && !state.silent)
        ? "entry_state"
        : null
    case "suspend":
      return state.suspendedSince === never ? null : "entry_state"
    case "resume":
      return state.suspendedSince === never ? "entry_state" : null
    default:
      return null
  }
}

/** The move that an act by somebody makes from a state, or the refusal. */
const judgeAct = (
  state: State,
  act: ActName,
  who: Part,
  stated: Instant,
  now: Instant,
): Move | RefusalCode => {
  const { who: allowed, stranger } = acts[act]
  if (!allowed.includes(who)) return stranger
  const move = table[act][state.status]
  if (move === undefined)
    return act === "dispute" && state.status === "disputed" ? "already_disputed" : "entry_state"
  return objection(state, act, who, stated, now) ?? move
}

/** Fills a state for an entry that opens when judgment is delivered (PD11 §2); the time fixed begins to run. */
export const begin = (state: State, deliveredAt: Instant, orderHours: number, terms: Terms): void => {
  const [opening] = acts.open.moves
  state.status = "open"
  state.dueAt = deliveredAt + hours(orderHours)
  state.suspendedSince = never
  state.tolledUntil = -never
  state.performedAt = never
  state.attested = false
  state.silent = false
  state.began = "none"
  state.byBound = false
  state.boundDisputed = false
  state.standing = 0
  state.at = deliveredAt
  openWindow(state, opening, terms)
}

const statusAfter = (
  state: State,
  to: Move["to"],
  found: Standing.EntryStatus,
  now: Instant,
): Standing.EntryStatus => {
  switch (to) {
    case "found":
      return found
    case "same":
      return state.status
    case "began":
      if (state.began === "open" && now >= state.dueAt) return "notified"
      return state.began === "none" ? state.status : state.began
    default:
      return to
  }
}

/** The status to which a dispute leads undecided: without an attestation by words that the party favoured disputes (PD11 §5A). */
const beganAfter = (
  state: State,
  act: ActName,
  who: Part,
  status: Standing.EntryStatus,
): Standing.EntryStatus | "none" => {
  if (status !== "disputed") return "none"
  if (act !== "dispute") return state.began
  const byWords = state.status === "attested" || (state.status === "satisfied" && state.silent)
  return who === "favoured" && byWords ? "notified" : state.status
}

const silentAfter = (state: State, act: ActName, to: Move["to"], status: Standing.EntryStatus): boolean => {
  if (status !== "satisfied" && status !== "disputed") return false
  return act === "dispute" || to === "same" || to === "began" ? state.silent : act === "pass"
}

/**
 * Does an act on a state and gives null, or leaves the state unchanged and gives the code of the refusal. `stated` is the instant of
 * performance that the act states (attest, prove, decide), `never` if it states no instant. `found` is the status that the Registrar finds
 * (decide). `terms` are the figures in force when the matter was filed. A window that has closed must be passed first (`stepPassing`).
 */
export const step = (
  state: State,
  act: ActName,
  who: Part,
  stated: Instant,
  found: Standing.EntryStatus,
  now: Instant,
  terms: Terms,
): RefusalCode | null => {
  const move = judgeAct(state, act, who, stated, now)
  if (typeof move === "string") return move
  const performedAt = performanceAfter(state, act, stated, now)
  const status = statusAfter(state, move.to, found, now)
  const began = beganAfter(state, act, who, status)
  state.at = move.at === "close" ? state.closesAt : now
  state.standing = standingAfter(state, move.credit, status, performedAt, terms)
  applyAppeal(state, act, now, terms)
  state.silent = silentAfter(state, act, move.to, status)
  state.status = status
  state.byBound = status === "disputed" && (act === "dispute" ? who === "bound" : state.byBound)
  state.boundDisputed ||= state.byBound
  state.began = began
  state.performedAt = performedAt
  if (act === "attest") state.attested = true
  openWindow(state, move, terms)
  return null
}

/** Makes the passing that is due by `now`. Gives whether there was one. */
export const stepPassing = (state: State, now: Instant, terms: Terms): boolean =>
  // Every window that a passing opens closes after `now`, so no second passing can be due.
  isDue(state, now) && step(state, "pass", "clock", never, state.status, now, terms) === null
