/** The questions about the Register of Dealings: one entry, and the entries of a hash, as their reader may see them. */
import { Effect, Option } from "effect"
import type { Actor } from "../Actor.ts"
import { type Paged, type QueryContext, query } from "../Query.ts"
import type { Numbered, Reader } from "../Reader.ts"
import { refusal } from "../Refusal.ts"
import { format, formatNullable } from "../Time.ts"
import { type Dealing, Dealings, hashIndex } from "./Dealing.ts"
import { seesPrivate } from "./Law.ts"

const publicView = ({ record: dealing, number }: Numbered<Dealing>) => ({
  id: dealing.id,
  sequence: number,
  sha256: dealing.sha256,
  kind: dealing.kind,
  label: dealing.label,
  lodger: dealing.lodger,
  lodgedAt: format(dealing.lodgedAt),
  dealingAt: formatNullable(dealing.dealingAt),
  ref: dealing.ref,
})

const privateView = ({ counterparty, valueCents, review }: Dealing) => ({
  counterparty,
  valueCents,
  review: review === null ? null : { ...review, at: format(review.at) },
})

/** An entry of the Register of Dealings as this viewer may read it. */
export const dealingView = (
  dealing: Numbered<Dealing>,
  viewer: Actor,
): ReturnType<typeof publicView> & Partial<ReturnType<typeof privateView>> => ({
  ...publicView(dealing),
  ...(seesPrivate(dealing.record, viewer) ? privateView(dealing.record) : {}),
})
export type DealingView = ReturnType<typeof dealingView>

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
