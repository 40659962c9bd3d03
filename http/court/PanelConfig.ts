/** The panel of the environment: the models that `COURT_JUDGE=panel:…` names, each at its endpoint. No message repeats a key. */
import { Either, type Redacted, Schema } from "effect"
import { type Price, parsePrice } from "../../adapters/model/Price.ts"
import { ModelName } from "../../core/counsel/index.ts"
import { bounds } from "../../core/kernel/Schedule.ts"
import { baseAddressWanted, isBaseAddress, readKey, trimAddress } from "./ModelConfig.ts"
import type { Environment, Read } from "./Variables.ts"

export interface PanelMember {
  readonly model: string
  /** The base address of the endpoint; null for that of the court's own model. */
  readonly url: string | null
  /** The bearer key of that endpoint. The key of the court's own model goes to its own endpoint only. */
  readonly key: Redacted.Redacted<string> | null
  readonly price: Price | null
}

const isModelName = Schema.is(ModelName)

/** The models that a value of `COURT_JUDGE` names for a panel, in their order; null if it names no panel. */
export const panelNames = (value: string | undefined): ReadonlyArray<string> | null => {
  const names = /^(?:papers,)?panel:(.*)$/.exec(value ?? "")?.[1]
  return names === undefined ? null : names.split(",").map((name) => name.trim())
}

/** The value of `COURT_JUDGE` without the names of a panel. */
export const withoutNames = (value: string): string => value.replace(/(^|,)panel:.*$/, "$1panel")

const listOf = (env: Environment, variable: string, count: number): Read<ReadonlyArray<string>> => {
  const value = env[variable]
  if (value === undefined) return Either.right(Array.from({ length: count }, () => ""))
  const parts = value.split(",").map((part) => part.trim())
  return parts.length === count
    ? Either.right(parts)
    : Either.left(
        `${variable}: one for each of the ${count} members of COURT_JUDGE, in their order; it has ${parts.length}`,
      )
}

const urlOf = (value: string): Read<string | null> => {
  if (value === "") return Either.right(null)
  return isBaseAddress(value)
    ? Either.right(trimAddress(value))
    : Either.left(`COURT_PANEL_URL: each is ${baseAddressWanted}`)
}
const keyOf = (value: string): Read<PanelMember["key"]> =>
  Either.mapLeft(
    readKey(value),
    () => "COURT_PANEL_KEY: keys of printable characters without spaces and commas",
  )
const priceOf = (value: string): Read<Price | null> => {
  const price = value === "" ? null : parsePrice(value)
  return value !== "" && price === null
    ? Either.left("COURT_PANEL_PRICE: prices are US dollars for a million tokens in and out, such as 3/15")
    : Either.right(price)
}

/** The members of the panel, empty if `COURT_JUDGE` names no panel; or everything that is wrong with them. */
export const readPanel = (
  env: Environment,
): Either.Either<ReadonlyArray<PanelMember>, ReadonlyArray<string>> => {
  const names = panelNames(env.COURT_JUDGE)
  if (names === null) return Either.right([])
  if (names.length < 2 || names.length > bounds.panelMembersMax || !names.every(isModelName))
    return Either.left([
      `COURT_JUDGE: a panel has from 2 to ${bounds.panelMembersMax} models, such as panel:example/a,example/b,example/c`,
    ])
  const lists = Either.all({
    urls: listOf(env, "COURT_PANEL_URL", names.length),
    keys: listOf(env, "COURT_PANEL_KEY", names.length),
    prices: listOf(env, "COURT_PANEL_PRICE", names.length),
  })
  if (Either.isLeft(lists)) return Either.left([lists.left])
  const { urls, keys, prices } = lists.right
  const members = names.map((model, i) =>
    Either.all({
      model: Either.right(model),
      url: urlOf(urls[i] ?? ""),
      key: keyOf(keys[i] ?? ""),
      price: priceOf(prices[i] ?? ""),
    }),
  )
  return Either.mapLeft(Either.all(members), (problem) => [problem])
}
