/** Texts that records name by their hash and the store keeps as blobs. */
import { Effect, Schema } from "effect"
import type { Change } from "./Change.ts"
import * as Changed from "./Change.ts"
import { needPresent } from "./Defect.ts"
import { sha256Hex } from "./Hash.ts"
import { canonical, type Json } from "./Json.ts"
import type { Reader } from "./Reader.ts"

export interface Text {
  readonly sha256: string
  readonly text: string
}

/** The canonical JSON of a value, with its hash. A member that is undefined is left out. */
export const textOf = (value: unknown): Text => {
  const json: Json = JSON.parse(JSON.stringify(value))
  const text = canonical(json)
  return { sha256: sha256Hex(text), text }
}

export const blobOf = ({ sha256, text }: Text): Change => Changed.blob(sha256, text)

/** Reads a text by its hash and decodes its JSON. It is a defect if the text is missing or does not fit the schema. */
export const readText = <A, I>(reader: Reader, schema: Schema.Schema<A, I>, sha256: string) =>
  Effect.flatMap(reader.blob(sha256), (text) =>
    Effect.orDie(Schema.decode(Schema.parseJson(schema))(needPresent(text, `the text ${sha256}`))),
  )
