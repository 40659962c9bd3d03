/** Reading bech32 (BIP-173), bech32m (BIP-350) and base58check texts: their checksums and what they carry. */
import { sha256 } from "@noble/hashes/sha2.js"

const charset = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"
const generator = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]
const constants: ReadonlyMap<number, "bech32" | "bech32m"> = new Map([
  [1, "bech32"],
  [0x2bc830a3, "bech32m"],
])

const polymod = (values: ReadonlyArray<number>): number => {
  let check = 1
  for (const value of values) {
    const top = check >>> 25
    check = ((check & 0x1ffffff) << 5) ^ value
    generator.forEach((word, i) => {
      if (((top >>> i) & 1) === 1) check ^= word
    })
  }
  return check >>> 0
}

/** Bytes of groups of five bits; null where what is left over is not zero padding. */
export const bytesOfFives = (fives: ReadonlyArray<number>): Uint8Array | null => {
  const bytes: Array<number> = []
  let held = 0
  let bits = 0
  for (const five of fives) {
    held = ((held << 5) | five) & 0xfff
    bits += 5
    if (bits >= 8) {
      bits -= 8
      bytes.push((held >>> bits) & 0xff)
    }
  }
  return bits < 5 && (held & ((1 << bits) - 1)) === 0 ? Uint8Array.from(bytes) : null
}

/** The prefix, the groups of five bits and the variety of a text of one case whose checksum holds; else null. */
export const readBech32 = (text: string, lengthMax: number) => {
  const lower = text.toLowerCase()
  if (text.length > lengthMax || (text !== lower && text !== text.toUpperCase())) return null
  const split = lower.lastIndexOf("1")
  const prefix = lower.slice(0, split)
  const data = [...lower.slice(split + 1)].map((letter) => charset.indexOf(letter))
  if (split < 1 || data.length < 6 || data.includes(-1) || /[^\x21-\x7e]/.test(prefix)) return null
  const codes = [...prefix].map((letter) => letter.charCodeAt(0))
  const expanded = [...codes.map((code) => code >>> 5), 0, ...codes.map((code) => code & 31), ...data]
  const variety = constants.get(polymod(expanded))
  return variety === undefined ? null : { prefix, variety, fives: data.slice(0, -6), text: lower }
}

const base58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"

/** The payload of a base58check text whose checksum holds; else null. */
export const readBase58Check = (text: string): Uint8Array | null => {
  if (text.length > 64) return null
  let value = 0n
  for (const letter of text) {
    const digit = base58.indexOf(letter)
    if (digit < 0) return null
    value = value * 58n + BigInt(digit)
  }
  const leading = /^1*/.exec(text)?.[0].length ?? 0
  const bytes: Array<number> = []
  for (; value > 0n; value >>= 8n) bytes.unshift(Number(value & 255n))
  const all = Uint8Array.from([...new Array<number>(leading).fill(0), ...bytes])
  const payload = all.slice(0, -4)
  const check = sha256(sha256(payload))
  return all.length > 4 && all.slice(-4).every((byte, i) => byte === check[i]) ? payload : null
}
