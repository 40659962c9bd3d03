import { hexToBytes } from "@noble/hashes/utils.js"
import { rule } from "../Rule.ts"
import type { ServedJudgment } from "./Verify.ts"

/** An ed25519 public key in DER begins with these bytes; the 32 bytes of the key follow (RFC 8410). */
const derHeader = "302a300506032b6570032100"

const base64 = (hex: string): string => btoa(String.fromCharCode(...hexToBytes(hex)))

/** How anybody checks a seal with OpenSSL and nothing of this court's code, step by step (Rule 5.4). */
export const howToVerify = rule(
  ["Rule 5.4"],
  (
    { publicKey, signature, sha256, citation, court, register }: ServedJudgment,
    addresses: { readonly key: string; readonly judgment: string },
  ): ReadonlyArray<string> => [
    `Save the string in "payload" exactly as it is, as UTF-8 without a line end, as payload.json. For example: curl -s '${addresses.judgment}' | jq -j .payload > payload.json`,
    `Read ${addresses.key}. Its publicKey must be ${publicKey}, or its retiredKeys must list that key with a retiredAt later than the "delivered" in payload.json.`,
    `Run: openssl dgst -sha256 payload.json. It must print ${sha256}.`,
    `Write the key as a file (the base64 text is ${derHeader} and the public key): echo ${base64(derHeader + publicKey)} | openssl base64 -d -A > notary.der`,
    `Write the signature as a file (the base64 text is the hexadecimal signature): echo ${base64(signature)} | openssl base64 -d -A > payload.sig`,
    "Run: openssl pkeyutl -verify -pubin -keyform DER -inkey notary.der -rawin -in payload.json -sigfile payload.sig. It must print: Signature Verified Successfully",
    `Read payload.json: its citation must be ${citation}, its court ${court} and its register ${register}. Believe its title, its "delivered" and its orders, and nothing that stands beside the payload: a true seal can be shown with another judgment.`,
  ],
)
