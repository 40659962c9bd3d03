/** Which traces are recorded: as OpenTelemetry's variables say, or else so many a second that tracing costs little under any load. */

/** A trace as its caller began it, or null where it begins here. */
export interface Begun {
  readonly traceId: string
  readonly sampled: boolean
}

/** Whether the trace of a piece of work is recorded. */
export type Sampler = (begun: Begun | null) => boolean

/** Traces that are recorded in a second at most where no variable says otherwise. */
export const perSecond = 20

/** Where no variable says otherwise: what a caller does not record is not recorded; of the rest, all up to a number each second. */
export const limited = (max: number = perSecond, now: () => number = () => performance.now()): Sampler => {
  let second = Number.NEGATIVE_INFINITY
  let left = max
  return (begun) => {
    if (begun?.sampled === false) return false
    const current = Math.floor(now() / 1_000)
    if (current !== second) {
      second = current
      left = max
    }
    if (left === 0) return false
    left -= 1
    return true
  }
}

const always: Sampler = () => true
const never: Sampler = () => false

/** The same share of traces in every process: by the last 52 bits of a trace's id. What begins here has no id yet, and is drawn. */
const share =
  (ratio: number, draw: () => number): Sampler =>
  (begun) =>
    (begun === null ? draw() : Number.parseInt(begun.traceId.slice(-13), 16) / 2 ** 52) < ratio

const asCallers =
  (otherwise: Sampler): Sampler =>
  (begun) =>
    begun === null ? otherwise(null) : begun.sampled

/** What `OTEL_TRACES_SAMPLER` may say. */
const named: Readonly<Record<string, (ratio: number, draw: () => number) => Sampler>> = {
  always_on: () => always,
  always_off: () => never,
  traceidratio: share,
  parentbased_always_on: () => asCallers(always),
  parentbased_always_off: () => asCallers(never),
  parentbased_traceidratio: (ratio, draw) => asCallers(share(ratio, draw)),
}
export const names: ReadonlyArray<string> = Object.keys(named)

/** The sampler of a name of OpenTelemetry, with the share of traces (0 to 1) where it takes one; null where there is no such name. */
export const byName = (name: string, ratio: number, draw: () => number = Math.random): Sampler | null =>
  Object.hasOwn(named, name) ? (named[name]?.(ratio, draw) ?? null) : null
