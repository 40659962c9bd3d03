/** The page on telemetry, the dashboard and the alerts, compared with the metrics that exist. */
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { parse } from "yaml"
import * as Metrics from "../../adapters/telemetry/Metrics.ts"
import { label, prometheusName } from "../../adapters/telemetry/Prometheus.ts"
import { published } from "../testing/Collector.ts"

const read = (name: string): string => readFileSync(join(import.meta.dirname, "telemetry", name), "utf8")

interface Dashboard {
  readonly panels: ReadonlyArray<{
    readonly id: number
    readonly title: string
    readonly targets: ReadonlyArray<{ readonly expr: string; readonly legendFormat: string }>
  }>
}
interface Rules {
  readonly groups: ReadonlyArray<{
    readonly rules: ReadonlyArray<{
      readonly alert: string
      readonly expr: string
      readonly annotations: Readonly<Record<string, string>>
    }>
  }>
}
const dashboard = JSON.parse(read("dashboard.json")) as Dashboard
const { groups } = parse(read("alerts.yaml")) as Rules
const rules = groups.flatMap((group) => group.rules)

/** Each series that Prometheus has, with the labels that it can have. */
const series = new Map<string, ReadonlyArray<string>>(
  Metrics.all.flatMap((metric) => {
    const [name, labels] = [prometheusName(metric), metric.labels.map(label)]
    if (metric.form !== "histogram") return [[name, labels] as const]
    return ["bucket", "sum", "count"].map(
      (end) => [`${name}_${end}`, end === "bucket" ? [...labels, "le"] : labels] as const,
    )
  }),
)
const targets = ["instance", "job"]

/** The metrics that an expression names and no court has, and the labels that no metric of the expression has. */
const unknown = (expr: string, legend = ""): ReadonlyArray<string> => {
  const named = [...expr.matchAll(/\b([a-z]+(?:_[a-z0-9]+){2,})\b(?=\{|\[|\)|\s|$)/g)].flatMap(
    ([, name = ""]) => name,
  )
  const used = [
    ...[...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = ""]) => list.split(/,\s*/)),
    ...[...expr.matchAll(/([a-z_]+)\s*(?:=~|!~|!=|=)\s*"/g)].map(([, name = ""]) => name),
    ...[...legend.matchAll(/\{\{\s*(?:\$labels\.)?([a-z_]+)\s*\}\}/g)].map(([, name = ""]) => name),
  ]
  const metrics = named.filter((name) => !used.includes(name) && name !== "histogram_quantile")
  const has = [...targets, ...metrics.flatMap((name) => series.get(name) ?? [])]
  return [
    ...metrics.filter((name) => !series.has(name)),
    ...used.filter((name) => !has.includes(name)),
    ...(metrics.length === 0 ? ["names no metric"] : []),
  ]
}

const row = (metric: (typeof Metrics.all)[number]): string =>
  `| \`${prometheusName(metric)}\` | ${metric.labels.map((name) => `\`${label(name)}\``).join(", ")} | ${metric.about} |`

describe("the page, the dashboard and the alerts", () => {
  it.each(dashboard.panels.flatMap(({ title, targets }) => targets.map((target) => ({ title, ...target }))))(
    "the panel $title shows what a court measures: $legendFormat",
    ({ expr, legendFormat }) => {
      expect(unknown(expr, legendFormat)).toEqual([])
    },
  )

  it.each(rules)(
    "the alert $alert is about what a court measures, and says what to do",
    ({ expr, annotations }) => {
      expect(unknown(expr, annotations.summary)).toEqual([])
      expect(annotations.summary).toMatch(/\.$/)
      expect(annotations.action).toMatch(/\.$/)
    },
  )

  it("the dashboard shows every metric, and each panel has an id of its own", () => {
    const shown = dashboard.panels.flatMap((panel) => panel.targets.map(({ expr }) => expr)).join("\n")
    expect(Metrics.all.map(prometheusName).filter((name) => !shown.includes(name))).toEqual([])
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length)
  })

  it("the page lists every metric with its labels", () => {
    const table = ["| metric | labels | what it says |", "|---|---|---|", ...Metrics.all.map(row)].join("\n")
    expect(published("metrics", table)).toBe(table)
  })

  it.each([
    ["rate(court_refusal_total[5m])", ""],
    ["sum by (court_code) (rate(court_refusals_total[5m]))", ""],
    ['court_refusals_total{code="x"}', ""],
    ["sum by (court_refusal) (court_refusals_total)", "{{ court_route }}"],
    ["http_server_request_duration_seconds", ""],
    ["vector(1)", ""],
  ])("a planted mistake is found: %s %s", (expr, legend) => {
    expect(unknown(expr, legend)).not.toEqual([])
  })
})
