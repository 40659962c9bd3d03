import { Effect } from "effect"
import type { Reader } from "../Reader.ts"
import { rule } from "../Rule.ts"
import type { Page, StoreUnavailable } from "../store/Store.ts"
import { format } from "../Time.ts"
import { inboxIndex, type Notice, Notices } from "./Notice.ts"

/** A notice as its agent reads it. */
export const noticeView = ({ id, type, subject, at, text, data }: Notice) => ({
  id,
  type,
  subject,
  at: format(at),
  text,
  data,
})
export type NoticeView = ReturnType<typeof noticeView>

/** Everything served on an agent, oldest first. `after` is the `next` of the page before. */
export const inbox = rule(
  ["Rule 2.7"],
  (
    reader: Reader,
    agentId: string,
    page: { readonly after: string | null; readonly limit: number },
  ): Effect.Effect<Page<NoticeView>, StoreUnavailable> =>
    Effect.map(reader.list(Notices, { index: inboxIndex, prefix: `${agentId}/`, ...page }), (found) => ({
      items: found.items.map(noticeView),
      next: found.next,
    })),
)
