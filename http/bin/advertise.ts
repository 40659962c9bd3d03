/** `agent-court advertise`: what a seller publishes so that its disputes go to a court, from what the court says of itself. */
import { createHash } from "node:crypto"
import { mkdir, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { Either, Schema } from "effect"
import { Agent } from "../../core/agents/index.ts"
import { Clauses } from "../../core/law/index.ts"
import { call, decode } from "../audit/Client.ts"
import { Failure, print } from "../terminal/Terminal.ts"
import { type CliCommand, type Given, UsageError } from "./Cli.ts"

const text = Schema.String
const Context = Schema.Struct({
  disputeResolution: Schema.Struct({
    method: text,
    jurisdiction: text,
    contact: text,
    clauseId: text,
    source: text,
    catalog: text,
  }),
})
const Clause = Schema.Record({ key: text, value: Schema.Unknown })
const Formats = Schema.Struct({
  items: Schema.Array(Schema.Struct({ format: text, names: Schema.Boolean })),
})

/** A file that the seller publishes: its path on the seller's host, or the name of a piece to paste. */
interface Advertised {
  readonly path: string
  readonly where: string
  readonly content: unknown
}

/** The text behind an address of the court, whose hash the court states. */
const readText = async (address: string): Promise<string> => {
  const answer = await fetch(address, { redirect: "error" })
  if (!answer.ok) throw new Failure(`${address} answered ${answer.status}`)
  return answer.text()
}

/** The formats that the court speaks; an empty list if it speaks no format. */
const formatsOf = async (court: string): Promise<ReadonlyArray<string>> => {
  const answer = await fetch(`${court}/api/v1/formats`, { redirect: "error" })
  if (answer.status === 404) return []
  const { items } = decode(Formats, await answer.json(), "the list of formats")
  return items.filter(({ names }) => names).map(({ format }) => format)
}

const piecesOf = async (court: string, handle: string): Promise<ReadonlyArray<Advertised>> => {
  const { disputeResolution } = decode(
    Context,
    await call(court, "GET", "/.well-known/legal-context.json"),
    "the legal context of the court",
  )
  const clause = await readText(disputeResolution.source)
  const found = `sha256:0x${createHash("sha256").update(clause).digest("hex")}`
  if (found !== disputeResolution.clauseId)
    throw new Failure(
      `${disputeResolution.source} is not the clause that the court names: its hash is ${found}, not ${disputeResolution.clauseId}`,
    )
  const object = decode(
    Clause,
    await call(court, "GET", Clauses.wellKnownPath),
    "the dispute-resolution object",
  )
  const names = await formatsOf(court)
  const documents = await Promise.all(
    names.map(async (name) => ({
      path: `formats/${name}.json`,
      where: `the document that names the court as ${name} (experimental)`,
      content: await call(court, "GET", `/api/v1/formats/${encodeURIComponent(name)}`),
    })),
  )
  return [
    {
      path: Clauses.wellKnownPath.slice(1),
      where: `served at ${Clauses.wellKnownPath}, and named by the header ${Clauses.headerName} of every answer`,
      content: { ...object, enrolled_handle: handle },
    },
    {
      path: "legal-context.disputeResolution.json",
      where: "the member disputeResolution of your own /.well-known/legal-context.json",
      content: disputeResolution,
    },
    {
      path: "agent-card.extension.json",
      where: "an item of capabilities.extensions of your A2A agent card",
      content: {
        uri: `${court}${Clauses.wellKnownPath}`,
        description: "Disputes over the deals of this agent go to this court.",
        params: { ...object, enrolled_handle: handle },
      },
    },
    ...documents,
  ]
}

const writeContent = (content: unknown): string => `${JSON.stringify(content, null, 2)}\n`

const run = async (given: Given): Promise<number> => {
  const [address = "", handle = ""] = given.positionals
  const url = URL.parse(address)
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new UsageError("advertise takes the address of a court, like https://court.example, and a handle")
  if (Either.isLeft(Schema.decodeUnknownEither(Agent.Handle)(handle)))
    throw new UsageError(`"${handle}" is no handle: 3 to 40 characters of a-z, 0-9 and -`)
  const court = address.replace(/\/+$/, "")
  const pieces = await piecesOf(court, handle)
  const folder = given.text("out")
  for (const { path, where, content } of pieces) {
    print(`${path}: ${where}`)
    if (folder === undefined) {
      print(writeContent(content))
      continue
    }
    const file = join(folder, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, writeContent(content))
  }
  return 0
}

export const command: CliCommand = {
  usage: "<address of a court> <your handle> [--out folder]",
  takes: [2, 2],
  flags: {
    out: { value: "folder", help: "write each piece as a file beneath this folder instead of printing it" },
  },
  help: [
    "Reads how a court names itself, checks the text of its clauses against the hash by which it names them, and writes the documents by which a seller sends disputes over its deals there. They are the dispute-resolution object with your handle, the member of a legal context (Legal Context Protocol), the extension of an A2A agent card, and, if the court speaks them, its documents in the formats of other protocols.",
    "It asks the court and nobody else, and enrols nobody: the court has jurisdiction over an agent from its enrolment alone.",
  ],
  run,
}
