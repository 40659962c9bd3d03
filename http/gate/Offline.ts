/** The gate without a question to the court: it reads the court's list, keeps it, and answers from it. */
import type { Check } from "./Check.ts"
import { applyDelta } from "./Delta.ts"
import { findName, type List, type ListKey, readList } from "./List.ts"

export interface OfflineOptions {
  readonly court: string
  /** The keys of the court that may have signed the list. Without them `jwks.json` of the court's address is read once. */
  readonly keys?: ReadonlyArray<ListKey>
  /** How old a list may be. An older one answers nothing. */
  readonly listAgeMaxMs?: number
  /** The clock of the program, in milliseconds since 1970; `Date.now` if left out. */
  readonly now?: () => number
  readonly fetch?: typeof globalThis.fetch
}

const listPath = "/api/v1/check/list"
const minute = 60_000
const ageMaxUsual = 15 * minute
/** No list is asked for before so much time has passed. */
const refreshMs = minute

const address = /^(?:eip155:(\d+):)?(0x[0-9a-f]{40})$/i
const handle = /^[a-z0-9][a-z0-9-]{1,38}[a-z0-9]$/
const wellKnown = /^\/(?:\.well-known(?:\/|$)|$)/

/** The place of a host or of an address on the web, as a `did:web`. */
const placeOf = (text: string): string | null => {
  const url = URL.parse(/^https?:\/\//.test(text) ? text : `https://${text}`)
  if (url === null || url.username !== "" || url.password !== "") return null
  const folder = wellKnown.test(url.pathname)
    ? ""
    : url.pathname.replace(/\/[^/]*\.[^/]*$/, "").replace(/\/+$/, "")
  return `did:web:${url.host.replace(":", "%3A")}${folder.replaceAll("/", ":")}`
}

/** The spellings under which a list may have a party. */
export const spellings = (party: string): ReadonlyArray<string> => {
  const [, chain, account] = address.exec(party) ?? []
  if (account !== undefined) {
    const key = account.toLowerCase()
    return chain === undefined ? [key] : [key, `${chain}:${key}`]
  }
  if (/^did:key:[^#]+$/.test(party)) return [`${party}#${party.slice("did:key:".length)}`]
  if (party.startsWith("did:")) return [party.replace(/^(did:web:[^:#%]+)%3a/, "$1%3A")]
  const place = placeOf(party)
  return [...(handle.test(party) ? [party] : []), ...(place === null ? [] : [place])]
}

/** Answers from the latest list; null if no list is new enough. */
export const openList = (
  options: OfflineOptions,
): ((party: string, price: number | null) => Promise<Check | null>) => {
  const { court, listAgeMaxMs = ageMaxUsual, now = Date.now } = options
  let list: List | null = null
  let loading: Promise<void> | null = null
  let triedAt = Number.NEGATIVE_INFINITY
  let keys = options.keys ?? null
  const read = async (path: string) => {
    const answer = await (options.fetch ?? globalThis.fetch)(new URL(path, court), { redirect: "error" })
    if (!answer.ok) throw new Error(`The court answers ${answer.status}.`)
    return answer
  }
  const readBytes = async (path: string) => new Uint8Array(await (await read(path)).arrayBuffer())
  const readWhole = async (by: ReadonlyArray<ListKey>) => readList(await readBytes(listPath), by)
  /** The next list by what changed; null if the court has no changes since this one, or wrong ones. */
  const readChanges = async (known: List, by: ReadonlyArray<ListKey>) => {
    try {
      return await applyDelta(await readBytes(`${listPath}?since=${known.head.sha256}`), known, by)
    } catch {
      return null
    }
  }
  const load = async () => {
    if (keys === null) {
      const answer = await read("/.well-known/jwks.json")
      const document = (await answer.json()) as { readonly keys: ReadonlyArray<ListKey> }
      keys = document.keys
    }
    const found = (list === null ? null : await readChanges(list, keys)) ?? (await readWhole(keys))
    // Whoever serves an older list again hides what has happened since.
    if (list === null || found.head.asOf >= list.head.asOf) list = found
  }
  const refresh = () => {
    if (loading !== null || now() - triedAt < refreshMs) return loading
    triedAt = now()
    loading = load().finally(() => {
      loading = null
    })
    return loading
  }
  const isFresh = ({ head }: List) => now() - Date.parse(head.asOf) <= listAgeMaxMs
  return async (party, price) => {
    const refreshed = refresh()
    if (list === null || !isFresh(list)) await refreshed
    // A list that can't be had now is asked for again later.
    else refreshed?.catch(() => {})
    if (list === null || !isFresh(list)) return null
    const { head, rows } = list
    for (const name of spellings(party)) {
      const said = await findName(head.salt, rows, name)
      if (said === null) continue
      const cap = said.stakeCents
      const isAbove = said.advice === "trust" && price !== null && price > cap
      const why = [`By the list of ${head.asOf}${isAbove ? ", its stake may be less than the price" : ""}.`]
      return { ...said, advice: isAbove ? "caution" : said.advice, party, agent: party, cap, why }
    }
    const nobody = { agent: null, label: null, stakeCents: null, cap: null }
    return { party, ...nobody, advice: "unknown", why: [`The list of ${head.asOf} has no such name.`] }
  }
}
