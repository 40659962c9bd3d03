import { type CliCommand, exitCodes, type Given, UsageError } from "./Cli.ts"
import * as Client from "./Client.ts"
import { keyOption, registrarCredential } from "./Credential.ts"
import { acts } from "./registrar/Acts.ts"
import { print } from "./Terminal.ts"

const baseOf = (given: Given): string =>
  given.text("url") ?? process.env.COURT_BASE_URL ?? `http://127.0.0.1:${process.env.PORT ?? "8080"}`

const run = async (given: Given): Promise<number> => {
  const [first = "", second, third] = given.positionals
  // An act may have a name of two words, as `hold revoke` has.
  const both = `${first} ${second ?? ""}`
  const [name, argument, extra] = Object.hasOwn(acts, both)
    ? [both, third, undefined]
    : [first, second, third]
  const act = Object.hasOwn(acts, name) && extra === undefined ? acts[name] : undefined
  if (act === undefined) throw new UsageError(`registrar takes one of ${Object.keys(acts).join(", ")}`)
  if (act.takesArgument !== (argument !== undefined)) {
    throw new UsageError(`usage: agent-court registrar ${name} ${act.usage}`)
  }
  const { path, body } = act.request(given, argument ?? "")
  const answer = await Client.call(baseOf(given), body === null ? "GET" : "POST", `/api/v1${path}`, {
    token: await registrarCredential(given),
    ...(body === null ? {} : { body }),
  })
  print(JSON.stringify(answer, null, 2))
  return exitCodes.done
}

export const command: CliCommand = {
  usage: "<act> [argument] [options]",
  takes: [1, 3],
  flags: {
    url: { value: "address", help: "the court (COURT_BASE_URL, else http://127.0.0.1:$PORT)" },
    ...keyOption,
    reference: { value: "text", help: "the reference of a publication" },
    statement: { value: "text", help: "what was confirmed" },
    status: { value: "status", help: "satisfied, unsatisfied or pending" },
    reasons: { value: "text", help: "the reasons, published with the act" },
    version: { value: "version", help: "the version of an instrument, for example 1.10" },
    "in-force-from": { value: "date-time", help: "when it takes effect, at least a minute ahead" },
    "summary-threshold-cents": {
      value: "cents",
      help: "the value up to which a matter is on the summary track",
    },
    "hold-cap-cents": { value: "cents", help: "the most that a hold may be" },
    "list-capacity": { value: "matters", help: "how many matters a list holds" },
    "withdrawal-window-hours": { value: "hours", help: "how long an appeal may be withdrawn" },
    fee: { value: "kind", help: "magistrate_fee or appeal_fee" },
    citation: { value: "citation", help: "the judgment for which the fee was charged" },
    "work-cents": { value: "cents", help: "what the verification work is worth" },
    "cost-cents": { value: "cents", help: "what the hearing of an appeal is expected to cost" },
    "performed-at": { value: "date-time", help: "when the Registrar finds that the order was performed" },
    granted: { help: "leave is granted" },
    refused: { help: "leave is refused" },
    ground: { value: "ground", help: "fraud, collusion or outside_rules" },
    rehear: { help: "the matter is heard again" },
    reissue: { help: "with hold revoke: the same judgment may be signed for again" },
    correction: { help: "the decision corrects the register" },
    limit: { value: "count", help: "how many transfers at most, from 1 to 100 (20)" },
    cursor: { value: "cursor", help: "where an earlier answer ended: its nextCursor" },
  },
  help: [
    [
      "Acts:",
      ...Object.entries(acts).map(
        ([name, { usage, help }]) => `  ${`${name} ${usage}`.trim()}\n      ${help}`,
      ),
    ].join("\n"),
    "Each act goes over HTTP to a court that serves, with the Registrar's credential, and prints the answer.",
  ],
  run,
}
