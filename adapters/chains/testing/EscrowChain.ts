/** A local chain with a token, an escrow of each kind, and the parties' adapters, which carry out the court's instructions. */
import {
  type Abi,
  type Address,
  createPublicClient,
  createWalletClient,
  getContractAddress,
  type Hex,
  http,
  type PublicClient,
} from "viem"
import { mnemonicToAccount } from "viem/accounts"
import { base } from "viem/chains"
import { type Anvil, mnemonic, startAnvil } from "./Anvil.ts"
import { type Compiled, compile } from "./Solc.ts"

/** The address of USDC on Base, where the tests put their token. */
export const token: Address = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"
const polling = { pollingInterval: 20 }

export type Account = ReturnType<typeof mnemonicToAccount>
export const accountOf = (index: number): Account => mnemonicToAccount(mnemonic, { addressIndex: index })

export interface EscrowChain {
  readonly anvil: Anvil
  readonly client: PublicClient
  readonly token: Address
  readonly buyer: Account
  readonly seller: Account
  readonly abi: (contract: string) => Abi
  readonly deployed: Readonly<
    Record<"x402r" | "erc8183" | "kleros", { readonly escrow: Address; readonly adapter: Address }>
  >
  /** Sends a call and waits for it; a revert throws with its name. */
  readonly send: (
    from: Account,
    contract: string,
    to: Address,
    fn: string,
    args: ReadonlyArray<unknown>,
  ) => Promise<Hex>
  readonly read: (
    contract: string,
    at: Address,
    fn: string,
    args?: ReadonlyArray<unknown>,
  ) => Promise<unknown>
  /** Gives the buyer tokens and lets an escrow take them. */
  readonly fund: (escrow: Address, units: bigint) => Promise<void>
  readonly balance: (of: Address) => Promise<bigint>
  /** Puts the next block at an instant, in milliseconds. */
  readonly goTo: (at: number) => Promise<void>
}

/** Starts the chain at an instant. `court` is the address of the court's payout key, `name` the name of its domain. */
export const startEscrowChain = async (
  court: string,
  name: string,
  startAt: number,
): Promise<EscrowChain> => {
  const contracts = compile()
  const anvil = await startAnvil({ chainId: base.id, startAt })
  const transport = http(anvil.url)
  // The type of this client also has Base's own kinds of transactions, which no test uses.
  const client = createPublicClient({ chain: base, transport, ...polling }) as PublicClient
  const wallet = createWalletClient({ chain: base, transport, ...polling })
  const [deployer, buyer, seller] = [accountOf(0), accountOf(1), accountOf(2)]
  const need = (contract: string): Compiled => {
    const found = contracts.get(contract)
    if (found === undefined) throw new Error(`no contract ${contract}`)
    return found
  }
  const mined = async (hash: Hex) => {
    const receipt = await client.waitForTransactionReceipt({ hash, ...polling })
    if (receipt.status !== "success") throw new Error(`${hash} was reverted`)
    return receipt
  }
  const deploy = async (contract: string, args: ReadonlyArray<unknown> = []): Promise<Address> => {
    const { abi, bytecode } = need(contract)
    const hash = await wallet.deployContract({ account: deployer, abi, bytecode, args: [...args] })
    const { contractAddress } = await mined(hash)
    if (!contractAddress) throw new Error(`${contract} was not deployed`)
    return contractAddress
  }
  await anvil.setCode(token, need("TestToken").deployedBytecode)
  const authCapture = await deploy("AuthCaptureEscrow")
  const jobs = await deploy("JobEscrow", [token])
  // The escrow and its arbitrator name each other, so the arbitrator's address is computed before it is deployed.
  const nonce = await client.getTransactionCount({ address: deployer.address })
  const arbitrator = getContractAddress({ from: deployer.address, nonce: BigInt(nonce + 1) })
  const arbitrable = await deploy("ArbitrableEscrow", [arbitrator])
  const deployed = {
    kleros: { escrow: arbitrable, adapter: await deploy("ArbitratorAdapter", [court, name, arbitrable]) },
    x402r: { escrow: authCapture, adapter: await deploy("AuthCaptureAdapter", [court, name, authCapture]) },
    erc8183: { escrow: jobs, adapter: await deploy("JobAdapter", [court, name, jobs]) },
  }
  const send: EscrowChain["send"] = async (from, contract, to, functionName, args) => {
    const { abi } = need(contract)
    const call = { account: from, address: to, abi, functionName, args: [...args] }
    const { request } = await client.simulateContract(call)
    const { transactionHash } = await mined(await wallet.writeContract({ ...request, chain: base }))
    return transactionHash
  }
  const read: EscrowChain["read"] = (contract, address, functionName, args = []) =>
    client.readContract({ address, abi: need(contract).abi, functionName, args: [...args] })
  return {
    anvil,
    client,
    token,
    buyer,
    seller,
    abi: (contract) => need(contract).abi,
    deployed,
    send,
    read,
    fund: async (escrow, units) => {
      await send(deployer, "TestToken", token, "mint", [buyer.address, units])
      await send(buyer, "TestToken", token, "approve", [escrow, units])
    },
    balance: async (of) => BigInt(String(await read("TestToken", token, "balanceOf", [of]))),
    goTo: async (at) => {
      await anvil.rpc("evm_setNextBlockTimestamp", [Math.floor(at / 1000)])
      await anvil.mine(1)
    },
  }
}
