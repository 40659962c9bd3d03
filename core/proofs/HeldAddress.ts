/**
 * An address that an agent has proven in a confirmed hold (PD2 §6D). It counts as the agent's, like a key that it has proven, but
 * it is not the agent's alone: several agents may be paid at one address.
 */
import { Effect, Option, Schema } from "effect"
import { needPresent } from "../kernel/Defect.ts"
import * as Kind from "../kernel/Kind.ts"
import type { Reader } from "../kernel/Reader.ts"
import { bounds } from "../kernel/Schedule.ts"
import { Instant } from "../kernel/Time.ts"
import type { StoreUnavailable } from "../store/Store.ts"

/** That an address is an agent's because it is proven in a hold, and not by a proof of its own. */
export const HeldAddress = Schema.Struct({
  agentId: Schema.String,
  handle: Schema.String,
  /** As of a proven key: of an address whose key signed, or of a contract on its chain. */
  fingerprint: Schema.String,
  since: Instant,
})
export interface HeldAddress extends Schema.Schema.Type<typeof HeldAddress> {}

const idOf = ({ fingerprint, agentId }: Pick<HeldAddress, "fingerprint" | "agentId">): string =>
  `${fingerprint}/${agentId}`

/** The agents that have proven an address, in the order in which their holds were confirmed. */
const heldIndex = "held_addresses.fingerprint"

export const HeldAddresses = Kind.make<HeldAddress>({
  name: "held_address",
  schema: HeldAddress,
  id: idOf,
  index: (held) => [{ index: heldIndex, list: `${held.fingerprint}/`, rest: held.agentId }],
})

/** Of some addresses, the addresses that their agents have not proven in an earlier hold. The earliest proof is kept. */
export const newlyHeld = (
  reader: Reader,
  addresses: ReadonlyArray<HeldAddress>,
): Effect.Effect<ReadonlyArray<HeldAddress>, StoreUnavailable> =>
  Effect.map(reader.findAll(HeldAddresses, addresses.map(idOf)), (found) =>
    addresses.filter((_, i) => Option.isNone(needPresent(found[i], "what was found of an address"))),
  )

/** The first agents that have proven an address in confirmed holds. A signature with the address does not say which of them signed. */
export const holdersOf = (
  reader: Reader,
  fingerprint: string,
): Effect.Effect<ReadonlyArray<HeldAddress>, StoreUnavailable> =>
  Effect.map(
    reader.list(HeldAddresses, {
      index: heldIndex,
      prefix: `${fingerprint}/`,
      after: null,
      limit: bounds.keyProofsMax,
    }),
    ({ items }) => items,
  )

/** Which of some agents have proven an address in confirmed holds, the earliest first. */
export const heldBy = (
  reader: Reader,
  fingerprint: string,
  agentIds: ReadonlyArray<string>,
): Effect.Effect<ReadonlyArray<HeldAddress>, StoreUnavailable> =>
  Effect.map(
    reader.findAll(
      HeldAddresses,
      agentIds.map((agentId) => idOf({ fingerprint, agentId })),
    ),
    (found) => found.flatMap(Option.toArray).toSorted((a, b) => a.since - b.since),
  )
