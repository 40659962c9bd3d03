/** The entry of `Given.ts` and who is bound by it, as a court keeps them. */
import { Effect } from "effect"
import * as Changed from "../../Change.ts"
import type { Journalled } from "../../store/Store.ts"
import { start } from "../../testing/Context.ts"
import { Entries, type Entry } from "../Entry.ts"
import { newStanding } from "../Standing.ts"
import { actorOf, bound, favoured } from "./Given.ts"

export const debtor = actorOf(bound)
export const creditor = actorOf(favoured)
export const agentId = bound.id ?? ""
export const put = (entry: Entry) => Changed.put(Entries, entry)
export const fresh = newStanding(agentId, bound.handle)
export const run = <A, E>(effect: Effect.Effect<A, E>) => Effect.runSync(effect)

export const item = (n: number, subject: string): Journalled => ({
  cursor: `${n}`.padStart(6, "0"),
  id: `${n}`,
  at: start,
  type: "compliance.confirmed",
  subject,
  rules: ["PD11 §3"],
  data: { entry: "entry-1", by: "creditor", act: "confirm", from: "open", status: "satisfied", delta: 1 },
})
/** A journal of these items, given out page by page. */
export const journal = (all: ReadonlyArray<Journalled>) => ({
  journal: (query: { subject: string | null; after: string | null; limit: number }) => {
    const left = all.filter(
      ({ subject, cursor }) => subject === query.subject && cursor > (query.after ?? ""),
    )
    const items = left.slice(0, query.limit)
    return Effect.succeed({ items, next: items.at(-1)?.cursor ?? query.after })
  },
})
