/** Signed artifacts that parties attach: their opponent's, somebody else's, earlier artifacts, and artifacts that were altered. */
import { hours, minutes } from "../../../../core/kernel/Time.ts"
import { records as proofRecords } from "../../../../core/proofs/index.ts"
import { keyNames, receiptOf, wordsOf } from "../Artifacts.ts"
import type { World } from "../World.ts"

/**
 * A receipt that a key of the respondent signed, or of somebody else, or that was altered after it was signed. Null if the claimant has no
 * receipt; most often it has a receipt of a respondent that proves keys.
 */
export const receipt = (world: World, respondent: string) => {
  const { dice, store, signed, now } = world
  const own = store.all(proofRecords.ProvenKeys).filter(({ handle }) => handle === respondent)
  if (!dice.chance(own.length > 0 ? 90 : 25)) return null
  const name = (dice.chance(70) ? dice.pick(own)?.name : null) ?? dice.pick(keyNames) ?? ""
  const day = hours(24)
  const one = {
    goods: dice.int(9),
    at: now() - dice.of(now() % minutes(1), now() % day, (now() % day) + dice.int(9) * day),
  }
  const altered = dice.chance(25) ? { ...one, goods: one.goods + 10 } : null
  signed.add(`${name}\n${wordsOf(one.goods, one.at)}`)
  const { goods, at } = altered ?? one
  return { content: receiptOf(name, one, altered), words: wordsOf(goods, at) }
}
