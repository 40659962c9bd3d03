/**
 * The policy that says which witnesses the checkpoints of the log need. It is kept with the log, and whoever serves the log reads it there.
 * The process that was started last decides. A process that was started before with another policy publishes no checkpoint from then on,
 * and says so: so two processes never publish by different policies.
 */
import { Effect } from "effect"
import { Host } from "../core/kernel/Host.ts"
import { count } from "../core/kernel/Section.ts"
import { Policy, Records } from "../core/log/index.ts"
import { empty } from "../core/store/ChangeSet.ts"
import { Store } from "../core/store/Store.ts"

const ref = { kind: Records.LogStates.name, id: Records.stateId }

/** A policy of witnesses in words; `none` if the court has no policy. */
export const wordsOf = (policy: Records.StatedPolicy | null): string =>
  policy === null
    ? "none"
    : `${count(policy.witnesses.length, "witness", "witnesses")}, of which it needs ${policy.quorum}`

const withPolicy = (
  { policy: _, ...state }: Records.LogState,
  policy: Records.StatedPolicy | null,
): Records.LogState => (policy === null ? state : { ...state, policy })

/** The step that one process takes before each look at the log. A log that has not begun takes the policy as it begins. */
export const make = (policy: Records.StatedPolicy | null) => {
  let isAdopted = false
  let isOvertaken = false
  return Effect.gen(function* () {
    const [store, host] = [yield* Store, yield* Host]
    const [found] = yield* store.read([ref])
    if (found == null) return
    const state = Records.LogStates.decode(found.body)
    const stated = state.policy ?? null
    const isSame = Policy.isSame(stated, policy)
    if (!isAdopted) {
      if (!isSame) {
        const body = Records.LogStates.encode(withPolicy(state, policy))
        const put = { ref, expected: found.version, body, index: [] }
        const { _tag } = yield* store.commit({ ...empty(yield* host.now), puts: [put] })
        if (_tag !== "Committed") return
        yield* Effect.logInfo(
          `the log's checkpoints now need ${wordsOf(policy)}; before: ${wordsOf(stated)} (COURT_WITNESSES)`,
        )
      }
      isAdopted = true
      return
    }
    if (isOvertaken === !isSame) return
    isOvertaken = !isSame
    yield* isOvertaken
      ? Effect.logError(
          `this process publishes no checkpoint of the log: a process that was started later has another COURT_WITNESSES (${wordsOf(stated)}; here: ${wordsOf(policy)}). Give all processes the same file, and start them again`,
        )
      : Effect.logInfo("the log's checkpoints need what COURT_WITNESSES says here again")
  })
}
