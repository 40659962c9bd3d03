/** The addresses of the extended public keys that are configured: the port `Addresses` of the ledger. */
import type { HDKey } from "@scure/bip32"
import { Layer } from "effect"
import { Addresses, type AddressesService, type AddressFamily } from "../../../core/ledger/Addresses.ts"
import { bitcoinAddress, cardanoAddress, evmAddress } from "./Derivation.ts"
import type { CardanoKey } from "./ExtendedKey.ts"

/** What was configured, read: null where no such rail is wanted. */
export interface AccountKeys {
  readonly evm: HDKey | null
  readonly bitcoin: HDKey | null
  readonly cardano: CardanoKey | null
}
export const noKeys: AccountKeys = { evm: null, bitcoin: null, cardano: null }

/** Addresses by family and index. Children past 2^31 are hardened and have no public derivation; there are no so many invoices. */
export const make = ({ evm, bitcoin, cardano }: AccountKeys): AddressesService => {
  const ways: { readonly [Family in AddressFamily]: ((index: number) => string) | null } = {
    evm: evm && ((index) => evmAddress(evm, index)),
    bitcoin: bitcoin && ((index) => bitcoinAddress(bitcoin, index)),
    cardano: cardano && ((index) => cardanoAddress(cardano, index)),
  }
  return { derive: (family, index) => ways[family]?.(index) ?? null }
}

export const layer = (keys: AccountKeys): Layer.Layer<Addresses> => Layer.succeed(Addresses, make(keys))
