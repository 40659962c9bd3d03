/**
 * The gate: it asks the court for a party before money moves, and says whether to go on. It needs `fetch` and nothing else. If the court
 * gives no answer in time, it is closed, or open if its owner says so.
 */

import type { Check } from "./Check.ts"
import { type OfflineOptions, openList } from "./Offline.ts"

/** Whether to deal, why not, and what the answer rests on. */
export interface Verdict {
  readonly allow: boolean
  readonly why: ReadonlyArray<string>
  /** The answer of the court; null if no answer came in time. */
  readonly check: Check | null
}

type Allows = "allow" | "refuse"

/** The address of the court, such as https://court.example, is `court`. */
export interface Options extends OfflineOptions {
  /** The least stake that a party must have, in cents of USD. */
  readonly stakeAtLeast?: number
  /** The labels that are let through. Without it the advice of the court decides. */
  readonly labels?: ReadonlyArray<string>
  /** The price of a deal in cents of USD, from whatever the adapter passes on; null or undefined if it is not known. */
  readonly priceOf?: (deal: unknown) => number | null | undefined
  /** A party of which the court knows nothing against it and nothing for it. `refuse` if left out. */
  readonly onUnknown?: Allows
  /** No answer within the time, or no readable one. `refuse` if left out: the gate fails closed. */
  readonly onFailure?: Allows
  readonly timeoutMs?: number
  /** The signal that aborts after a time; `AbortSignal.timeout` if left out. */
  readonly timer?: (ms: number) => AbortSignal
  /** Whether the gate reads the court's list and answers from it, so that the court does not learn who is looked up. */
  readonly offline?: boolean
}

/** A gate in front of a payment: it asks a court, or reads its signed list, before the money moves. */
export interface Gate {
  /**
   * Whether to deal with a party, by all names that it has. The first is the name that cannot be borrowed, such as the address that is
   * paid. Another counts only against the party. `deal` is what `priceOf` reads.
   */
  readonly ask: (party: string | ReadonlyArray<string>, deal?: unknown) => Promise<Verdict>
}

const timeoutMsUsual = 300

const isText = (value: unknown): value is string => typeof value === "string"

/** An answer of a court; null if it has not the shape of one. */
const readCheck = (body: unknown): Check | null => {
  if (typeof body !== "object" || body === null) return null
  const { party, agent, label, stakeCents, cap, advice, why }: Record<string, unknown> = { ...body }
  const number = (value: unknown) => (typeof value === "number" ? value : null)
  return isText(party) && isText(advice) && Array.isArray(why)
    ? {
        party,
        agent: isText(agent) ? agent : null,
        label: isText(label) ? label : null,
        stakeCents: number(stakeCents),
        cap: number(cap),
        advice,
        why: why.filter(isText),
      }
    : null
}

/** The reasons of the owner's policy against a party; empty if the party is let through. */
const reasonsAgainst = (check: Check, options: Options): ReadonlyArray<string> => {
  const { stakeAtLeast = 0, labels, onUnknown = "refuse" } = options
  const { advice, label, stakeCents } = check
  const staked = stakeCents ?? 0
  return [
    ...(staked < stakeAtLeast ? [`Its stake is ${staked} cents, and ${stakeAtLeast} are asked for.`] : []),
    ...(advice === "avoid" || (labels === undefined && advice === "caution")
      ? [`The court advises: ${advice}.`]
      : []),
    ...(advice === "unknown" && onUnknown === "refuse" ? ["The court does not know enough of it."] : []),
    ...(labels !== undefined && label !== null && !labels.includes(label)
      ? [`Its label is "${label}".`]
      : []),
  ]
}

/**
 * The verdict on all names of one party. The first speaks for it. Whoever states another name may have borrowed it, so that such a name
 * lets nobody through, and refuses if the court knows something against it.
 */
const judge = (checks: ReadonlyArray<Check>, options: Options): Verdict => {
  const judged = checks
    .filter(({ agent }, index) => index === 0 || agent !== null)
    .map((check) => ({ check, against: reasonsAgainst(check, options) }))
  const [shown] = [...judged].sort((one, other) => other.against.length - one.against.length)
  return {
    allow: judged.every(({ against }) => against.length === 0),
    why: [...(shown?.against ?? []), ...(shown?.check.why ?? [])],
    check: shown?.check ?? null,
  }
}

/** A gate by a policy: what a party must show, and what happens when nothing is known or the court does not answer. */
export const gate = (options: Options): Gate => {
  const { court, priceOf, onFailure = "refuse", timeoutMs = timeoutMsUsual } = options
  const { timer = (ms) => AbortSignal.timeout(ms) } = options
  const list = options.offline === true ? openList(options) : null
  const askCourt = async (party: string, price: number | null, signal: AbortSignal) => {
    if (list !== null) return list(party, price)
    const url = new URL("/api/v1/check", court)
    url.searchParams.set("party", party)
    if (price !== null) url.searchParams.set("priceCents", String(price))
    // The court is read from globalThis at each call, so that a program may replace it.
    const answer = await (options.fetch ?? globalThis.fetch)(url, { signal, redirect: "error" })
    return answer.ok ? readCheck(await answer.json()) : null
  }
  const askAll = async (names: ReadonlyArray<string>, deal: unknown, signal: AbortSignal) => {
    const stated = priceOf?.(deal)
    const price = stated === null || stated === undefined ? null : Math.ceil(stated)
    return Promise.all(names.map((name) => askCourt(name, price, signal)))
  }
  const ask: Gate["ask"] = async (party, deal) => {
    const names = typeof party === "string" ? [party] : party
    const signal = timer(timeoutMs)
    const late = new Promise<never>((_, reject) => {
      const end = () => reject(signal.reason)
      if (signal.aborted) end()
      else signal.addEventListener("abort", end)
    })
    try {
      const answers = await Promise.race([askAll(names, deal, signal), late])
      const checks = answers.filter((one) => one !== null)
      if (names.length > 0 && checks.length === names.length) return judge(checks, options)
    } catch {
      // Nothing was learnt in time.
    }
    return { allow: onFailure === "allow", why: ["The court gave no answer in time."], check: null }
  }
  return { ask }
}
