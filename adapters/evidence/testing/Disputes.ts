/** For tests: dispute evidence (`dispute+jwt`), made by jose, as the draft says it. */
import { calculateJwkThumbprint } from "jose"
import { type Pair, seconds, sha256, token } from "./Artifacts.ts"

/** A key and the name of whoever signs by it, such as a `did:key` or a `did:web`. */
export interface Signing {
  readonly pair: Pair
  readonly name: string
}

type Members = { readonly [name: string]: unknown }

/** The changes that a test makes to a dispute. Each is the members of one token; a member of `undefined` is left out. */
export interface DisputeGiven {
  readonly at?: number
  readonly grant?: Members
  readonly receipt?: Members
  readonly dispute?: Members
  readonly delta?: ReadonlyArray<unknown>
  /** The whole token in place of the grant that the receipt names. */
  readonly otherGrant?: string
}

/** A dispute with the tokens in it. */
export interface DisputeMade {
  readonly dispute: string
  readonly grant: string
  readonly receipt: string
}

const headerOf = async ({ pair }: Signing, typ: string) => ({
  typ,
  kid: await calculateJwkThumbprint(pair.jwk),
})

/** An owner's dispute over a payment of 450 USDC to `shop`, of which its grant allowed 100. The shop signs the receipt. */
export const disputeOf = async (
  owner: Signing,
  shop: Signing,
  { at = seconds, delta, ...given }: DisputeGiven = {},
): Promise<DisputeMade> => {
  const agent = `${owner.name}:shopper`
  const grant = await token(
    owner.pair,
    {
      iss: owner.name,
      sub: agent,
      aud: shop.name,
      iat: at - 120,
      exp: at + 3_600,
      jti: "grant-1",
      scope: "payment",
      constraints: { maxAmount: "100000000", currency: "USDC" },
      ...given.grant,
    },
    await headerOf(owner, "grant+jwt"),
  )
  const receipt = await token(
    shop.pair,
    {
      iss: shop.name,
      iat: at - 60,
      amount: "450000000",
      currency: "USDC",
      recipient: shop.name,
      ack: { agent, grant: sha256(grant) },
      ...given.receipt,
    },
    await headerOf(shop, "receipt+jwt"),
  )
  const carried = given.otherGrant ?? grant
  const dispute = await token(
    owner.pair,
    {
      iss: owner.name,
      sub: agent,
      iat: at,
      exp: at + 604_800,
      jti: "urn:uuid:550e8400-e29b-41d4-a716-446655440000",
      reason: "scope-exceeded",
      grant_ref: sha256(carried),
      receipt_ref: sha256(receipt),
      evidence: {
        grant: carried,
        receipt,
        delta: delta ?? [
          {
            field: "constraints.maxAmount",
            authorized: "100000000",
            actual: "450000000",
            currency: "USDC",
          },
        ],
      },
      ...given.dispute,
    },
    await headerOf(owner, "dispute+jwt"),
  )
  return { dispute, grant: carried, receipt }
}
