/** The court's log, compared with what its witnesses signed and others kept. */
import { Effect } from "effect"
import type { Inspection } from "../../../adapters/store/Inspection.ts"
import { count } from "../../../core/kernel/Section.ts"
import { Checkpoint, Policy, type Records } from "../../../core/log/index.ts"
import { askWitnesses, type Known, readCheckpoint } from "../log/Known.ts"
import { hasLogKey } from "../log/Renewing.ts"
import { ownLog, type Stood, standings, wordsOf } from "../log/Standing.ts"
import { type Finding, findings, wordsOf as reasonOf } from "./Finding.ts"
import { journal } from "./Journal.ts"

const { ok, warn, fail } = findings("log")

const todos = {
  kept: null,
  behind:
    "stop the court, and restore the newest copy of its keys and its store; if what is missing is lost for good, start once with serve --new, or restore a backup with --accept-loss (http/docs/operating.md)",
  forked:
    "stop the court, keep its store, and find the store that has what was signed; if that is lost for good, start once with serve --new, or restore a backup with --accept-loss (http/docs/operating.md)",
} as const

const ofStanding = (stood: Stood, size: number): Finding => {
  const todo = todos[stood.standing]
  const says = wordsOf(stood, size)
  return todo === null ? ok(says) : fail(says, todo)
}

/** The checkpoint that the store itself publishes, which its tiles must have. */
const checkpointsIn = ({ checkpoint }: Records.LogState): ReadonlyArray<Known> => {
  const signed = Checkpoint.parseSigned(checkpoint)
  if (signed === null) return []
  const { size, root } = signed.checkpoint
  return [{ from: "the published log", size, root, at: null, following: null, isRefused: false, saidBy: [] }]
}

const ofPolicy = (state: Records.LogState, policy: Policy.Policy | null): ReadonlyArray<Finding> => {
  const asked = policy === null ? null : Policy.state(policy)
  return Policy.isSame(state.policy ?? null, asked)
    ? []
    : [
        warn(
          "COURT_WITNESSES here asks for other witnesses than the checkpoints of the log need",
          "give every process of the court the same file, and start them again: the process that is started last decides",
        ),
      ]
}

/** Whether the keys have the key of the log. A key that can't be used is a finding about the keys. */
const hasKey = (state: Records.LogState, folder: string): boolean => {
  try {
    return hasLogKey(state, folder)
  } catch {
    return true
  }
}

const ofKey = (state: Records.LogState, folder: string): ReadonlyArray<Finding> =>
  hasKey(state, folder)
    ? []
    : [
        fail(
          `keys/log is not the key of the log ${state.origin}, which is ${state.vkey}, so nothing more is signed`,
          "copy keys/log from where the court was restored last, or from the newest backup; if it is lost for good, start once with serve --new-keys: this log ends, and another follows",
        ),
      ]

/** The checkpoint, or the state of a monitor, that `--checkpoint` names; or why it can't be compared. */
const readGiven = (where: string, key: Parameters<typeof readCheckpoint>[1]) =>
  Effect.tryPromise({ try: () => readCheckpoint(where, key), catch: reasonOf }).pipe(
    Effect.either,
    Effect.map((read) =>
      read._tag === "Right"
        ? { known: [read.right], wrong: [] }
        : {
            known: [],
            wrong: [fail(`--checkpoint ${where}: ${read.left}`, "name a checkpoint of this court's log")],
          },
    ),
  )

export interface LogOptions {
  readonly folder: string
  readonly policy: Policy.Policy | null
  readonly checkpoint: string | undefined
  readonly deep: boolean
}

export const examineLog = (seen: Pick<Inspection, "read" | "journal">, options: LogOptions) =>
  Effect.gen(function* () {
    const { folder, policy, checkpoint, deep } = options
    const own = yield* ownLog(seen)
    if (own === null) return [ok("it has not begun: a scheduler begins it with the first events")]
    const { known, wrong } =
      checkpoint === undefined ? { known: [], wrong: [] } : yield* readGiven(checkpoint, own.key)
    const asked = policy === null ? { known: [], silent: [] } : yield* askWitnesses(policy, own)
    const stood = yield* standings(seen, [...checkpointsIn(own.state), ...known, ...asked.known])
    const size = (yield* ownLog(seen))?.state.size ?? 0
    return [
      ok(`${own.state.origin} has ${count(size, "event")}`),
      ...(own.state.size === 0 ? [] : [yield* journal(seen, own, deep)]),
      ...ofKey(own.state, folder),
      ...ofPolicy(own.state, policy),
      ...stood.map((one) => ofStanding(one, size)),
      ...wrong,
      ...asked.silent.map((says) => warn(says, "see its address in COURT_WITNESSES, and whether it runs")),
    ] satisfies ReadonlyArray<Finding>
  })
