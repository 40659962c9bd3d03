/** Which traces are recorded: as OpenTelemetry's variables say, or else a number a second that costs little under any load. */

export interface Begun {
  readonly traceId: string
  readonly sampled: boolean
}

/** Whether a trace is recorded; null stands for a trace that begins here. */
export type Sampler = (begun: Begun | null) => boolean

/** The largest number of traces that are recorded in a second, unless a variable says otherwise. */
export const perSecond = 20

/** The default sampler: it records no trace that the caller doesn't record, and of the others up to a number each second. */
export const makeSampler = (
  max: number = perSecond,
  now: () => number = () => performance.now(),
): Sampler => {
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

/** Records a share of traces, by the last 52 bits of their ids, so that all processes choose the same. A trace that begins here has no id yet, so it is drawn by chance. */
const share =
  (ratio: number, draw: () => number): Sampler =>
  (begun) =>
    (begun === null ? draw() : Number.parseInt(begun.traceId.slice(-13), 16) / 2 ** 52) < ratio

const asCallers =
  (otherwise: Sampler): Sampler =>
  (begun) =>
    begun === null ? otherwise(null) : begun.sampled

const named: Readonly<Record<string, (ratio: number, draw: () => number) => Sampler>> = {
  always_on: () => always,
  always_off: () => never,
  traceidratio: share,
  parentbased_always_on: () => asCallers(always),
  parentbased_always_off: () => asCallers(never),
  parentbased_traceidratio: (ratio, draw) => asCallers(share(ratio, draw)),
}
/** The names of the samplers that a configuration may choose. */
export const names: ReadonlyArray<string> = Object.keys(named)

/**
 * The sampler with a name of OpenTelemetry; `ratio` is the share of traces (0 to 1) for samplers that take a share. Null if OpenTelemetry
 * has no such name.
 */
export const byName = (name: string, ratio: number, draw: () => number = Math.random): Sampler | null =>
  Object.hasOwn(named, name) ? (named[name]?.(ratio, draw) ?? null) : null
