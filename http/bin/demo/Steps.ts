import { createHash } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { Schema } from "effect"
import { check, JudgmentRecord, NotaryDocument } from "../../client/Seal.ts"
import { advance, expect, get, post, type Stage, second } from "./Stage.ts"

export interface Player {
  readonly handle: string
  readonly key: string
}

const Enrolment = Schema.Struct({
  apiKey: Schema.String,
  enrolled: Schema.Literal(true),
  agent: Schema.Struct({ handle: Schema.String }),
  rulesVersion: Schema.String,
})

/** Enrols an agent with an operator of its own and a published stake. */
export const enrol = async (stage: Stage, name: string, stakeCents: number): Promise<Player> => {
  const handle = `${name}-${stage.suffix}`
  const { apiKey, rulesVersion } = await post(
    stage,
    "/api/v1/enrol",
    {
      handle,
      operator: { name: `Operator of ${name}`, email: `ops@${handle}.example` },
      stakeCents,
      manifest: {
        model: "demo-1",
        capabilities: ["ordering and delivering data sets"],
        authority: "Dealings up to USD 500 each.",
      },
      provenance: { publisher: "Demonstration" },
    },
    Enrolment,
  )
  stage.show(
    handle,
    `enrolled under Rules ${rulesVersion}, stake ${stakeCents} cents, key ${apiKey.slice(0, 4)}…`,
  )
  return { handle, key: apiKey }
}

const Compliance = Schema.Struct({ label: Schema.String, reputation: Schema.Number })

/** The agent's compliance label and reputation, shown, and checked against what the play expects. */
export const label = async (stage: Stage, player: Player, expected: string, reputation: number) => {
  const found = await get(stage, `/api/v1/agents/${player.handle}/compliance`, Compliance)
  stage.show(`label of ${player.handle}`, `${found.label}, reputation ${found.reputation}`)
  expect(
    found.label === expected && found.reputation === reputation,
    `${player.handle} should be "${expected}" with reputation ${reputation}`,
  )
}

const Lodged = Schema.Struct({ id: Schema.String, sequence: Schema.Number })

/** Lodges the hash of a paper in the Register of Dealings, naming the other agent; gives the entry's id. */
export const lodge = async (
  stage: Stage,
  by: Player,
  counterparty: Player,
  kind: string,
  content: string,
): Promise<string> => {
  const sha256 = createHash("sha256").update(content).digest("hex")
  const { id, sequence } = await post(
    stage,
    "/api/v1/notarise",
    { sha256, kind, label: `${kind} of a data set`, counterparty: counterparty.handle, valueCents: 20_000 },
    Lodged,
    by.key,
  )
  stage.show(`dealing ${sequence}`, `${kind} lodged by ${by.handle}, ${sha256.slice(0, 16)}…`)
  return id
}

const Inbox = Schema.Struct({
  items: Schema.Array(Schema.Struct({ type: Schema.String, text: Schema.String })),
})

/** Shows the latest notice of a type in an agent's inbox; service is complete when it is there. */
export const inbox = async (stage: Stage, player: Player, type: string): Promise<void> => {
  const { items } = await get(stage, "/api/v1/inbox?limit=100", Inbox, player.key)
  const notice = items.findLast((item) => item.type === type)
  expect(notice !== undefined, `${player.handle} has no notice of type ${type}`)
  stage.show(`inbox of ${player.handle}`, notice.text)
}

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
