/** The Register of Judgments: what was delivered, its live marks, and the words under each seal. */
import { Schema } from "effect"
import { differences, shown } from "../../../core/Json.ts"
import { type ReplayedJudgment, replayedItem, replayedOrders } from "../../../core/judgments/Replay.ts"
import { type SealedWords, wordsOf } from "../../../core/judgments/Verify.ts"
import { sha256Hex } from "../../../core/Text.ts"
import { format } from "../../../core/Time.ts"
import { check, JudgmentRecord, NotaryDocument } from "../../client/Seal.ts"
import * as Client from "../Client.ts"
import { decode } from "../Journal.ts"
import { type Check, type Court, everything, missing, read, unlike } from "./Check.ts"
import type { Folded } from "./Folded.ts"

const path = "/api/v1/judgments"
const Served = Schema.Struct({ ...JudgmentRecord.fields, sealedAt: Schema.String })

/** Where the words under seal differ from what the journal said at their delivery. */
const reworded = (told: ReplayedJudgment, { title, delivered, orders }: SealedWords) =>
  differences(
    { title: told.title, delivered: format(told.deliveredAt), orders: replayedOrders(told) },
    { title, delivered: format(delivered), orders },
  ).map(
    ({ path, ours, theirs }) =>
      `${told.citation}: ${path} is ${shown(ours)} by the journal and ${shown(theirs)} under the seal`,
  )

const sealOf = async (court: Court, told: ReplayedJudgment): Promise<ReadonlyArray<string>> => {
  const { citation } = told
  const served = await read(court, `${path}/${encodeURIComponent(citation)}`)
  if (served === null) return [`${citation}: the journal has it, and the court does not serve it`]
  const record = decode(Served, served, `the judgment ${citation}`)
  const notary = decode(
    NotaryDocument,
    await Client.call(court.base, "GET", "/.well-known/notary.json"),
    "the notary key document",
  )
  const broken = check(record, notary, citation).filter(({ holds }) => !holds)
  const words = wordsOf(record.payload)
  const hash = { payloadSha256: told.payloadSha256 }
  const { finality, openUntil, marks } = replayedItem(told, court.now)
  const live = { finality, openUntil, marks, sealedAt: format(told.deliveredAt) }
  return [
    ...broken.map(({ rule, why }) => `${citation}: its seal fails rule ${rule}: ${why}`),
    ...unlike(citation, hash, { payloadSha256: sha256Hex(record.payload) }),
    ...unlike(citation, live, served),
    ...(words === null ? [] : reworded(told, words)),
  ]
}

const ofJudgment = (citation: string): Check => ({
  of: citation,
  lines: async ({ judgments }, court) => {
    const told = judgments.judgments.get(citation)
    return told === undefined ? [] : sealOf(court, told)
  },
})

const register: Check = {
  of: "the Register of Judgments",
  lines: async ({ judgments: { judgments } }, court) => {
    const items = await everything(court, path)
    const citations = items.map((item) => String(Reflect.get(item, "citation")))
    const listed = items.flatMap((item, i) => {
      const told = judgments.get(citations[i] ?? "")
      return told === undefined ? [] : unlike(told.citation, replayedItem(told, court.now), item)
    })
    return [...missing("judgment", judgments.keys(), citations), ...listed]
  },
}

export const checks = ({ judgments: { judgments } }: Folded): ReadonlyArray<Check> => [
  register,
  ...[...judgments.keys()].map(ofJudgment),
]
