/** A metric with labels: one series of Effect's metrics for each set of their values. */
import { Metric, MetricBoundaries, MetricKey, MetricLabel } from "effect"

/** `level` goes up and down; `gauge` is set; `histogram` takes seconds. */
export type Form = "counter" | "level" | "gauge" | "histogram"

/** The definition of a metric, before anything is recorded. */
export interface Definition<Labels extends ReadonlyArray<string>> {
  /** As OpenTelemetry writes it, such as `http.server.request.duration`. */
  readonly name: string
  readonly form: Form
  /** By UCUM, such as `s` and `By`; null for a plain number. */
  readonly unit: "s" | "By" | null
  /** The meaning of its values, in one sentence for whoever reads a chart of it. */
  readonly about: string
  /** The names of its labels. Their values come from fixed sets: no text that a caller sends becomes a value. */
  readonly labels: Labels
}

type Values<Labels extends ReadonlyArray<string>> = { readonly [Place in keyof Labels]: string }

/** A metric with its labels: a series for each of their values. */
export interface Family<Labels extends ReadonlyArray<string> = ReadonlyArray<string>>
  extends Definition<Labels> {
  /**
   * Adds a value to a counter or a level, sets a gauge, or counts in a histogram. The values of the labels follow in their order; an empty
   * one leaves its label out.
   */
  readonly record: (value: number, ...values: Values<Labels>) => void
  /** `record` for fixed values of the labels, which is faster: for what happens several times in every request. */
  readonly under: (...values: Values<Labels>) => (value: number) => void
}

/** The boundaries of the buckets of durations, in seconds: the boundaries of OpenTelemetry for HTTP, with finer ones for a store. */
const seconds = MetricBoundaries.fromIterable([
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120,
])

/** The largest number of series of a metric. All further values share one series, so that memory is bounded even if a set of values is not. */
const seriesMax = 1_024
const beyond = "_OTHER"

/** A code or the name of an error as the value of a label; `_OTHER` if it could be a text. */
export const asLabel = (name: string): string => (/^[A-Za-z0-9_]{1,32}$/.test(name) ? name : beyond)

interface Series {
  readonly unsafeUpdate: (value: number, tags: ReadonlyArray<MetricLabel.MetricLabel>) => void
}

// The labels are part of the key. A metric that is tagged afterwards makes its key anew, and looks for its series, at each value.
const makeSeries = (
  { name, form, about: description }: Definition<ReadonlyArray<string>>,
  labels: ReadonlyArray<MetricLabel.MetricLabel>,
): Series => {
  const tag = MetricKey.taggedWithLabels(labels)
  switch (form) {
    case "counter":
      return Metric.fromMetricKey(tag(MetricKey.counter(name, { description, incremental: true })))
    case "level":
      return Metric.fromMetricKey(tag(MetricKey.counter(name, { description })))
    case "gauge":
      return Metric.fromMetricKey(tag(MetricKey.gauge(name, { description })))
    case "histogram":
      return Metric.fromMetricKey(tag(MetricKey.histogram(name, seconds, description)))
  }
}

/** The series of one set of values. Effect's exporter takes the unit from a label named `unit`. */
const seriesOf = (definition: Definition<ReadonlyArray<string>>, values: ReadonlyArray<string>): Series => {
  const labels = definition.labels.map((label, i) => MetricLabel.make(label, values[i] ?? beyond))
  const unit = definition.unit === null ? [] : [MetricLabel.make("unit", definition.unit)]
  return makeSeries(definition, [...unit, ...labels.filter(({ value }) => value !== "")])
}

const keyOf = (values: ReadonlyArray<string>): string => {
  let key = ""
  for (const value of values) key += `\n${value}`
  return key
}

const untagged: ReadonlyArray<never> = []

/** A metric that is ready to record. It makes a series when values of its labels are first recorded. */
export const family = <const Labels extends ReadonlyArray<string>>(
  definition: Definition<Labels>,
): Family<Labels> => {
  const known = new Map<string, Series>()
  const find = (values: ReadonlyArray<string>): Series => {
    const key = keyOf(values)
    const found = known.get(key)
    if (found !== undefined) return found
    const kept = known.size < seriesMax ? values : definition.labels.map(() => beyond)
    const series = seriesOf(definition, kept)
    if (known.size <= seriesMax) known.set(kept === values ? key : keyOf(kept), series)
    return series
  }
  return {
    ...definition,
    record: (value, ...values) => find(values).unsafeUpdate(value, untagged),
    under: (...values) => {
      let series: Series | null = null
      return (value) => {
        series ??= find(values)
        series.unsafeUpdate(value, untagged)
      }
    },
  }
}
