/** The moves of an entry as an xstate machine, written without the court's table: the benchmark compares the court with it. */
import { assign, createActor, type SnapshotFrom, setup } from "xstate"
import type { Entry, EntryAct } from "../../../../core/compliance/index.ts"
import { open, threeDays } from "../../../../core/compliance/testing/Given.ts"
import { needPresent } from "../../../../core/kernel/Defect.ts"

const twoWeeks = 14 * 24 * 60 * 60 * 1000

type Context = Omit<Entry.Entry, "status">
type Event = { type: EntryAct["act"]; act: EntryAct; now: number }

const inTime = (entry: Context, at: number) =>
  at < entry.dueAt || entry.tolled.some(({ from, to }) => at >= from && (to === null || at < to))
const plus = (at: number) => ({
  delta: 1,
  reason: "order honoured in full within the time fixed",
  rule: "PD11 §10",
  at,
  reversedAt: null,
})
const minus = (at: number) => ({ ...plus(at), delta: -3, reason: "order unsatisfied after notice" })
const reversed = (entry: Context, at: number) =>
  entry.adjustments.map((one) => (one.reversedAt === null ? { ...one, reversedAt: at } : one))
const earned = (entry: Context, performedAt: number, at: number) =>
  inTime(entry, performedAt) ? [...entry.adjustments, plus(at)] : entry.adjustments
const closing = (entry: Context) => needPresent(entry.window, "the window").closesAt

const machine = setup({
  // xstate reads only the types of these members, and never their values.
  types: { context: {} as Context, events: {} as Event, input: {} as Context },
  guards: {
    due: ({ context, event }) => context.suspendedSince === null && event.now >= closing(context),
    attestable: ({ event }) =>
      event.act.act === "attest" && event.act.who === "bound" && event.act.attestation.date <= event.now,
    running: ({ context }) => context.suspendedSince === null,
    suspended: ({ context }) => context.suspendedSince !== null,
    found: ({ event }, status: string) => event.act.act === "decide" && event.act.decision.status === status,
  },
  actions: {
    attest: assign(({ context, event: { act, now } }) =>
      act.act !== "attest"
        ? {}
        : {
            attestation: { ...act.attestation, at: now },
            performedAt: act.attestation.date,
            window: { kind: "dispute" as const, opensAt: now, closesAt: now + threeDays },
            dueAt: context.dueAt,
          },
    ),
    confirm: assign(({ context, event: { now } }) => ({
      window: null,
      performedAt: context.performedAt ?? now,
      adjustments: earned(context, context.performedAt ?? now, now),
    })),
    notify: assign(({ event: { now } }) => ({
      window: { kind: "notice" as const, opensAt: now, closesAt: now + threeDays },
    })),
    accept: assign(({ context }) => ({
      window: null,
      adjustments: earned(context, context.performedAt ?? Number.POSITIVE_INFINITY, closing(context)),
    })),
    fail: assign(({ context }) => ({
      window: null,
      adjustments: [...context.adjustments, minus(closing(context))],
    })),
    dispute: assign(({ event: { act, now } }) =>
      act.act === "dispute"
        ? {
            window: { kind: "decision" as const, opensAt: now, closesAt: now + twoWeeks },
            dispute: { ...act.dispute, at: now },
          }
        : {},
    ),
    decide: assign(({ context, event: { act, now } }) => {
      if (act.act !== "decide") return {}
      const { decision } = act
      const performedAt = decision.performedAt ?? context.performedAt
      const good = decision.status === "satisfied" && performedAt !== null && inTime(context, performedAt)
      const wanted = good ? plus(now) : decision.status === "unsatisfied" ? minus(now) : null
      const stands = context.adjustments.find(({ reversedAt }) => reversedAt === null)
      const kept = stands?.delta === wanted?.delta
      return {
        window: null,
        performedAt,
        decision: { ...decision, at: now },
        corrected: context.corrected || decision.correction,
        adjustments: kept
          ? context.adjustments
          : [...reversed(context, now), ...(wanted === null ? [] : [wanted])],
      }
    }),
    suspend: assign(({ context, event: { act, now } }) => ({
      suspendedSince: now,
      finality: act.act === "suspend" ? act.finality : context.finality,
      tolled: now < context.dueAt ? [...context.tolled, { from: now, to: null }] : context.tolled,
    })),
    resume: assign(({ context, event: { act, now } }) => ({
      suspendedSince: null,
      finality: act.act === "resume" ? act.finality : context.finality,
      dueAt:
        context.attestation === null && context.tolled.some(({ to }) => to === null)
          ? now + threeDays
          : context.dueAt,
      tolled: context.tolled.map((span) => (span.to === null ? { ...span, to: now } : span)),
      window: context.window && {
        ...context.window,
        opensAt: now,
        closesAt: now + (context.window.kind === "decision" ? twoWeeks : threeDays),
      },
    })),
    supersede: assign(({ context, event: { act, now } }) => ({
      window: null,
      suspendedSince: null,
      finality: act.act === "supersede" ? act.finality : context.finality,
      adjustments: reversed(context, now),
    })),
  },
}).createMachine({
  context: ({ input }) => input,
  initial: "open",
  on: {
    suspend: { guard: "running", actions: "suspend" },
    resume: { guard: "suspended", actions: "resume" },
    supersede: { target: ".superseded", actions: "supersede" },
    decide: [
      { guard: { type: "found", params: "satisfied" }, target: ".satisfied", actions: "decide" },
      { guard: { type: "found", params: "unsatisfied" }, target: ".unsatisfied", actions: "decide" },
      { target: ".pending", actions: "decide" },
    ],
    dispute: { target: ".disputed", actions: "dispute" },
  },
  states: {
    open: {
      on: {
        attest: { guard: "attestable", target: "attested", actions: "attest" },
        confirm: { target: "satisfied", actions: "confirm" },
        pass: { guard: "due", target: "notified", actions: "notify" },
      },
    },
    attested: {
      on: {
        confirm: { target: "satisfied", actions: "confirm" },
        pass: { guard: "due", target: "satisfied", actions: "accept" },
      },
    },
    notified: {
      on: {
        attest: { guard: "attestable", target: "attested", actions: "attest" },
        confirm: { target: "satisfied", actions: "confirm" },
        pass: { guard: "due", target: "unsatisfied", actions: "fail" },
      },
    },
    satisfied: {},
    unsatisfied: {},
    pending: {},
    disputed: { on: { dispute: {} } },
    superseded: { on: { suspend: {}, resume: {}, supersede: {}, decide: {}, dispute: {} } },
  },
})

export type MachineState = SnapshotFrom<typeof machine>

export const machineFrom = (entry: Entry.Entry): MachineState =>
  machine.resolveState({ value: "open", context: entry })

// All transitions share one scope, since xstate computes a next state several times faster that way than with `getNextSnapshot`.
const self = createActor(machine, { input: open })
const scope: Parameters<typeof machine.transition>[2] = {
  self,
  id: self.id,
  sessionId: self.sessionId,
  system: self.system,
  logger: () => {},
  defer: () => {},
  emit: () => {},
  stopChild: () => {},
  actionExecutor: () => {},
}

export const followed = (state: MachineState, act: EntryAct, now: number): MachineState =>
  machine.transition(state, { type: act.act, act, now }, scope)

/** The values that must be equal in two entries that went through the same acts, as one text. */
export const outcomeOf = (status: string, entry: Context): string =>
  [
    status,
    entry.dueAt,
    entry.window?.kind,
    entry.window?.closesAt,
    entry.suspendedSince,
    JSON.stringify(entry.tolled),
    entry.performedAt,
    entry.attestation?.at,
    entry.dispute?.at,
    entry.decision?.at,
    entry.corrected,
    entry.finality.status,
    JSON.stringify(entry.adjustments),
  ].join(" ")
