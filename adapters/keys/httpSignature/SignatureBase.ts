/**
 * The signature base of HTTP Message Signatures (RFC 9421 §2.5): the text that a signer signs, built from the message itself and never
 * taken from anybody. The edge, the client, the court's own calls and the evidence `http_message` share it. It runs wherever the client does.
 */
import {
  type InnerList,
  type Item,
  type Parameters,
  parseDictionary,
  writeItem,
  writeList,
  writeMember,
} from "./StructuredFields.ts"

/** The parts of a request or a response that a signature may cover (RFC 9421). */
export interface Message {
  readonly method: string
  /** The whole address of the request, without a fragment. */
  readonly targetUri: string
  /** The value of a field by its name in lower case; fields of one name are joined by a comma and a space. Null if it is absent. */
  readonly field: (name: string) => string | null
  readonly status?: number
  /** Of a response: the request that it answers, whose components bear the parameter `req`. */
  readonly request?: Message
}

/** `encodeURIComponent` leaves characters that the form encoding of a query does not. */
const encodeName = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()~]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)

const queryParameter = (url: URL, name: string): string | null => {
  const found = [...url.searchParams].filter(([key]) => encodeName(key) === name)
  const [only] = found
  // A parameter that is given twice is ambiguous.
  return only === undefined || found.length > 1 ? null : encodeName(only[1])
}

const urlParts: { readonly [component: string]: (url: URL) => string } = {
  "@authority": ({ host }) => host,
  "@scheme": ({ protocol }) => protocol.slice(0, -1),
  "@request-target": ({ pathname, search }) => `${pathname}${search}`,
  "@path": ({ pathname }) => pathname,
  "@query": ({ search }) => (search === "" ? "?" : search),
}

const derivedComponent = (message: Message, { value, parameters }: Item): string | null => {
  const url = (): URL | null => URL.parse(message.targetUri)
  const name = parameters.get("name")
  if (value === "@query-param") {
    const at = url()
    return at === null || typeof name !== "string" || parameters.size > 1 ? null : queryParameter(at, name)
  }
  if (parameters.size > 0) return null
  if (value === "@status") return message.status === undefined ? null : String(message.status)
  if (message.status !== undefined) return null
  if (value === "@method") return message.method
  if (value === "@target-uri") return message.targetUri
  const part = Object.hasOwn(urlParts, String(value)) ? urlParts[String(value)] : undefined
  const at = part === undefined ? null : url()
  return part === undefined || at === null ? null : part(at)
}

const fieldName = /^[a-z0-9!#$%&'*+.^_`|~-]+$/
/** A field, or the member of a dictionary that `key` names, written in its one form (RFC 9421 §2.1.2). `sf`, `bs` and `tr` are not read. */
const fieldOf = ({ field }: Message, name: string, parameters: Parameters): string | null => {
  if (!fieldName.test(name)) return null
  const whole = field(name)?.trim() ?? null
  if (whole === null || parameters.size === 0) return whole
  const key = parameters.get("key")
  if (typeof key !== "string" || parameters.size > 1) return null
  const member = parseDictionary(whole)?.get(key)
  return member === undefined ? null : writeMember(member)
}

/** A value with a line break could pretend to be another component. */
const plain = /^[\x20-\x7e\t]*$/

/** The value of a component of a message; null if the message lacks it, or if it is of a kind that the court does not read. */
const componentOf = (message: Message, component: Item): string | null => {
  const { value, parameters } = component
  if (typeof value !== "string") return null
  if (message.request !== undefined && parameters.get("req") === true) {
    const rest = new Map([...parameters].filter(([name]) => name !== "req"))
    return componentOf(message.request, { value, parameters: rest })
  }
  const found = value.startsWith("@")
    ? derivedComponent(message, component)
    : fieldOf(message, value, parameters)
  return found !== null && plain.test(found) ? found : null
}

/** The signature base; otherwise the component that the message does not have, or that is named twice. */
export type Based = { readonly base: string } | { readonly missing: string }

/** Builds the signature base of a message for the components and parameters of a `Signature-Input`. */
export const baseOf = (message: Message, input: InnerList): Based => {
  const lines = new Map<string, string>()
  for (const component of input.items) {
    const name = writeItem(component)
    const value = componentOf(message, component)
    if (value === null || lines.has(name)) return { missing: name }
    lines.set(name, `${name}: ${value}`)
  }
  return { base: [...lines.values(), `"@signature-params": ${writeList(input)}`].join("\n") }
}

/** The `Signature-Input` of a message that the court or its client signs: components by their names, and parameters in this order. */
export const inputOf = (
  components: ReadonlyArray<string>,
  parameters: { readonly [name: string]: string | number },
): InnerList => ({
  items: components.map((value) => ({ value, parameters: new Map() })),
  parameters: new Map(Object.entries(parameters)),
})

/** The tag of the signatures that this court reads and makes. */
export const tag = "agent-court"
