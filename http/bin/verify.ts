/** `agent-court verify`: checks the seal of a judgment, from a file or as served. */
import { readFile } from "node:fs/promises"
import { Either, Schema } from "effect"
import { type SealedWords, wordsOf } from "../../core/judgments/Verify.ts"
import { format } from "../../core/kernel/Time.ts"
import { check, JudgmentRecord, NotaryDocument } from "../client/Seal.ts"
import { type CliCommand, exitCodes, Failure, type Given, print, style } from "./Cli.ts"
import * as Client from "./Client.ts"

const isAddress = (text: string): boolean => /^https?:\/\//.test(text)

const read = async (from: string): Promise<unknown> => {
  if (isAddress(from)) {
    const { origin, pathname, search } = new URL(from)
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

const decode = <A>(schema: Schema.Schema<A, A>, value: unknown, what: string): A =>
  Either.getOrThrowWith(
    Schema.decodeUnknownEither(schema)(value),
    () => new Failure(`this is not ${what}: fields are missing or of another type`),
  )

/** Where the court's keys are read: the address that --key gives; else the court that served the record; else the address that the record states. */
const keyAddress = (given: Given, source: string, record: JudgmentRecord): string => {
  const told = given.text("key")
  if (told !== undefined) return told
  if (isAddress(source)) return new URL("/.well-known/notary.json", source).href
  return record.key
}

/** The citation that was asked for: the one that --citation gives; else the one in the address; null for a file without --citation. */
const asked = (given: Given, source: string): string | null => {
  const told = given.text("citation")
  if (told !== undefined) return told
  const last = isAddress(source) ? /\/judgments\/([^/]+)\/?$/.exec(new URL(source).pathname)?.[1] : undefined
  return last === undefined ? null : decodeURIComponent(last)
}

/** A text of others on one line, without control characters, which could steer the terminal. */
const plain = (text: string): string => text.replace(/\p{Cc}+/gu, " ")

const orderLine = ({
  kind,
  text,
  amountCents,
  against,
  inFavourOf,
}: SealedWords["orders"][number]): string => {
  const sum = amountCents === null ? "" : ` (${amountCents} cents)`
  const parties = [
    against === null ? "" : ` against ${against}`,
    inFavourOf === null ? "" : ` in favour of ${inFavourOf}`,
  ]
  return `${kind}${sum}${parties.join("")}: ${text}`
}

/** Prints what is under the seal, the only part of a record that the signature covers. */
const tell = (words: SealedWords | null): void => {
  if (words === null) {
    print("The text under the seal is not a judgment.")
    return
  }
  const { citation, court, register, title, delivered, orders } = words
  print(`Under the seal: ${style("bold", plain(citation))}, ${plain(court)}, ${plain(register)}`)
  print(`  title      ${plain(title)}`)
  print(`  delivered  ${format(delivered)}`)
  for (const [i, order] of orders.entries()) print(`  order ${i + 1}    ${plain(orderLine(order))}`)
}

const run = async (given: Given): Promise<number> => {
  const [source = ""] = given.positionals
  const record = decode(JudgmentRecord, await read(source), "a judgment record")
  const keys = keyAddress(given, source, record)
  const notary = decode(NotaryDocument, await read(keys), "a notary key document")
  const citation = asked(given, source)
  const rules = check(record, notary, citation)
  tell(wordsOf(record.payload))
  print(`Asked for: ${citation ?? `no citation; the record says ${plain(record.citation)}`}`)
  print(`Key document: ${keys}`)
  for (const { rule, holds, why } of rules) {
    print(
      `  ${holds ? style("green", "holds") : style("red", "FAILS")}  ${rule}${why === "" ? "" : `: ${why}`}`,
    )
  }
  const good = rules.every(({ holds }) => holds)
  print(
    good
      ? style("green", "The seal is good, and it is this judgment's.")
      : style("red", "The seal is NOT good for this judgment."),
  )
  return good ? exitCodes.done : exitCodes.failed
}

export const command: CliCommand = {
  usage: "<file or address>",
  takes: [1, 1],
  flags: {
    key: {
      value: "file or address",
      help: "the court's notary key document; with a copy that you kept you need to trust nobody",
    },
    citation: {
      value: "citation",
      help: "the judgment that it must be; by default the judgment in the address, or for a file the judgment that the record states",
    },
  },
  help: [
    "Takes a judgment record, from a file or as served at /api/v1/judgments/<citation>. It checks the four rules of a seal, that the record says what is under the seal, and that this is the judgment that was asked for. It shows the citation, title, delivery and orders that are under the seal.",
    "Nothing outside the signature is trusted: whether a key was retired is judged by the delivery under the seal, not by the sealedAt beside it. The live marks (vacated, set aside, superseded) stand outside the seal: read them from the court.",
    "For a file the key is fetched from the address that the record itself names, unless --key says otherwise: a forged record can name a forged key, so give --key for a file that you do not trust.",
  ],
  run,
}
