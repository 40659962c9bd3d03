/** Effect's metrics in the text format of Prometheus, with the names of OpenTelemetry spelled as Prometheus does. */
import { Metric, type MetricKey, MetricKeyType, type MetricPair, MetricState, Option } from "effect"
import type { Definition } from "./Family.ts"

/** The media type of the text format of Prometheus, which `/metrics` answers. */
export const contentType = "text/plain; version=0.0.4; charset=utf-8"

const plain = (name: string): string => name.replace(/[^a-zA-Z0-9_]/g, "_")
const suffixOf: Readonly<Record<string, string>> = { s: "_seconds", By: "_bytes" }

/** The name of a metric in Prometheus: dots become underscores, and the unit and `_total` stand at the end. */
export const prometheusName = ({
  name,
  form,
  unit,
}: Pick<Definition<ReadonlyArray<string>>, "name" | "form" | "unit">): string =>
  `${plain(name)}${unit === null ? "" : (suffixOf[unit] ?? "")}${form === "counter" ? "_total" : ""}`

/** The name of a label in the text format of Prometheus. */
export const label = plain

const escapeText = (text: string): string =>
  text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")
const writeLabels = (labels: ReadonlyArray<readonly [string, string]>): string =>
  labels.length === 0
    ? ""
    : `{${labels.map(([name, value]) => `${label(name)}="${escapeText(value)}"`).join(",")}}`

const formOf = ({ keyType }: MetricKey.MetricKey.Untyped): Definition<[]>["form"] | null => {
  if (MetricKeyType.isCounterKey(keyType))
    return "incremental" in keyType && keyType.incremental === true ? "counter" : "level"
  if (MetricKeyType.isGaugeKey(keyType)) return "gauge"
  return MetricKeyType.isHistogramKey(keyType) ? "histogram" : null
}

interface Shown {
  readonly name: string
  readonly type: "counter" | "gauge" | "histogram"
  readonly help: string
  readonly lines: ReadonlyArray<string>
}

const histogramLines = (
  name: string,
  labels: ReadonlyArray<readonly [string, string]>,
  { buckets, count, sum }: MetricState.MetricState.Histogram,
): ReadonlyArray<string> => [
  ...buckets
    .filter(([boundary]) => Number.isFinite(boundary))
    .map(([boundary, n]) => `${name}_bucket${writeLabels([...labels, ["le", String(boundary)]])} ${n}`),
  `${name}_bucket${writeLabels([...labels, ["le", "+Inf"]])} ${count}`,
  `${name}_sum${writeLabels(labels)} ${sum}`,
  `${name}_count${writeLabels(labels)} ${count}`,
]

const showMetric = ({ metricKey, metricState }: MetricPair.MetricPair.Untyped): Shown | null => {
  const form = formOf(metricKey)
  if (form === null) return null
  const tags = metricKey.tags.map(({ key, value }) => [key, value] as const)
  const unit = tags.find(([key]) => key === "unit")?.[1]
  const name = prometheusName({
    name: metricKey.name,
    form,
    unit: unit === "s" || unit === "By" ? unit : null,
  })
  const labels = tags.filter(([key]) => key !== "unit")
  const help = Option.getOrElse(metricKey.description, () => metricKey.name)
  const type = form === "level" ? "gauge" : form
  if (MetricState.isHistogramState(metricState))
    return { name, type, help, lines: histogramLines(name, labels, metricState) }
  const value = MetricState.isCounterState(metricState)
    ? metricState.count
    : MetricState.isGaugeState(metricState)
      ? metricState.value
      : null
  return value === null ? null : { name, type, help, lines: [`${name}${writeLabels(labels)} ${value}`] }
}

/** All metrics of this process with their present values. */
export const text = (): string => {
  const metrics = new Map<string, { readonly head: string; readonly lines: Array<string> }>()
  for (const pair of Metric.unsafeSnapshot()) {
    const one = showMetric(pair)
    if (one === null) continue
    const head = `# HELP ${one.name} ${one.help.replaceAll("\\", "\\\\").replaceAll("\n", "\\n")}\n# TYPE ${one.name} ${one.type}`
    const found = metrics.get(one.name) ?? { head, lines: [] }
    found.lines.push(...one.lines)
    metrics.set(one.name, found)
  }
  return [...metrics]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { head, lines }]) => `${head}\n${lines.join("\n")}\n`)
    .join("")
}
