/** Documents compressed for callers that take it: each document once for each coding, outside the thread that serves requests. */
import { promisify } from "node:util"
import { brotliCompress, constants, gzip } from "node:zlib"
import { Effect } from "effect"
import type { Answer, Rendered, Reply } from "./Answer.ts"

/** The codings of the court, the better one first. */
const codings = ["br", "gzip"] as const
export type Coding = (typeof codings)[number]

/** How much a caller wants a coding: `q` of RFC 9110, 0 if it does not take it. */
const weightOf = (accepted: ReadonlyMap<string, number>, coding: string): number =>
  accepted.get(coding) ?? accepted.get("*") ?? 0

const codingsIn = (header: string): ReadonlyMap<string, number> =>
  new Map(
    header.split(",").map((part) => {
      const [name = "", ...parameters] = part.split(";").map((word) => word.trim().toLowerCase())
      const q = Number(parameters.find((word) => word.startsWith("q="))?.slice(2) ?? 1)
      return [name, Number.isFinite(q) ? q : 0] as const
    }),
  )

/** The coding of an answer to a caller with this `Accept-Encoding`; null if the answer is sent without a coding. */
export const chooseCoding = (header: string | undefined): Coding | null => {
  if (header === undefined) return null
  const accepted = codingsIn(header)
  const plain = accepted.get("identity") ?? 0
  const [best = null] = codings
    .filter((coding) => weightOf(accepted, coding) > 0 && weightOf(accepted, coding) >= plain)
    .sort((a, b) => weightOf(accepted, b) - weightOf(accepted, a))
  return best
}

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
/** Better qualities of brotli take several times as long for a twentieth less. */
const brotliQuality = 5

const compress: Readonly<Record<Coding, (body: Uint8Array) => Promise<Uint8Array>>> = {
  br: (body) =>
    brotli(body, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
        [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
      },
    }),
  gzip: (body) => zip(body, { level: 9 }),
}

/** The compressed bytes are kept for as long as their document. */
const kept = new WeakMap<Rendered, Map<Coding, Promise<Uint8Array>>>()
const compressOnce = (of: Rendered, coding: Coding): Promise<Uint8Array> => {
  const made = kept.get(of) ?? new Map<Coding, Promise<Uint8Array>>()
  kept.set(of, made)
  const found = made.get(coding) ?? compress[coding](of.body)
  made.set(coding, found)
  return found
}

/** Below this a document is sent as it is: it fits into one packet. */
const smallBytes = 1_200

/** The tag of a document under a coding: other bytes have another tag. */
export const tagUnder = (tag: string, coding: Coding | null): string =>
  coding === null ? tag : tag.replace(/"$/, `-${coding}"`)

/**
 * The coding in which a document is sent to a caller; null if it is sent as it is. A document with a digest is, since `Repr-Digest`
 * (RFC 9530) is the digest of the bytes that are sent, and callers compare it with the text.
 */
export const codingOf = (
  { rendered, headers }: Pick<Reply<unknown>, "rendered" | "headers">,
  accept: string | undefined,
): Coding | null =>
  rendered === undefined || rendered.body.length < smallBytes || headers?.["repr-digest"] !== undefined
    ? null
    : chooseCoding(accept)

export const encodeAnswer = (answer: Answer, rendered: Rendered, coding: Coding): Effect.Effect<Answer> =>
  Effect.map(
    Effect.promise(() => compressOnce(rendered, coding)),
    (body) => ({ ...answer, headers: { ...answer.headers, "content-encoding": coding }, body }),
  )
