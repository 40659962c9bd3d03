/** A local chain with a token, an escrow of each kind, and the parties' adapters, which carry out the court's instructions. */
import {
  type Abi,
  type Address,
  createPublicClient,
  createWalletClient,
  getContractAddress,
  type Hex,
  http,
  type LocalAccount,
  type PublicClient,
} from "viem"
import { mnemonicToAccount } from "viem/accounts"
import { base } from "viem/chains"
import type { Escrow } from "../../../core/holds/index.ts"
import { type Anvil, mnemonic, startAnvil } from "./Anvil.ts"
import { type Compiled, compile } from "./Solc.ts"

/** The address of USDC on Base, where the tests put their token. */
export const token: Address = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"
const polling = { pollingInterval: 20 }

export type Account = LocalAccount
export const accountOf = (index: number): Account => mnemonicToAccount(mnemonic, { addressIndex: index })

/** The contract of the parties' adapter for each kind of escrow. */
export const adapters = {
  x402r: "AuthCaptureAdapter",
  erc8183: "JobAdapter",
  kleros: "ArbitratorAdapter",
} as const satisfies { readonly [K in Escrow.Kind]: string }

/** An escrow, and the adapter that carries out instructions for it. */
export interface Deployed {
  readonly escrow: Address
  readonly adapter: Address
}

export interface EscrowChain {
  readonly anvil: Anvil
  readonly client: PublicClient
  readonly token: Address
  readonly buyer: Account
  readonly seller: Account
  readonly abi: (contract: string) => Abi
  /** An escrow of each kind; of `x402r`, one as deployment v1.1 has it. */
  readonly deployed: Readonly<Record<Escrow.Kind, Deployed>>
  /** An escrow of the kind `x402r` as deployment v1.0 has it. */
  readonly v10: Deployed
  /** Deploys another escrow of the kind `kleros`, whose first transaction has the number 0. */
  readonly arbitrable: () => Promise<Deployed>
  /** Deploys another escrow of the kind `erc8183`, which pays the evaluator of a completed job a fee in basis points. */
  readonly jobs: (evaluatorFee: number) => Promise<Deployed>
  readonly deploy: (contract: string, args?: ReadonlyArray<unknown>) => Promise<Address>
  /** Sends a call and waits for it; a revert throws with its name, whichever contract it comes from. */
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
  /** Gives an account tokens, which are the listed ones unless others are given, and lets an escrow take them. */
  readonly fund: (escrow: Address, units: bigint, account?: Account, token?: Address) => Promise<void>
  readonly balance: (of: Address, token?: Address) => Promise<bigint>
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
  const withAdapter = async (escrow: Address, adapter: string): Promise<Deployed> => ({
    escrow,
    adapter: await deploy(adapter, [court, name, escrow]),
  })
  const arbitrable = async (): Promise<Deployed> => {
    // The escrow and its arbitrator name each other, so the arbitrator's address is computed before it is deployed.
    const nonce = await client.getTransactionCount({ address: deployer.address })
    const arbitrator = getContractAddress({ from: deployer.address, nonce: BigInt(nonce + 1) })
    return withAdapter(await deploy("ArbitrableEscrow", [arbitrator]), adapters.kleros)
  }
  const jobs = async (evaluatorFee: number): Promise<Deployed> =>
    withAdapter(await deploy("JobEscrow", [evaluatorFee]), adapters.erc8183)
  const deployed = {
    kleros: await arbitrable(),
    x402r: await withAdapter(await deploy("AuthCaptureEscrowV11"), adapters.x402r),
    erc8183: await jobs(0),
  }
  const v10 = await withAdapter(await deploy("AuthCaptureEscrowV10"), adapters.x402r)
  // A revert may come from a contract that the called one calls.
  const errors = [...contracts.values()].flatMap(({ abi }) => abi.filter(({ type }) => type === "error"))
  const send: EscrowChain["send"] = async (from, contract, to, functionName, args) => {
    const abi = [...need(contract).abi, ...errors]
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
    v10,
    arbitrable,
    jobs,
    deploy,
    send,
    read,
    fund: async (escrow, units, account = buyer, asset = token) => {
      await send(deployer, "SilentToken", asset, "mint", [account.address, units])
      await send(account, "SilentToken", asset, "approve", [escrow, units])
    },
    balance: async (of, asset = token) => BigInt(String(await read("TestToken", asset, "balanceOf", [of]))),
    goTo: async (at) => {
      await anvil.rpc("evm_setNextBlockTimestamp", [Math.floor(at / 1000)])
      await anvil.mine(1)
    },
  }
}
