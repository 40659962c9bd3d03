/**
 * A log after a loss. A court that lost events of which its log had signed can't go on in that log: with the next event it would sign another
 * past under the same name. So the log ends, and another begins under a name and a key of its own, with the events that are left.
 */
import type { Instant } from "../kernel/Time.ts"
import { type ChangeSet, empty } from "../store/ChangeSet.ts"
import { type EndedLog, type LogState, LogStates, stateId } from "./Records.ts"

/** The name of a log that follows another one of the same court. No two restores of a copy give the same name. */
export const nextOrigin = (origin: string, at: Instant): string =>
  `${origin.replace(/(\/log)\/[^/]*$/, "$1")}/${new Date(at).toISOString().replaceAll(/[-:.]/g, "")}`

/** The loss for which a log began anew: how many events its store kept, and how many a checkpoint had shown. */
export type Loss = Pick<EndedLog, "kept" | "known">

/** The state of a log with the version of its record. */
export interface StoredState {
  readonly state: LogState
  readonly version: number
}

/** Ends a log, and begins the next one, whose first own event says so. `checkpoint` is that of the empty tree, signed by the next log. */
export const renewLog = (
  { state, version }: StoredState,
  next: Pick<LogState, "origin" | "vkey" | "checkpoint">,
  loss: Loss,
  at: Instant,
  eventId: string,
): ChangeSet => {
  const ended: EndedLog = { origin: state.origin, vkey: state.vkey, ...loss, endedAt: at }
  const renewed: LogState = { ...state, ...next, published: 0, ended: [...(state.ended ?? []), ended] }
  const { origin, vkey } = next
  return {
    ...empty(at),
    puts: [
      {
        ref: { kind: LogStates.name, id: stateId },
        expected: version,
        body: LogStates.encode(renewed),
        index: [],
      },
    ],
    events: [
      {
        id: eventId,
        at,
        type: "log.renewed",
        subject: "court",
        rules: ["PD17 §1"],
        data: { ended: { origin: ended.origin, vkey: ended.vkey, ...loss }, log: { origin, vkey } },
      },
    ],
  }
}
