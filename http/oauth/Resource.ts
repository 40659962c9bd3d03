/**
 * What an access token is for (RFC 8707): the whole court, its tools, or its interface. A token serves the resource that it names and what
 * lies beneath it, and no other.
 */

/** Where each resource begins, after the address of the court. */
const places = ["", "/mcp", "/api/v1"] as const
export type Resource = (typeof places)[number]

/** The resource of an access token whose request names none: what clients of the protocol ask for. */
export const usualResource: Resource = "/mcp"

export const isResource = (text: string): text is Resource => places.some((place) => place === text)

/** The resource at an address; null if it is not one of this court. */
export const resourceAt = (address: string, baseUrl: string): Resource | null => {
  const bare = address.replace(/\/$/, "")
  return places.find((place) => `${baseUrl}${place}` === bare) ?? null
}

/** Whether a request to this path is one to the resource. */
export const covers = (resource: Resource, target: string): boolean =>
  resource === "" ||
  target === resource ||
  (/^[/?]/.test(target.slice(resource.length)) && target.startsWith(resource))
