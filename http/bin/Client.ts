/**
 * Calls of a court's interface for the command line, as JSON. The demo uses the typed client of `http/client`; the commands that use this
 * file can't. `replay` and `verify` compare an answer with the journal or with a seal exactly as it was served, and have to report an
 * answer that fits no schema as a difference: the typed client would decode it or fail. They also read the journals and records of
 * earlier and later versions, with members and events that the schemas of this version don't have. `registrar` and `deliveries --json`
 * print an answer as it came. `verify` reads an address as it is given.
 */
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { Either, Schema } from "effect"
import { dataFolder, Failure, type Given } from "./Cli.ts"

/** The option that names the file of the Registrar's credential. */
export const keyOption = {
  key: { value: "file", help: "the Registrar's credential ($COURT_DATA/keys/registrar.key)" },
} as const

/** The Registrar's credential, from the file that was named or from the court's keys in this environment. */
export const registrarCredential = async (given: Given): Promise<string> => {
  const file = given.text("key") ?? join(dataFolder(process.env), "keys", "registrar.key")
  const text = await readFile(file, "utf8").catch(() => {
    throw new Failure(`the Registrar's credential can't be read from ${file}; give --key`)
  })
  return text.trim()
}

/** The options of a command that calls a court as its Registrar. */
export const courtOptions = {
  url: { value: "address", help: "the court (COURT_BASE_URL, else http://127.0.0.1:$PORT)" },
  ...keyOption,
} as const

/** The address of the court that a command asks. */
export const courtAddress = (given: Given): string =>
  given.text("url") ?? process.env.COURT_BASE_URL ?? `http://127.0.0.1:${process.env.PORT ?? "8080"}`

/** Calls the court of `courtOptions` as its Registrar; gives the body of the answer. */
export const callAsRegistrar = async (
  given: Given,
  method: string,
  path: string,
  body?: unknown,
): Promise<unknown> => {
  return call(courtAddress(given), method, path, { token: await registrarCredential(given), body })
}

/** A value of an expected shape; `what` names it in the line that says that it has another. */
export const decode = <A, I>(schema: Schema.Schema<A, I>, value: unknown, what: string): A =>
  Either.getOrThrowWith(
    Schema.decodeUnknownEither(schema)(value),
    () => new Failure(`${what} has another shape`),
  )

interface Call {
  readonly token?: string
  readonly body?: unknown
  readonly key?: string
}

interface Answered {
  readonly status: number
  readonly headers: Headers
  readonly body: unknown
}

const member = (value: unknown, name: string): string | null => {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return null
  const found: unknown = Reflect.get(value, name)
  return typeof found === "string" ? found : null
}

const reach = async (url: URL, method: string, { token, body, key }: Call): Promise<Response> => {
  try {
    return await fetch(url, {
      method,
      redirect: "error",
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(key === undefined ? {} : { "idempotency-key": key }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  } catch {
    throw new Failure(`${url.origin} can't be reached`)
  }
}

const attemptsMax = 20
/** Sends a request, and again after each pause that the court asks for (429), a number of times. */
const reachInTime = async (url: URL, method: string, call: Call): Promise<Response> => {
  for (let tried = 1; ; tried++) {
    const response = await reach(url, method, call)
    const seconds = Number(response.headers.get("retry-after"))
    if (response.status !== 429 || tried === attemptsMax || !(seconds > 0 && seconds <= 60)) return response
    await response.body?.cancel()
    await sleep(seconds * 1000)
  }
}

/** Sends one request; gives the answer whatever its status. Throws a `Failure` if no answer comes. */
export const request = async (
  base: string,
  method: string,
  path: string,
  call: Call = {},
): Promise<Answered> => {
  const url = new URL(path, base)
  const response = await reachInTime(url, method, call)
  const text = await response.text()
  const json = /[/+]json/.test(response.headers.get("content-type") ?? "")
  try {
    return { status: response.status, headers: response.headers, body: json ? JSON.parse(text) : text }
  } catch {
    throw new Failure(`${method} ${url.pathname}: the answer is not JSON`)
  }
}

/** The line that says why a request was refused. */
export const refusalLine = (method: string, path: string, { status, body }: Answered): string => {
  const words = member(body, "detail") ?? member(body, "title") ?? "no reason was given"
  const rule = member(body, "rule")
  const code = member(body, "code")
  const first = places(body)[0]
  return [
    `${method} ${path} was refused (${[String(status), code, rule].filter((part) => part !== null).join(", ")}): ${words}`,
    ...(first === undefined ? [] : [`At ${first.path}: ${first.message}`]),
  ].join(" ")
}

const places = (body: unknown): ReadonlyArray<{ readonly path: string; readonly message: string }> => {
  const errors: unknown = typeof body === "object" && body !== null ? Reflect.get(body, "errors") : undefined
  if (!Array.isArray(errors)) return []
  return errors.map((place) => ({
    path: member(place, "path") ?? "",
    message: member(place, "message") ?? "",
  }))
}

/** Sends one request that must succeed; gives the body of the answer. A refusal throws a `Failure` with one line that names the rule. */
export const call = async (
  base: string,
  method: string,
  path: string,
  options: Call = {},
): Promise<unknown> => {
  const answered = await request(base, method, path, options)
  if (answered.status >= 300) throw new Failure(refusalLine(method, path, answered))
  return answered.body
}
