/** The form of a token request (RFC 6749). A form with too many bytes or fields, or with a field twice, is not read. */

export const formBytesMax = 16_384
const fieldsMax = 20

export type Form = ReadonlyMap<string, string>

export const isForm = (contentType: string | undefined): boolean =>
  /^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(contentType ?? "")

/** The fields of a form; null if it has too many, or one of them twice (RFC 6749 §3.2). */
export const readForm = (bytes: Uint8Array): Form | null => {
  if (bytes.length > formBytesMax) return null
  const fields = [...new URLSearchParams(Buffer.from(bytes).toString())]
  const form = new Map(fields)
  return fields.length > fieldsMax || form.size < fields.length ? null : form
}
