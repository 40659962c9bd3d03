/** Tokens whose members are disclosed one by one (SD-JWT, RFC 9901), and chains of them, in which each key names the next one. */
import { createHash } from "node:crypto"
import * as Jws from "../Jws.ts"
import { isMembers, type Members, parseJson, parseMembers, textOf, textOfBase64url } from "../Read.ts"

export interface Token {
  readonly jws: Jws.Jws
  /** The token as it is hashed: with its disclosures, and with a tilde at its end. */
  readonly text: string
  readonly jwt: string
  readonly hash: (text: string) => string
  readonly payload: Members
  /** The fault of the disclosures; null if they have no fault. */
  readonly fault: string | null
  /** How many digests were signed for which nothing is disclosed. Whether one stands for a member or for nothing, only its signer knows. */
  readonly undisclosed: number
}

const algorithms: { readonly [name: string]: string } = {
  "sha-256": "sha256",
  "sha-384": "sha384",
  "sha-512": "sha512",
}
const depthMax = 100

interface Disclosed {
  readonly name: string | null
  readonly value: unknown
}

const readDisclosed = (text: string): Disclosed | null => {
  const value = parseJson(textOfBase64url(text) ?? "")
  if (!Array.isArray(value)) return null
  if (value.length === 2) return { name: null, value: value[1] }
  const name: unknown = value[1]
  const allowed = typeof name === "string" && name !== "_sd" && name !== "..." && name !== "__proto__"
  return value.length === 3 && allowed ? { name, value: value[2] } : null
}

/** Puts what was disclosed in the places of its digests. Each digest may stand in one place, so that it ends. */
class Resolution {
  readonly #disclosed: ReadonlyMap<string, Disclosed>
  readonly #seen = new Set<string>()
  readonly #used = new Set<string>()
  fault: string | null = null

  constructor(disclosed: ReadonlyMap<string, Disclosed>) {
    this.#disclosed = disclosed
  }

  #take(digest: unknown): Disclosed | undefined {
    if (typeof digest !== "string") return undefined
    if (this.#seen.has(digest)) this.fault ??= "A digest stands in two places."
    const found = this.#seen.has(digest) ? undefined : this.#disclosed.get(digest)
    this.#seen.add(digest)
    if (found !== undefined) this.#used.add(digest)
    return found
  }

  #element(item: unknown, depth: number): ReadonlyArray<unknown> {
    const digest = isMembers(item) && Object.keys(item).length === 1 ? item["..."] : undefined
    if (digest === undefined) return [this.value(item, depth + 1)]
    const found = this.#take(digest)
    return found === undefined ? [] : [this.value(found.value, depth + 1)]
  }

  value(value: unknown, depth: number): unknown {
    if (depth > depthMax) {
      this.fault ??= "It nests too deep."
      return null
    }
    if (Array.isArray(value)) return value.flatMap((item) => this.#element(item, depth))
    return isMembers(value) ? this.members(value, depth) : value
  }

  members(value: Members, depth: number): Members {
    const own = Object.entries(value).filter(([name]) => name !== "_sd" && name !== "_sd_alg")
    const digests: ReadonlyArray<unknown> = Array.isArray(value._sd) ? value._sd : []
    const opened = digests.flatMap((digest) => {
      const found = this.#take(digest)
      if (found === undefined || found.name === null) return []
      if (Object.hasOwn(value, found.name))
        this.fault ??= "A disclosure names a member that stands there already."
      return [[found.name, found.value] as const]
    })
    return Object.fromEntries([...own, ...opened].map(([name, it]) => [name, this.value(it, depth + 1)]))
  }

  get undisclosed(): number {
    return this.#seen.size - this.#used.size
  }

  get unused(): boolean {
    return this.#used.size < this.#disclosed.size
  }
}

const readToken = (text: string): Token | null => {
  const [jwt = "", ...rest] = text.split("~")
  const jws = Jws.parse(jwt)
  const payload = parseMembers(jws?.payload ?? "")
  if (jws === null || payload === undefined || rest.at(-1) !== "") return null
  const algorithm = algorithms[textOf(payload, "_sd_alg") ?? "sha-256"] ?? null
  const hash = (it: string): string =>
    createHash(algorithm ?? "sha256")
      .update(it)
      .digest("base64url")
  const disclosures = rest.slice(0, -1)
  const read = disclosures.map((it) => [hash(it), readDisclosed(it)] as const)
  const resolution = new Resolution(
    new Map(read.flatMap(([digest, it]) => (it === null ? [] : [[digest, it]]))),
  )
  const resolved = resolution.members(payload, 0)
  const malformed = read.some(([, it]) => it === null) ? "A disclosure is not of its form." : null
  const strange = algorithm === null ? "The hash of its disclosures is not read." : null
  const unused = resolution.unused ? "A disclosure belongs to no digest that was signed." : null
  return {
    jws,
    text,
    jwt,
    hash,
    payload: resolved,
    fault: strange ?? malformed ?? resolution.fault ?? unused,
    undisclosed: resolution.undisclosed,
  }
}

/** The most tokens of one chain: one of whoever began it, and one of each agent to whom the mandate was passed on. */
const chainMax = 4

/** A chain of tokens, joined by two tildes; null if the text is not a chain. */
export const parse = (text: string): ReadonlyArray<Token> | null => {
  const parts = text.trim().split("~~")
  if (parts.length > chainMax) return null
  const tokens = parts.map((part) => readToken(part.endsWith("~") ? part : `${part}~`))
  return tokens.every((token) => token !== null) ? tokens : null
}

/** How many of the contents that a token delegates are not read: a mandate passes on one. */
export const countUnread = ({ payload }: Token): number =>
  Array.isArray(payload.delegate_payload) ? Math.max(0, payload.delegate_payload.length - 1) : 0

/** The mandate that a token delegates, or the payload itself if it delegates nothing. */
export const contentOf = ({ payload }: Token): Members => {
  const [first] = Array.isArray(payload.delegate_payload) ? payload.delegate_payload : []
  return isMembers(first) ? first : payload
}
