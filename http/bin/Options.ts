/** The options of a command that calls a court, and the credential of its Registrar. */
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { call } from "../audit/Client.ts"
import { dataFolder } from "../court/Variables.ts"
import { Failure } from "../terminal/Terminal.ts"
import type { Given } from "./Cli.ts"

/** The option that names the file of the Registrar's credential. */
export const keyOption = {
  key: { value: "file", help: "the Registrar's credential ($COURT_DATA/keys/registrar.key)" },
} as const

/** The Registrar's credential, from the file that was named or from the court's keys in this environment. */
export const registrarCredential = async (given: Given): Promise<string> => {
  const file = given.text("key") ?? join(dataFolder(process.env), "keys", "registrar.key")
  const text = await readFile(file, "utf8").catch(() => {
    throw new Failure(`the Registrar's credential can't be read from ${file}; give --key`)
  })
  return text.trim()
}

/** The options of a command that calls a court as its Registrar. */
export const courtOptions = {
  url: { value: "address", help: "the court (COURT_BASE_URL, else http://127.0.0.1:$PORT)" },
  ...keyOption,
} as const

export const courtAddress = (given: Given): string =>
  given.text("url") ?? process.env.COURT_BASE_URL ?? `http://127.0.0.1:${process.env.PORT ?? "8080"}`

/** Calls the court of `courtOptions` as its Registrar; gives the body of the answer. */
export const callAsRegistrar = async (
  given: Given,
  method: string,
  path: string,
  body?: unknown,
): Promise<unknown> => {
  return call(courtAddress(given), method, path, { token: await registrarCredential(given), body })
}
