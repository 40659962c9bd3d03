// Receipts of the court's log are checked by Auth0's implementation of COSE: trees of many sizes, and each receipt again over another root
// and with one bit of its signature changed, which it must refuse.
import { generateKeyPairSync, sign } from "node:crypto"
import { LogVerifiers } from "../../adapters/keys/index.ts"
import { Checkpoint, Cosignature, Merkle, Note } from "../../core/log/index.ts"
import { coseReceipt } from "../../http/formats/cose-receipt/index.ts"

const sizes = [2, 3, 7, 8, 255, 256, 257, 1000]
const leaves = Array.from({ length: 1000 }, (_, i) => Merkle.hashLeaf(Buffer.from(`event ${i}`)))
const read = ({ level, index }) =>
  Merkle.rootOfHashes(leaves.slice(index * 2 ** level, (index + 1) * 2 ** level))

/** Throws at the first receipt about which the two disagree. */
export const coseByAuth0 = async () => {
  const { COSEKey, Sign1 } = await import("@auth0/cose")
  const secret = generateKeyPairSync("ed25519").privateKey
  const log = Note.makeVerifierKey(
    "court.example/log",
    Note.signatureTypes.ed25519,
    LogVerifiers.rawKey(secret),
  )
  for (const size of sizes) {
    const [index, root] = [Math.floor(size / 3), Merkle.computeRoot(size, read)]
    const checkpoint = { origin: log.name, size, root, extensions: [] }
    const signed = Cosignature.withoutSignatures(Checkpoint.format(checkpoint), checkpoint)
    const hashes = Merkle.proveInclusion(index, size, read)
    const receipt = coseReceipt.receipts({ extra: null, index, hashes, signed }, log, "https://court.example")
    const signature = sign(null, receipt.signs, secret)
    const key = await COSEKey.import(receipt.key).toKeyLike()
    const verifies = async (by, payload) => {
      try {
        await Sign1.decode(receipt.build(by)).verify(key, { detachedPayload: payload })
        return true
      } catch {
        return false
      }
    }
    const changed = Buffer.from(signature)
    changed[5] ^= 1
    if (!(await verifies(signature, root)))
      throw new Error(`Auth0's COSE refuses a receipt of ${size} leaves`)
    if (await verifies(changed, root)) throw new Error("Auth0's COSE takes a signature that was changed")
    if (await verifies(signature, Merkle.hashLeaf(root))) throw new Error("Auth0's COSE takes another root")
  }
  console.log(`Auth0's COSE verifies the receipts of ${sizes.length} trees, and no other root or signature.`)
}
