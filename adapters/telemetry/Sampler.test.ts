import { describe, expect, it } from "vitest"
import * as Sampler from "./Sampler.ts"

const traceId = (share: number): string =>
  Math.floor(share * 2 ** 52)
    .toString(16)
    .padStart(32, "0")
const begun = (sampled: boolean, share = 0.5): Sampler.Begun => ({ traceId: traceId(share), sampled })

/** Whether a sampler of this name takes what begins here (drawn at 0.5), what its caller records, and what its caller doesn't. */
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
    "%s with %s takes its own, the recorded and the unrecorded of its callers: %j",
    (name, ratio, taken) => {
      expect(takes(name, ratio)).toEqual(taken)
    },
  )

  it("a share is that of the trace's id, so that each process takes the same traces", () => {
    const sampler = Sampler.byName("traceidratio", 0.25)
    expect([0, 0.2499, 0.2501, 0.9999].map((share) => sampler?.(begun(true, share)))).toEqual([
      true,
      true,
      false,
      false,
    ])
  })

  it("knows no other names", () => {
    expect(["", "jaeger_remote", "toString"].map((name) => Sampler.byName(name, 1))).toEqual([
      null,
      null,
      null,
    ])
  })

  it("where nothing is said takes so many each second, of callers too, and none that a caller leaves out", () => {
    let now = 10_000
    const sampler = Sampler.limited(3, () => now)
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
