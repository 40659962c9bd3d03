/**
 * The check before a deal as x402's proposed `risk-check` has it, at commit 15ba819e of its pull request 2422. Experimental: the proposal
 * may change. A facilitator asks by `GET`, because the proposal names no body; the names of the query are those of its client fields.
 */
import { Effect } from "effect"
import { didOf } from "../../adapters/keys/DidDocument.ts"
import { Keys } from "../../adapters/keys/Keys.ts"
import { type Advice, type CheckView, checkParty } from "../../core/checks/index.ts"
import { sha256Hex } from "../../core/kernel/Hash.ts"
import { Host } from "../../core/kernel/Host.ts"
import { canonical } from "../../core/kernel/Json.ts"
import { format } from "../../core/kernel/Time.ts"
import { interfaceVersion } from "../api/Operation.ts"
import type { Answer } from "../server/Answer.ts"
import type { Mounted } from "../server/App.ts"
import { ask } from "../server/Handler.ts"
import { type Incoming, queryOf } from "../server/Incoming.ts"
import { Faulted } from "../server/Problem.ts"
import { publicRead } from "../server/PublicRead.ts"

export const manifestPath = "/.well-known/risk-check.json"
export const path = "/api/v1/risk-check"

/** The tiers of the proposal, each with its least score. The court knows four advices and no finer measure, so it gives the least. */
const unknown = { tier: "medium", score: 60 } as const
const scores = {
  trust: { tier: "low", score: 80 },
  unknown,
  caution: { tier: "high", score: 30 },
  avoid: { tier: "critical", score: 0 },
} as const satisfies Record<Advice, object>
/** The advice of a view is open to words of later versions, so it is looked up and not indexed by. */
const scoreOf = ({ advice }: CheckView) =>
  Object.entries(scores).find(([name]) => name === advice)?.[1] ?? unknown
/** The categories of an agent's conduct that an order shows, honoured or not, in the proposal's words. */
const categories = ["behavioral"] as const
const ttlMinutes = 10
const ttlMs = ttlMinutes * 60_000

/** An address, with its network in front of it if it is that of a contract. */
const wallet = /^(?:(eip155:\d{1,20}):)?(0x[0-9a-fA-F]{40})$/
const textMax = 400

const members = ["payer_wallet", "payer_domain", "resource"] as const
type Asked = { readonly [member in (typeof members)[number]]?: string }

const isText = (value: unknown): value is string =>
  typeof value === "string" && value !== "" && value.length <= textMax

const readAsked = (incoming: Incoming): Effect.Effect<Asked, Faulted> => {
  const query = queryOf(incoming)
  const errors = [
    ...Object.entries(query).flatMap(([name, value]) => {
      const path = `query.${name}`
      if (!members.some((member) => member === name)) return [{ path, message: "is unexpected" }]
      return isText(value) ? [] : [{ path, message: `must be given once, with 1 to ${textMax} characters` }]
    }),
    ...(isText(query.payer_wallet) && wallet.test(query.payer_wallet)
      ? []
      : [{ path: "query.payer_wallet", message: "must be an address of an EVM chain, 0x and 40 digits" }]),
  ]
  if (errors.length > 0) return Effect.fail(new Faulted({ code: "invalid_request", errors }))
  const entries = members.flatMap((member) => {
    const value = query[member]
    return isText(value) ? [[member, value] as const] : []
  })
  return Effect.succeed(Object.fromEntries(entries))
}

const json = (body: object, seconds: number): Answer => ({
  status: 200,
  headers: {
    "content-type": "application/json; charset=utf-8",
    "cache-control": `public, max-age=${seconds}`,
    "access-control-allow-origin": "*",
  },
  body: JSON.stringify(body),
})

/** The document by which a facilitator finds the check. */
export const mountManifest = (baseUrl: string): Mounted =>
  publicRead(() =>
    Effect.map(Keys, ({ jwks }) =>
      json(
        {
          name: "Agent Court",
          version: interfaceVersion,
          description:
            "Whether an agent honoured the orders of this court. Experimental: x402 risk-check as proposed at commit 15ba819e.",
          endpoint: path,
          method: "GET",
          signals: ["wallet", "domain"],
          chains_supported: ["eip155"],
          attestation: {
            jwks_url: `${baseUrl}/.well-known/jwks.json`,
            algorithm: "Ed25519",
            kid: jwks.keys[0]?.kid ?? "",
            ttl: `${ttlMinutes}m`,
          },
        },
        3_600,
      ),
    ),
  )

/** A domain may be borrowed, so that it only counts against the wallet. */
const worse = (checks: ReadonlyArray<CheckView>): CheckView =>
  checks.reduce((one, other) =>
    other.agent !== null && scoreOf(other).score < scoreOf(one).score ? other : one,
  )

/** Answers what a facilitator asks of a payer, with a signed attestation. */
export const mountRiskCheck = (baseUrl: string): Mounted =>
  publicRead((incoming) =>
    Effect.gen(function* () {
      const asked = yield* readAsked(incoming)
      const now = yield* (yield* Host).now
      const [, network = "eip155:1", address = ""] = wallet.exec(asked.payer_wallet ?? "") ?? []
      const parties = [
        `${network}:${address}`,
        ...(asked.payer_domain === undefined ? [] : [asked.payer_domain]),
      ]
      const found = yield* Effect.forEach(parties, (party) =>
        ask(checkParty, { party }, { actor: { role: "public" }, now }),
      )
      const shown = worse(found.map(({ value }) => value))
      const { asOf: _, ...facts } = shown
      const { tier, score } = scoreOf(shown)
      const said = { score, tier, categories: [...categories] }
      const [provider, seconds] = [didOf(baseUrl), Math.floor(now / 1_000)]
      const claims = {
        iss: provider,
        sub: address,
        iat: seconds,
        exp: seconds + ttlMs / 1_000,
        ...said,
        ...(asked.resource === undefined ? {} : { aud: asked.resource }),
        input_hash: `sha256:${sha256Hex(canonical(facts))}`,
      }
      const keys = yield* Keys
      return json(
        {
          checked: true,
          ...said,
          provider,
          jws: yield* keys.sign(claims, { typ: "risk-check+jwt" }),
          jwks_url: `${baseUrl}/.well-known/jwks.json`,
          checked_at: format(seconds * 1_000),
          expires_at: format(seconds * 1_000 + ttlMs),
        },
        10,
      )
    }),
  )
