/** A first look at a piece, in the thread that serves requests: whether it can be an artifact at all. It costs one pass over the text. */
import type { Format } from "../../core/evidence/index.ts"
import { isCompact } from "./Jws.ts"
import { pieceBytesMax } from "./Read.ts"

/** Names of members without which a piece in JSON has none of the formats, and the format that they suggest. */
const marks: ReadonlyArray<readonly [RegExp, Format]> = [
  [/"(?:checkout|payment)(?:Mandate|Receipt)"/, "ap2"],
  [/"signature-input"/i, "http_message"],
  [/"signatures"/, "a2a_card"],
  [/"issuedAt"/, "x402_receipt"],
  [/"(?:eip712|jws)"/, "x402_offer"],
  [/"sha256"[^]*"publicKey"|"publicKey"[^]*"sha256"/, "judgment"],
  [/"(?:receipt|signature)"/, "court_receipt"],
]

/** What a piece may be; null if it has none of the formats. The verifying thread decides. */
export const look = (text: string): Format | null => {
  if (text.length > pieceBytesMax || Buffer.byteLength(text) > pieceBytesMax) return null
  const first = text.trimStart()
  if (first.startsWith("{")) return marks.find(([pattern]) => pattern.test(first))?.[1] ?? null
  return isCompact(first.trimEnd()) ? "jws" : null
}
