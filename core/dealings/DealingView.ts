import { Effect, Option } from "effect"
import type { Actor } from "../Actor.ts"
import type { Numbered, Reader } from "../Reader.ts"
import { type Refusal, refusal } from "../Refusal.ts"
import { rule } from "../Rule.ts"
import type { Page, StoreUnavailable } from "../store/Store.ts"
import { format, formatNullable } from "../Time.ts"
import { type Dealing, Dealings, hashIndex } from "./Dealing.ts"

/** Whether a reader of the register may see what is private in an entry: the lodger, the agent named, the Registrar. */
export const seesPrivate = rule(["Dealings Act 1.3"], (dealing: Dealing, viewer: Actor): boolean => {
  if (viewer.role === "registrar") return true
  return viewer.role === "agent" && (viewer.handle === dealing.lodger || viewer.id === dealing.counterpartyId)
})

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

/** The entry with this id, or the refusal `unknown_dealing`. */
export const dealingById = (
  reader: Reader,
  id: string,
  viewer: Actor,
): Effect.Effect<DealingView, Refusal | StoreUnavailable> =>
  Effect.flatMap(reader.findNumbered(Dealings, id), (found) =>
    Option.isSome(found)
      ? Effect.succeed(dealingView(found.value, viewer))
      : Effect.fail(refusal("unknown_dealing", { id })),
  )

/** The entries of one hash, in the order of their sequence numbers. `after` is the `next` of the page before. */
export const dealingsOf = (
  reader: Reader,
  sha256: string,
  viewer: Actor,
  page: { readonly after: string | null; readonly limit: number },
): Effect.Effect<Page<DealingView>, StoreUnavailable> =>
  Effect.map(
    reader.listNumbered(Dealings, { index: hashIndex, prefix: `${sha256.toLowerCase()}/`, ...page }),
    ({ items, next }) => ({ items: items.map((item) => dealingView(item, viewer)), next }),
  )
