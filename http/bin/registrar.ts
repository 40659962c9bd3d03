/** `agent-court registrar`: the acts and the one read of the Registrar, each sent over HTTP to a court that serves. */
import { type CliCommand, exitCodes, type Given, print, UsageError, whole } from "./Cli.ts"
import { callAsRegistrar, courtOptions } from "./Client.ts"

interface Act {
  /** The arguments, as the usage line shows them after the name of the act. */
  readonly usage: string
  readonly help: string
  /** The request: `GET` if its body is null, otherwise `POST`. `argument` is what follows the name of the act. */
  readonly request: (
    given: Given,
    argument: string,
  ) => { readonly path: string; readonly body: object | null }
  readonly takesArgument: boolean
}

const needed = (given: Given, flag: string): string => {
  const value = given.text(flag)
  if (value === undefined) throw new UsageError(`this act needs --${flag}`)
  return value
}

const optional = (given: Given, flag: string, name: string): { readonly [name: string]: string } => {
  const value = given.text(flag)
  return value === undefined ? {} : { [name]: value }
}

/** The acts of the Registrar, by name. */
export const acts: Readonly<Record<string, Act>> = {
  eligibility: {
    usage: "--reference <text> --statement <text>",
    help: "record the published confirmation that opens filing between different operators",
    takesArgument: false,
    request: (given) => ({
      path: "/registrar/eligibility",
      body: { reference: needed(given, "reference"), statement: needed(given, "statement") },
    }),
  },
  "open-list": {
    usage: "[--reasons <text>]",
    help: "open the next list, once the current one is full or the stated operators have their share of it",
    takesArgument: false,
    request: (given) => ({ path: "/registrar/list/open", body: optional(given, "reasons", "reasons") }),
  },
  instrument: {
    usage: "<instrument> --version <version> --in-force-from <instant> [--reasons <text>]",
    help: "put a version of an instrument in force from an instant on",
    takesArgument: true,
    request: (given, instrument) => ({
      path: `/registrar/instruments/${encodeURIComponent(instrument)}`,
      body: {
        version: needed(given, "version"),
        inForceFrom: needed(given, "in-force-from"),
        ...optional(given, "reasons", "reasons"),
      },
    }),
  },
  parameters: {
    usage:
      "[--summary-threshold-cents <n>] [--hold-cap-cents <n>] [--list-capacity <n>] [--withdrawal-window-hours <n>] [--in-force-from <instant>] --reasons <text>",
    help: "vary parameters for matters filed from an instant on",
    takesArgument: false,
    request: (given) => ({
      path: "/registrar/parameters",
      // A flag that was not given is undefined, and JSON leaves it out.
      body: {
        summaryThresholdCents: whole(given, "summary-threshold-cents"),
        holdCapCents: whole(given, "hold-cap-cents"),
        listCapacity: whole(given, "list-capacity"),
        withdrawalWindowHours: whole(given, "withdrawal-window-hours"),
        ...optional(given, "in-force-from", "inForceFrom"),
        reasons: needed(given, "reasons"),
      },
    }),
  },
  decide: {
    usage: "<entry> --status <satisfied|unsatisfied|pending> --reasons <text>",
    help: "decide an entry of the Register of Compliance on the papers",
    takesArgument: true,
    request: (given, entry) => ({
      path: `/registrar/compliance/${encodeURIComponent(entry)}/decide`,
      body: {
        status: needed(given, "status"),
        reasons: needed(given, "reasons"),
        ...optional(given, "performed-at", "performedAt"),
        ...(given.on("correction") ? { correction: true } : {}),
      },
    }),
  },
  prove: {
    usage: "<operator or handle> [--reasons <text>]",
    help: "record that an operator is proven",
    takesArgument: true,
    request: (given, operator) => ({
      path: `/registrar/operators/${encodeURIComponent(operator)}/prove`,
      body: optional(given, "reasons", "reasons"),
    }),
  },
  "revoke-keys": {
    usage: "<handle> --reasons <text>",
    help: "revoke every key of an agent",
    takesArgument: true,
    request: (given, handle) => ({
      path: "/registrar/keys/revoke",
      body: { handle, reasons: needed(given, "reasons") },
    }),
  },
  work: {
    usage:
      "<handle> --fee <magistrate_fee|appeal_fee> --citation <citation> --work-cents <n> --reasons <text>",
    help: "credit verification work against a fee charged for a judgment",
    takesArgument: true,
    request: (given, handle) => ({
      path: "/registrar/work",
      body: {
        handle,
        fee: needed(given, "fee"),
        citation: needed(given, "citation"),
        workCents: whole(given, "work-cents") ?? needed(given, "work-cents"),
        reasons: needed(given, "reasons"),
      },
    }),
  },
  leave: {
    usage: "<appeal> --granted | --refused --reasons <text>",
    help: "decide whether an appeal goes to the High Court",
    takesArgument: true,
    request: (given, appeal) => {
      if (given.on("granted") === given.on("refused")) throw new UsageError("give --granted or --refused")
      return {
        path: `/registrar/leave/${encodeURIComponent(appeal)}`,
        body: { granted: given.on("granted"), reasons: needed(given, "reasons") },
      }
    },
  },
  estimate: {
    usage: "<appeal> --cost-cents <n> --reasons <text>",
    help: "state the expected cost of the hearing of an appeal, if the court's estimator can't",
    takesArgument: true,
    request: (given, appeal) => ({
      path: `/registrar/appeals/${encodeURIComponent(appeal)}/estimate`,
      body: {
        estimatedAppealCostCents: whole(given, "cost-cents") ?? needed(given, "cost-cents"),
        reasons: needed(given, "reasons"),
      },
    }),
  },
  vacate: {
    usage: "<citation> --ground <fraud|collusion|outside_rules> --reasons <text> [--rehear]",
    help: "vacate a judgment, and have the matter heard again",
    takesArgument: true,
    request: (given, citation) => ({
      path: `/registrar/judgments/${encodeURIComponent(citation)}/vacate`,
      body: {
        ground: needed(given, "ground"),
        reasons: needed(given, "reasons"),
        ...(given.on("rehear") ? { rehear: true } : {}),
      },
    }),
  },
  "hold revoke": {
    usage: "<hold> --reasons <text> [--reissue]",
    help: "revoke the payout instruction of a hold before it takes effect; --reissue lets the judgment be signed for again",
    takesArgument: true,
    request: (given, hold) => ({
      path: `/registrar/holds/${encodeURIComponent(hold)}/revoke`,
      body: { reasons: needed(given, "reasons"), ...(given.on("reissue") ? { reissue: true } : {}) },
    }),
  },
  transfers: {
    usage: "[--limit <n>] [--cursor <cursor>]",
    help: "list the transfers on a chain that need the Registrar's attention, oldest first",
    takesArgument: false,
    request: (given) => {
      const limit = whole(given, "limit", 1)
      const page = new URLSearchParams({
        ...(limit === undefined ? {} : { limit: String(limit) }),
        ...optional(given, "cursor", "cursor"),
      })
      return { path: `/registrar/transfers?${page}`, body: null }
    },
  },
  advance: {
    usage: "<hours>",
    help: "in a sandbox: move the clock of the court",
    takesArgument: true,
    request: (_given, hours) => ({ path: "/sandbox/clock", body: { advanceHours: Number(hours) } }),
  },
}

const run = async (given: Given): Promise<number> => {
  const [first = "", second, third] = given.positionals
  // The name of an act may have two words: `hold revoke`.
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
  const answer = await callAsRegistrar(
    given,
    body === null ? "GET" : "POST",
    `/api/v1${path}`,
    body ?? undefined,
  )
  print(JSON.stringify(answer, null, 2))
  return exitCodes.done
}

export const command: CliCommand = {
  usage: "<act> [argument] [options]",
  takes: [1, 3],
  flags: {
    ...courtOptions,
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
