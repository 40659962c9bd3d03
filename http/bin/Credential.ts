import { readFile } from "node:fs/promises"
import { join } from "node:path"
import type { Given } from "./Cli.ts"
import { dataFolder } from "./DataFolder.ts"
import { Failure } from "./Installed.ts"

/** The option that names the file of the Registrar's credential. */
export const keyOption = {
  key: { value: "file", help: "the Registrar's credential ($COURT_DATA/keys/registrar.key)" },
} as const

/** The Registrar's credential, from the file named or where the court of this environment keeps it. */
export const registrarCredential = async (given: Given): Promise<string> => {
  const file = given.text("key") ?? join(dataFolder(process.env), "keys", "registrar.key")
  const text = await readFile(file, "utf8").catch(() => {
    throw new Failure(`the Registrar's credential can't be read from ${file}; give --key`)
  })
  return text.trim()
}
