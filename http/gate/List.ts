/**
 * The list of a court: its register in one file, so that the court does not learn who looks up whom. The first line is a JWS of what the
 * list says of itself. After it come hashes of names and what is said of each: the columns of a table whose rows are sorted.
 */

/** The statements of a list about itself, under the signature of the court. */
export interface ListHead {
  readonly version: 1
  readonly court: string
  readonly asOf: string
  /** Hashed before each name. It is another one each day, so that no name can be chosen before for its hash. */
  readonly salt: string
  readonly names: number
  /** SHA-256 of all after the first line, in hexadecimal. */
  readonly sha256: string
  /** The checkpoint of the court's log at which it was made; null if the log has no checkpoint yet. */
  readonly checkpoint: string | null
}

/** A name of the list, with its advice, its label, and the cents that its stake comes to at least. */
export interface ListedName {
  readonly advice: string
  readonly label: string
  readonly stakeCents: number
}

/** A hash has 80 bits: of a million names, a name of nobody is taken for one of them once in 10^18. */
export const hashBytes = 10
export const rowBytes = hashBytes + 1
/** The type of the signed line, so that nothing else that the court signs is taken for a list. */
export const listType = "court-check-list"
const advices = ["trust", "caution", "avoid", "unknown"]
const labels = ["in default", "qualified", "good", "no record"]
/** The least stake of each of 16 steps, in cents: 0, then 1, 2 and 5 of each power of ten. */
const stakes = [0, ...[2, 3, 4, 5, 6].flatMap((power) => [1, 2, 5].map((digit) => digit * 10 ** power))]

/** The stake that a list says for a name: the highest of its 16 steps that is not over this stake. Both are in cents. */
export const leastStake = (stakeCents: number): number => stakes.findLast((least) => least <= stakeCents) ?? 0

const utf8 = new TextEncoder()
const fromUtf8 = new TextDecoder()
const sha256 = async (bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", bytes))
const writeSaid = ({ advice, label, stakeCents }: ListedName): number =>
  (advices.indexOf(advice) << 6) |
  (labels.indexOf(label) << 4) |
  stakes.findLastIndex((least) => least <= stakeCents)

const readSaid = (said: number): ListedName => ({
  advice: advices[said >> 6] ?? "unknown",
  label: labels[(said >> 4) & 3] ?? "no record",
  stakeCents: stakes[said & 15] ?? 0,
})

const compare = (a: Uint8Array, b: Uint8Array): number => {
  for (let i = 0; i < hashBytes; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

/** The text whose hash stands in the list for a name, so that nobody reads names from it. */
export const saltedName = (salt: string, name: string): string => `${salt}\n${name}`

/** All after the first line of a list, of names with the SHA-256 of each under the salt. */
export const writeRows = (
  listed: ReadonlyArray<ListedName & { readonly hash: Uint8Array }>,
): Uint8Array<ArrayBuffer> => {
  const sorted = listed.toSorted((a, b) => compare(a.hash, b.hash))
  const bytes = new Uint8Array(sorted.length * rowBytes)
  sorted.forEach(({ hash, ...said }, row) => {
    for (let i = 0; i < hashBytes; i++) bytes[i * sorted.length + row] = hash[i] ?? 0
    bytes[hashBytes * sorted.length + row] = writeSaid(said)
  })
  return bytes
}

/** The row of a name; null if the name is not among the rows. */
export const findName = async (salt: string, rows: Uint8Array, name: string): Promise<ListedName | null> => {
  const count = rows.length / rowBytes
  const hash = await sha256(utf8.encode(saltedName(salt, name)))
  const at = (row: number) => Uint8Array.from({ length: hashBytes }, (_, i) => rows[i * count + row] ?? 0)
  let [low, high] = [0, count]
  while (low < high) {
    const middle = (low + high) >> 1
    if (compare(at(middle), hash) < 0) low = middle + 1
    else high = middle
  }
  return low < count && compare(at(low), hash) === 0 ? readSaid(rows[hashBytes * count + low] ?? 0) : null
}

const decode = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0))

/** The public key that signed a list, as a JSON Web Key. */
export interface ListKey {
  readonly kty: string
  readonly crv: string
  readonly x: string
}

const isSigned = async (key: ListKey, text: string, signature: string): Promise<boolean> => {
  const { kty, crv, x } = key
  const imported = await crypto.subtle.importKey("jwk", { kty, crv, x }, "Ed25519", false, ["verify"])
  return crypto.subtle.verify("Ed25519", imported, decode(signature), utf8.encode(text))
}

/** The public register as one signed file: its head, and its rows as bytes. */
export interface List {
  readonly head: ListHead
  readonly rows: Uint8Array<ArrayBuffer>
}

/** Reads the first line of a list, and gives it with the bytes after it. Throws if no key signed the line as such. */
export const readHead = async (
  bytes: Uint8Array<ArrayBuffer>,
  keys: ReadonlyArray<ListKey>,
): Promise<{ readonly head: ListHead; readonly rest: Uint8Array<ArrayBuffer> }> => {
  const end = bytes.indexOf(10)
  const [header = "", payload = "", signature = ""] = fromUtf8.decode(bytes.subarray(0, end)).split(".")
  const signed = await Promise.all(keys.map((key) => isSigned(key, `${header}.${payload}`, signature)))
  if (!signed.includes(true)) throw new Error("No key of the court signed this list.")
  const { typ, alg, crit } = JSON.parse(fromUtf8.decode(decode(header)))
  const head: ListHead = JSON.parse(fromUtf8.decode(decode(payload)))
  const isOfList = typ === listType && alg === "Ed25519" && crit === undefined
  if (!isOfList || head.version !== 1) throw new Error("The court signed this, but not as a list.")
  return { head, rest: bytes.slice(end + 1) }
}

/** The list of these rows, if it is whole. Throws if not. */
export const wholeList = async (head: ListHead, rows: Uint8Array<ArrayBuffer>): Promise<List> => {
  const hash = Array.from(await sha256(rows), (byte) => byte.toString(16).padStart(2, "0")).join("")
  if (hash !== head.sha256 || rows.length !== head.names * rowBytes)
    throw new Error("This list is not whole.")
  return { head, rows }
}

/** The list that these bytes are, if one of the keys signed it and it is whole. Throws if not. */
export const readList = async (
  bytes: Uint8Array<ArrayBuffer>,
  keys: ReadonlyArray<ListKey>,
): Promise<List> => {
  const { head, rest } = await readHead(bytes, keys)
  return wholeList(head, rest)
}
