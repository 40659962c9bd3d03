import { createHash } from "node:crypto"
import { Schema } from "effect"
import { expect, get, post, type Stage } from "./Stage.ts"

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
