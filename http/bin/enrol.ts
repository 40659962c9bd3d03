/** `agent-court enrol`: asks an open witness to follow the log of the court whose keys are in a folder. */
import { existsSync } from "node:fs"
import { join } from "node:path"
import { Effect } from "effect"
import * as FileKeys from "../../adapters/keys/FileKeys.ts"
import { Note } from "../../core/log/index.ts"
import { readAnswer } from "../audit/Client.ts"
import { type Enrolment, perDayMax, signEnrolment } from "../audit/witness/Enrolment.ts"
import { dataFolder } from "../court/Variables.ts"
import { Failure, print } from "../terminal/Terminal.ts"
import { type CliCommand, exitCodes, type Given, UsageError, whole } from "./Cli.ts"

/** Answers of a witness are short. Its list has a hundred logs at most. */
const answerBytesMax = 100_000

const textOf = async (url: URL, init?: RequestInit) => {
  const { status, bytes } = await readAnswer(url, init, answerBytesMax)
  return { status, text: Buffer.from(bytes).toString("utf8") }
}

const addressUnder = (address: string, path: string): URL => {
  const url = URL.parse(path, address.endsWith("/") ? address : `${address}/`)
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new UsageError(`a witness has an http or https address, and ${address} is something else`)
  return url
}

/** The first key that the witness names in its list, which tells the court's policy and the request apart from those of other witnesses. */
const witnessAt = async (address: string): Promise<string> => {
  const { status, text } = await textOf(addressUnder(address, "logs"))
  const vkey = /^# Witness: (\S+)$/m.exec(text)?.[1]
  if (status !== 200 || vkey === undefined || Note.parseVerifierKey(vkey) === null)
    throw new Failure(`there is no open witness at ${address}`)
  return vkey
}

/** The log of the court, and its signature. Nothing is made if the folder has no keys. */
const logIn = (folder: string) => {
  const vkey = existsSync(join(folder, "log")) ? FileKeys.keptLogName(folder) : null
  const log = vkey === null ? null : Note.parseVerifierKey(vkey)
  if (log === null) throw new Failure(`${folder} names no log yet: start the court once`)
  return { log, keys: FileKeys.open(folder, { notes: false }) }
}

const run = async (given: Given): Promise<number> => {
  const [address = ""] = given.positionals
  const contact = given.text("contact")
  if (contact === undefined) throw new UsageError("enrol needs --contact")
  const { log, keys } = logIn(given.text("keys") ?? join(dataFolder(process.env), "keys"))
  const enrolment: Enrolment = {
    witness: await witnessAt(address),
    log,
    perDay: whole(given, "qpd", 1) ?? perDayMax,
    contact,
    time: Math.floor(Date.now() / 1000),
  }
  const body = signEnrolment(enrolment, (message) =>
    Effect.runSync(keys.signLog(Buffer.from(message).toString("utf8"))),
  )
  const { status, text } = await textOf(addressUnder(address, "enrol"), { method: "POST", body })
  if (status !== 200 && status !== 201) throw new Failure(`the witness refused: ${text.trim()}`)
  print(
    `${log.name} ${status === 201 ? "has" : "keeps"} a place. The line of the witness in a policy (COURT_WITNESSES):`,
  )
  print(`witness ${given.text("as") ?? "open"} ${enrolment.witness} ${address}`)
  return exitCodes.done
}

export const command: CliCommand = {
  usage: "<witness> --contact <words>",
  takes: [1, 1],
  flags: {
    contact: { value: "words", help: "how people reach you; the witness shows it in its list" },
    qpd: { value: "number", help: `how many checkpoints are to be signed in a day (${perDayMax})` },
    keys: { value: "folder", help: "the keys of the court ($COURT_DATA/keys)" },
    as: { value: "name", help: "how the policy is to call the witness (open)" },
  },
  help: [
    "Signs a request by the key of the court's log, and sends it to a witness that was started with --open. It prints the line of the witness for the policy of COURT_WITNESSES.",
    "A log that sends no checkpoint within a day loses its place, so put the line into the policy and start the court again.",
  ],
  run,
}
