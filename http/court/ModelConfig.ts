/** The model of the environment: the endpoint that drafts for counsel and for the bench. No message repeats its key. */
import { Either, Redacted, Schema } from "effect"
import type { Unpriced } from "../../adapters/model/Counsel.ts"
import { type Price, parsePrice } from "../../adapters/model/Price.ts"
import { ModelName } from "../../core/counsel/index.ts"
import { modelAnswerSecondsMax } from "../api/Operation.ts"
import type { Environment, Read } from "./Variables.ts"

interface OfferedModel {
  readonly model: string
  /** Null if only the provider says what a draft costs. */
  readonly price: Price | null
  /** The price as the environment states it, for the roster. */
  readonly stated: { readonly input: string; readonly output: string } | null
}

export interface ModelConfig {
  /** The base address of the endpoint, without a slash at the end. */
  readonly url: string
  readonly key: Redacted.Redacted<string> | null
  /** The model that judges. It is also counsel's default model, unless counsel is off. */
  readonly usual: OfferedModel
  /** The other models that clients of counsel may name; null if the court doesn't offer counsel. */
  readonly counsel: { readonly others: ReadonlyArray<OfferedModel>; readonly any: boolean } | null
  readonly timeoutMs: number
  /** Whether a draft whose cost is unknown is refused or free. */
  readonly unpriced: Unpriced
}

const isModelName = Schema.is(ModelName)

/** Whether a text is the base address of an endpoint, without credentials or a query. */
export const isBaseAddress = (value: string): boolean => {
  const url = URL.parse(value)
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.username === "" &&
    url.password === "" &&
    url.search === "" &&
    url.hash === ""
  )
}
/** The words for an address that is wanted, after the name of its place. No message repeats the address, since it may hold a key. */
export const baseAddressWanted =
  "the base address of a chat-completions endpoint, such as https://models.example/v1, without credentials or a query; the key goes into COURT_MODEL_KEY"
export const trimAddress = (value: string): string => value.replace(/\/+$/, "")

const readUrl = (value: string): Read<string> =>
  isBaseAddress(value)
    ? Either.right(trimAddress(value))
    : Either.left(`COURT_MODEL_URL: ${baseAddressWanted}`)

/** The key of an endpoint, from the variable that states it; null without one. */
export const readKey = (value: string | undefined): Read<ModelConfig["key"]> => {
  if (value === undefined || value === "") return Either.right(null)
  return /^[\x21-\x7e]{1,4096}$/.test(value)
    ? Either.right(Redacted.make(value))
    : Either.left("COURT_MODEL_KEY: a key of printable characters without spaces")
}

const readOffered = (variable: string, name: string, price: string | undefined): Read<OfferedModel> => {
  if (!isModelName(name)) return Either.left(`${variable}: the name of a model, such as example/model-4`)
  if (price === undefined) return Either.right({ model: name, price: null, stated: null })
  const parsed = parsePrice(price)
  const [input = "", output = ""] = price.split("/")
  return parsed === null
    ? Either.left(`${variable}: prices are US dollars for a million tokens in and out, such as 3/15`)
    : Either.right({ model: name, price: parsed, stated: { input, output } })
}

const readCounsel = (value: string | undefined): Read<ModelConfig["counsel"]> => {
  if (value === "off") return Either.right(null)
  if (value === "any") return Either.right({ others: [], any: true })
  const names = (value ?? "").split(",").filter((part) => part.trim() !== "")
  const others = names.map((part) => {
    const [name = "", ...price] = part.trim().split("=")
    return readOffered("COURT_COUNSEL", name, price.length === 0 ? undefined : price.join("="))
  })
  return Either.map(Either.all(others), (found) => ({ others: found, any: false }))
}

const readTimeout = (value = "120"): Read<number> => {
  const seconds = Number(value)
  return /^\d{1,3}$/.test(value) && seconds >= 1 && seconds <= modelAnswerSecondsMax
    ? Either.right(seconds * 1000)
    : Either.left(`COURT_MODEL_TIMEOUT=${value}: seconds for one answer, from 1 to ${modelAnswerSecondsMax}`)
}

const readUnpriced = (value: string | undefined): Read<Unpriced | null> =>
  value === undefined || value === "refuse" || value === "free"
    ? Either.right(value ?? null)
    : Either.left(`COURT_MODEL_UNPRICED=${value}: refuse or free`)

/** A draft without a known cost is free only if the operator has said so: a forgotten price must not give drafts away. */
const checkPrices = (
  { usual, counsel }: Pick<ModelConfig, "usual" | "counsel">,
  unpriced: Unpriced | null,
): Read<Unpriced> => {
  const offered = counsel === null ? [] : [usual, ...counsel.others]
  const without = offered.filter(({ price }) => price === null).map(({ model }) => model)
  return unpriced !== null || without.length === 0
    ? Either.right(unpriced ?? "refuse")
    : Either.left(
        `COURT_MODEL_UNPRICED: no price is given for ${without.join(", ")}. Give COURT_MODEL_PRICE, and name=in/out in COURT_COUNSEL; or say refuse (a draft is delivered only if the endpoint itself says what it cost) or free (a draft of unknown cost costs its client nothing)`,
      )
}

const others = [
  "COURT_MODEL",
  "COURT_MODEL_KEY",
  "COURT_MODEL_PRICE",
  "COURT_MODEL_UNPRICED",
  "COURT_MODEL_TIMEOUT",
  "COURT_COUNSEL",
  "COURT_PANEL_URL",
  "COURT_PANEL_KEY",
  "COURT_PANEL_PRICE",
]

/** The model, null if no model is configured; or everything that is wrong with it, a line for each variable. */
export const readModel = (env: Environment): Either.Either<ModelConfig | null, ReadonlyArray<string>> => {
  const { COURT_MODEL_URL: url, COURT_MODEL: name } = env
  if (url === undefined) {
    const idle = others.filter((variable) => env[variable] !== undefined && env[variable] !== "off")
    const needed = /(?:^|,)(?:model$|panel:)/.test(env.COURT_JUDGE ?? "")
      ? [`COURT_JUDGE=${env.COURT_JUDGE}`]
      : []
    const without = [...needed, ...idle]
    return without.length === 0
      ? Either.right(null)
      : Either.left([
          `COURT_MODEL_URL: ${without.join(", ")} needs a chat-completions endpoint, and no endpoint is given`,
        ])
  }
  const parts = {
    url: readUrl(url),
    key: readKey(env.COURT_MODEL_KEY),
    usual:
      name === undefined
        ? Either.left("COURT_MODEL: the model to ask for at COURT_MODEL_URL")
        : readOffered("COURT_MODEL", name, undefined),
    priced: readOffered("COURT_MODEL_PRICE", "usual", env.COURT_MODEL_PRICE),
    counsel: readCounsel(env.COURT_COUNSEL),
    timeoutMs: readTimeout(env.COURT_MODEL_TIMEOUT),
    unpriced: readUnpriced(env.COURT_MODEL_UNPRICED),
  }
  const wrong = Object.values<Read<unknown>>(parts).flatMap((part) =>
    Either.isLeft(part) ? [part.left] : [],
  )
  const read = Either.all(parts)
  if (Either.isLeft(read)) return Either.left(wrong)
  const { priced, ...rest } = read.right
  const usual = { ...priced, model: rest.usual.model }
  return Either.mapBoth(checkPrices({ usual, counsel: rest.counsel }, rest.unpriced), {
    onLeft: (problem) => [problem],
    onRight: (unpriced) => ({ ...rest, usual, unpriced }),
  })
}
