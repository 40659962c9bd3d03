/** Flags and outcomes in two bits for each obligation, as a registry of ERC-8412 takes them (section 5). */
import { bytesToHex, hexToBytes } from "@noble/hashes/utils.js"

const names = ["UNMET", "MET", "WAIVED", "NOT_APPLICABLE"] as const
/** The place of an outcome in `names` is the value of its two bits. */
export type ObligationOutcome = (typeof names)[number]

/** Values from 0 to 3 as bytes, the first in the highest bits, with zeros at the end. */
export const pack = (values: ReadonlyArray<number>): string => {
  const bytes = new Uint8Array(Math.ceil(values.length / 4))
  for (const [i, value] of values.entries()) {
    const at = Math.floor(i / 4)
    bytes[at] = (bytes[at] ?? 0) + value * 4 ** (3 - (i % 4))
  }
  return `0x${bytesToHex(bytes)}`
}

/** So many values from 0 to 3; null if the text has another length, or anything in the bits at its end (E2). */
const unpack = (packed: string, count: number): ReadonlyArray<number> | null => {
  if (!/^0x(?:[0-9a-f]{2})*$/i.test(packed)) return null
  const bytes = hexToBytes(packed.slice(2).toLowerCase())
  if (bytes.length !== Math.ceil(count / 4)) return null
  const pairs = [...bytes].flatMap((byte) => [byte >> 6, (byte >> 4) % 4, (byte >> 2) % 4, byte % 4])
  return pairs.slice(count).some((pair) => pair !== 0) ? null : pairs.slice(0, count)
}

/** The outcomes of so many obligations; null if the bytes are not of so many. */
export const unpackOutcomes = (packed: string, count: number): ReadonlyArray<ObligationOutcome> | null =>
  unpack(packed, count)?.flatMap((pair) => names[pair] ?? []) ?? null

/** The flags of so many obligations; null if the bytes are not of so many. */
export const unpackFlags = (
  packed: string,
  count: number,
): ReadonlyArray<{ readonly required: boolean; readonly waivable: boolean }> | null =>
  unpack(packed, count)?.map((pair) => ({ required: pair % 2 === 1, waivable: pair >= 2 })) ?? null
