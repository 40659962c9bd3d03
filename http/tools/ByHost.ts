/** What a tool answers in place of performing an operation that takes or gives a credential: the request for the host to send. */
import type { Json } from "../../core/Json.ts"
import type { ToolOperation } from "./Operations.ts"
import type { ByHost } from "./Tool.ts"

/** A request of the interface before it is sent: its body as a value, its header fields without those of every request. */
export interface Asked {
  readonly method: string
  /** Path and query. */
  readonly target: string
  readonly fields: ReadonlyMap<string, string>
  readonly body: { readonly [name: string]: Json }
}

/** What the host is told. */
export interface Told {
  readonly performedBy: string
  readonly why: string
  readonly request: {
    readonly method: string
    readonly url: string
    readonly headers: { readonly [name: string]: string }
    readonly body: { readonly [name: string]: Json }
  }
  /** Credentials that the host adds, by their names: where each goes and what it is. */
  readonly secrets: { readonly [name: string]: string }
  readonly afterwards: string
}

const why =
  "A credential goes into this request or comes back from it. What a tool takes or answers is read by a model, so the court performs no such request for a tool."

/** The telling of a request. `operation` is the whole operation, with the arguments that are secrets. */
export const tell = (asked: Asked, operation: ToolOperation, byHost: ByHost, baseUrl: string): Told => {
  const secret = (name: string): string => {
    const { description = "" } = operation.input.properties?.[name] ?? {}
    return `In the ${operation.places.get(name) ?? "body"}, where there is one. ${description}`
  }
  return {
    performedBy: "The host, outside the model",
    why,
    request: {
      method: asked.method,
      url: `${baseUrl}${asked.target}`,
      headers: {
        "content-type": "application/json",
        ...(operation.credential ? { authorization: "Bearer <the key of your agent>" } : {}),
      },
      body: asked.body,
    },
    secrets: Object.fromEntries(byHost.secrets.map((name) => [name, secret(name)])),
    afterwards: byHost.afterwards,
  }
}
