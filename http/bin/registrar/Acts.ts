/** The acts and the one read of `agent-court registrar`: from what was given on the command line to a request of the interface. */
import { type Given, UsageError, whole } from "../Cli.ts"

interface Act {
  /** What follows the name of the act. */
  readonly usage: string
  readonly help: string
  /** The request, `GET` if its body is null and otherwise `POST`. `argument` is what follows the name of the act. */
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
    help: "open the next list, once the current one is full",
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
      // What was not given is undefined, and JSON leaves it out.
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
    help: "state what the hearing of an appeal is expected to cost, where the court's estimator can't",
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
    help: "list the transfers on a chain that want the Registrar's attention, oldest first",
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
