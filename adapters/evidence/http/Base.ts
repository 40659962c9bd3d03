/** The base of a signature of a request (RFC 9421, §2): built from the request and never taken from anybody. */
import * as Fields from "./Fields.ts"

export interface Request {
  readonly method: string
  readonly url: URL
  /** By their names in lower case; several values of one name as RFC 9421 joins them. */
  readonly headers: ReadonlyMap<string, string>
  readonly body: string | undefined
}

const strings = (value: string): string => `"${value}"`

/** The derived components of a request that are read; `@query-param` has a parameter. */
const derived: ReadonlyMap<string, (request: Request, parameter: string) => string | undefined> = new Map([
  ["@method", ({ method }: Request) => method],
  ["@target-uri", ({ url }: Request) => url.href],
  ["@authority", ({ url }: Request) => url.host],
  ["@scheme", ({ url }: Request) => url.protocol.slice(0, -1)],
  ["@request-target", ({ url }: Request) => `${url.pathname}${url.search}`],
  ["@path", ({ url }: Request) => url.pathname],
  ["@query", ({ url }: Request) => (url.search === "" ? "?" : url.search)],
  [
    "@query-param",
    ({ url }: Request, name: string) => {
      const values = url.searchParams.getAll(decodeURIComponent(name))
      const [value] = values
      return values.length !== 1 || value === undefined
        ? undefined
        : encodeURIComponent(value).replace(
            /[!'()*]/g,
            (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
          )
    },
  ],
])

const fieldOf = ({ headers }: Request, name: string, { parameters }: Fields.Item): string | undefined => {
  const value = headers.get(name)
  const key = Fields.stringOf(parameters.get("key"))
  if (value === undefined || key === undefined) return value
  return Fields.dictionary(value)?.get(key)?.text
}

const allowed = new Set(["key", "name"])

export type Component = { readonly line: string; readonly name: string } | { readonly fault: string }

/** The line of one covered component, or why it has none. */
const component = (request: Request, item: Fields.Item): Component => {
  const name = Fields.stringOf(item.bare)
  if (name === undefined || name !== name.toLowerCase())
    return { fault: "A covered component is not named as it must be." }
  const odd = [...item.parameters.keys()].find((it) => !allowed.has(it))
  if (odd !== undefined)
    return { fault: `The component ${name} has the parameter ${odd}, which is not read.` }
  let value: string | undefined
  try {
    value = name.startsWith("@")
      ? derived.get(name)?.(request, Fields.stringOf(item.parameters.get("name")) ?? "")
      : fieldOf(request, name, item)
  } catch {
    value = undefined
  }
  if (value === undefined) return { fault: `The covered component ${name} is not in the message.` }
  return /[\r\n]/.test(value)
    ? { fault: `The covered component ${name} has a line end.` }
    : { line: `${strings(name)}${item.text.slice(strings(name).length)}: ${value}`, name }
}

export type Base =
  | { readonly text: string; readonly covered: ReadonlySet<string> }
  | { readonly text: null; readonly fault: string }

/** The base for one member of `signature-input`. */
export const build = (request: Request, input: Fields.Member): Base => {
  if (!input.isList) return { text: null, fault: "Its signature-input is no list of components." }
  const parts = input.items.map((item) => component(request, item))
  const lines: Array<string> = []
  const covered = new Set<string>()
  for (const [i, part] of parts.entries()) {
    if ("fault" in part) return { text: null, fault: part.fault }
    const identifier = input.items[i]?.text ?? ""
    if (input.items.slice(0, i).some(({ text }) => text === identifier))
      return { text: null, fault: `The component ${part.name} is covered twice.` }
    lines.push(part.line)
    covered.add(part.name)
  }
  return { text: [...lines, `"@signature-params": ${input.text}`].join("\n"), covered }
}
