/** The trial of a piece of evidence: what would be found of it if it were filed now, on no quote. Nothing is recorded. */
import { Effect } from "effect"
import { type QueryContext, query } from "../kernel/Query.ts"
import type { Reader } from "../kernel/Reader.ts"
import * as Findings from "./Findings.ts"
import * as Verified from "./Verified.ts"

/** The findings on one piece; null if it has no known format: `POST /evidence/check`. */
export const checkEvidence = query({
  name: "check-evidence",
  read: ({ content }: { readonly content: string }, context: QueryContext, reader: Reader) => {
    const { actor } = context
    const about = { parties: actor.role === "agent" ? [actor.id] : [], quote: null }
    return Effect.map(Findings.examine(reader, [content], about, { ...context, trial: true }), (kept) => {
      const [piece] = kept?.findings.pieces ?? []
      return { verified: piece === undefined ? null : Verified.show(piece.verified) }
    })
  },
})
