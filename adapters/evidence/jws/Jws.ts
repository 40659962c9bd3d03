/** Any compact JWS (RFC 7515): what its payload says, for a key that is proven. */

import * as Jws from "../Jws.ts"
import { isMembers, type Members, parseJson } from "../Read.ts"
import { clock, notExpired } from "../Times.ts"
import type { Check, Statement, Verifier } from "../Verifier.ts"
import { fails } from "../Verifier.ts"
import { instantOf, quote, sentencesMax, shown } from "../Words.ts"

const statementOf = (payload: string): ReadonlyArray<Statement> => {
  const value = parseJson(payload)
  if (!isMembers(value)) return [{ by: "signer", text: `Token: ${quote(payload)}.` }]
  return Object.entries(value)
    .slice(0, sentencesMax)
    .map(([name, member]) => ({ by: "signer", text: `Token: ${quote(name)} is ${shown(member)}.` }))
}

const claims = (payload: string | undefined): Members => {
  const value = payload === undefined ? undefined : parseJson(payload)
  return isMembers(value) ? value : {}
}

const unreadable: Check = fails("payload", "The payload is not UTF-8 text.")

export const jws: Verifier = {
  format: "jws",
  open: ({ text }) => {
    const token = Jws.parse(text.trim())
    if (token === null) return null
    const { iat, exp } = claims(token.payload)
    return {
      needs: Jws.needs(token),
      examine: (documents, now) => {
        const { signer, checks } = Jws.examine(token, documents, {
          role: "signer",
          signedAt: instantOf(iat),
          host: null,
        })
        const nested = Jws.checkNesting(token.payload)
        return {
          signers: [signer],
          checks: [
            ...checks,
            ...nested,
            ...(token.payload === undefined ? [unreadable] : []),
            ...clock(iat, now),
            ...notExpired(exp, now),
          ],
          statement: token.payload === undefined || nested.length > 0 ? [] : statementOf(token.payload),
        }
      },
    }
  },
}
