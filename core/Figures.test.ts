import { describe, expect, it } from "vitest"
import { needPresent } from "./kernel/Defect.ts"
import { bounds } from "./kernel/Schedule.ts"
import { code, product, type Source } from "./testing/Sources.ts"

const hour = 3_600_000
const values = [...new Set(Object.values(bounds).map(Math.abs))]
/** Numbers that mean many things (statuses, per cent, page sizes). They count as figures only if the code states a limit or a duration by them. */
const common = new Set([40, 50, 100, 120, 200, 300, 400, 500, 1_000, 20_000])
/** Figures whose numbers hardly mean anything else: each as it is, and as so many hours or days in milliseconds. */
const telling = new Set(
  values
    .filter((value) => value >= 40 && !common.has(value))
    .flatMap((value) => [value, value * hour, value * 24 * hour]),
)
/** All figures. They count if the code states a limit or a duration by them. */
const any = new Set(values.filter((value) => value > 1))

/** Numbers that equal a figure by chance, each with what it is. */
const allowed: Readonly<Record<string, string>> = {
  "core/bench/Judge.ts 2": "an order and a dismissal for each order that is asked",
  "http/oauth/Assertion.ts 500": "the characters of a claim of an assertion",
  "http/tools/Brief.ts 4_000": "the length from which a model reads how long a text may be",
  "http/tools/Excerpt.ts 4_000": "the characters of a text that a model reads at once",
  "core/criteria/Kind.ts 1_000_000": "the millionths of a price",
  "http/formats/adrp/index.ts 1_000_000": "the millionths of a price",
  "core/kernel/Time.ts 24": "the hours of a day",
  "core/kernel/Money.ts 1_000_000": "the millionths of a dollar",
  "core/criteria/Criteria.ts 262_144":
    "the bytes of a delivery: the language has its own figures, which never change",
  "core/law/Loadable.ts 1000": "the articles of an instrument, or the characters of a title",
  "core/registrar/Commands.ts 1_000_000": "the largest capacity of a list",
  "adapters/model/Price.ts 1_000_000": "the tokens for which a price is stated",
  "core/chains/Networks.ts 90": "the characters of the longest bech32 address",
  "adapters/postgres/Tables.ts 90": "how full a page of a table is",
  "http/examples/demo/Held.ts 90": "the days of an authorization in the demo",
  "core/chains/Wallets.ts 2_048": "the bytes of the longest signature of a wallet",
  "http/audit/witness/Enrolled.ts 90": "the days for which a log at a witness may stand still",
  "http/audit/witness/Open.ts 2_048": "the bytes of a checkpoint of a log at an open witness",
  "adapters/chains/evm/Wallets.ts 1_000_000": "the gas that a contract may use to check a signature",
  "adapters/chains/evm/Rpc.ts 4_000": "milliseconds for one call to a node while a request waits",
  "adapters/chains/evm/Rpc.ts 256 * 1024": "the bytes of an answer of a node that are let in",
  "adapters/chains/prices/Prices.ts 1_000_000": "the millionths of a dollar",
  "adapters/notices/Carrier.ts 64 * 1024": "how much of an answer is let in before it is cut",
  "scheduler/laboratory/Cost.ts 1e9": "the bytes of a gigabyte",
  "http/client/Milliseconds.ts 1e6": "the nanoseconds of a millisecond",
  "scheduler/laboratory/calibration/Settings.ts 10": "the fewest points of a posterior",
  "scheduler/laboratory/calibration/Settings.ts 1000": "the most generations of a calibration",
  "scheduler/laboratory/Design.ts 2": "the fewest runs or levels of a sample",
  "scheduler/laboratory/engine/Check.ts 1_000_000": "the largest sample of a design",
  "scheduler/laboratory/engine/Check.ts 2": "half of the days that are counted",
  "scheduler/laboratory/docs/Pages.ts 50_000": "a stake of the runs that are drawn",
  "scheduler/laboratory/study/Selection.ts 2000": "the steps of a selection among strategies",
  "scheduler/laboratory/lies/Goods.ts 6_000": "what the goods of a played deal cost their seller",
  "scheduler/laboratory/engine/Threefry.ts 65_536": "the first of the numbers that strategies draw by",
  "scheduler/laboratory/validation/MilgromNorthWeingast.ts 1_000_000": "the stake of a reproduced study",
  "scheduler/laboratory/engine/Rows.ts 48": "a place in a row of bytes",
  "scheduler/laboratory/engine/Rows.ts 72": "a place in a row of bytes",
  "adapters/sqlite/LogIndex.ts 48": "the bytes of a copy of the header in SQLite's index of a log",
  "http/pages/CriteriaGuide.ts 50_000": "the bytes of an artifact in an example",
  "adapters/sqlite/Connection.ts 2_000": "pages of a log between two checkpoints",
  "adapters/sqlite/Thread.ts 2_000": "milliseconds in which the thread closes",
  "adapters/postgres/Pool.ts 2_000": "milliseconds in which a pool closes",
  "adapters/denokv/Kv.ts 2_048": "the bytes of a key in Deno KV",
  "adapters/denokv/Kv.ts 65_536": "the bytes of a value in Deno KV",
  "adapters/evidence/Read.ts 65_536": "the characters of a piece of evidence that a verifier begins to read",
  "adapters/evidence/Did.ts 2_000": "the longest DID that a verifier reads",
  "adapters/evidence/Documents.ts 2_000": "the findings that are remembered for repeated filings",
  "http/operate/doctor/Finding.ts 1e6": "the bytes of a megabyte",
  "http/operate/doctor/Finding.ts 1e9": "the bytes of a gigabyte",
  "http/operate/doctor/Store.ts 1e9": "the bytes of a file that is read through while a person waits",
  "http/operate/doctor/Machine.ts 2_000": "milliseconds by which clocks may differ",
  "adapters/postgres/Replicas.ts 2_000": "milliseconds in which a replica answers, or the primary is asked",
  "http/api/Operation.ts 100": "the largest page of a list",
  "core/kernel/Id.ts 200": "the longest name in a path",
  "http/api/Registrar.ts 200": "the longest name that is looked up",
  "http/api/Operation.ts 2000": "the longest cursor",
  "http/bin/law.ts 2020": "the year of an instrument in an example",
  "http/handlers/Discovery.ts 180": "the days for which a security.txt serves",
  "http/examples/demo/Contested.ts 72": "the demo is a client that moves the sandbox clock",
  "http/examples/demo/Defaulted.ts 72": "the demo is a client that moves the sandbox clock",
  "http/examples/demo/Defaulted.ts 48": "the demo is a client that moves the sandbox clock",
  "http/examples/demo/Play.ts 50_000": "the value of a claim in the demo",
  "http/examples/deal.ts 50_000": "the stake of an agent in an example",
}

const number = String.raw`\d[\d_]*(?:\.\d+)?(?:e\d+)?`
const literals = new RegExp(`(?<![\\w.$])${number}(?:\\s*\\*\\s*${number})*(?![\\w.])`, "g")
/** A call that sets a limit or a duration, or a comparison of something that is limited. */
const stating = new RegExp(
  `\\b(?:hours|days|maxLength|minLength|maxItems|minItems|between|lessThanOrEqualTo)\\(([^()]*)\\)|\\b(?:agents|open|total|claims|matters|tenders|capabilities|placed|queued|reputation)\\)?\\s*[<>]=?\\s*(${number})\\b`,
  "g",
)

const amount = (text: string): number =>
  text.split("*").reduce((product, factor) => product * Number(factor.replaceAll("_", "")), 1)

/** The numbers of a source that are figures of the Limits table, as they are written. */
const figuresIn = ({ path, text }: Pick<Source, "path" | "text">): ReadonlyArray<string> => {
  const bare = code(text)
  const found = [...bare.matchAll(literals)]
    .map(([literal]) => literal)
    .filter((literal) => telling.has(amount(literal)))
  const stated = [...bare.matchAll(stating)].flatMap(([, within, compared]) =>
    [...needPresent(within ?? compared, "the number of a match").matchAll(literals)]
      .map(([literal]) => literal)
      .filter((literal) => any.has(amount(literal))),
  )
  return [...new Set([...found, ...stated])].map((literal) => `${path} ${literal}`)
}

describe("the figures of the Limits table", () => {
  it("stand in Schedule.ts and nowhere else", () => {
    const found = product
      .filter(({ path }) => path !== "core/kernel/Schedule.ts" && !path.startsWith("conformance/"))
      .flatMap(figuresIn)
    expect(found.filter((one) => !(one in allowed))).toEqual([])
  })

  it("every number that is allowed with a reason is still in the code", () => {
    const found = new Set(product.flatMap(figuresIn))
    expect(Object.keys(allowed).filter((one) => !found.has(one))).toEqual([])
  })

  it.each([
    "const dueAt = now + 72 * 3_600_000",
    "const dueAt = now + 48 * 60 * 60 * 1000",
    "const dueAt = now + hours(48)",
    "const lapse = days(30)",
    "const max = 60 * 1024",
    "const max = 204_800",
    "Schema.maxLength(6000)",
    "Schema.maxItems(3)",
    "if (owed > 2000) refuse()",
    "const threshold = 50_000",
    "const appeal = 72",
    "if (filer.total >= 10) refuse()",
    "operator.agents < 5",
  ])("a planted figure is found: %s", (text) => {
    expect(figuresIn({ path: "core/X.ts", text })).not.toEqual([])
  })

  it.each(["const a = terms.stepHours", "items[0]", 'text("48 hours") // 72', "x1000", "1.72", "v48"])(
    "a number that is no figure is not reported: %s",
    (text) => {
      expect(figuresIn({ path: "core/X.ts", text })).toEqual([])
    },
  )
})
