/**
 * The form of an agent card that SDKs sign: the members that the schema of A2A 1.0 has, without defaults and without empty values, in lists
 * too. Nobody signs the other members of a card in that form.
 */
import { isMembers, type Members } from "../Read.ts"

/** The shape of a member. A plain boolean is left out if it is false; a boolean that may be absent (`flag`) is signed as it is. */
type Shape =
  | { readonly kind: "text" | "boolean" | "flag" | "any" }
  | { readonly kind: "list" | "map"; readonly of: Shape }
  | { readonly kind: "object"; readonly members: { readonly [name: string]: Shape } }

const text: Shape = { kind: "text" }
const boolean: Shape = { kind: "boolean" }
const flag: Shape = { kind: "flag" }
const list = (of: Shape): Shape => ({ kind: "list", of })
const map = (of: Shape): Shape => ({ kind: "map", of })
const object = (members: { readonly [name: string]: Shape }): Shape => ({ kind: "object", members })

const texts = list(text)
const requirements = list(object({ schemes: map(object({ list: texts })) }))
const tokens = { tokenUrl: text, refreshUrl: text, scopes: map(text) }
const flows = object({
  authorizationCode: object({ ...tokens, authorizationUrl: text, pkceRequired: boolean }),
  clientCredentials: object(tokens),
  implicit: object({ authorizationUrl: text, refreshUrl: text, scopes: map(text) }),
  password: object(tokens),
  deviceCode: object({ ...tokens, deviceAuthorizationUrl: text }),
})
const schemes = object({
  apiKeySecurityScheme: object({ description: text, location: text, name: text }),
  httpAuthSecurityScheme: object({ description: text, scheme: text, bearerFormat: text }),
  oauth2SecurityScheme: object({ description: text, flows, oauth2MetadataUrl: text }),
  openIdConnectSecurityScheme: object({ description: text, openIdConnectUrl: text }),
  mtlsSecurityScheme: object({ description: text }),
})

const card: Shape = object({
  name: text,
  description: text,
  supportedInterfaces: list(
    object({ url: text, protocolBinding: text, tenant: text, protocolVersion: text }),
  ),
  provider: object({ url: text, organization: text }),
  version: text,
  documentationUrl: text,
  capabilities: object({
    streaming: flag,
    pushNotifications: flag,
    extensions: list(object({ uri: text, description: text, required: boolean, params: { kind: "any" } })),
    extendedAgentCard: flag,
  }),
  securitySchemes: map(schemes),
  securityRequirements: requirements,
  defaultInputModes: texts,
  defaultOutputModes: texts,
  skills: list(
    object({
      id: text,
      name: text,
      description: text,
      tags: texts,
      examples: texts,
      inputModes: texts,
      outputModes: texts,
      securityRequirements: requirements,
    }),
  ),
  iconUrl: text,
})

/** A value without all of its empty members; undefined if nothing is left. */
export const withoutEmpty = (value: unknown): unknown => {
  if (value === "" || value === null || value === undefined) return undefined
  if (Array.isArray(value)) {
    const left = value.map(withoutEmpty).filter((item) => item !== undefined)
    return left.length === 0 ? undefined : left
  }
  if (!isMembers(value)) return value
  const left = Object.entries(value).flatMap(([name, member]) => {
    const kept = withoutEmpty(member)
    return kept === undefined ? [] : [[name, kept] as const]
  })
  return left.length === 0 ? undefined : Object.fromEntries(left)
}

interface Read {
  readonly value: unknown
  /** The paths of the members that the schema does not have. */
  readonly outside: ReadonlyArray<string>
}

const nothing: Read = { value: undefined, outside: [] }

const readMembers = (value: Members, path: string, shapeOf: (name: string) => Shape | undefined): Read => {
  const read = Object.entries(value).map(([name, member]) => {
    const at = path === "" ? name : `${path}.${name}`
    const shape = shapeOf(name)
    return [
      name,
      shape === undefined ? { value: undefined, outside: [at] } : readAs(member, shape, at),
    ] as const
  })
  return {
    value: Object.fromEntries(read.map(([name, { value }]) => [name, value])),
    outside: read.flatMap(([, { outside }]) => outside),
  }
}

/** A value as a shape takes it, and what lies outside the shape. A value of another kind lies outside. */
const readAs = (value: unknown, shape: Shape, path: string): Read => {
  if (value === null || value === undefined) return nothing
  const plain = { value, outside: [] }
  const outside = { value: undefined, outside: [path] }
  switch (shape.kind) {
    case "any":
      return plain
    case "text":
      return typeof value === "string" ? plain : outside
    case "flag":
      return typeof value === "boolean" ? plain : outside
    case "boolean":
      if (value === false) return nothing
      return value === true ? plain : outside
    case "list": {
      if (!Array.isArray(value)) return outside
      const items = value.map((item, i) => readAs(item, shape.of, `${path}.${i}`))
      return { value: items.map((item) => item.value), outside: items.flatMap((item) => item.outside) }
    }
    case "map":
      return isMembers(value) ? readMembers(value, path, () => shape.of) : outside
    case "object": {
      const { members } = shape
      return isMembers(value)
        ? readMembers(value, path, (name) => (Object.hasOwn(members, name) ? members[name] : undefined))
        : outside
    }
  }
}

/** A card as SDKs sign it, and the members that they do not sign. */
export const bySchema = (
  value: Members,
): { readonly card: Members; readonly outside: ReadonlyArray<string> } => {
  const { value: read, outside } = readAs(value, card, "")
  const left = withoutEmpty(read)
  return { card: isMembers(left) ? left : {}, outside }
}
