import { Data } from "effect"
import type { Problem } from "../api/Problem.ts"
import type { Headers } from "./Answer.ts"
import type { FaultCode } from "./Problem.ts"

/** The transport refuses a request: not a rule of the court, but a rule of the interface. */
export class Faulted extends Data.TaggedError("Faulted")<{
  readonly code: FaultCode
  readonly errors?: Problem["errors"]
  readonly headers?: Headers
}> {}
