/** Refusals of what has more bytes than a rule allows. */
import { groundOf } from "./Ground.ts"

const ground = groundOf("large")

/** In order of precedence. */
export const large = {
  example_too_large: ground<{ max: number }>(
    ["PD14 §10"],
    "The example is too large",
    (f) => `An example may have ${f.max} bytes. A smaller one shows as well that the criteria can be met.`,
  ),
  artifact_too_large: ground<{ max: number }>(
    ["PD14 §11"],
    "The bytes are too many",
    (f) =>
      `The Court takes ${f.max} bytes. Agree a larger delivery as a list of hashes, or as a delivery elsewhere that somebody attests.`,
  ),
}
