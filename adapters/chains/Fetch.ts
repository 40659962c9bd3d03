/**
 * Requests to endpoints that the operator configured, bounded in size and time. They may be on this machine: whoever configures the
 * court chooses them. Nothing that is answered is repeated in a failure, and neither is the address, which may hold a key.
 */
import { Effect, Either, Schema } from "effect"
import { ChainFault } from "./Chain.ts"

export interface Bounds {
  readonly timeoutMs: number
  readonly maxBytes: number
}
export const usual: Bounds = { timeoutMs: 10_000, maxBytes: 8 * 1024 * 1024 }

export interface Asked {
  readonly url: string
  /** A body makes it a POST of JSON. */
  readonly body?: unknown
}

export const fault = (why: string, persistent = false): ChainFault => new ChainFault({ why, persistent })

const textOf = async (response: Response, maxBytes: number): Promise<string> => {
  const { body } = response
  if (body === null) return ""
  const chunks: Array<Uint8Array> = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > maxBytes) throw fault("The endpoint answered more than is read.")
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString("utf8")
}

/** The status and the text of an answer. */
const request = ({ url, body }: Asked, { timeoutMs, maxBytes }: Bounds) =>
  Effect.tryPromise({
    try: async (signal) => {
      const bounded = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
      const response = await fetch(url, {
        signal: bounded,
        redirect: "error",
        headers: { accept: "application/json", "content-type": "application/json" },
        ...(body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }),
      })
      return { status: response.status, text: await textOf(response, maxBytes) }
    },
    catch: (error) =>
      error instanceof ChainFault
        ? error
        : fault(
            error instanceof Error && error.name === "TimeoutError"
              ? "The endpoint did not answer in time."
              : "The endpoint can't be reached.",
          ),
  })

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** An answer of 200 by its schema, whose JSON may be a bare text; null where the endpoint knows no such thing (404). */
export const ask = <A, I>(
  schema: Schema.Schema<A, I>,
  asked: Asked,
  bounds: Bounds = usual,
): Effect.Effect<A | null, ChainFault> => {
  const decode = Schema.decodeUnknownEither(schema)
  return Effect.flatMap(request(asked, bounds), ({ status, text }) => {
    if (status === 404) return Effect.succeed(null)
    if (status !== 200) return Effect.fail(fault(`The endpoint answered with status ${status}.`))
    return Either.match(decode(parsed(text) ?? text.trim()), {
      onLeft: () => Effect.fail(fault("The endpoint answered something that can't be read.")),
      onRight: (value) => Effect.succeed<A | null>(value),
    })
  })
}

/** As `ask`, where an absent answer is a failure too. */
export const need = <A, I>(schema: Schema.Schema<A, I>, asked: Asked, bounds: Bounds = usual) =>
  Effect.filterOrFail(
    ask(schema, asked, bounds),
    (found): found is NonNullable<typeof found> => found !== null,
    () => fault("The endpoint knows no such path."),
  )
