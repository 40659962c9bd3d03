/** What a model is asked, and why it may give no answer. */

export interface ChatRequest {
  readonly model: string
  /** The instructions: the court's own words and nothing else. */
  readonly instructions: string
  /** What the instructions are about: quoted data (`Quoted.ts`). */
  readonly data: string
  /** The JSON Schema of the answer, if it has to be JSON. */
  readonly schema?: { readonly name: string; readonly schema: object }
}

/**
 * `busy`: status 429. `failed`: a status of 500 or more, or an error within the answer. `refused`: any other status but 200, or a model
 * that refuses or calls for a tool. `cut_short`: the answer is not complete. `unreadable`: the answer has no shape that such an
 * endpoint sends.
 */
export type ChatFailure =
  | "unreachable"
  | "timed_out"
  | "busy"
  | "refused"
  | "failed"
  | "cut_short"
  | "too_large"
  | "unreadable"
