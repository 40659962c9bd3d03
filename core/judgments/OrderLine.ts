/**
 * The line of an order in the reasons under seal. It names each party by handle and by id, since the orders of the payload have ids
 * alone; whoever reads a payload learns from the same seal who is meant.
 */
import type { Party } from "../kernel/Actor.ts"
import type { Order } from "./Judgment.ts"

/** The heading above the orders. No text of a judge or a party can have it, since headings in those are escaped. */
export const ordersHeading = "## Orders"

const nameParty = ({ handle, id }: Party): string => `${handle} (${id ?? "not enrolled"})`

/** `1. **pay**, against seller (<id>), in favour of buyer (<id>)`: how the line of an order begins. */
export const beginLine = ({ n, kind, against, inFavourOf }: Order): string =>
  [
    `${n}. **${kind}**`,
    against === null ? "" : `, against ${nameParty(against)}`,
    inFavourOf === null ? "" : `, in favour of ${nameParty(inFavourOf)}`,
  ].join("")

/** The handles that the line of an order names; null if it names no party. */
export interface OrderHandles {
  readonly against: string | null
  readonly inFavourOf: string | null
}

// Judgments that were sealed before lines had ids name handles alone.
const party = String.raw`([a-z0-9-]+)(?: \([^)]*\))?`
const begun = new RegExp(
  String.raw`^\d+\. \*\*\w+\*\*(?:, against ${party})?(?:, in favour of ${party})?(?=[,:])`,
)

/** The handles of the parties of each order, in the order of the payload's orders, from the reasons under the same seal. */
export const handlesIn = (reasons: string): ReadonlyArray<OrderHandles> => {
  const [, list = ""] = reasons.split(`\n${ordersHeading}\n\n`)
  return list
    .split("\n\n", 1)
    .flatMap((lines) => lines.split("\n"))
    .filter((line) => line !== "")
    .map((line) => {
      const found = begun.exec(line)
      return { against: found?.[1] ?? null, inFavourOf: found?.[2] ?? null }
    })
}
