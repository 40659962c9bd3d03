/**
 * Whether a text has the form of an artifact, and which of its texts a reader can read. The form alone tells it: nothing is verified here.
 */
import { rule } from "../kernel/Section.ts"
import type { Format } from "./Verified.ts"

/** A compact signature (RFC 7515), with the disclosures of an SD-JWT. */
const compact = /^[\w-]+\.[\w-]*\.[\w-]+(?:~[\w.~-]*)?$/

/** A token without a signature. It is not an artifact, but a verifier says so in a check. */
const unsigned = /^[\w-]+\.[\w-]*\.$/

/** Whether a content has the form of an artifact: an object of JSON, or a compact signature. */
export const isArtifact = (content: string): boolean => {
  const text = content.trim()
  return text.startsWith("{") ? text.endsWith("}") : compact.test(text)
}

/**
 * Names of members, and the format that they suggest. Each of these members must be there, or an artifact in JSON does not have the format.
 */
const marks: ReadonlyArray<readonly [needed: ReadonlyArray<RegExp>, Format]> = [
  [[/"dispute_id"/, /"policy_version"/], "atdrp_record"],
  [[/"jobId"/, /"contract"/], "erc8183_job"],
  [[/"(?:checkout|payment)(?:Mandate|Receipt)"/], "ap2"],
  [[/"signature-input"/i], "http_message"],
  [[/"signatures"/], "a2a_card"],
  [[/"issuedAt"/], "x402_receipt"],
  [[/"(?:eip712|jws)"/], "x402_offer"],
  [[/"sha256"/, /"publicKey"/], "judgment"],
  [[/"(?:receipt|signature)"/], "court_receipt"],
]

/** The format that a content suggests at first sight, whatever its length; null if it suggests no format. A verifier decides. */
export const suggestFormat = (content: string): Format | null => {
  const text = content.trim()
  if (!text.startsWith("{")) return compact.test(text) || unsigned.test(text) ? "jws" : null
  return marks.find(([needed]) => needed.every((pattern) => pattern.test(text)))?.[1] ?? null
}

/** A run of characters that may be encoded text, in either alphabet of base64. */
const runs = /[A-Za-z0-9_+/-]{16,}={0,2}/g
/** How deep texts within texts are read: mandates hold signatures, which hold texts. */
const depthMax = 4

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })
const readable = /^[\P{Cc}\t\n\r]+$/u

/** The text that a run of base64 encodes; null if it encodes no text. */
const decodeRun = (run: string): string | null => {
  try {
    const bytes = atob(run.replace(/-/g, "+").replace(/_/g, "/").replace(/=+$/, ""))
    const text = decoder.decode(Uint8Array.from(bytes, (char) => char.charCodeAt(0)))
    return readable.test(text) ? text : null
  } catch {
    return null
  }
}

/** Fewer digits in a row than an account or a telephone has. Among random characters more than these are as good as never found. */
const number = /\d{7}/
const separators = /[_+/-]/g
/** Random base64 has a separator at every 32nd character; words that are joined by separators have one far more often. */
const charsPerSeparator = 12
const opaqueCharsMin = 40

const isOpaque = (run: string): boolean =>
  run.length >= opaqueCharsMin &&
  /[a-z]/.test(run) &&
  /[A-Z]/.test(run) &&
  /\d/.test(run) &&
  !number.test(run) &&
  (run.match(separators) ?? []).length * charsPerSeparator <= run.length

const hex = /\b0x[0-9a-fA-F]{40,}\b/g
const blank = " \u00b7 "
const escapes = /\\u([0-9a-fA-F]{4})/g

const readAt = (text: string, depth: number): string => {
  const within: Array<string> = []
  const plain = text
    .replace(escapes, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(hex, blank)
    .replace(runs, (run) => {
      const inner = depth === depthMax ? null : decodeRun(run)
      if (inner !== null) within.push(readAt(inner, depth + 1))
      return isOpaque(run) ? blank : run
    })
  return [plain, ...within].join("\n")
}

/**
 * The texts of a piece of evidence that a reader reads, on their own lines. Of an artifact these are its words and the texts that it
 * encodes, without the addresses, hashes, keys and signatures in it. Any other content is read as it is. No words are left out: a
 * run is passed over only if it looks random, and one with the digits of a number in it is read.
 */
export const readableTexts = rule(["PD1 §4"], (content: string): string =>
  isArtifact(content) ? readAt(content, 0) : content,
)
