/**
 * The resource that an access token is for (RFC 8707): the whole court, its tools, or its interface. A token serves the resource that it
 * names and what lies beneath it, and no other.
 */

/** The path at which each resource begins, after the address of the court. */
const places = ["", "/mcp", "/api/v1"] as const
export type Resource = (typeof places)[number]

/** The resource of an access token whose request names no resource: clients of the protocol ask for this one. */
export const usualResource: Resource = "/mcp"

export const isResource = (text: string): text is Resource => places.some((place) => place === text)

/**
 * The pages to which the links of a matter lead: the page that takes a link, and the page of the matter. No request of OAuth can name them.
 */
const ofMatter = /^\/(?:open|matters)\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
/** The resources and pages that a token of the court may be for. */
export type Place = Resource | `/open/${string}` | `/matters/${string}`
export const isPlace = (text: string): text is Place => isResource(text) || ofMatter.test(text)

/** The resource at an address; null if it is not one of this court. */
export const resourceAt = (address: string, baseUrl: string): Resource | null => {
  const bare = address.replace(/\/$/, "")
  return places.find((place) => `${baseUrl}${place}` === bare) ?? null
}

/** Whether a request to this path is one to the resource. */
export const covers = (resource: Place, target: string): boolean =>
  resource === "" ||
  target === resource ||
  (/^[/?]/.test(target.slice(resource.length)) && target.startsWith(resource))
