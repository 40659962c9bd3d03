/** Judgments as a judge drafts them: their orders and their reasons. */
import type { Judge } from "../../../../core/bench/index.ts"
import { bounds } from "../../../../core/kernel/Schedule.ts"
import type { Matter } from "../../../../core/matters/index.ts"
import { Quote } from "../../../../core/quotes/index.ts"
import type { World } from "../World.ts"

const sums = [500, 4_000, 45_000] as const

/** An order between two parties, sometimes against the claimant. */
export const orderBetween = ({ dice }: World, claimant: string, respondent: string) => {
  const [against, inFavourOf] = dice.chance(85) ? [respondent, claimant] : [claimant, respondent]
  const kind = dice.of("pay", "pay", "pay", "perform", "refrain", "costs", "declaration")
  const paid = kind === "pay" || kind === "costs"
  return {
    kind,
    text: "Put it right.",
    against,
    inFavourOf,
    ...(paid ? { amountCents: dice.of(...sums) } : {}),
    ...(dice.chance(50) ? { hours: 1 + dice.int(100) } : {}),
  }
}

/** The determinations of the bench on the account of a quote. It sometimes forgets them, or states more than the price. */
const determining = (
  { dice, store }: World,
  { quoteId, account }: Matter.Matter,
): Pick<Judge.Draft, "determinations"> => {
  const quote = quoteId === null || account !== true ? null : store.find(Quote.Quotes, quoteId)
  if (quote === null || dice.chance(10)) return {}
  const { id, priceCents } = quote
  const owed = dice.of(0, Math.floor(priceCents / 2), priceCents, priceCents, priceCents + 1)
  const paid = dice.of(0, 0, priceCents)
  const deal = { kind: "quote", id } as const
  const sums = { price: priceCents, owed, paid, refunded: 0, balance: owed - paid, undecided: null }
  return { determinations: [{ deal, ...sums }] }
}

export const draftFor = (
  world: World,
  matter: Matter.Matter,
  orders: ReadonlyArray<Judge.DraftOrder>,
): Judge.Draft => ({
  catchwords: ["Delivery"],
  ratio: "Who is paid delivers.",
  issues: [
    {
      question: "Was it delivered?",
      losingAnswer: "It was.",
      reasoning: "Nothing shows it.",
      answer: "It was not.",
      for: world.dice.of("claimant", "respondent"),
    },
  ],
  circumstances: "A price was paid.",
  authorities: [],
  ...(world.dice.chance(85) ? { beyondPrayer: "The order sought does not put it right." } : {}),
  orders,
  areas: [],
  ...determining(world, matter),
  costCents: world.dice.of(null, 0, 30, 90),
  ...(world.dice.chance(50)
    ? {
        conduct: [
          {
            agent: world.dice.of(matter.claimant.handle, matter.respondent.handle),
            finding: world.dice.of("unlodged_quote", "unenrolled_helper", "dishonest_authority"),
            reasons: "It shows.",
          },
        ],
      }
    : {}),
})
export const ordersMade = (
  world: World,
  { claimant, respondent }: Matter.Matter,
): ReadonlyArray<Judge.DraftOrder> =>
  Array.from({ length: 1 + world.dice.int(bounds.ordersMax / 3) }, () =>
    orderBetween(world, claimant.handle, respondent.handle),
  )
