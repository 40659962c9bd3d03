/** The tasks of a court: how late its scheduler is, which tasks wait, and which deliveries fail. */

import { Effect, Option, Schema } from "effect"
import type { Inspection, Waiting } from "../../../adapters/store/Inspection.ts"
import { Health } from "../../../adapters/store/index.ts"
import { type Channel, Deliveries, Notice } from "../../../core/agents/index.ts"
import { deadlines } from "../../../core/Deadlines.ts"
import { records as sandboxRecords } from "../../../core/sandbox/index.ts"
import * as Scheduler from "../../../scheduler/Scheduler.ts"
import { type Finding, findings, lengthOf, levelOf } from "./Finding.ts"

interface Lag {
  readonly what: string
  readonly kinds: object
  /** How many milliseconds late a due task may be before this is a warning, and a failure. */
  readonly warn: number
  readonly fail: number
  readonly todo: string
}

const minute = 60_000
const start = "check that a scheduler runs (serve without --scheduler off, or schedule), and read its log"
// The tasks of a worker that dies wait until its lease ends: a minute, or a quarter of an hour for drafts.
const lags: ReadonlyArray<Lag> = [
  { what: "deadlines", kinds: deadlines, warn: 90_000, fail: 10 * minute, todo: start },
  {
    what: "notices and e-mail",
    kinds: Scheduler.deliveries,
    warn: 5 * minute,
    fail: 60 * minute,
    todo: start,
  },
  {
    what: "drafts",
    kinds: Scheduler.proposals,
    warn: 30 * minute,
    fail: 360 * minute,
    todo: "check that the model answers",
  },
]

const lag = (
  waiting: ReadonlyArray<Waiting>,
  now: number,
  { what, kinds, warn, fail, todo }: Lag,
): Finding => {
  const of = waiting.filter(({ kind }) => Object.hasOwn(kinds, kind))
  const sum = (count: (one: Waiting) => number) => of.reduce((total, one) => total + count(one), 0)
  const oldest = of.flatMap(({ oldestDueAt }) => (oldestDueAt === null ? [] : [oldestDueAt]))
  const late = oldest.length === 0 ? 0 : now - Math.min(...oldest)
  const [due, count] = [sum((one) => one.due), sum((one) => one.count)]
  const says = `${what}: ${due} due${due === 0 ? "" : `, the oldest for ${lengthOf(late)}`}; ${count - due} wait for their time`
  const level = levelOf(late, { warn, fail })
  return level === "ok" ? findings("work").ok(says) : findings("work")[level](says, todo)
}

// The trial of /readyz leaves tasks that are never due.
const known = new Set([...Object.keys(Scheduler.works), Health.trialKind])

/** The findings about tasks that failed and wait for another try, and about kinds of tasks that this version does not know. */
const failingTasks = (waiting: ReadonlyArray<Waiting>): ReadonlyArray<Finding> => {
  const { warn, fail } = findings("work")
  const failed = waiting.filter(({ failed }) => failed > 0).map(({ kind, failed }) => `${kind}: ${failed}`)
  const unknown = waiting.filter(({ kind }) => !known.has(kind)).map(({ kind, count }) => `${kind}: ${count}`)
  return [
    ...(failed.length === 0
      ? []
      : [
          warn(`failed, and wait for another try: ${failed.join(", ")}`, "the log says why (task postponed)"),
        ]),
    ...(unknown.length === 0
      ? []
      : [
          fail(
            `kinds of tasks that this version does not know: ${unknown.join(", ")}`,
            "run the newer version",
          ),
        ]),
  ]
}

// Enough to show whether one address fails or all do.
const sample = 200

const lastOutcome = (name: string, channel: Channel.Channel | null): ReadonlyArray<string> => {
  const last = channel?.status === "pending" ? channel.attempts.at(-1) : undefined
  return last === undefined
    ? []
    : [`${name} ${last.outcome}${last.status === null ? "" : ` (${last.status})`}`]
}

/** The finding about deliveries that wait for another attempt, counted by the outcome of their last one. */
const deliveries = (seen: Inspection, now: number) =>
  Effect.gen(function* () {
    const { ok, warn } = findings("deliveries")
    const retried = yield* seen.later([Notice.task], now, sample)
    const refs = retried.map(({ id }) => ({ kind: Deliveries.name, id: id.slice(Notice.task.length + 1) }))
    const found = yield* seen.read(refs)
    const met = new Map<string, number>()
    for (const stored of found) {
      const delivery = stored === null ? null : Deliveries.decode(stored.body)
      if (delivery === null) continue
      const outcomes = [...lastOutcome("service", delivery.service), ...lastOutcome("e-mail", delivery.email)]
      for (const outcome of outcomes) met.set(outcome, (met.get(outcome) ?? 0) + 1)
    }
    if (retried.length === 0) return ok("no delivery waits for another attempt")
    const words = [...met].sort(([, a], [, b]) => b - a).map(([outcome, count]) => `${outcome}: ${count}`)
    return warn(
      `${retried.length === sample ? `${sample} or more` : retried.length} wait for another attempt: ${words.join(", ")}`,
      "if e-mail fails for all, see COURT_SMTP_URL; a service that does not answer is a matter for its agent (agent-court deliveries <handle>)",
    )
  })

const decodeTime = Schema.decodeUnknownOption(Schema.Struct({ now: Schema.Number }))

/** The court's time: the machine's clock, or the clock of a sandbox. */
const courtTime = (seen: Inspection, sandbox: boolean) =>
  Effect.map(sandbox ? seen.all(sandboxRecords.SandboxTimes.name) : Effect.succeed([]), ([clock]) =>
    Option.match(decodeTime(clock), { onNone: () => Date.now(), onSome: ({ now }) => now }),
  )

export const examineWork = (seen: Inspection, sandbox: boolean) =>
  Effect.gen(function* () {
    const now = yield* courtTime(seen, sandbox)
    const waiting = yield* seen.waiting(now)
    return [
      ...lags.map((one) => lag(waiting, now, one)),
      ...failingTasks(waiting),
      yield* deliveries(seen, now),
    ]
  })
