/** Requests over `fetch`: the credential, the key of an act, and which attempts are repeated after which pause. */
import type { Duration } from "effect"
import { type Failure, problemOf, Refused, UnexpectedAnswer, Unreachable } from "./Failure.ts"
import { millisecondsOf } from "./Milliseconds.ts"
import { type Callable, type Parts, type Sent, sendNothingWrong, strayIn } from "./Request.ts"
import * as Signing from "./Signing.ts"

/** The choices of a client: which court, who calls, and how often a call is repeated. */
export interface Options {
  /** The address of the court, such as `https://court.example`, without `/api/v1`. */
  readonly baseUrl: string
  /** The key that enrolment showed; reads that anybody may make don't need it. */
  readonly apiKey?: string
  /** Signs each request (RFC 9421) in place of `apiKey`: a private key that the agent has proven to the court, and the id of that proof. */
  readonly key?: Signing.Key
  /** The differences from the standard policy of five attempts, each as long as the operation may take. */
  readonly retry?: Partial<RetryPolicy>
  /** `fetch` of the platform if left out. */
  readonly fetch?: typeof globalThis.fetch
}

/** An address with its scheme, or on a page one of the page's own host. */
const address = /^(?:https?:\/\/|\/|$)/i

/** Throws a `TypeError` that says what is wanted if these aren't options, such as an address alone: programs without types need it. */
export const checkOptions = (options: Options): void => {
  const given: unknown = options
  if (
    typeof given === "object" &&
    given !== null &&
    "baseUrl" in given &&
    typeof given.baseUrl === "string" &&
    address.test(given.baseUrl)
  ) {
    if (options.apiKey !== undefined && options.key !== undefined)
      throw new TypeError(
        "a client takes either an apiKey or a key that signs: the court refuses both together",
      )
    return
  }
  throw new TypeError(
    'a client takes the address of the court, "https://court.example", or an object with it: { baseUrl: "https://court.example" }',
  )
}

/** The options of a client, of which the address may stand before the others. */
export const optionsOf = (given: Options | string, more: Omit<Options, "baseUrl"> = {}): Options =>
  typeof given === "string" ? { ...more, baseUrl: given } : given

export interface Page {
  readonly nextCursor: string | null
  readonly items?: ReadonlyArray<unknown>
  readonly entries?: ReadonlyArray<unknown>
}

/** The choices of one call: so far the name of its act. */
export interface CallOptions {
  /** Names the act, so that a repetition by another process gets the first answer: 1 to 200 printable characters. Fresh if left out. */
  readonly idempotencyKey?: string
}

interface Answer {
  readonly status: number
  readonly retryAfterSeconds: number | null
  readonly text: string
}

/** A random name for an act. `randomUUID` is missing on pages that are not served over TLS. */
const freshKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join(
    "",
  )

/** Seconds of `Retry-After`, which may be a number or a date. */
const secondsOf = (header: string | null): number | null => {
  if (header === null) return null
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.max(0, seconds) : null
}

/** The last `Court-Read-Position` that each caller was told. It is sent back, so that no later answer shows less than an earlier one. */
const positions = new WeakMap<Options, string>()

/** One attempt; rejects if no answer came. */
const attempt = async (
  options: Options,
  { method }: Callable,
  sent: Sent,
  key: string | null,
  signal: AbortSignal,
): Promise<Answer> => {
  const position = positions.get(options)
  const url = `${options.baseUrl.replace(/\/+$/, "")}${sent.target}`
  const headers = {
    ...sent.headers,
    ...(options.apiKey === undefined ? {} : { authorization: `Bearer ${options.apiKey}` }),
    ...(key === null ? {} : { "idempotency-key": key }),
    ...(position === undefined ? {} : { "court-read-position": position }),
    ...(sent.body === null ? {} : { "content-type": "application/json" }),
  }
  const request = { method, url, headers, body: sent.body }
  const response = await (options.fetch ?? fetch)(url, {
    method,
    signal,
    // A credential is not carried on to the address that an answer points to.
    redirect: "manual",
    // Each attempt is signed anew, since a signature is of its time.
    headers:
      options.key === undefined ? headers : { ...headers, ...(await Signing.sign(options.key, request)) },
    ...(sent.body === null ? {} : { body: sent.body }),
  })
  const told = response.headers.get("court-read-position")
  if (told !== null) positions.set(options, told)
  const retryAfterSeconds = secondsOf(response.headers.get("retry-after"))
  return { status: response.status, retryAfterSeconds, text: await response.text() }
}

/** The services that a call needs of its host: time that passes, until the signal at most, and chance, a number in [0, 1). */
export interface Host {
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
  readonly chance: () => number
  readonly signal?: AbortSignal
}

/** The longest time of a timer of the platform. A longer one would end at once. */
const timerMax = 2 ** 31 - 1

export const platform: Host = {
  sleep: (ms, signal) =>
    new Promise((resolve) => {
      if (ms > timerMax) return
      const timer = setTimeout(resolve, ms)
      signal.addEventListener("abort", () => clearTimeout(timer), { once: true })
    }),
  chance: Math.random,
}

/** An answer, or the reason why no answer came: the attempt failed, or took too long. */
type Outcome = { readonly answer: Answer } | { readonly cause: unknown }

/** The answer to an attempt, which is broken off if it takes too long. The timer ends with the answer. */
const inTime = async (
  host: Host,
  ms: number,
  attempting: (signal: AbortSignal) => Promise<Answer>,
): Promise<Outcome> => {
  const [request, timer] = [new AbortController(), new AbortController()]
  const breakOff = () => request.abort()
  host.signal?.addEventListener("abort", breakOff, { once: true })
  const late = host.sleep(ms, timer.signal).then(() => {
    breakOff()
    return { cause: new Error(`there was no answer within ${ms} ms`) }
  })
  const answered = attempting(request.signal).then(
    (answer) => ({ answer }),
    (cause: unknown) => ({ cause }),
  )
  const first = await Promise.race([late, answered])
  host.signal?.removeEventListener("abort", breakOff)
  timer.abort()
  return first
}

/** The failure that an answer without success states. */
const failureOf = (operation: Callable, { status, retryAfterSeconds, text }: Answer): Failure => {
  const problem = problemOf(text)
  if (problem === null)
    return new UnexpectedAnswer({
      operation: operation.name,
      status,
      errors: [{ path: "", message: "the answer is not a problem of this interface" }],
    })
  const { code, rule, title, detail, errors = [] } = problem
  return new Refused({
    operation: operation.name,
    status,
    code,
    rule: rule ?? null,
    title,
    detail,
    errors,
    retryAfterSeconds,
  })
}

/** Calls an operation of a court. Rejects with a `Failure`. */
export const call = async (
  options: Options,
  operation: Callable,
  parts: Parts,
  { idempotencyKey }: CallOptions = {},
  host: Host = platform,
): Promise<unknown> => {
  sendNothingWrong(operation.name, strayIn(parts))
  const sent = operation.request(parts)
  const policy = { ...standard, ...options.retry }
  const timeoutMs = policy.timeout === null ? operation.answerSeconds * 1000 : millisecondsOf(policy.timeout)
  const key = operation.acts ? (idempotencyKey ?? freshKey()) : null
  // The court keeps first answers only for callers with a credential.
  const repeatable = !operation.acts || (operation.keyed && (options.apiKey ?? options.key) !== undefined)
  let everLost = false
  for (let made = 1; ; made++) {
    const outcome = await inTime(host, timeoutMs, (signal) => attempt(options, operation, sent, key, signal))
    const answer = "answer" in outcome ? outcome.answer : null
    if (answer !== null && answer.status >= 200 && answer.status < 300)
      return operation.answer(answer.status, answer.text)
    const failure = answer === null ? null : failureOf(operation, answer)
    const ended: Ended = {
      status: answer?.status ?? null,
      code: failure?._tag === "Refused" ? failure.code : null,
      retryAfterSeconds: answer?.retryAfterSeconds ?? null,
      repeatable,
    }
    everLost ||= isLost(ended) && operation.acts
    const pause = pauseAfter(policy, made, ended, host.chance())
    if (pause !== null && host.signal?.aborted !== true) {
      await host.sleep(pause, host.signal ?? new AbortController().signal)
      continue
    }
    // A refusal under the same key is final: if an earlier attempt had acted, its answer would have been repeated.
    if (failure !== null && !isLost(ended) && !(everLost && isTurnedAway(ended))) throw failure
    throw new Unreachable({
      operation: operation.name,
      address: options.baseUrl,
      attempts: made,
      nothingRecorded: !everLost,
      idempotencyKey: key,
      cause: "cause" in outcome ? outcome.cause : failure,
    })
  }
}

interface RetryPolicy {
  /** Attempts in all; 1 never repeats. */
  readonly attempts: number
  /** The pause after the first failed attempt. It doubles with each attempt, and half of it is random. */
  readonly firstPauseMs: number
  /** The longest pause. If the court asks for a longer one, the call fails and says how long it is. */
  readonly longestPauseMs: number
  /** An attempt without an answer by then counts as lost. If it is null, each operation has its own time. */
  readonly timeout: Duration.DurationInput | null
}

/** The repetition of a client that is told nothing else: five attempts, with pauses of 250 ms to 30 s. */
export const standard: RetryPolicy = {
  attempts: 5,
  firstPauseMs: 250,
  longestPauseMs: 30_000,
  timeout: null,
}

/** How one attempt ended, as far as the next depends on it. The status is null if no answer came. */
interface Ended {
  readonly status: number | null
  readonly code: string | null
  readonly retryAfterSeconds: number | null
  /** Whether another attempt can't act twice, whatever the court did with this one. */
  readonly repeatable: boolean
}

/** With these statuses nothing was recorded: the court, or a proxy before it, turned the request away for the moment. */
const turnedAway: ReadonlySet<number> = new Set([408, 429, 503])
/** A share or a figure of the rules is used up. The court states no time, since acts of others free it. */
const isUsedUp = ({ status, code, retryAfterSeconds }: Ended): boolean =>
  status === 429 && code !== null && retryAfterSeconds === null
/** With these statuses a proxy had no answer from the court, which may have acted. */
const lost: ReadonlySet<number> = new Set([502, 504])

/** Whether the attempt was turned away before anything was recorded. */
const isTurnedAway = (ended: Ended): boolean =>
  ended.status !== null && turnedAway.has(ended.status) && !isUsedUp(ended)
/** Whether the attempt may have been recorded without an answer that says so. */
const isLost = ({ status }: Ended): boolean => status === null || lost.has(status)

/**
 * The pause before the next attempt, in milliseconds; null if no attempt follows. A refusal is never repeated. The client repeats attempts
 * that were turned away, lost attempts that can't act twice, and attempts that met an earlier one of the same key under way. `chance` is a
 * random number in [0, 1).
 */
const pauseAfter = (policy: RetryPolicy, attempt: number, ended: Ended, chance: number): number | null => {
  const { code, retryAfterSeconds, repeatable } = ended
  const again = isTurnedAway(ended) || code === "key_in_flight" || (isLost(ended) && repeatable)
  if (!again || attempt >= policy.attempts) return null
  const backOff = policy.firstPauseMs * 2 ** (attempt - 1)
  if (retryAfterSeconds === null) return Math.min(policy.longestPauseMs, backOff * (0.5 + chance / 2))
  const asked = retryAfterSeconds * 1000
  // A little later than asked, so that callers that were turned away together don't come back together.
  return asked > policy.longestPauseMs ? null : asked + chance * policy.firstPauseMs
}
