/** Texts: their hash and their length in bytes, and the texts that records name by hash and the store keeps as blobs. */

import { sha256 } from "@noble/hashes/sha2.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import { Effect, Schema } from "effect"
import type { Change } from "./Change.ts"
import * as Changed from "./Change.ts"
import { present } from "./Defect.ts"
import { canonical, type Json } from "./Json.ts"
import type { Reader } from "./Reader.ts"

/** SHA-256 of the UTF-8 bytes of a text, in lower-case hexadecimal. */
export const sha256Hex = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)))

/** A SHA-256 in lower-case hexadecimal. */
export const Sha256 = Schema.String.pipe(Schema.pattern(/^[0-9a-f]{64}$/)).annotations({
  identifier: "Sha256",
})

/** Length of a text in UTF-8 bytes. */
export const byteLength = (text: string): number => utf8ToBytes(text).length

/** A text to be kept under its hash. */
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

/** The change that keeps a text. */
export const blobOf = ({ sha256, text }: Text): Change => Changed.blob(sha256, text)

/** Reads a text by its hash and decodes its JSON. It is a defect if the text is missing or does not fit the schema. */
export const readText = <A, I>(reader: Reader, schema: Schema.Schema<A, I>, sha256: string) =>
  Effect.flatMap(reader.blob(sha256), (text) =>
    Effect.orDie(Schema.decode(Schema.parseJson(schema))(present(text, `the text ${sha256}`))),
  )
