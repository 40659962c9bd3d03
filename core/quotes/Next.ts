import { formatNullable } from "../Time.ts"
import type { Quote } from "./Quote.ts"
import { type ActName, actNames, moveFrom, transitions, type Who } from "./Transitions.ts"

/** What may or must happen now, by whom (a handle, or `operator`) and until when. */
export type Next = { readonly who: string; readonly act: string; readonly dueBy: string | null }

/** Who acts in a part; null where nobody can, or nobody is asked. */
const nameOf = ({ supplier, buyer }: Quote, who: Who): string | null => {
  switch (who) {
    case "supplier":
      return supplier.handle
    case "buyer":
      return buyer.party?.handle ?? (buyer.kind === "operator" ? "operator" : null)
    case "lodger":
      return buyer.kind === "person" ? supplier.handle : null
    default:
      return null
  }
}

/** The name under which an act is asked for: either side closes with the same operation. */
export const askedAs = (act: ActName): string => (act === "countersign" ? "close" : act)

/** The instant by which an act is awaited. */
const dueOf = (quote: Quote, act: ActName) => {
  if (act === "accept" || act === "decline" || act === "close") return quote.dueBy
  return act === "countersign" ? (quote.inspection?.closesAt ?? null) : null
}

/** `next` of a quote, read off the table of moves. What time alone does is not an act to wait for. */
export const nextOf = (quote: Quote): ReadonlyArray<Next> =>
  actNames.flatMap((act) => {
    if (act === "offer" || moveFrom(act, quote.status) === undefined) return []
    const allowed: ReadonlyArray<Who> = transitions[act].who
    return allowed.flatMap((who) => {
      const name = nameOf(quote, who)
      return name === null ? [] : [{ who: name, act: askedAs(act), dueBy: formatNullable(dueOf(quote, act)) }]
    })
  })
