/** Listed tokens on a local EVM at their real addresses, and an account that pays with them. */
import { createPublicClient, createWalletClient, encodeFunctionData, type Hex, http } from "viem"
import { mnemonicToAccount } from "viem/accounts"
import { type Anvil, mnemonic } from "./Anvil.ts"
import { type Compiled, compiled } from "./Solc.ts"

export interface Payer {
  readonly address: string
  /** Pays units of a token to an address in a new block, and gives the hash of the transaction. */
  readonly pay: (token: string, to: string, units: bigint) => Promise<Hex>
  /** Height of the newest block. */
  readonly height: () => Promise<number>
}

let token: Compiled | null = null

/** Puts the test token at each address, and gives an account that holds a million of each. */
export const withTokens = async (anvil: Anvil, addresses: ReadonlyArray<string>): Promise<Payer> => {
  token ??= compiled("TestToken")
  const { abi, deployedBytecode } = token
  const transport = http(anvil.url)
  const account = mnemonicToAccount(mnemonic)
  const wallet = createWalletClient({ account, transport })
  const client = createPublicClient({ transport, pollingInterval: 20 })
  const call = async (to: string, functionName: string, args: ReadonlyArray<unknown>): Promise<Hex> => {
    const data = encodeFunctionData({ abi, functionName, args: [...args] })
    const hash = await wallet.sendTransaction({ to: to as Hex, data, chain: null })
    await client.waitForTransactionReceipt({ hash })
    return hash
  }
  for (const address of addresses) {
    await anvil.setCode(address, deployedBytecode)
    await call(address, "mint", [account.address, 1_000_000_000_000n])
  }
  return {
    address: account.address,
    pay: (address, to, units) => call(address, "transfer", [to, units]),
    height: async () => Number(await client.getBlockNumber({ cacheTime: 0 })),
  }
}
