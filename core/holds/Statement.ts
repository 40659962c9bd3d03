/** Proof that an address of a hold is its party's own: the statement that the address signs (EIP-712), and what follows from the check (PD2 §6D). */

import { Effect, Schema } from "effect"
import { Wallets } from "../chains/index.ts"
import { listOf } from "../kernel/Json.ts"
import { type Refusal, refusal } from "../kernel/Refusal.ts"
import { enforced, rule } from "../kernel/Section.ts"
import { kinds } from "./Escrow.ts"
import type * as Hold from "./Hold.ts"
import * as Payout from "./Payout.ts"

/** The court as a statement names it: the name of its domain, and its id. */
export type ForCourt = Pick<Payout.SignerService, "court" | "courtId">

/** The statement that a party's address signs. `court` is the Keccak-256 hash of the court's id, `amount` in the asset's units. */
const Statement = Schema.Struct({
  court: Schema.String,
  chainId: Schema.Int,
  escrow: Schema.String,
  holdRef: Schema.String,
  agent: Schema.String,
  party: Schema.String,
  amount: Schema.String,
})
type Statement = typeof Statement.Type

const Field = Schema.Struct({ name: Schema.String, type: Schema.String })
const field = (type: string, name: string) => ({ name, type })

/** The EIP-712 type of a statement, in the order of its encoding. */
const statementTypes = {
  HoldParty: [
    field("bytes32", "court"),
    field("uint256", "chainId"),
    field("address", "escrow"),
    field("bytes32", "holdRef"),
    field("string", "agent"),
    field("address", "party"),
    field("uint256", "amount"),
  ],
} as const

export const StatementData = Schema.Struct({
  domain: Wallets.Domain,
  types: Schema.Struct({ HoldParty: listOf(Field, statementTypes.HoldParty.length) }),
  primaryType: Schema.String,
  message: Statement,
}).annotations({ identifier: "HoldStatement" })

type Stated = Pick<Hold.Hold, "escrowKind" | "chainId" | "escrowAddress" | "holdRef" | "amountUnits">

/** The statement of an agent about its own address, ready to sign. */
export const statementOf = ({ court, courtId }: ForCourt, hold: Stated, agent: string, party: string) =>
  ({
    domain: Payout.domainOf(court, hold),
    types: statementTypes,
    primaryType: "HoldParty",
    message: {
      court: Payout.keccak(courtId),
      chainId: hold.chainId,
      escrow: hold.escrowAddress,
      holdRef: kinds[hold.escrowKind].refBytes(hold.holdRef),
      agent,
      party,
      amount: hold.amountUnits,
    },
  }) satisfies Wallets.TypedData<Statement>

/** The facts about the court that the signer of a statement has to know: its hash, and the domain and types without the escrow's part. */
export interface StatementFacts {
  readonly court: string
  readonly holdParty: Pick<typeof StatementData.Type, "types" | "primaryType"> & {
    readonly domain: Pick<typeof Wallets.Domain.Type, "name" | "version">
  }
}

/** The facts that the signer of a statement to this court has to know. */
export const statementsFor = ({ court, courtId }: ForCourt): StatementFacts => ({
  court: Payout.keccak(courtId),
  holdParty: {
    domain: { name: court, version: Payout.domainVersion },
    types: statementTypes,
    primaryType: "HoldParty",
  },
})

/**
 * The result of the check of a signature. If the signature is that of the address, it is by the key of the address or by the contract at
 * it.
 */
export type Checked = Exclude<Wallets.Verdict, "signed"> | "key" | "contract"

/** No chain has this id, so that nobody asks a contract. */
const noChain = 0

/** Checks the signature of an address over a statement. */
export const verdictOn = (statement: Wallets.TypedData<Statement>, signature: Wallets.Signature) =>
  Effect.gen(function* () {
    const wallets = yield* Wallets.Wallets
    const claimed = { address: statement.message.party, signature, said: { data: statement } }
    const byItsKey = yield* wallets.signed({ ...claimed, chainId: noChain })
    if (byItsKey === "signed") return "key" as const
    const verdict = yield* wallets.signed({ ...claimed, chainId: statement.domain.chainId })
    return verdict === "signed" ? ("contract" as const) : verdict
  })

/** The part that a hold keeps of a signature that proves an address. Of another signature it keeps nothing. */
export const keepChecked = (checked: Checked | null): Pick<Hold.Party, "provenBy"> =>
  checked === "key" || checked === "contract" ? { provenBy: checked } : {}

const why = {
  unsigned: "Neither the key of your address nor a contract at it signed this statement.",
  unread:
    "The key of your address did not sign this statement, and the court can't ask a contract at it, since it does not read this chain.",
  unreadable:
    "The key of your address did not sign this statement, and a contract at it can't be asked now; try again later.",
} as const

export const confirmation = enforced(
  "PD2 §6D",
  "Confirmation and lapse",
  () =>
    "The other party confirms the hold with its own address, and each party proves that its address is its own. The key of the address signs a statement that names this court, the chain, the escrow and its reference, the agent, the address and the sum; if the service reads the chain, the contract at the address may sign it. A party sends the signature when it names or confirms the hold, or later. The hold is confirmed once both addresses are proven; until then the service signs nothing for it. From then on each address also counts as its party's for what the address signs elsewhere (Rule 4.11): on every chain if its key signed the statement, and on the hold's chain alone if its contract did.",
)

/** Refuses a signature that does not prove the address. A null verdict is that of a request without a signature. */
export const mayRest = rule(["PD2 §6D"], (verdict: Checked | null): Refusal | null =>
  verdict === null || verdict === "key" || verdict === "contract"
    ? null
    : refusal("hold_unproven", { why: why[verdict] }),
)
