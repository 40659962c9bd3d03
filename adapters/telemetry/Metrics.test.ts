import { Metric } from "effect"
import { describe, expect, it } from "vitest"
import { asLabel, family } from "./Family.ts"
import * as Metrics from "./Metrics.ts"
import * as Prometheus from "./Prometheus.ts"

const linesOf = (name: string): ReadonlyArray<string> =>
  Prometheus.text()
    .split("\n")
    .filter(
      (line) =>
        line.startsWith(name) || line.startsWith(`# HELP ${name}`) || line.startsWith(`# TYPE ${name}`),
    )

describe("a metric", () => {
  it("has a series for each set of labels, and leaves out a label without a value", () => {
    const tried = family({
      name: "test.tried",
      form: "counter",
      unit: null,
      about: "Tries.",
      labels: ["test.way", "error.type"],
    })
    tried.record(1, "left", "")
    tried.record(2, "left", "")
    tried.under("right", "E_1")(3)
    expect(linesOf("test_tried_total")).toEqual([
      "# HELP test_tried_total Tries.",
      "# TYPE test_tried_total counter",
      'test_tried_total{test_way="left"} 3',
      'test_tried_total{test_way="right",error_type="E_1"} 3',
    ])
  })

  it("keeps a bounded number of series, and counts the rest in one", () => {
    const many = family({ name: "test.many", form: "counter", unit: null, about: "Many.", labels: ["n"] })
    for (let n = 0; n < 3_000; n++) many.record(1, String(n))
    many.record(1, "2999")
    const lines = linesOf("test_many_total{")
    expect(lines).toHaveLength(1_025)
    expect(lines).toContain('test_many_total{n="_OTHER"} 1977')
  })

  it("shows an error by its code or name, and never by a sentence", () => {
    expect(["SQLITE_FULL", "ECONNREFUSED", "TypeError", "57P01"].map(asLabel)).toEqual([
      "SQLITE_FULL",
      "ECONNREFUSED",
      "TypeError",
      "57P01",
    ])
    for (const words of ["no route to 10.0.0.1", "adc-key", "", "x".repeat(33)])
      expect(asLabel(words)).toBe("_OTHER")
  })
})

describe("the text for Prometheus", () => {
  it("ends the name of a duration with its unit, and gives its buckets up to +Inf", () => {
    const taken = family({ name: "test.taken", form: "histogram", unit: "s", about: "Taken.", labels: [] })
    for (const value of [0.0004, 0.2, 1_000]) taken.record(value)
    const lines = linesOf("test_taken_seconds")
    expect(lines).toContain("# TYPE test_taken_seconds histogram")
    expect(lines).toContain('test_taken_seconds_bucket{le="0.0005"} 1')
    expect(lines).toContain('test_taken_seconds_bucket{le="0.25"} 2')
    expect(lines).toContain('test_taken_seconds_bucket{le="120"} 2')
    expect(lines).toContain('test_taken_seconds_bucket{le="+Inf"} 3')
    expect(lines).toContain("test_taken_seconds_sum 1000.2004")
    expect(lines).toContain("test_taken_seconds_count 3")
  })

  it("shows levels and set values as gauges", () => {
    const held = family({ name: "test.held", form: "level", unit: "By", about: "Held.", labels: [] })
    held.record(5)
    held.record(-2)
    family({ name: "test.set", form: "gauge", unit: null, about: "Set.", labels: [] }).record(7)
    expect(linesOf("test_held_bytes").slice(1)).toEqual(["# TYPE test_held_bytes gauge", "test_held_bytes 3"])
    expect(linesOf("test_set").at(-1)).toBe("test_set 7")
  })

  it("escapes labels and descriptions, also those of an embedder's own metrics", () => {
    const odd = Metric.tagged(Metric.counter("odd-name", { description: "two\nlines" }), "l", 'a"b\\c\nd')
    odd.unsafeUpdate(1, [])
    expect(linesOf("odd_name")).toEqual([
      "# HELP odd_name two\\nlines",
      "# TYPE odd_name gauge",
      'odd_name{l="a\\"b\\\\c\\nd"} 1',
    ])
  })

  it("leaves out metrics of a form that it does not know", () => {
    Metric.frequency("test.frequency").unsafeUpdate("word", [])
    expect(linesOf("test_frequency")).toEqual([])
  })
})

describe("the metrics of a court", () => {
  it("have names that differ in both spellings, a sentence each, and labels in OpenTelemetry's style", () => {
    const spelled = Metrics.all.map(Prometheus.prometheusName)
    expect(new Set(spelled).size).toBe(Metrics.all.length)
    for (const { name, about, labels } of Metrics.all) {
      expect(name).toMatch(/^[a-z]+(?:[._][a-z0-9]+)+$/)
      expect(about).toMatch(/^[A-Z].*\.$/)
      for (const label of labels) expect(label).toMatch(/^[a-z]+(?:[._][a-z]+)+$/)
    }
  })

  it("are all in the list", () => {
    const defined = Object.values(Metrics).filter((value) => !Array.isArray(value))
    expect(new Set(Metrics.all)).toEqual(new Set(defined))
  })
})
