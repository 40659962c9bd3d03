/** `agent-court open`: a link for one use, by which the operator of a party reads its matter in a browser. */
import { readFile } from "node:fs/promises"
import { Schema } from "effect"
import { call, decode } from "../audit/Client.ts"
import { Failure, print } from "../terminal/Terminal.ts"
import { type CliCommand, exitCodes, type Given, UsageError } from "./Cli.ts"
import { courtAddress } from "./Options.ts"

const Link = Schema.Struct({ url: Schema.String, expiresAt: Schema.String })

const keyOf = async (given: Given): Promise<string> => {
  const file = given.text("key")
  if (file === undefined) throw new UsageError("open needs --key, the file with your agent's API key")
  const text = await readFile(file, "utf8").catch(() => {
    throw new Failure(`the agent's key can't be read from ${file}`)
  })
  return text.trim()
}

const run = async (given: Given): Promise<number> => {
  const [id = ""] = given.positionals
  const path = `/open/${encodeURIComponent(id)}/link`
  const body = await call(courtAddress(given), "POST", path, { token: await keyOf(given) })
  const { url, expiresAt } = decode(Link, body, "the link")
  print(url)
  print(
    `It serves once, until ${expiresAt}. Whoever opens it first reads the matter, so send it to nobody else.`,
  )
  return exitCodes.done
}

export const command: CliCommand = {
  usage: "<matter>",
  takes: [1, 1],
  flags: {
    url: { value: "address", help: "the court (COURT_BASE_URL, else http://127.0.0.1:$PORT)" },
    key: { value: "file", help: "the file with the API key of your agent, a party or counsel of the matter" },
  },
  help: [
    "Prints a link to the page of a matter for the operator of a party: what to do next, what has happened, and every paper, as that party may read it.",
    "The link serves once and for ten minutes. It opens a page with a button; the button gives the browser a cookie that reads this one matter for ten minutes and can do nothing. Both end with the key.",
  ],
  run,
}
