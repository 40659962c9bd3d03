/** The body of `POST /counsel/brief`. */
import { Schema } from "effect"
import { Handle } from "../agents/Agent.ts"
import { Uuid } from "../Id.ts"
import { bounds } from "../Schedule.ts"
import { ModelName, Task } from "./Counsel.ts"

export const Instructing = Schema.Struct({
  task: Task,
  instructions: Schema.NonEmptyString.pipe(Schema.maxLength(bounds.instructionsCharsMax)),
  /** The model on which counsel of the service is to run; the usual one where it is left out. */
  model: Schema.optional(ModelName),
  /** An enrolled agent to be briefed instead, by its handle. */
  counsel: Schema.optional(Handle),
  /** A matter of the client's that the brief is about. */
  matterId: Schema.optional(Uuid),
}).annotations({ identifier: "Brief" })
export type Instructing = typeof Instructing.Type
