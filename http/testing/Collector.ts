/** A collector of OTLP/HTTP in JSON for tests, with the requests that it received and the spans in them. */

import { readFileSync, writeFileSync } from "node:fs"
import { createServer, type IncomingHttpHeaders } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"

interface Attribute {
  readonly key: string
  readonly value: Readonly<Record<string, unknown>>
}
interface Sent {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: ReadonlyArray<Attribute>
  readonly status: { readonly code: number }
}
interface Traces {
  readonly resourceSpans: ReadonlyArray<{
    readonly scopeSpans: ReadonlyArray<{ readonly spans: ReadonlyArray<Sent> }>
  }>
}

export interface Span extends Omit<Sent, "attributes"> {
  readonly attributes: Readonly<Record<string, unknown>>
}

interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

const spansOf = ({ body }: Received): ReadonlyArray<Span> =>
  // The exporter writes what the schema of OTLP says.
  (JSON.parse(body) as Traces).resourceSpans
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap(({ spans }) => spans)
    .map((span) => ({
      ...span,
      attributes: Object.fromEntries(span.attributes.map(({ key, value }) => [key, Object.values(value)[0]])),
    }))

export const collect = async (status = 200) => {
  const received: Array<Received> = []
  const server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const body = Buffer.concat(chunks).toString()
      received.push({ path: request.url ?? "", headers: request.headers, body })
      response.writeHead(status).end("{}")
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    spans: (): ReadonlyArray<Span> => received.filter(({ path }) => path === "/v1/traces").flatMap(spansOf),
    stop: (): void => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** The spans below one as a tree, one in each line, in the order in which they began. Repeated lines are written once. */
export const drawn = (spans: ReadonlyArray<Span>, root: string): ReadonlyArray<string> => {
  const below = (parent: string, depth: number): ReadonlyArray<string> =>
    spans
      .filter((span) => span.parentSpanId === parent)
      .sort((a, b) => (BigInt(a.startTimeUnixNano) < BigInt(b.startTimeUnixNano) ? -1 : 1))
      .flatMap((span) => {
        const ms = Number(BigInt(span.endTimeUnixNano) - BigInt(span.startTimeUnixNano)) / 1_000_000
        const name = `${"  ".repeat(depth)}${span.name}`
        return [`${name.padEnd(40)} ${ms.toFixed(1).padStart(5)} ms`, ...below(span.spanId, depth + 1)]
      })
      .filter((line, i, lines) => i === 0 || timeless(line) !== timeless(lines[i - 1] ?? ""))
  return below(root, 0)
}

/** A line without the parts that differ from run to run. */
export const timeless = (line: string): string => line.replace(/\s+[\d.]+ ms$/, "")

// Blocks of the page on telemetry are made by tests. A test compares its block with the page, and rewrites it with `TELEMETRY_PAGE=write`.

const page = join(import.meta.dirname, "../docs/telemetry.md")

/** The lines between a mark `<!-- name -->` and the next empty line. */
export const published = (name: string, made: string): string => {
  const text = readFileSync(page, "utf8")
  const mark = `<!-- ${name} -->\n`
  const from = text.indexOf(mark)
  if (from < 0) throw new Error(`the page has no mark ${name}`)
  const to = text.indexOf("\n\n", from)
  if (process.env.TELEMETRY_PAGE === "write")
    writeFileSync(page, `${text.slice(0, from)}${mark}${made}${text.slice(to)}`)
  return (
    readFileSync(page, "utf8")
      .slice(from + mark.length)
      .split("\n\n", 1)[0] ?? ""
  )
}

export const fenced = (lines: ReadonlyArray<string>): string => ["```text", ...lines, "```"].join("\n")
