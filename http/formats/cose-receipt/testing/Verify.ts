/** A reader of COSE receipts that shares no code with the court: RFC 9942 and RFC 9162 over Node's own cryptography. */
import { createHash, createPublicKey, verify } from "node:crypto"
import { decode, encode, type Tag } from "cbor2"

/** A receipt holds three headers, a list and a path. Nothing that is deeper is read. */
const depthMax = 8
const read = (bytes: Uint8Array) =>
  decode(bytes, { maxDepth: depthMax, preferMap: true, rejectDuplicateKeys: true })
const hash = (...parts: ReadonlyArray<Uint8Array>) =>
  createHash("sha256").update(Buffer.concat(parts)).digest()

/** The root to which a path leads (RFC 9162, section 2.1.3.2); null if the path does not fit the tree. */
const rootOf = (leaf: Uint8Array, index: number, size: number, path: ReadonlyArray<Uint8Array>) => {
  if (index >= size) return null
  let [fn, sn, root] = [index, size - 1, hash(Uint8Array.of(0), leaf)]
  for (const one of path) {
    if (sn === 0) return null
    if (fn % 2 === 1 || fn === sn) {
      root = hash(Uint8Array.of(1), one, root)
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)]
    } else root = hash(Uint8Array.of(1), root, one)
    ;[fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)]
  }
  return sn === 0 ? root : null
}

/** Whether a receipt proves that the log of this key has these bytes as a leaf. */
export const receiptVerifies = (receipt: Uint8Array, leaf: Uint8Array, publicKey: Uint8Array): boolean => {
  const { tag, contents } = read(receipt) as Tag
  const [header, unprotected, payload, signature] = contents as [
    Uint8Array,
    Map<number, Map<number, ReadonlyArray<Uint8Array>>>,
    null,
    Uint8Array,
  ]
  const stated = read(header) as Map<number, unknown>
  if (Number(tag) !== 18 || payload !== null || stated.get(1) !== -8 || stated.get(395) !== 1) return false
  const [inclusion = new Uint8Array()] = unprotected.get(396)?.get(-1) ?? []
  const [size, index, path] = read(inclusion) as [number, number, ReadonlyArray<Uint8Array>]
  const root = rootOf(leaf, index, size, path)
  if (root === null) return false
  const signs = encode(["Signature1", header, new Uint8Array(), new Uint8Array(root)])
  const key = Buffer.concat([Buffer.from("302a300506032b6570032100", "hex"), publicKey])
  return verify(null, signs, createPublicKey({ key, format: "der", type: "spki" }), signature)
}
