/** Readers of chains and prices, and the addresses at which the operator is paid. They hold no private key and send no transaction. */

export * as Asks from "./Asks.ts"
export * as Addresses from "./addresses/Derivation.ts"
export * as ExtendedKey from "./addresses/ExtendedKey.ts"
export * as Chain from "./Chain.ts"
export * as Escrows from "./evm/Escrows.ts"
export * as JobRecord from "./evm/JobRecord.ts"
export * as Wallets from "./evm/Wallets.ts"
export * as Prices from "./prices/Prices.ts"
export * as Readers from "./Readers.ts"
