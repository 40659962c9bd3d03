/** What each agent has been charged in a matter: the fees of its judgments and appeals, and the fees of briefs that name it (PD2). */
import { Array as Arr, Effect, Option, Schema } from "effect"
import type { Change } from "../kernel/Change.ts"
import * as Changed from "../kernel/Change.ts"
import * as Kind from "../kernel/Kind.ts"
import { Cents } from "../kernel/Money.ts"
import type { Reader } from "../kernel/Reader.ts"
import type { StoreUnavailable } from "../store/Store.ts"
import { type Balance, type LedgerEntry, post } from "./Account.ts"

/** The sum of an agent's charges in a matter. Every such charge puts it, so that who rests on it notices a charge made meanwhile. */
export const MatterCharge = Schema.Struct({ matterId: Schema.String, agentId: Schema.String, cents: Cents })
export type MatterCharge = typeof MatterCharge.Type
export const MatterCharges = Kind.make<MatterCharge>({
  name: "matter-charge",
  schema: MatterCharge,
  id: ({ matterId, agentId }) => `${matterId}/${agentId}`,
})

/** What these agents have been charged in a matter, in their order; 0 cents if nothing was charged. */
export const chargedIn = (
  reader: Reader,
  matterId: string,
  agentIds: ReadonlyArray<string>,
): Effect.Effect<ReadonlyArray<MatterCharge>, StoreUnavailable> =>
  Effect.map(
    reader.findAll(
      MatterCharges,
      agentIds.map((agentId) => MatterCharges.id({ matterId, agentId, cents: 0 })),
    ),
    (found) =>
      Arr.zipWith(agentIds, found, (agentId, one) =>
        Option.getOrElse(one, (): MatterCharge => ({ matterId, agentId, cents: 0 })),
      ),
  )

/** Enters a charge in the ledger and counts it in its matter. `charged` is what the agent had been charged there. 0 cents make no entry. */
export const postIn = (
  charged: MatterCharge,
  balance: Balance,
  entry: Omit<LedgerEntry, "agentId" | "kind">,
): ReadonlyArray<Change> =>
  entry.cents === 0
    ? []
    : [
        ...post(balance, { ...entry, kind: "charge" }),
        Changed.put(MatterCharges, { ...charged, cents: charged.cents + entry.cents }),
      ]
