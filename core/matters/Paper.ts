import { Effect, Schema } from "effect"
import type { Change } from "../Change.ts"
import * as Changed from "../Change.ts"
import { byteLength, sha256Hex } from "../Hash.ts"
import { canonical, type Json } from "../Json.ts"
import type { Reader } from "../Reader.ts"
import { Tender } from "../tenders/Tender.ts"
import type { FiledPleading } from "./Matter.ts"
import { Pleading } from "./Pleading.ts"

/** A text to be kept under its hash. */
export interface Text {
  readonly sha256: string
  readonly text: string
}

/** Canonical JSON of what was sent, with its hash. Members that are absent stay absent. */
export const textOf = (value: unknown): Text => {
  const json: Json = JSON.parse(JSON.stringify(value))
  const text = canonical(json)
  return { sha256: sha256Hex(text), text }
}

export const kept = ({ sha256, text }: Text): Change => Changed.blob(sha256, text)

/** A pleading as two texts, each measured against a limit of its own: the body, and its authorities where it has any. */
export interface Paper {
  readonly body: Text
  readonly authorities: Text | null
  readonly bodyBytes: number
  readonly authoritiesBytes: number
}

export const paperOf = ({ authorities, ...rest }: Pleading): Paper => {
  const body = textOf(rest)
  const tendered = authorities.length === 0 ? null : textOf(authorities)
  return {
    body,
    authorities: tendered,
    bodyBytes: byteLength(body.text),
    authoritiesBytes: tendered === null ? 0 : byteLength(tendered.text),
  }
}

/** The paper on the record. */
export const filedPleading = (paper: Paper, filedBy: string, filedAt: number): FiledPleading => ({
  bodySha256: paper.body.sha256,
  authoritiesSha256: paper.authorities?.sha256 ?? null,
  filedAt,
  filedBy,
})

export const paperChanges = (paper: Paper): ReadonlyArray<Change> => [
  kept(paper.body),
  ...(paper.authorities === null ? [] : [kept(paper.authorities)]),
]

/** A text that a record names is gone or unreadable: a defect of the store, never an answer. */
export class TextMissing extends Error {
  override readonly name = "TextMissing"
}

/** Reads a text by its hash and decodes its JSON. */
export const readText = <A, I>(reader: Reader, schema: Schema.Schema<A, I>, sha256: string) =>
  Effect.flatMap(reader.blob(sha256), (text) =>
    text === null
      ? Effect.die(new TextMissing(sha256))
      : Effect.orDie(Schema.decode(Schema.parseJson(schema))(text)),
  )

const Body = Pleading.omit("authorities")
const Authorities = Schema.Array(Tender)

/** The pleading as it was filed, from its two texts. */
export const readPleading = (reader: Reader, filed: FiledPleading) =>
  Effect.gen(function* () {
    const body = yield* readText(reader, Body, filed.bodySha256)
    const authorities =
      filed.authoritiesSha256 === null ? [] : yield* readText(reader, Authorities, filed.authoritiesSha256)
    return { ...body, authorities } satisfies Pleading
  })
