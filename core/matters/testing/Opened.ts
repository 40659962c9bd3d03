/** Matters that tests begin with: a matter that was filed, and a matter that is before the judge. */
import { start } from "../../testing/Context.ts"
import { answering, filing } from "../../testing/Matters.ts"
import { stage } from "../../testing/Stage.ts"
import { callForJudgment } from "../Acts.ts"
import { fileMatter } from "../FileMatter.ts"
import { filedPleading, paperChanges, paperOf } from "../Paper.ts"
import { fileDefence, fileReply } from "../Plead.ts"
import type { Pleading } from "../Pleading.ts"

/** An order sought: a declaration against an agent that is not a party. */
export const declared = {
  kind: "declaration",
  text: "So.",
  against: "stranger",
  inFavourOf: "buyer",
  restsOn: [1],
} as const

export const opened = async () => {
  const court = stage()
  const buyer = await court.enrolled("buyer")
  const seller = await court.enrolled("seller")
  const { matter } = await court.act(fileMatter, filing(), buyer)
  return { ...court, buyer, seller, matterId: matter.id, matter }
}

/** A matter whose defence is filed at the start, and may be added to. */
export const pleaded = async (changes: Partial<Pleading> = {}) => {
  const court = await opened()
  const text = { id: court.matterId, ...answering(changes), more: true }
  return { ...court, defended: await court.act(fileDefence, text, court.seller) }
}

export const reserved = async () => {
  const court = await opened()
  const { act, seller, buyer, matterId } = court
  await act(fileDefence, { id: matterId, ...answering() }, seller)
  await act(fileReply, { id: matterId, ...answering({ responses: [] }) }, buyer)
  await act(callForJudgment, { id: matterId }, buyer)
  return court
}

/** The claim of a matter as a court has it that keeps its paper: how the matter names the paper, and the changes that keep it. */
export const keptClaim = (pleading: Pleading, filedBy: string) => {
  const paper = paperOf(pleading)
  return { claim: filedPleading(paper, filedBy, start), changes: paperChanges(paper) }
}
