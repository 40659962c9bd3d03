/**
 * The request to a model, its forms, and the reasons for which it may give no answer. Endpoints support different parts of the
 * chat-completions interface, so a refused request is sent in a plainer form.
 */

export interface ChatRequest {
  readonly model: string
  /** The instructions: the court's own words and nothing else. */
  readonly instructions: string
  /** The quoted data that the instructions are about (`Quoted.ts`). */
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

interface Form {
  /** How the request asks for JSON, besides the words of the instructions. */
  readonly format: "json_schema" | "json_object" | null
  /** Whether the request asks for the usage at the end of the stream. */
  readonly counted: boolean
  readonly streamed: boolean
}

/** From the fullest to the plainest. A plain form loses nothing: the instructions hold the schema too, and every answer is checked. */
const forms: ReadonlyArray<Form> = [
  { format: "json_schema", counted: true, streamed: true },
  { format: "json_object", counted: true, streamed: true },
  { format: null, counted: true, streamed: true },
  { format: null, counted: false, streamed: true },
]
const plainest: Form = { format: null, counted: false, streamed: false }

const bodyOf = ({ model, instructions, data, schema }: ChatRequest, form: Form): string =>
  JSON.stringify({
    model,
    messages: [
      { role: "system", content: instructions },
      { role: "user", content: data },
    ],
    ...(form.streamed ? { stream: true } : {}),
    ...(form.counted ? { stream_options: { include_usage: true } } : {}),
    ...(form.format === "json_schema"
      ? { response_format: { type: form.format, json_schema: schema } }
      : form.format === "json_object"
        ? { response_format: { type: form.format } }
        : {}),
  })

/** A body to send, and the place of its form in `forms`. */
interface Written {
  readonly place: number
  readonly body: string
}

export type Forms = readonly [Written, ...ReadonlyArray<Written>]
export const isForms = (left: ReadonlyArray<Written>): left is Forms => left.length > 0

/** The bodies of a request, from the form at the place `known`, which the endpoint is not known to refuse, to the plainest. */
export const writeForms = (request: ChatRequest, known: number): Forms => {
  const last = { place: forms.length, body: bodyOf(request, plainest) }
  const fuller = forms.flatMap((form, place) =>
    place < known || (form.format !== null && request.schema === undefined)
      ? []
      : [{ place, body: bodyOf(request, form) }],
  )
  const [first, ...rest] = fuller
  return first === undefined ? [last] : [first, ...rest, last]
}

/** Statuses with which endpoints refuse a member that they, or their models, don't support. */
const refusals: ReadonlySet<number | null> = new Set([400, 404, 415, 422, 501])

/** Whether a plainer form may be tried after this status. */
export const refusesForm = (status: number | null): boolean => refusals.has(status)
