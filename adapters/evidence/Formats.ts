/** The formats that are verified, in the order in which a piece is tried. A new format is a folder and a line here. */
import type { Examined } from "../../core/evidence/index.ts"
import type { Instant } from "../../core/kernel/Time.ts"
import { card } from "./a2a/Card.ts"
import { ap2 } from "./ap2/Ap2.ts"
import { judgment } from "./court/Judgment.ts"
import { receipt as courtReceipt } from "./court/Receipt.ts"
import { message } from "./http/Message.ts"
import { jws } from "./jws/Jws.ts"
import { isMembers, parseJson, pieceBytesMax } from "./Read.ts"
import type { Documents, Opened, Verifier } from "./Verifier.ts"
import { offer } from "./x402/Offer.ts"
import { receipt } from "./x402/Receipt.ts"

export const verifiers: ReadonlyArray<Verifier> = [
  offer,
  receipt,
  ap2,
  card,
  judgment,
  message,
  courtReceipt,
  jws,
]

export interface Recognised extends Opened {
  readonly format: Verifier["format"]
}

/** The format of a piece; null if it has none. */
export const recognise = (text: string): Recognised | null => {
  if (Buffer.byteLength(text) > pieceBytesMax) return null
  const value = /^\s*\{/.test(text) ? parseJson(text) : undefined
  for (const { format, open } of verifiers) {
    if ((format === "jws") === isMembers(value)) continue
    const opened = open({ text, value })
    if (opened !== null) return { format, ...opened }
  }
  return null
}

/** A piece examined with the documents that it needs; null if it has no format. */
export const examine = (
  text: string,
  documents: Documents,
  now: Instant,
): Omit<Examined, "documents"> | null => {
  const found = recognise(text)
  return found === null ? null : { format: found.format, ...found.examine(documents, now) }
}
