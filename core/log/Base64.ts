/** Base 64 as the formats of a log have it (RFC 4648, section 4), read strictly: one text for the same bytes. */
import { base64 } from "@scure/base"

/** With padding, by the usual alphabet (RFC 4648 §4), as notes and checkpoints have it. */
export const encodeBase64 = (bytes: Uint8Array): string => base64.encode(bytes)

/** The bytes of a text; null if the text is not what `encodeBase64` writes. */
export const decodeBase64 = (text: string): Uint8Array | null => {
  try {
    return base64.decode(text)
  } catch {
    return null
  }
}
