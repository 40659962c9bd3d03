/** Holds for tests: `buyer` pays `seller` from an escrow on Base. */
import { type Context, Effect, Either } from "effect"
import type { Actor } from "../../kernel/Actor.ts"
import { days } from "../../kernel/Time.ts"
import { buyer, seller } from "../../testing/Actors.ts"
import { start } from "../../testing/Context.ts"
import type { Asks } from "../Escrow.ts"
import type { SignedEvaluation } from "../Evaluated.ts"
import type { Hold } from "../Hold.ts"
import { type ActName, partsOf } from "../Moves.ts"
import { holds } from "../Record.ts"

export { buyer, clock, registrar, seller, stranger } from "../../testing/Actors.ts"

/** Lets every agent ask a chain as often as it likes. */
export const uncounted: Context.Tag.Service<Asks> = { take: () => Effect.succeed(true) }

export const addresses = {
  escrow: "0x8617E340B3D01FA5F11F306F4090FD50E238070D",
  buyer: "0x52908400098527886E0F7030069857D2E4169EE7",
  seller: "0xde709f2102306220921060314715629080e2fb77",
}

const party = ({ id, handle }: { readonly id: string; readonly handle: string }, address: string | null) => ({
  id,
  handle,
  operatorId: `op-${handle}`,
  address,
  provenAt: null,
})

const proven = (agent: { readonly id: string; readonly handle: string }, address: string) => ({
  ...party(agent, address),
  provenAt: start,
})

/** A hold that the buyer named at `start`, with a long stop after sixty days. */
export const named = (changes: Partial<Hold> = {}): Hold => ({
  id: "01900000-0000-7000-8000-000000000001",
  escrowKind: "x402r",
  chain: "eip155:8453",
  chainId: 8453,
  escrowAddress: addresses.escrow,
  holdRef: `0x${"1".repeat(64)}`,
  quoteId: "01900000-0000-7000-8000-000000000002",
  matterId: null,
  namedBy: "payer",
  payer: party(buyer, addresses.buyer),
  payee: party(seller, null),
  amountCents: 40_000,
  currency: "USDC",
  asset: "eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
  assetDecimals: 6,
  amountUnits: "400000000",
  inspectionHours: null,
  longStopAt: start + days(60),
  purpose: null,
  secures: null,
  status: "named",
  read: null,
  createdAt: start,
  confirmedAt: null,
  escrowEndsAt: null,
  instruction: null,
  paidOut: null,
  since: start,
  ...changes,
})

export const confirmed = (changes: Partial<Hold> = {}): Hold =>
  named({
    status: "confirmed",
    payer: proven(buyer, addresses.buyer),
    payee: proven(seller, addresses.seller),
    confirmedAt: start,
    ...changes,
  })

/** The hold with an instruction signed at `start`, which takes effect after a day and expires a week later. */
export const instructed = (changes: Partial<Hold> = {}): Hold =>
  confirmed({
    status: "instructed",
    instruction: {
      payoutId: "01900000-0000-7000-8000-000000000003",
      citation: "[2026] MC 1",
      effectiveAt: start + days(1),
      expiresAt: start + days(8),
    },
    ...changes,
  })

const hash = `0x${"1".repeat(64)}`

/** An evaluation signed at `start` that the delivery satisfies its criteria, in effect after a day and for a week. */
export const evaluation: SignedEvaluation = {
  evaluation: {
    holdId: hash,
    holdRef: hash,
    payer: addresses.buyer,
    payee: addresses.seller,
    asset: addresses.escrow,
    amount: "400000000",
    satisfied: true,
    artifactSha256: hash,
    criteriaSha256: hash,
    evaluationSha256: hash,
    signedAt: start / 1000,
    validAfter: (start + days(1)) / 1000,
    validBefore: (start + days(8)) / 1000,
    nonce: hash,
  },
  domain: { name: "court", version: "1", chainId: 8453, verifyingContract: addresses.escrow },
  digest: hash,
  signature: "0xs",
  signer: "0xa",
  signedAt: start,
  effectiveAt: start + days(1),
  expiresAt: start + days(8),
  withdrawn: null,
}

/** The status after an act by an actor, or the code of the refusal. */
export const following = (hold: Hold, act: ActName, actor: Actor, at: number): string =>
  Either.match(holds.transition(hold, { act, who: partsOf(hold, actor) }, at), {
    onLeft: ({ code }) => code,
    onRight: ({ after }) => after.status,
  })
