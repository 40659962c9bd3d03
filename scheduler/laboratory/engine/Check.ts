/** Reads a scenario, and reports every mistake in it with its place. */
import { Either, ParseResult, Schema } from "effect"
import { didYouMean } from "../../../core/kernel/Near.ts"
import { bounds, type FigureName } from "../../../core/kernel/Schedule.ts"
import { days, format, hours, type Instant } from "../../../core/kernel/Time.ts"
import { isMeasuredIn, needsOf } from "./Measure.ts"
import type { Network } from "./Network.ts"
import { Scenario } from "./Scenario.ts"

/** A mistake in a scenario, with its place, in words for whoever wrote the scenario. */
export interface Fault {
  readonly path: ReadonlyArray<string | number>
  /** The path as a JSON pointer (RFC 6901); empty for the whole. */
  readonly pointer: string
  readonly message: string
}

const pointerOf = (path: ReadonlyArray<string | number>): string =>
  path.map((part) => `/${String(part).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("")

/** A fault at a path of a scenario, with the path as a JSON pointer too. */
export const fault = (path: ReadonlyArray<string | number>, message: string): Fault => ({
  path,
  pointer: pointerOf(path),
  message,
})

// `Object.keys` widens the names of the figures to strings.
const figureNames = Object.keys(bounds) as ReadonlyArray<FigureName>
/** Whether a name is that of a figure of the Limits table, which a scenario may change. */
export const isFigure = (name: string): name is FigureName => Object.hasOwn(bounds, name)

/** The instant at which a run ends: the scenario's own, or its days after the start. */
export const horizonOf = ({ start, horizon }: Pick<Scenario, "start" | "horizon">): Instant =>
  typeof horizon === "number" ? horizon : Math.round(start + days(horizon.days))

/** When the warm-up ends: totals are about what came afterwards. */
export const countedFrom = ({ start, measures }: Pick<Scenario, "start" | "measures">): Instant =>
  Math.round(start + days(measures.warmupDays))

const usualDays = 30
/** The horizon of restricted means in days: that of the scenario, or at most half of the time that a run counts. */
export const restrictedDaysOf = (scenario: Pick<Scenario, "start" | "horizon" | "measures">): number =>
  scenario.measures.restrictedDays ??
  Math.min(usualDays, (horizonOf(scenario) - countedFrom(scenario)) / days(2))

const sum = (shares: ReadonlyArray<number>): number => shares.reduce((total, share) => total + share, 0)
const roundText = (value: number): string => String(Number(value.toFixed(6)))

/** Checks that shares add up to 1, with a tolerance of a billionth. */
const addsUp = (
  path: ReadonlyArray<string | number>,
  what: string,
  shares: ReadonlyArray<number>,
): ReadonlyArray<Fault> => {
  const total = sum(shares)
  return Math.abs(total - 1) <= 1e-9
    ? []
    : [fault(path, `the shares of ${what} must add up to 1; they add up to ${roundText(total)}`)]
}

const reputationMax = 32_767
const populationsMax = 250
const samplesMax = 1_000_000

/** Checks overrides of figures: the Schedule must have the figure, and the value must be a whole number, negative only if the Schedule's is. */
const overrides = (
  path: ReadonlyArray<string | number>,
  given: { readonly [name: string]: number },
): ReadonlyArray<Fault> =>
  Object.entries(given).flatMap(([name, value]) => {
    const at = [...path, name]
    if (!isFigure(name))
      return [fault(at, `the Schedule has no figure ${name}${didYouMean(name, figureNames)}`)]
    if (!Number.isSafeInteger(value)) return [fault(at, `${name} must be a whole number`)]
    if (name.endsWith("Reputation") && Math.abs(value) > reputationMax)
      return [fault(at, `${name} must be from -${reputationMax} to ${reputationMax}`)]
    return value < 0 && bounds[name] >= 0 ? [fault(at, `${name} must not be negative`)] : []
  })

const repeatedIndexes = (names: ReadonlyArray<string>): ReadonlyArray<number> =>
  names.flatMap((name, i) => (names.indexOf(name) < i ? [i] : []))

/** Checks the parts that not every scenario has: networks, names, and measures of them. */
const fitting = (scenario: Scenario): ReadonlyArray<Fault> => {
  const { dealings, agents, populations, measures: measuring } = scenario
  const { network, arrivals } = dealings
  const at = ["dealings", "network"]
  const isMeasured = isMeasuredIn(scenario)
  return [
    ...(network === undefined ? [] : networkFaults(network, agents, at)),
    ...(network !== undefined && network.kind !== "uniform" && arrivals.kind === "listed"
      ? [
          fault(
            at,
            "listed arrivals say who deals with whom; leave the network out, or take poisson or fixed",
          ),
        ]
      : []),
    ...populations.flatMap(({ identity }, i) =>
      identity !== undefined && arrivals.kind === "listed"
        ? [
            fault(
              ["populations", i, "identity"],
              "the agents of listed arrivals have fixed numbers; leave identity out, or take poisson or fixed",
            ),
          ]
        : [],
    ),
    ...(measuring.wanted ?? []).flatMap((name, i) =>
      isMeasured(name)
        ? []
        : [
            fault(
              ["measures", "wanted", i],
              `${name} needs ${needsOf(name)}, which this scenario does not have`,
            ),
          ],
    ),
  ]
}

const networkFaults = (
  { kind, neighbours, edges }: Network,
  agents: number,
  at: ReadonlyArray<string>,
): ReadonlyArray<Fault> => [
  ...(neighbours % 2 === 0 ? [] : [fault([...at, "neighbours"], "neighbours must be even")]),
  ...(kind === "uniform" || kind === "listed" || neighbours < agents
    ? []
    : [
        fault(
          [...at, "neighbours"],
          `neighbours must be fewer than the agents, of which there are ${agents}`,
        ),
      ]),
  ...(kind === "listed" && edges === undefined
    ? [fault(at, "a listed network needs edges: pairs of numbers of agents, or kind csv with a file")]
    : []),
  ...(kind !== "listed" && edges !== undefined
    ? [fault([...at, "edges"], `edges belong to a network of the kind listed, not ${kind}`)]
    : []),
  ...(edges ?? []).flatMap(([a, b], i) => {
    const place = [...at, "edges", i]
    if (a >= agents || b >= agents) return [fault(place, `there are ${agents} agents, numbered from 0`)]
    return a === b ? [fault(place, "a link must join two agents")] : []
  }),
]

const coherent = (scenario: Scenario): ReadonlyArray<Fault> => {
  const { start, populations, interventions, judge, dealings, agents } = scenario
  const end = horizonOf(scenario)
  const names = populations.map(({ name }) => name)
  const { pay, perform, refrain } = judge.orders
  const listed = dealings.arrivals.kind === "listed" ? dealings.arrivals.items : []
  return [
    ...fitting(scenario),
    ...(end > start
      ? []
      : [fault(["horizon"], `the horizon, ${format(end)}, must lie after the start, ${format(start)}`)]),
    ...((end - start) / hours(scenario.measures.everyHours) <= samplesMax
      ? []
      : [
          fault(
            ["measures", "everyHours"],
            `from the start to the horizon there are more than ${samplesMax} samples; take a nearer horizon or a greater everyHours`,
          ),
        ]),
    ...(end <= start || countedFrom(scenario) < end
      ? []
      : [fault(["measures", "warmupDays"], "the warm-up must end before the horizon")]),
    ...addsUp(
      ["populations"],
      "the populations",
      populations.map(({ share }) => share),
    ),
    ...(populations.length <= populationsMax
      ? []
      : [fault(["populations"], `there may be at most ${populationsMax} populations`)]),
    ...repeatedIndexes(names).map((i) =>
      fault(["populations", i, "name"], `another population has the name ${names[i]}`),
    ),
    ...populations.flatMap(({ behaviours }, i) =>
      addsUp(
        ["populations", i, "behaviours"],
        "the behaviours",
        behaviours.map(({ share }) => share),
      ),
    ),
    ...addsUp(["judge", "orders"], "the kinds of orders", [pay, perform, refrain]),
    ...overrides(["schedule"], scenario.schedule),
    ...interventions.flatMap(({ atDays, schedule, populations: changed }, i) => [
      ...(start + days(atDays) < end
        ? []
        : [fault(["interventions", i, "atDays"], "the intervention must come before the horizon")]),
      ...overrides(["interventions", i, "schedule"], schedule),
      ...Object.entries(changed).flatMap(([name, { behaviours }]) => {
        const path = ["interventions", i, "populations", name]
        if (!names.includes(name))
          return [fault(path, `there is no population ${name}${didYouMean(name, names)}`)]
        if (behaviours === undefined) return []
        return addsUp(
          [...path, "behaviours"],
          "the behaviours",
          behaviours.map(({ share }) => share),
        )
      }),
    ]),
    ...listed.flatMap(({ respondent, claimant }, i) => {
      const path = ["dealings", "arrivals", "items", i]
      return [
        ...Object.entries({ respondent, claimant }).flatMap(([who, agent]) =>
          agent !== undefined && agent >= agents
            ? [fault([...path, who], `there are ${agents} agents, numbered from 0`)]
            : [],
        ),
        ...(respondent !== undefined && respondent === claimant
          ? [fault([...path, "claimant"], "the claimant and the respondent must be different agents")]
          : []),
      ]
    }),
  ]
}

const decode = Schema.decodeUnknownEither(Scenario, { errors: "all", onExcessProperty: "error" })

/** The known keys in a message of the schema library about an unknown key: `is unexpected, expected: "a" | "b"`. */
const keysListedIn = (message: string): ReadonlyArray<string> =>
  [...(message.split("expected: ")[1] ?? "").matchAll(/"([^"]+)"/g)].map(([, name]) => name ?? "")

const partOf = (part: PropertyKey): string | number => (typeof part === "number" ? part : String(part))

const kinds: Readonly<Record<string, string>> = {
  number: "a number",
  string: "a text",
  boolean: "true or false",
}

/** An issue of the schema library as a readable fault. An unknown key is named with the keys that it may stand for. */
export const faultOf = ({ _tag, path, message }: ParseResult.ArrayFormatterIssue): Fault => {
  const at = path.map(partOf)
  const last = String(at.at(-1) ?? "")
  if (_tag === "Unexpected") {
    const known = keysListedIn(message)
    const nearby = didYouMean(last, known)
    return fault(
      at,
      `unknown key ${last}${nearby === "" ? `; the known keys are ${known.join(", ")}` : nearby}`,
    )
  }
  // A list that must have an element is empty.
  if (_tag === "Missing" && typeof at.at(-1) === "number") return fault(at.slice(0, -1), "must not be empty")
  if (_tag === "Missing") return fault(at, `${last} is missing`)
  const [, kind = "", given] = /^Expected (number|string|boolean), actual (.*)$/.exec(message) ?? []
  if (given !== undefined) return fault(at, `must be ${kinds[kind] ?? kind}, not ${given}`)
  const [, choices, actual] = /^Expected (".*"), actual "(.*)"$/.exec(message) ?? []
  if (choices === undefined || actual === undefined) return fault(at, message)
  const names = [...choices.matchAll(/"([^"]+)"/g)].map(([, name]) => name ?? "")
  return fault(at, `${last} must be one of ${names.join(", ")}, not ${actual}${didYouMean(actual, names)}`)
}

/** A scenario with its defaults filled in. Left: every fault, at least one, each with its place. */
export const read = (input: unknown): Either.Either<Scenario, ReadonlyArray<Fault>> =>
  Either.flatMap(
    Either.mapLeft(
      decode(input),
      (error): ReadonlyArray<Fault> => ParseResult.ArrayFormatter.formatErrorSync(error).map(faultOf),
    ),
    (scenario) => {
      const faults = coherent(scenario)
      return faults.length === 0 ? Either.right(scenario) : Either.left(faults)
    },
  )
