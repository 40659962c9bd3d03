/** The queries on judgments: one, its disposition, and a page of them. */

import { Effect, Option } from "effect"
import { needPresent } from "../kernel/Defect.ts"
import { Seals } from "../kernel/Notary.ts"
import { type Paged, type QueryContext, query } from "../kernel/Query.ts"
import type { Reader } from "../kernel/Reader.ts"
import { refusal } from "../kernel/Refusal.ts"
import { proveEvent } from "../log/index.ts"
import { deliveredIndex, Judgments, subjectOf } from "./Judgment.ts"
import type { NotaryDocument } from "./Verify.ts"
import { disposition, judgmentItem, judgmentRecord } from "./View.ts"

export interface On {
  readonly citation: string
}

const needJudgment = (reader: Reader, { citation }: On) =>
  reader.need(Judgments, citation, () => refusal("unknown_judgment", { citation }))

/**
 * One judgment with its seal, checked against the keys of the court: `GET /judgments/{citation}`. `baseUrl` is the address of the
 * court without a slash at its end. Refused `unknown_judgment`.
 */
export const readJudgment = query({
  name: "read-judgment",
  read: Effect.fnUntraced(function* (
    { citation, notary, baseUrl }: On & { readonly notary: NotaryDocument; readonly baseUrl: string },
    { now }: QueryContext,
    reader: Reader,
  ) {
    const judgment = yield* needJudgment(reader, { citation })
    const payload = yield* reader.blob(judgment.payloadSha256)
    const seal = Option.getOrNull(yield* reader.find(Seals, citation))
    const sealed = {
      payload: needPresent(payload, `the sealed text of ${citation}`),
      seal: needPresent(seal, `the seal of ${citation}`),
    }
    return judgmentRecord({ judgment, ...sealed }, notary, baseUrl, now)
  }),
})

/** The disposition of a judgment, not yet signed: `GET /judgments/{citation}/disposition`. Refused `unknown_judgment`. */
export const readDisposition = query({
  name: "read-disposition",
  read: (on: On, { now }, reader) =>
    Effect.map(needJudgment(reader, on), (judgment) => disposition(judgment, now)),
})

/** The judgments in the order of delivery: `GET /judgments`. */
export const listJudgments = query({
  name: "list-judgments",
  read: ({ page }: Paged, { now }, reader) =>
    Effect.map(reader.list(Judgments, { index: deliveredIndex, prefix: "", ...page }), ({ items, next }) => ({
      items: items.map((judgment) => judgmentItem(judgment, now)),
      next,
    })),
})

/** The proof that the log has the delivery of a judgment: `GET /judgments/{citation}/proof`. Refused `unknown_judgment`. */
export const proveJudgment = query({
  name: "prove-judgment",
  read: (on: On, _context: QueryContext, reader: Reader) =>
    Effect.gen(function* () {
      const { citation } = yield* needJudgment(reader, on)
      // The delivery is one of the first events of its judgment, all of which stand in one commit.
      const first = { subject: subjectOf(citation), after: null, limit: 10 }
      const { items } = yield* reader.journal(first)
      return yield* proveEvent(
        reader,
        items.find(({ type }) => type === "judgment.delivered"),
      )
    }),
})
