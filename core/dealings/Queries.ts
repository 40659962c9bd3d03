/** The questions about the Register of Dealings: one entry, and the entries of a hash, as their reader may see them. */
import { Effect, Option } from "effect"
import { type Paged, type QueryContext, query } from "../Query.ts"
import type { Reader } from "../Reader.ts"
import { refusal } from "../Refusal.ts"
import { Dealings, hashIndex } from "./Dealing.ts"
import { dealingView } from "./View.ts"

/** One entry: `GET /dealings/{id}`. Refused `unknown_dealing`. */
export const readDealing = query({
  name: "read-dealing",
  read: ({ id }: { readonly id: string }, { actor }: QueryContext, reader: Reader) =>
    Effect.flatMap(
      reader.findNumbered(Dealings, id),
      Option.match({
        onNone: () => Effect.fail(refusal("unknown_dealing", { id })),
        onSome: (found) => Effect.succeed(dealingView(found, actor)),
      }),
    ),
})

/** The entries of one hash, in the order of their sequence numbers: `GET /dealings`. */
export const dealingsOfHash = query({
  name: "dealings-of-hash",
  read: ({ sha256, page }: { readonly sha256: string } & Paged, { actor }: QueryContext, reader: Reader) =>
    Effect.map(
      reader.listNumbered(Dealings, { index: hashIndex, prefix: `${sha256.toLowerCase()}/`, ...page }),
      ({ items, next }) => ({ items: items.map((item) => dealingView(item, actor)), next }),
    ),
})
