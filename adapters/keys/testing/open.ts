/** Opens the keys of the folder named last on the command line and says what the public may know of them. */
import { open } from "../FileKeys.ts"

const { notary, jwks, registrarSha256, judgeSha256 } = open(process.argv.at(-1) ?? "")
console.log(JSON.stringify({ notary, jwks, registrarSha256, judgeSha256 }))
