/** For tests: a store with a matter before the judge, its claim and the stakes of both parties. */
import { records as agentRecords } from "../../agents/index.ts"
import type { Actor } from "../../kernel/Actor.ts"
import * as Changed from "../../kernel/Change.ts"
import { refusal } from "../../kernel/Refusal.ts"
import { blobOf, textOf } from "../../kernel/Text.ts"
import { Matter, records as matterRecords, type Pleading } from "../../matters/index.ts"
import { contextFor, start } from "../../testing/Context.ts"
import { factsOf, run } from "../../testing/Facts.ts"
import { deliverJudgment } from "../Commands.ts"
import { soughtOf } from "../Delivery.ts"
import { draft, everything, reserved } from "./Cases.ts"

export { run } from "../../testing/Facts.ts"

import { judge } from "../../testing/Actors.ts"

export { clock, judge } from "../../testing/Actors.ts"

export const buyer: Actor = { role: "agent", id: "agent-buyer", handle: "buyer" }
export const seller: Actor = { role: "agent", id: "agent-seller", handle: "seller" }

export const stake = (agentId: string, cents: number, at: number) =>
  Changed.put(agentRecords.Stakes, { agentId, cents, at })

/** A store with a matter before the judge: its claim seeks everything or these orders, and each party has a stake of USD 500. */
export const given = (changes: Partial<Matter.Matter> = {}, orders?: ReadonlyArray<Pleading.OrderSought>) => {
  const matter = reserved(changes)
  const body = textOf({
    facts: [{ n: 1, text: "So it was." }],
    evidence: [],
    rules: [],
    orders: orders ?? everything(matter),
  })
  const claim = { ...matter.claim, bodySha256: body.sha256 }
  const defence = matter.defence === null ? null : { ...matter.defence, bodySha256: body.sha256 }
  return factsOf(
    Changed.put(Matter.Matters, { ...matter, claim, defence }),
    blobOf(body),
    stake("agent-buyer", 50_000, matter.dealingAt),
    stake("agent-seller", 50_000, matter.dealingAt),
    Changed.put(matterRecords.Filers, { agentId: "agent-buyer", open: 2, total: 3 }),
  )
}
export const onFile = { id: "matter-1" }
export const stored = ({ reader }: ReturnType<typeof factsOf>) =>
  run(reader.need(Matter.Matters, onFile.id, () => refusal("unknown_matter", { id: onFile.id })))
export const sought = (known: ReturnType<typeof factsOf>) => run(soughtOf(known.reader, stored(known)))
export const deliverIn = (
  known: ReturnType<typeof factsOf>,
  made = draft(),
  actor: Actor = judge,
  now = start,
) => known.decide(deliverJudgment, { ...onFile, ...made }, contextFor(actor, now))
