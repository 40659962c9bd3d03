import { Either } from "effect"
import * as Changed from "../Change.ts"
import { command } from "../Command.ts"
import { serveNotes, toBoth } from "../matters/Notices.ts"
import { Appeals, judgeKind, judgeTask } from "./Appeal.ts"
import { onAppealNamed } from "./Gather.ts"
import { passingEvents } from "./Record.ts"

/**
 * The hearing begins: the window of the fee statement closed, or nobody priced it in time. Nothing where the appeal has moved on
 * (Rule 6.2).
 */
export const passAppealDeadline = command({
  name: "passAppealDeadline",
  sections: ["Rule 6.2", "PD2 §5", "PD2 §5A"],
  gather: ({ appealId }: { readonly appealId: string }, context, reader) =>
    onAppealNamed(reader, appealId, context),
  decide: (facts, { appealId }, context) => {
    const { passed, matter } = facts
    if (passed.at === null)
      return Either.right({ changes: [], reply: { appealId, status: passed.appeal.status } })
    const text = `The hearing of the appeal from ${passed.appeal.below} in matter ${matter.number} has begun; it can't be withdrawn any more.${passed.appeal.statement === null ? " Nobody priced it in time, so it bears no fee." : ""}`
    return Either.right({
      changes: [
        Changed.put(Appeals, passed.appeal),
        ...passingEvents(facts),
        Changed.task(judgeTask(appealId), judgeKind, context.now, { appealId }),
        ...serveNotes(matter, toBoth("appeal.hearing", text), context),
      ],
      reply: { appealId, status: passed.appeal.status },
    })
  },
})
