/** Trials of evidence: what would be found of a piece if it were filed. Nothing is recorded. */
import { Effect } from "effect"
import { type QueryContext, query } from "../kernel/Query.ts"
import type { Reader } from "../kernel/Reader.ts"
import { Verifiers } from "./Examined.ts"
import { resolve } from "./Resolved.ts"

const check = (contents: ReadonlyArray<string>, { actor, now }: QueryContext, reader: Reader) =>
  Effect.gen(function* () {
    const { examine } = yield* Verifiers
    const found = yield* examine(contents, { agentId: actor.role === "agent" ? actor.id : null, now })
    return yield* Effect.forEach(contents, (_, i) => {
      const examined = found[i] ?? null
      return examined === null ? Effect.succeed(null) : resolve(reader, examined, now)
    })
  })

/** What is found of each of several pieces; null for a piece that has none of the formats. */
export const checkPieces = query({
  name: "check-pieces",
  read: ({ contents }: { readonly contents: ReadonlyArray<string> }, context: QueryContext, reader: Reader) =>
    check(contents, context, reader),
})

/** What is found of one piece: `POST /evidence/check`. */
export const checkEvidence = query({
  name: "check-evidence",
  read: ({ content }: { readonly content: string }, context: QueryContext, reader: Reader) =>
    Effect.map(check([content], context, reader), ([verified = null]) => ({ verified })),
})
