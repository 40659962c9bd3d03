/**
 * The acceptance criteria of Judge Protocol as `court.criteria/1`. Read from `docs/CRITERIA.md` (commit `299e2e34`) and
 * `judge-service/src/checkers/index.js` (commit `02b61546`) of github.com/vijaygopalbalasa/judge-protocol.
 */
import type { Json } from "../../../core/kernel/Json.ts"
import {
  documentOf,
  isObject,
  type JsonObject,
  type Means,
  orAttested,
  type Said,
  type Told,
  type Translation,
} from "../Translation.ts"

/** The limits of the judge that matter here. */
const checksMax = 64
const listMax = 16
const termMax = 500
const known: { readonly [kind: string]: ReadonlyArray<string> } = {
  length: ["min", "max", "unit"],
  contains: ["all", "wholeWords"],
  schema: ["required", "types"],
  checksum: ["sha256"],
  json: ["shape"],
  "http-endpoint": ["url", "expectStatus", "bodyIncludes", "timeoutMs"],
}

/** A check that every delivery meets, so that a check without effect stays to be seen. */
const always: Said = { kind: "bytes", min: 0 }
const isTexts = (value: Json): value is ReadonlyArray<string> =>
  Array.isArray(value) && value.every((one) => typeof one === "string")
const isAbsent = (value: Json | undefined): value is null | undefined => value === undefined || value === null

const chunks = (texts: ReadonlyArray<string>): ReadonlyArray<ReadonlyArray<string>> =>
  texts.length === 0 ? [] : [texts.slice(0, listMax), ...chunks(texts.slice(listMax))]

const escapePattern = (term: string): string => term.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&")
const edge = "[^\\pL\\pN_]"

const wholeWord = (term: string): Said => ({
  kind: "pattern",
  pattern: `(?:^|${edge})${escapePattern(term)}(?:$|${edge})`,
})

const ofContains = ({ all = null, wholeWords = null }: JsonObject): Told => {
  if (all !== null && !isTexts(all)) return { why: "`all` is a list of texts" }
  if (wholeWords !== null && typeof wholeWords !== "boolean") return { why: "`wholeWords` is true or false" }
  const terms = (all ?? []).filter((term) => term !== "")
  const whole = wholeWords === true
  if (whole && terms.length < (all ?? []).length) return { why: "an empty term can't be sought as a word" }
  const long = terms.find((term) => [...term].length > termMax)
  if (long !== undefined) return { why: `a text of \`contains\` has at most ${termMax} characters` }
  if (terms.length === 0) return { checks: [always], note: "every delivery meets it" }
  return {
    checks: whole ? terms.map(wholeWord) : chunks(terms).map((contains) => ({ kind: "text", contains })),
  }
}

/** `typeof` calls a list and null an object too. */
const types: { readonly [name: string]: Json } = {
  string: "string",
  number: "number",
  boolean: "boolean",
  object: ["object", "array", "null"],
}

const ofSchema = (params: JsonObject): Told => {
  const required = params.required ?? []
  const named = params.types ?? {}
  if (!isTexts(required)) return { why: "`required` is a list of names" }
  if (!isObject(named)) return { why: "`types` is an object of names and types" }
  const unknown = Object.values(named).find((type) => typeof type !== "string" || !Object.hasOwn(types, type))
  if (unknown !== undefined) return { why: "a type is string, number, boolean or object" }
  const properties = Object.entries(named).map(
    ([name, type]) => [name, { type: types[String(type)] ?? null }] as const,
  )
  return {
    checks: [
      {
        kind: "schema",
        schema: {
          type: "object",
          required: [...new Set(required)],
          properties: Object.fromEntries(properties),
        },
      },
    ],
  }
}

const ofLength = ({ min = null, max = null }: JsonObject): Told =>
  isAbsent(max) && (isAbsent(min) || min === 0)
    ? { checks: [always], note: "every delivery meets it" }
    : { why: "court.criteria/1 counts bytes, and neither words nor UTF-16 units" }

const ofChecksum = ({ sha256 }: JsonObject): Told =>
  typeof sha256 === "string" && /^[0-9a-fA-F]{64}$/.test(sha256)
    ? { checks: [{ kind: "sha256", oneOf: [sha256.toLowerCase()] }] }
    : { why: "`sha256` has 64 hexadecimal digits" }

const ofJson = ({ shape }: JsonObject): Told =>
  isAbsent(shape)
    ? { checks: [{ kind: "json" }] }
    : { why: "the language of `shape` was not read, so nothing is said of it" }

const rules: { readonly [kind: string]: (params: JsonObject) => Told } = {
  length: ofLength,
  contains: ofContains,
  schema: ofSchema,
  checksum: ofChecksum,
  json: ofJson,
  "http-endpoint": () => ({
    why: "a probe asks the network at the time of judging, and nobody can repeat it",
  }),
}

/** One check as checks of `court.criteria/1`. A kind that can't be said goes to the attester, a malformed check to nobody. */
export const tellCheck = (check: Json, means: Means): Told => {
  if (!isObject(check)) return { why: "a check is an object" }
  const { kind, params: given = null, weight = 1 } = check
  const extra = Object.keys(check).find((name) => !["kind", "params", "weight"].includes(name))
  if (extra !== undefined) return { why: `this member is unknown: ${extra}` }
  const rule = typeof kind === "string" && Object.hasOwn(rules, kind) ? rules[kind] : undefined
  if (typeof kind !== "string" || rule === undefined) return { why: `this kind is unknown: ${String(kind)}` }
  const params = given ?? {}
  if (!isObject(params)) return { why: "`params` is an object" }
  const stray = Object.keys(params).find((name) => !known[kind]?.includes(name))
  if (stray !== undefined) return { why: `this parameter of ${kind} is unknown: ${stray}` }
  if (typeof weight !== "number" || !(weight > 0)) return { why: "`weight` is over 0" }
  return orAttested(rule(params), means)
}

/** The score of the judge, from 0 to 100, if every check but one passes. A check that fails never leaves 100. */
const scoreWithout = (weights: ReadonlyArray<number>, failing: number): number => {
  const sum = weights.reduce((all, weight) => all + weight, 0)
  const passing = weights.reduce((all, weight, i) => (i === failing ? all : all + weight), 0)
  return Math.min(Math.round((passing / sum) * 100), 99)
}

const weightOf = (check: Json): number =>
  isObject(check) && typeof check.weight === "number" && check.weight > 0 ? check.weight : 1

/** The block in the description of a job; the text itself if it has no block. Of two blocks nobody can tell which holds. */
const blockIn = (text: string): string | null => {
  const blocks = [...text.matchAll(/```judge-criteria\s*\n([\s\S]*?)```/g)].map(([, block]) => block ?? "")
  return blocks.length > 1 ? null : (blocks[0] ?? text)
}

const parse = (text: string): Json | undefined => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const refuse = (path: string, why: string): Translation => ({ refused: [{ path, why }] })

/** The criteria in the description of a job, or alone, as a document of `court.criteria/1` with the same verdict. */
export const fromJudgeProtocol = (text: string, means: Means): Translation => {
  const block = blockIn(text)
  if (block === null) return refuse("", "the description has two blocks of criteria")
  const criteria = parse(block)
  if (!isObject(criteria)) return refuse("", "is no JSON object, and has no block of criteria")
  const stray = Object.keys(criteria).filter(
    (name) => !["checks", "passThreshold", "version", "jobType"].includes(name),
  )
  const { checks = null, passThreshold: threshold = 100 } = criteria
  if (!Array.isArray(checks) || checks.length === 0 || checks.length > checksMax)
    return refuse("/checks", `is a list of 1 to ${checksMax} checks`)
  if (typeof threshold !== "number" || !Number.isInteger(threshold) || threshold < 0 || threshold > 100)
    return refuse("/passThreshold", "is a whole number from 0 to 100")
  const all: ReadonlyArray<Json> = checks
  const weights = all.map(weightOf)
  const spared = weights.findIndex((_, i) => scoreWithout(weights, i) >= threshold)
  return documentOf(
    all.map((check, i) => ({ path: `/checks/${i}`, told: tellCheck(check, means), share: null })),
    { bytesMax: means.bytesMax },
    [
      ...stray.map((name) => ({ path: `/${name}`, why: "this member is unknown" })),
      ...(spared === -1
        ? []
        : [
            {
              path: "/passThreshold",
              why: `a delivery passes though /checks/${spared} fails, and court.criteria/1 has no threshold`,
            },
          ]),
    ],
  )
}
