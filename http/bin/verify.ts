import { readFile } from "node:fs/promises"
import { Either, Schema } from "effect"
import { check, JudgmentRecord, NotaryDocument } from "../client/Seal.ts"
import { type CliCommand, exitCodes, Failure, type Given } from "./Cli.ts"
import * as Client from "./Client.ts"
import { print, style } from "./Terminal.ts"

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

/** Where the court's keys are read: as told; else at the court that served the record; else where the record says. */
const keyAddress = (given: Given, source: string, record: JudgmentRecord): string => {
  const told = given.text("key")
  if (told !== undefined) return told
  if (isAddress(source)) return new URL("/.well-known/notary.json", source).href
  return record.key
}

const run = async (given: Given): Promise<number> => {
  const [source = ""] = given.positionals
  const record = decode(JudgmentRecord, await read(source), "a judgment record")
  const keys = keyAddress(given, source, record)
  const notary = decode(NotaryDocument, await read(keys), "a notary key document")
  const rules = check(record, notary)
  print(`${style("bold", record.citation)}, sealed ${record.sealedAt}`)
  print(`Key document: ${keys}`)
  for (const { rule, holds, why } of rules) {
    print(
      `  ${holds ? style("green", "holds") : style("red", "FAILS")}  ${rule}${why === "" ? "" : `: ${why}`}`,
    )
  }
  const good = rules.every(({ holds }) => holds)
  print(good ? style("green", "The seal is good.") : style("red", "The seal is NOT good."))
  return good ? exitCodes.done : exitCodes.failed
}

export const command: CliCommand = {
  usage: "<file or address>",
  takes: [1, 1],
  flags: {
    key: {
      value: "file or address",
      help: "the court's notary key document; a copy kept earlier trusts nobody now",
    },
  },
  help: [
    "Takes a judgment record, from a file or as served at /api/v1/judgments/<citation>, and checks the four rules of a seal.",
    "For a file the key is fetched from the address that the record itself names, unless --key says otherwise: a forged record can name a forged key, so give --key for a file that you do not trust.",
  ],
  run,
}
