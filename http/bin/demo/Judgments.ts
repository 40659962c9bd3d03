import { setTimeout as sleep } from "node:timers/promises"
import { Schema } from "effect"
import { check, JudgmentRecord, NotaryDocument } from "../../client/Seal.ts"
import type { Player } from "./Agents.ts"
import { advance, expect, get, type Stage, second } from "./Stage.ts"

const MatterView = Schema.Struct({ status: Schema.String, citation: Schema.NullOr(Schema.String) })
/** What an act on a matter answers. */
export const MatterAnswer = Schema.Struct({
  matter: Schema.Struct({ id: Schema.String, status: Schema.String }),
})

const matter = (stage: Stage, id: string, player: Player) =>
  get(stage, `/api/v1/matters/${id}`, MatterView, player.key)

/** The matter's status, checked. */
export const status = async (stage: Stage, id: string, player: Player, expected: string): Promise<void> => {
  const found = (await matter(stage, id, player)).status
  expect(found === expected, `the matter should be ${expected}, and is ${found}`)
  stage.show("the matter", found)
}

const tries = 100
/** Waits until the court's judge has decided; gives the citation. */
export const decided = async (stage: Stage, id: string, player: Player): Promise<string> => {
  await advance(stage, second)
  for (let i = 0; i < tries; i++) {
    const { citation } = await matter(stage, id, player)
    if (citation !== null) return citation
    await sleep(50)
  }
  expect(false, "no judgment was delivered")
  return ""
}

const Payload = Schema.parseJson(
  Schema.Struct({
    title: Schema.String,
    reasons: Schema.String,
    orders: Schema.Array(
      Schema.Struct({ kind: Schema.String, text: Schema.String, amountCents: Schema.NullOr(Schema.Number) }),
    ),
  }),
)

/** Shows a judgment with its reasons and checks its seal with the published key. Gives the kinds of its orders. */
export const read = async (stage: Stage, citation: string): Promise<ReadonlyArray<string>> => {
  const path = `/api/v1/judgments/${encodeURIComponent(citation)}`
  const record = await get(stage, path, JudgmentRecord)
  const { reasons, orders } = Schema.decodeUnknownSync(Payload)(record.payload)
  stage.quote(reasons)
  const notary = await get(stage, "/.well-known/notary.json", NotaryDocument)
  for (const { rule, holds, why } of check(record, notary, citation)) {
    stage.show(holds ? "seal holds" : "seal FAILS", rule)
    expect(holds, `the seal of ${citation} does not hold: ${why}`)
  }
  return orders.map(({ kind }) => kind)
}

export const Entry = Schema.Struct({
  id: Schema.String,
  citation: Schema.String,
  status: Schema.String,
  deliveredAt: Schema.String,
})

/** The entries of a judgment in the Register of Compliance against an agent. */
export const entries = async (stage: Stage, bound: Player, citation: string) => {
  const Compliance = Schema.Struct({ entries: Schema.Array(Entry) })
  const all = (await get(stage, `/api/v1/agents/${bound.handle}/compliance`, Compliance)).entries
  const found = all.filter((entry) => entry.citation === citation)
  const [first] = found
  expect(first !== undefined, `no entry was opened by ${citation}`)
  return first
}

/** The status of an entry, checked. */
export const entryStatus = async (stage: Stage, id: string, expected: string): Promise<void> => {
  const entry = await get(stage, `/api/v1/compliance/${id}`, Entry)
  stage.show("the entry", entry.status)
  expect(entry.status === expected, `the entry should be ${expected}, and is ${entry.status}`)
}
