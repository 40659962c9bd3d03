/** The addresses of a confirmed hold, which count as those of its parties whatever else they sign (Rule 4.11). */
import { present } from "../kernel/Defect.ts"
import { rule } from "../kernel/Section.ts"
import { fingerprintOf, type HeldAddress } from "../proofs/index.ts"
import { addressOf, type Hold } from "./Hold.ts"

/**
 * The addresses that the sides of a hold have proven. The key of an address signs on every chain; a contract speaks for its address
 * on its own chain alone, so what it has signed says nothing of whoever has the key of the address.
 */
export const heldIn = rule(
  ["PD2 §6D", "Rule 4.11"],
  ({ payer, payee, chainId }: Hold): ReadonlyArray<HeldAddress> =>
    [payer, payee].flatMap((party): ReadonlyArray<HeldAddress> => {
      if (party.provenBy === undefined) return []
      const address = addressOf(party)
      return [
        {
          agentId: party.id,
          handle: party.handle,
          fingerprint: fingerprintOf(party.provenBy === "key" ? { address } : { address, chainId }),
          since: present(party.provenAt, "when the address was proven"),
        },
      ]
    }),
)
