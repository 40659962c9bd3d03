/** A query: one question to the court. It gets an input, a context and a reader, as a command does, but no seed. */
import type { Effect } from "effect"
import type { StoreUnavailable } from "../store/Store.ts"
import type { CommandContext } from "./Command.ts"
import type { Reader } from "./Reader.ts"
import type { Refusal } from "./Refusal.ts"

export type QueryContext = Pick<CommandContext, "actor" | "now" | "terms" | "schedule">

/** One question. `read` gives a view for the actor, or a refusal; it records nothing. `Needs` are the ports that it uses. */
export interface Query<Input, View, Needs = never> {
  readonly name: string
  readonly read: (
    input: Input,
    context: QueryContext,
    reader: Reader,
  ) => Effect.Effect<View, Refusal | StoreUnavailable, Needs>
}

/** A page of a list: the key after which it begins (null: at the beginning), and the most items that it may have. */
export interface PageAt {
  readonly after: string | null
  readonly limit: number
}
/** The input of a query that gives one page of a list. The `next` of its view is the `after` of the next page. */
export interface Paged {
  readonly page: PageAt
}

export const query = <Input, View, Needs = never>(
  definition: Query<Input, View, Needs>,
): Query<Input, View, Needs> => definition

/** A page of the public journal, about all subjects: `GET /journal`. No event appears later before a cursor that was read. */
export const readJournal = query({
  name: "read-journal",
  read: ({ page }: Paged, _context: QueryContext, reader: Reader) =>
    reader.journal({ subject: null, ...page }),
})
