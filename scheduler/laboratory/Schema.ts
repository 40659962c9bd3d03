import { JSONSchema } from "effect"
import { isObject } from "../../core/kernel/Fits.ts"
import { Experiment } from "./Design.ts"
import { tables } from "./Dictionary.ts"
import { measureNames, measures } from "./engine/Measure.ts"
import { scenarioJsonSchema } from "./engine/Scenario.ts"
import { meanings } from "./Meanings.ts"

type Json = { readonly [key: string]: unknown }
const part = (of: Json, key: string): Json => {
  const found = of[key]
  return isObject(found) ? found : {}
}

const fromCsv = (description: string, more: Json = {}): Json => ({
  type: "object",
  required: ["kind", "file"],
  properties: { kind: { type: "string", enum: ["csv"] }, file: { type: "string", description }, ...more },
  additionalProperties: false,
})

/** Arrivals from a CSV file, each of what those of another form are. */
const arrivalsFromCsv = (form: Json): Json =>
  fromCsv(
    "A CSV file beside the scenario. Its columns are atHours and, if they are known, respondent, claimant, valueCents and broken.",
    { of: part(part(form, "properties"), "of") },
  )

const linksFromCsv = fromCsv(
  "A CSV file beside the scenario, with the columns from and to: a link in each row.",
)

const withCsv = (dealings: Json): Json => {
  const properties = part(dealings, "properties")
  const { anyOf, ...arrivals } = part(properties, "arrivals")
  const forms: ReadonlyArray<Json> = Array.isArray(anyOf) ? anyOf : []
  const { description, ...network } = part(properties, "network")
  return {
    ...dealings,
    properties: {
      ...properties,
      arrivals: { ...arrivals, anyOf: [...forms, ...forms.slice(0, 1).map(arrivalsFromCsv)] },
      network: { description, anyOf: [network, linksFromCsv] },
    },
  }
}

/** The results that a study gives, under keywords that validators leave alone: each measure, and each table with its columns. */
const results = (): Json => ({
  "x-measures": Object.fromEntries(
    measureNames.map((name) => [name, { ...measures[name], ...meanings[name] }]),
  ),
  "x-tables": tables,
})

/** The schema of a scenario, with what only files may have: `experiment`, `share: rest`, and parts from CSV files. */
export const studyJsonSchema = (): Json => {
  const scenario: Json = { ...scenarioJsonSchema() }
  const experiment: Json = { ...JSONSchema.make(Experiment) }
  const definitions = { ...part(scenario, "$defs"), ...part(experiment, "$defs") }
  const study = part(definitions, "Scenario")
  const properties = part(study, "properties")
  return {
    ...scenario,
    ...results(),
    $defs: {
      ...definitions,
      Share: { anyOf: [part(definitions, "Share"), { const: "rest" }] },
      Scenario: {
        ...study,
        properties: {
          ...properties,
          dealings: withCsv(part(properties, "dealings")),
          experiment: {
            allOf: [{ $ref: "#/$defs/Experiment" }],
            description: "Which conditions are run, and on which seeds.",
          },
        },
      },
    },
  }
}
