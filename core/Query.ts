/** A question to the court. It takes the road of a command, without its randomness: an input, a context, a reader. */
import type { Effect } from "effect"
import type { CommandContext } from "./Command.ts"
import type { Reader } from "./Reader.ts"
import type { Refusal } from "./Refusal.ts"
import type { StoreUnavailable } from "./store/Store.ts"

/** Who asks, when, and under which figures. */
export type QueryContext = Pick<CommandContext, "actor" | "now" | "terms" | "schedule">

/** One question. `read` gives a view for whoever asks, or a refusal; it records nothing. `Needs` are ports that it asks. */
export interface Query<Input, View, Needs = never> {
  readonly name: string
  readonly read: (
    input: Input,
    context: QueryContext,
    reader: Reader,
  ) => Effect.Effect<View, Refusal | StoreUnavailable, Needs>
}

/** Of a list: where a page begins (null: at the beginning) and how many items it has at most. */
export interface PageAt {
  readonly after: string | null
  readonly limit: number
}
/** The input of a query that gives one page of a list. Its view has `next`, the `after` of the page that follows. */
export interface Paged {
  readonly page: PageAt
}

/** Gives a query its types by inference. */
export const query = <Input, View, Needs = never>(
  definition: Query<Input, View, Needs>,
): Query<Input, View, Needs> => definition

/** A page of the journal, of all subjects: `GET /journal`, public. Having read past a cursor, nothing appears before it later. */
export const readJournal = query({
  name: "read-journal",
  read: ({ page }: Paged, _context: QueryContext, reader: Reader) =>
    reader.journal({ subject: null, ...page }),
})
