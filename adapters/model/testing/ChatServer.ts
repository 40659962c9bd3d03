/** A chat-completions endpoint for tests. It answers as a test scripts it, and keeps the requests that it received. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

export interface Asked {
  readonly path: string
  readonly authorization: string | undefined
  readonly body: {
    readonly model: string
    readonly stream?: boolean
    readonly stream_options?: object
    readonly messages: ReadonlyArray<{ readonly role: string; readonly content: string }>
    readonly response_format?: {
      readonly type: string
      readonly json_schema: { readonly name: string; readonly schema: object }
    }
  }
}

export type Behaviour = (response: ServerResponse, asked: Asked) => void

const event = (data: string): string => `data: ${data}\n\n`
const piece = (content: string): string =>
  event(JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: null }] }))
const finished = (reason: string): string =>
  event(JSON.stringify({ choices: [{ index: 0, delta: {}, finish_reason: reason }] }))
const used = (usage: object): string => event(JSON.stringify({ choices: [], usage }))

const eventStream = { "content-type": "text/event-stream; charset=utf-8" }

/** The pieces of a text. A cut may fall within a character of several code units. */
const cut = (text: string, size: number): ReadonlyArray<string> =>
  Array.from({ length: Math.ceil(text.length / size) }, (_, i) => text.slice(i * size, (i + 1) * size))

/** Streams a text in pieces after a comment, as such endpoints do. */
export const say =
  (text: string, usage: object = { prompt_tokens: 1000, completion_tokens: 100 }): Behaviour =>
  (response) => {
    response.writeHead(200, eventStream)
    response.write(": keeping the line open\n\n")
    for (const part of cut(text, 7)) response.write(piece(part))
    response.end(finished("stop") + used(usage) + event("[DONE]"))
  }

export const sayJson = (value: unknown, usage?: object): Behaviour => say(JSON.stringify(value), usage)

/** Answers with an event stream of these parts, each written separately. */
export const streams =
  (...parts: ReadonlyArray<string | Uint8Array>): Behaviour =>
  (response) => {
    response.writeHead(200, eventStream)
    for (const part of parts) response.write(part)
    response.end()
  }

/** Answers in one JSON document, like an endpoint that does not stream. */
export const whole =
  (text: string, usage: object = { prompt_tokens: 10, completion_tokens: 1 }): Behaviour =>
  (response) => {
    response.writeHead(200, { "content-type": "application/json" })
    const choices = [{ message: { role: "assistant", content: text }, finish_reason: "stop" }]
    response.end(JSON.stringify({ choices, usage }))
  }

export const status =
  (code: number, headers: Readonly<Record<string, string>> = {}): Behaviour =>
  (response, { authorization }) => {
    response.writeHead(code, { "content-type": "application/json", ...headers })
    // Endpoints often repeat the key that they refuse.
    response.end(JSON.stringify({ error: { message: `refused: ${authorization}` } }))
  }

/** Refuses a request with this status if `refuses` holds for its body; otherwise answers by `answers`. */
export const unless =
  (refuses: (body: Asked["body"]) => boolean, code: number, answers: Behaviour): Behaviour =>
  (response, asked) =>
    (refuses(asked.body) ? status(code) : answers)(response, asked)

export const document =
  (value: unknown): Behaviour =>
  (response) => {
    response.writeHead(200, { "content-type": "application/json" })
    response.end(JSON.stringify(value))
  }
/** Answers with a stream whose events are these documents. */
export const events = (...values: ReadonlyArray<unknown>): Behaviour =>
  streams(...values.map((value) => event(JSON.stringify(value))), event("[DONE]"))

export const half =
  (text: string): Behaviour =>
  (response) => {
    response.writeHead(200, eventStream)
    response.write(piece(text), () => response.destroy())
  }

export const hang: Behaviour = () => {}

export const drip: Behaviour = (response) => {
  response.writeHead(200, eventStream)
  const timer = setInterval(() => response.write(": still here\n\n"), 5)
  response.on("close", () => clearInterval(timer))
}

export const pieces = { piece, finished, used, event }

export interface ChatServer {
  readonly url: string
  readonly asked: ReadonlyArray<Asked>
  /** The answers to the next requests, in order; the last one repeats. */
  readonly script: (...behaviours: ReadonlyArray<Behaviour>) => void
  readonly stop: () => Promise<void>
}

const read = async (request: IncomingMessage): Promise<Asked> => {
  const chunks: Array<Buffer> = []
  for await (const chunk of request) chunks.push(chunk)
  return {
    path: request.url ?? "",
    authorization: request.headers.authorization,
    body: JSON.parse(Buffer.concat(chunks).toString("utf8")),
  }
}

export const startChat = async (): Promise<ChatServer> => {
  const asked: Array<Asked> = []
  let next: ReadonlyArray<Behaviour> = []
  const server = createServer((request, response) => {
    void read(request).then((one) => {
      asked.push(one)
      const [first = status(500), ...rest] = next
      if (rest.length > 0) next = rest
      first(response, one)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    script: (...behaviours) => {
      asked.splice(0)
      next = behaviours
    },
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** The data of a request: the JSON between the two marked lines. */
export const dataOf = ({ body }: Asked): { readonly [key: string]: unknown } =>
  JSON.parse(body.messages[1]?.content.split("\n")[1] ?? "")
