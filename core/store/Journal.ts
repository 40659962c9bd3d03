/** The public journal, as it is asked for: events in the order in which they were committed. */
import { type Paged, type QueryContext, query } from "../Query.ts"
import type { Reader } from "../Reader.ts"

/** A page of the journal, of all subjects: `GET /journal`, public. Having read past a cursor, nothing appears before it later. */
export const readJournal = query({
  name: "read-journal",
  read: ({ page }: Paged, _context: QueryContext, reader: Reader) =>
    reader.journal({ subject: null, ...page }),
})
