/** A log of the court that ended, and what that means for an event of which it gave a proof. */
import { Schema } from "effect"
import { count } from "../../../core/kernel/Section.ts"

/** What the court's key document says of a log that ended. Earlier versions named only its key. */
export const EndedLog = Schema.Struct({
  vkey: Schema.String,
  origin: Schema.optionalWith(Schema.NullOr(Schema.String), { default: () => null }),
  kept: Schema.optionalWith(Schema.NullOr(Schema.Int), { default: () => null }),
  known: Schema.optionalWith(Schema.NullOr(Schema.Int), { default: () => null }),
  endedAt: Schema.optionalWith(Schema.NullOr(Schema.String), { default: () => null }),
})
export type EndedLog = typeof EndedLog.Type

const keptWords = ({ kept }: EndedLog, index: number): string => {
  if (kept === null)
    return "The log that follows has other events than this one signed: ask the court whether it still has this event."
  const first = `the first ${count(kept, "event")} of this log`
  return index < kept
    ? `The log that follows begins with ${first}, and this event is one of them.`
    : `The log that follows begins with ${first}, and this event is not one of them: the court recorded it and no longer has it. Keep the record and the proof.`
}

/** What a reader of a proof should know if its log ended. `index` is the place of the event in the log, counted from 0. */
export const tellEnded = (ended: EndedLog, index: number): ReadonlyArray<string> => {
  const when = ended.endedAt === null ? "" : ` at ${ended.endedAt}`
  const had = ended.known === null ? "" : `, which had at least ${count(ended.known, "event")}`
  return [
    `This log${had}, ended${when}: the court lost events that the log had signed, or may have lost some, and goes on in another log.`,
    "What the log signed stays proved by its own key.",
    keptWords(ended, index),
  ]
}
