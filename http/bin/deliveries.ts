/** `agent-court deliveries`: the attempts to deliver an agent's notices, as the Registrar reads them. */
import { Schema } from "effect"
import { DateTime } from "../../core/kernel/Time.ts"
import { decode } from "../audit/Client.ts"
import { print, style } from "../terminal/Terminal.ts"
import { type CliCommand, exitCodes, type Given } from "./Cli.ts"
import { callAsRegistrar, courtOptions } from "./Options.ts"

const Channel = Schema.NullOr(
  Schema.Struct({
    status: Schema.String,
    attempts: Schema.Array(
      Schema.Struct({ at: DateTime, outcome: Schema.String, status: Schema.NullOr(Schema.Int) }),
    ),
  }),
)
const Page = Schema.Struct({
  items: Schema.Array(
    Schema.Struct({
      id: Schema.String,
      type: Schema.String,
      at: DateTime,
      service: Channel,
      email: Channel,
      nextTryAt: Schema.NullOr(DateTime),
    }),
  ),
  nextCursor: Schema.NullOr(Schema.String),
})

const time = (at: number): string => new Date(at).toISOString()

/** A channel with its status, and each attempt, a line each. */
const linesOf = (name: string, channel: typeof Channel.Type): ReadonlyArray<string> =>
  channel === null
    ? []
    : [
        `  ${name}: ${style(channel.status === "delivered" ? "green" : channel.status === "given_up" ? "red" : "yellow", channel.status)}`,
        ...channel.attempts.map(
          ({ at, outcome, status }) => `    ${time(at)}  ${outcome}${status === null ? "" : ` (${status})`}`,
        ),
      ]

const run = async (given: Given): Promise<number> => {
  const [handle = ""] = given.positionals
  const cursor = given.text("cursor")
  const query = new URLSearchParams({
    limit: given.text("limit") ?? "20",
    ...(cursor === undefined ? {} : { cursor }),
  })
  const path = `/api/v1/agents/${encodeURIComponent(handle)}/deliveries?${query}`
  const body = await callAsRegistrar(given, "GET", path)
  if (given.on("json")) {
    print(JSON.stringify(body, null, 2))
    return exitCodes.done
  }
  const { items, nextCursor } = decode(Page, body, `the deliveries of ${handle}`)
  for (const { id, type, at, service, email, nextTryAt } of items) {
    print(`${time(at)}  ${style("bold", type)}  ${id}`)
    for (const line of [...linesOf("serviceUrl", service), ...linesOf("e-mail", email)]) print(line)
    if (nextTryAt !== null) print(`  next attempt at ${time(nextTryAt)}`)
  }
  if (items.length === 0) print(`No delivery to ${handle} beyond its inbox was attempted.`)
  if (nextCursor !== null) print(`There are more: --cursor ${nextCursor}`)
  return exitCodes.done
}

export const command: CliCommand = {
  usage: "<handle>",
  takes: [1, 1],
  flags: {
    ...courtOptions,
    limit: { value: "count", help: "how many notices at most, from 1 to 100 (20)" },
    cursor: { value: "cursor", help: "where the next page begins, as an earlier page said" },
    json: { help: "print the answer of the court as it came" },
  },
  help: [
    "Shows each notice of an agent that was carried to its service address or to its operator's e-mail address, the latest first: every attempt with its time and outcome, and when the next one is due. It asks a court that serves, with the Registrar's credential.",
    "Neither an address nor the content of an answer is shown, since the Registrar does not learn them. Service is complete in the inbox, whatever is shown here (Rule 2.7).",
  ],
  run,
}
