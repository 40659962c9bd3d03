/** Sentences about an account for the parties: what it comes to, what is lacking, and what a dispute could give at most. */
import { defaultCurrency, format, groupThousands } from "../kernel/Money.ts"
import { format as instantText } from "../kernel/Time.ts"
import { standingPart } from "./Account.ts"
import { otherSide, type Side } from "./Deal.ts"
import type { Account } from "./View.ts"

const usd = (cents: number): string => format(cents, defaultCurrency)

/** What secures a deal: the stake of the agent that would be ordered to pay, and what stands in holds. */
export interface Security {
  readonly stakeCents: number
  readonly heldCents: number
}

/** What an order of a sum against an agent comes to. */
const securedText = (cents: number, { stakeCents, heldCents }: Security): string => {
  const most = Math.min(cents, stakeCents + heldCents)
  if (most === 0) return "you would get a declaration"
  return most === cents
    ? `an order could be for ${usd(cents)}`
    : `an order could be for at most ${usd(most)} of ${usd(cents)}`
}

/** What a quote says before its acceptance of a dispute on it. */
export const prospectOf = (
  quote: {
    readonly cents: number
    readonly inWords: boolean
    readonly otherwiseMillionths: number | null
  },
  security: Security,
): ReadonlyArray<string> => {
  const { stakeCents, heldCents } = security
  const hold = heldCents === 0 ? "no hold" : `${usd(heldCents)} in holds`
  const first = `This seller has a stake of ${usd(stakeCents)} and ${hold}: ${securedText(quote.cents, security)}.`
  if (!quote.inWords) return [first]
  return quote.otherwiseMillionths === null
    ? [first, "A disputed delivery can't be decided on this quote, since it doesn't say what is owed then."]
    : [
        first,
        `If the delivery is disputed, ${groupThousands(quote.otherwiseMillionths)} millionths of the price are owed.`,
      ]
}

const names: Readonly<Record<"supplier" | "buyer" | "attester", string>> = {
  supplier: "The supplier",
  buyer: "The buyer",
  attester: "The attester",
}

/** What the account comes to for one side as it stands, and what could still change it. */
export const outlookOf = (account: Account, side: Side, security: Security): ReadonlyArray<string> => {
  const part = standingPart(account)
  const price = typeof account.price === "number" ? ` of ${usd(account.price)}` : ""
  const first =
    part === null
      ? "As it stands, the account orders nothing."
      : part.against === otherSide(side)
        ? `You would get ${usd(part.cents)}${price}; ${securedText(part.cents, security)}.`
        : `You would be ordered to pay ${usd(part.cents)}.`
  const open =
    account.undecided === null
      ? []
      : [
          account.undecided === "all"
            ? "The currency leaves all of it open."
            : `${usd(account.undecided)} are open.`,
        ]
  const lacking = account.lines.flatMap(({ line, wanted }) =>
    wanted === null
      ? []
      : [
          `${names[wanted.who]} can still ${wanted.act}${wanted.dueBy === null ? "" : ` until ${instantText(wanted.dueBy)}`} (${line}).`,
        ],
  )
  return [first, ...open, ...lacking]
}
