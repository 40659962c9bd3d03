/** The gain of each lie against honesty, facing an honest party, under each condition. */
import { type BuyerName, buyerNames, buyers } from "./Buyers.ts"
import { type Condition, conditions } from "./Conditions.ts"
import { type DrawsUp, type Ends, endsOf, type Played, playOut } from "./Outcome.ts"
import type { Pair } from "./Play.ts"
import { type SellerName, sellerNames, sellers } from "./Sellers.ts"

export type Liar =
  | { readonly side: "seller"; readonly name: SellerName; readonly says: string }
  | { readonly side: "buyer"; readonly name: BuyerName; readonly says: string }

/** Every strategy but the honest ones, those of sellers first. */
export const liars: ReadonlyArray<Liar> = [
  ...sellerNames.map((name): Liar => ({ side: "seller", name, says: sellers[name].says })),
  ...buyerNames.map((name): Liar => ({ side: "buyer", name, says: buyers[name].says })),
].filter(({ name }) => name !== "honest")

const honest: Pair = { seller: sellers.honest, buyer: buyers.honest }

export const facing = (liar: Liar): Pair =>
  liar.side === "seller" ? { ...honest, seller: sellers[liar.name] } : { ...honest, buyer: buyers[liar.name] }

/** A liar that faces an honest party under a condition. */
export interface Lie {
  readonly liar: Liar
  readonly condition: Condition
  /** Whether each side pays what it is ordered to pay, beyond what a hold pays. */
  readonly honoured: boolean
  readonly played: Played
  readonly ends: Ends
  /** The gain of the liar and the loss of the honest party, in cents, against the outcome in which both are honest. */
  readonly gainCents: number
  readonly harmCents: number
}

export const fairEnds = (condition: Condition, honoured: boolean, draw?: DrawsUp): Ends =>
  endsOf(honest, playOut(honest, condition, draw), honoured)

export const playLies = (among: ReadonlyArray<Condition> = conditions, draw?: DrawsUp): ReadonlyArray<Lie> =>
  among.flatMap((condition) => {
    const fairly = playOut(honest, condition, draw)
    return liars.flatMap((liar) => {
      const pair = facing(liar)
      const played = playOut(pair, condition, draw)
      return [true, false].map((honoured): Lie => {
        const fair = endsOf(honest, fairly, honoured)
        const ends = endsOf(pair, played, honoured)
        const bySeller = ends.sellerCents - fair.sellerCents
        const byBuyer = ends.buyerCents - fair.buyerCents
        const [gainCents, harmCents] = liar.side === "seller" ? [bySeller, -byBuyer] : [byBuyer, -bySeller]
        return { liar, condition, honoured, played, ends, gainCents, harmCents }
      })
    })
  })
