import { hash } from "node:crypto"

/** A strong entity tag: the same bytes, the same tag, in every process. */
export const etagOf = (body: string): string => `"${hash("sha256", body, "base64url").slice(0, 27)}"`

const opaque = (tag: string): string => tag.trim().replace(/^W\//, "")

/** Whether `If-None-Match` names this tag (weak comparison, RFC 9110). */
export const matches = (header: string | undefined, etag: string): boolean =>
  header !== undefined &&
  (header.trim() === "*" || header.split(",").some((candidate) => opaque(candidate) === opaque(etag)))
