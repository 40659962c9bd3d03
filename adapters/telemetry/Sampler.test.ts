import { describe, expect, it } from "vitest"
import * as Sampler from "./Sampler.ts"

const traceId = (share: number): string =>
  Math.floor(share * 2 ** 52)
    .toString(16)
    .padStart(32, "0")
const begun = (sampled: boolean, share = 0.5): Sampler.Begun => ({ traceId: traceId(share), sampled })

/** Whether a sampler takes a trace that begins here (and draws 0.5), a trace that its caller records, and a trace that its caller doesn't. */
const takes = (name: string, ratio: number): ReadonlyArray<boolean> => {
  const sampler = Sampler.byName(name, ratio, () => 0.5)
  if (sampler === null) throw new Error(`no sampler ${name}`)
  return [sampler(null), sampler(begun(true)), sampler(begun(false))]
}

describe("which traces are recorded", () => {
  it.each([
    ["always_on", 1, [true, true, true]],
    ["always_off", 1, [false, false, false]],
    ["traceidratio", 0.6, [true, true, true]],
    ["traceidratio", 0.4, [false, false, false]],
    ["parentbased_always_on", 1, [true, true, false]],
    ["parentbased_always_off", 1, [false, true, false]],
    ["parentbased_traceidratio", 0.6, [true, true, false]],
    ["parentbased_traceidratio", 0.4, [false, true, false]],
  ] as const)(
    "%s with the ratio %s takes traces that begin here, recorded by a caller, not recorded by a caller: %j",
    (name, ratio, taken) => {
      expect(takes(name, ratio)).toEqual(taken)
    },
  )

  it("a ratio is applied to the trace's id, so that every process takes the same traces", () => {
    const sampler = Sampler.byName("traceidratio", 0.25)
    expect([0, 0.2499, 0.2501, 0.9999].map((share) => sampler?.(begun(true, share)))).toEqual([
      true,
      true,
      false,
      false,
    ])
  })

  it("a sampler of any other name is unknown", () => {
    expect(["", "jaeger_remote", "toString"].map((name) => Sampler.byName(name, 1))).toEqual([
      null,
      null,
      null,
    ])
  })

  it("the default takes a limited number of traces a second, and none that the caller does not record", () => {
    let now = 10_000
    const sampler = Sampler.makeSampler(3, () => now)
    expect([null, begun(true), begun(false), null, null, begun(true)].map(sampler)).toEqual([
      true,
      true,
      false,
      true,
      false,
      false,
    ])
    now = 11_000
    expect([null, null, null, null].map(sampler)).toEqual([true, true, true, false])
  })
})
