/** Addresses at which the court's operator is paid: a port, since only the operator knows its extended public keys. */
import { Context, Schema } from "effect"
import type { Network } from "../compliance/Networks.ts"
import * as Kind from "../Kind.ts"

/** Networks of one family share their addresses: one at Base is the same at Ethereum. */
export type AddressFamily = Network["kind"]

export interface AddressesService {
  /** The address number `index` of a family, in the writing of `readAddress`; null where no extended public key is configured. */
  readonly derive: (family: AddressFamily, index: number) => string | null
}
export class Addresses extends Context.Tag("agent-court/Addresses")<Addresses, AddressesService>() {}

/** Which address of a family comes next. Every invoice puts it, so that no address is given out twice. */
export const AddressSeries = Schema.Struct({ family: Schema.String, next: Schema.NonNegativeInt })
export type AddressSeries = typeof AddressSeries.Type
export const AddressSerieses = Kind.make<AddressSeries>({
  name: "address-series",
  schema: AddressSeries,
  id: ({ family }) => family,
})

/** The name that an address has among unique names: whoever holds it is the one thing that the address serves. */
export const addressClaim = (family: AddressFamily, address: string): string => `address/${family}/${address}`
