/** The input of `agent-court verify`, a record as a file has it or as a court serves it, and the result of the check of a record. */
import { readFile } from "node:fs/promises"
import { Either, Schema } from "effect"
import type { RuleChecked } from "../../client/Seal.ts"
import { Failure } from "../../terminal/Terminal.ts"
import * as Client from "../Client.ts"

export const isAddress = (text: string): boolean => /^https?:\/\//.test(text)

/** The address of the record that an address shows. The page of a judgment or of an agent shows the record beneath `/api/v1`. */
export const recordAddress = (address: string): URL => {
  const url = new URL(address)
  url.pathname = url.pathname
    .replace(/(?<!\/api\/v1)\/judgments\/([^/]+)\/?$/, "/api/v1/judgments/$1")
    .replace(/(?<!\/api\/v1)\/agents\/([^/]+)\/?$/, "/api/v1/agents/$1/compliance")
  return url
}

export const read = async (from: string): Promise<unknown> => {
  if (isAddress(from)) {
    const { origin, pathname, search } = recordAddress(from)
    return Client.call(origin, "GET", `${pathname}${search}`)
  }
  const text = await readFile(from, "utf8").catch(() => {
    throw new Failure(`${from} can't be read`)
  })
  try {
    return JSON.parse(text)
  } catch {
    throw new Failure(`${from} is not JSON`)
  }
}

/** The part of an address that names a record of this kind, such as the citation; null for a file, or if the address has no such part. */
export const nameIn = (source: string, pattern: RegExp): string | null => {
  const found = isAddress(source) ? pattern.exec(recordAddress(source).pathname)?.[1] : undefined
  return found === undefined ? null : decodeURIComponent(found)
}

export const decode = <A, I>(schema: Schema.Schema<A, I>, value: unknown, what: string): A =>
  Either.getOrThrowWith(
    Schema.decodeUnknownEither(schema)(value),
    () => new Failure(`this is not ${what}: fields are missing or of another type`),
  )

/** A text of others on one line, without control characters, which could steer the terminal. */
export const plain = (text: string): string => text.replace(/\p{Cc}+/gu, " ")

/** The result of the check of a record: where its keys are, what it shows of the record, and the rules with the key document. */
export interface Checked {
  readonly keys: string
  readonly asked: string
  readonly tell: () => void
  /** Each rule with whether it holds. Throws a `Failure` if the document isn't a key document. */
  readonly rules: (document: unknown) => ReadonlyArray<RuleChecked>
  readonly good: string
  readonly bad: string
}
