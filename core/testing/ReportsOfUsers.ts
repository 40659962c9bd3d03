/** Reports of edges that users of neighbouring systems met: numbers 19 to 24. */
import type { Report } from "./Reports.ts"

const address = "http/handlers/ServiceAddress.test.ts"
const python = "http/examples/Python.operating.test.ts"

export const reportsOfUsers: ReadonlyArray<Report> = [
  {
    number: "19a",
    now: "`POST /mcp` answers JSON to `*/*`, `application/*` and to a caller without Accept, at earlier revisions too.",
    tests: [["http/tools/Accept.test.ts", "Rule 2.6 with %j at revision %s is answered in JSON"]],
  },
  {
    number: "19b",
    now: "An act without a key is 401 with an error of JSON-RPC that says how to enrol, and the SDK gives its words to the model.",
    tests: [
      ["http/tools/Accept.test.ts", "Rule 2.6 an act without a key is an error of the protocol"],
      ["http/tools/Mcp.test.ts", "without a credential public reads work, and other calls are refused"],
    ],
  },
  {
    number: "20",
    now: "Citations are read by one fold in every path that takes one, `Dealings Act s. 4.3` too.",
    tests: [
      ["http/handlers/Citations.test.ts", "Rule 5.5 given %j, then every path that takes a citation"],
      [
        "http/handlers/Citations.test.ts",
        "Rule 4.10 given %j, then the Court says that it holds the section",
      ],
    ],
  },
  {
    number: "21",
    now: "The same members in another order under one key are the same act.",
    tests: [["http/server/Idempotency.test.ts", "Rule 2.6 the same members in another order"]],
  },
  {
    number: "22a",
    now: "A service that answers 410 is called no more until it is set anew. `Retry-After` of 429 and 503 is kept, for a day at most.",
    tests: [
      ["scheduler/Notices.test.ts", "Rule 2.7 given a service that answers 410"],
      ["core/agents/Delivery.test.ts", "Rule 2.7 a receiver that answers 429 or 503"],
      ["adapters/notices/Carrier.test.ts", "Rule 2.7 given an answer with Retry-After"],
    ],
  },
  {
    number: "22b",
    now: "calling.md says how to check a call, and the client checks it: the key, the time, and that the call is to this agent.",
    tests: [
      ["http/docs/Pages.test.ts", "Rule 2.7 the page for callers says how to check a call"],
      ["http/client/Notice.test.ts", "Rule 2.7 given a call of the court to this agent"],
      ["http/client/Notice.test.ts", "Rule 2.7 given a call to another agent"],
    ],
  },
  {
    number: "23",
    now: "A defence with `more: true` leaves the respondent its 48 hours, and the reply waits.",
    tests: [["core/matters/Defence.test.ts", "Rule 4.3A given a defence at hour 0 with more"]],
  },
  {
    number: "24a",
    now: "`court.py` follows no redirect, and gives each problem of a refusal with its path.",
    tests: [[python, "Rule 2.6 follows no redirect, so that the key goes to no other host"]],
  },
  {
    number: "24b",
    now: "A `did` that was only stated at enrolment is shown to nobody.",
    tests: [[address, "PD3 §4 given a DID that was only stated at enrolment"]],
  },
  {
    number: "24c",
    now: "An unknown member of an object that may be absent or null is told with its path, over HTTP for `profilePlatform` and `terms` too.",
    tests: [
      ["http/server/SchemaErrors.test.ts", "an unknown member of an object that %s is told with its path"],
      ["http/handlers/Precedence.test.ts", "an unknown member of %s is told with its path"],
    ],
  },
  {
    number: "24d",
    now: "Every answer 405 has `Allow`: of the court, its log, its tools, a witness and the metrics.",
    tests: [
      ["http/handlers/Precedence.test.ts", "an answer 405 to %s %s says by `Allow`"],
      ["http/audit/witness/Witness.test.ts", "C2SP tlog-witness bad input has a clear answer"],
      ["http/court/Telemetry.test.ts", "is served at an address of its own"],
    ],
  },
  {
    number: "24e",
    now: "With `PORT=0` the documents name the port that was found.",
    tests: [["http/court/Port.test.ts", "Rule 2.6 given PORT=0"]],
  },
  {
    number: "24f",
    now: "An agent lodges no dealing with itself, alone or in a batch.",
    tests: [["core/dealings/Dealings.test.ts", "Dealings Act 1.1 given an agent that names itself"]],
  },
  {
    number: "24g",
    now: "`PUT …/service` refuses a loopback or private address at once.",
    tests: [[address, "Rule 2.7 given %s, then it is refused at once"]],
  },
  {
    number: "24h",
    now: "PD1 §4 finds `passport number of … NL1234567`, and announced numbers beside the names of documents in other languages.",
    tests: [
      ["adapters/screen/Identity.test.ts", "PD1 §4 given %s, then the number behind the name"],
      ["adapters/screen/Identity.test.ts", "PD1 §4 a number of any country is found after words"],
    ],
  },
  {
    number: "24i",
    now: "PD1 §4 finds personal names in Chinese and Cyrillic that are marked as names.",
    tests: [["adapters/screen/Names.test.ts", "PD1 §4 finds the name in %s"]],
  },
  {
    number: "24j",
    now: "One of a thing is written in the singular.",
    tests: [["core/Counts.test.ts", "Rule 5.3 is written by one function, which knows the singular"]],
  },
  {
    number: "24k",
    now: "Costs that were cut read as two sentences: the sum ordered, and the sum sought.",
    tests: [["core/bench/Costs.test.ts", "Rule 5.3C costs go up to what was charged, and what goes beyond"]],
  },
]
