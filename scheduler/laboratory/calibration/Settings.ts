/** How a scenario is calibrated, `experiment.calibration` in its file: the observed figures, the priors and the algorithm. */
import { Schema } from "effect"
import { describes, optional, optionalField } from "../engine/Fields.ts"
import { Prior } from "./Prior.ts"

const seedMax = 4_294_967_295
const part = Schema.Number.pipe(
  Schema.filter((value) => (value > 0 && value < 1) || "must be more than 0 and less than 1"),
)

export const Calibration = Schema.Struct({
  observed: optionalField(
    Schema.Union(Schema.String, Schema.Record({ key: Schema.String, value: Schema.Number })).annotations({
      message: () => ({
        message: "must be the path of a file, or numbers by the names of measures",
        override: true,
      }),
    }),
    "The observed figures: numbers by the names of measures, or the path of a CSV file with the columns measure and value, or of a JSON file. --observed names another file.",
  ),
  priors: Schema.Record({ key: Schema.String, value: Prior }).annotations(
    describes(
      "The prior of each parameter, by its path: [from, to] for a uniform one, or one of the forms below. Figures of the Schedule and agents are rounded.",
    ),
  ),
  particles: optional(
    Schema.Int.pipe(Schema.between(10, 100_000)),
    200,
    "How many parameter points the posterior has.",
  ),
  keep: optional(
    part,
    0.5,
    "The part of the points of a generation that stays. The largest distance among these is the tolerance of the next generation.",
  ),
  generations: optional(
    Schema.Int.pipe(Schema.between(1, 1000)),
    12,
    "The most generations. With 1, the points come from the priors alone (rejection); give a small `keep` then.",
  ),
  least: optional(
    part,
    0.05,
    "The calibration ends when a smaller part of the new points than this comes within the tolerance of the generation before.",
  ),
  seed: optional(
    Schema.Int.pipe(Schema.between(0, seedMax)),
    1,
    "The seed of the points. Each point is run on a seed of its own, from the scenario's on.",
  ),
}).annotations({ identifier: "Calibration" })
export type Calibration = typeof Calibration.Type
