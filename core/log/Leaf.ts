/** The leaf of an event: the RFC 8785 bytes of its item in the journal, without the cursor. */
import { utf8ToBytes } from "@noble/hashes/utils.js"
import { itemText, type PublicItem } from "../kernel/Journal.ts"

export const leafOf = (item: PublicItem): Uint8Array => utf8ToBytes(itemText(item))
