/** An answer of a witness before it is sent; `retryAfter` is in seconds. */
import type { ServerResponse } from "node:http"

export interface Answer {
  readonly status: number
  readonly type?: string
  readonly body: string
  readonly allow?: string
  readonly retryAfter?: number
}

const plain = "text/plain; charset=utf-8"

export const refuseWith = (status: number, why: string): Answer => ({ status, body: `${why}\n` })

export const tooMany = (why: string, retryAfter: number): Answer => ({
  ...refuseWith(429, `${why}; ask again in ${retryAfter} seconds`),
  retryAfter,
})

/** The refusals that are answered before the body is read: the rest of it is not read either. */
const unread: ReadonlyArray<number> = [413, 429]

export const send = (response: ServerResponse, answer: Answer): void => {
  const { status, type = plain, body, allow, retryAfter } = answer
  response.writeHead(status, {
    "content-type": type,
    "content-length": Buffer.byteLength(body),
    "cache-control": "no-store",
    ...(unread.includes(status) ? { connection: "close" } : {}),
    ...(allow === undefined ? {} : { allow }),
    ...(retryAfter === undefined ? {} : { "retry-after": String(retryAfter) }),
  })
  response.end(body)
}
