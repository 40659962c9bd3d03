/** The public journal over HTTP. */
import { createHash } from "node:crypto"
import { Effect } from "effect"
import { readJournal } from "../../core/Query.ts"
import { format } from "../../core/Time.ts"
import type { JournalGroup } from "../api/Journal.ts"
import { reply } from "../server/Answer.ts"
import { Faulted } from "../server/Faulted.ts"
import { ask, type Handlers } from "../server/Handler.ts"
import { defaultLimit } from "../server/Page.ts"

// A cursor belongs to the store and may have any form: the check keeps what the store did not give from reaching it.
const checkOf = (cursor: string): string =>
  createHash("sha256").update(`journal/${cursor}`).digest("base64url").slice(0, 6)
const encode = (cursor: string): string =>
  Buffer.from(`${checkOf(cursor)}${cursor}`, "utf8").toString("base64url")
const decode = (text: string): Effect.Effect<string, Faulted> => {
  const plain = Buffer.from(text, "base64url").toString("utf8")
  const cursor = plain.slice(6)
  return checkOf(cursor) === plain.slice(0, 6)
    ? Effect.succeed(cursor)
    : Effect.fail(
        new Faulted({
          code: "invalid_request",
          errors: [{ path: "query.after", message: "must be a cursor that the journal gave" }],
        }),
      )
}

export const journal: Handlers<typeof JournalGroup> = {
  journal: (request) =>
    Effect.gen(function* () {
      const { after, limit = defaultLimit } = request.query
      const from = after === undefined ? null : yield* decode(after)
      const { value: page } = yield* ask(readJournal, { page: { after: from, limit } }, request)
      const items = page.items.map(({ cursor, at, type, subject, rules, data }) => ({
        cursor: encode(cursor),
        at: format(at),
        type,
        subject,
        rules,
        data,
      }))
      return reply({
        items,
        nextCursor: page.next === null || items.length < limit ? null : encode(page.next),
      })
    }),
}
