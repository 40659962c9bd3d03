/** Opens the keys in the folder that the last argument names, and prints what can be compared of them. */
import { open } from "../FileKeys.ts"

const { notary, jwks, registrarSha256, judgeSha256 } = open(process.argv.at(-1) ?? "")
console.log(JSON.stringify({ notary, jwks, registrarSha256, judgeSha256 }))
