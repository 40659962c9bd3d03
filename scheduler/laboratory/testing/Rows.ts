/** The summary of a run with invented entries, for tests. */
import { type MeasureName, measureNames } from "../engine/Measure.ts"
import type { EntryColumns, Names, Summary } from "../engine/Result.ts"

/** The summary of a run with invented entries, of which two were never satisfied. */
export const summary = (length: number): Summary => {
  const values = (of: (i: number) => number) => Float64Array.from({ length }, (_, i) => of(i))
  const small = (of: (i: number) => number) => Uint8Array.from({ length }, (_, i) => of(i))
  const entries: EntryColumns = {
    length,
    entry: Uint32Array.from({ length }, (_, i) => i),
    bound: Uint32Array.from({ length }, (_, i) => i % 5),
    favoured: Uint32Array.from({ length }, (_, i) => (i + 1) % 5),
    population: small((i) => i % 2),
    strategy: small(() => 0),
    kind: small((i) => i % 3),
    status: small((i) => (i < 2 ? 1 : 0)),
    amountCents: values((i) => 100 * i),
    recoveredCents: values((i) => 50 * i),
    filedHours: values((i) => i),
    deliveredHours: values((i) => i + 1.25),
    dueHours: values((i) => i + 73.25),
    performedHours: values((i) => (i < 2 ? Number.NaN : i + 10)),
    doneHours: values((i) => (i < 3 ? Number.NaN : i + 9)),
    satisfiedHours: values((i) => (i < 2 ? Number.NaN : i + 20.5)),
    supersededHours: values(() => Number.NaN),
    reputation: Int32Array.from({ length }, (_, i) => (i < 2 ? -3 : 1)),
    disputes: small(() => 0),
    appeals: small(() => 0),
    wrong: small((i) => (i === 0 ? 1 : 0)),
  }
  const names: Names = {
    populations: ["honest, mostly", 'the "others"'],
    strategies: ["honours-promptly"],
    kinds: ["pay", "perform", "refrain"],
    statuses: ["satisfied", "unsatisfied", "superseded"],
    labels: ["good", "in default"],
  }
  const totals = Object.fromEntries(
    measureNames.map((name, i) => [name, name === "defaultRate" ? Number.NaN : i]),
  )
  return {
    scenario: "s",
    seed: 4_000_000_000,
    start: 0,
    horizonHours: 100,
    events: 10,
    // The type of `Object.fromEntries` does not say that every name is there.
    totals: totals as { readonly [M in MeasureName]: number },
    populations: {},
    months: {},
    samples: [
      { atHours: 0, values: { defaultRate: Number.NaN, matters: 0 } },
      { atHours: 50, values: { defaultRate: 0.5, matters: 3 } },
    ],
    names,
    agents: {
      length: 3,
      population: Uint8Array.from([0, 0, 1]),
      stakeCents: Float64Array.from([1, 2, 3]),
      reputation: Int32Array.from([1, 1, -6]),
      label: Uint8Array.from([0, 0, 1]),
    },
    entries,
    memory: null,
  }
}
