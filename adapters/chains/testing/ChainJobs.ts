/** Jobs of ERC-8183 on a local chain, made and acted on by the functions of the standard. */
import { type Address, getAddress, type Hex } from "viem"
import { base } from "viem/chains"
import { Payout } from "../../../core/holds/index.ts"
import type { Account, EscrowChain } from "./EscrowChain.ts"

interface Wanted {
  readonly client: Account
  readonly provider: Account
  /** Who completes or rejects the job; the client, if it is left out. */
  readonly evaluator?: Address
  readonly description?: string
  /** The contract of the job; the chain's own, if it is left out. */
  readonly at?: Address
}

/** An open job. */
export interface ChainJob {
  readonly contract: Address
  readonly id: string
  /** The place at which the court reads it. A quote names it by the same text. */
  readonly place: string
  /** The piece of evidence that names it. */
  readonly piece: string
  /** The client pays the budget into the contract, as many units of the token as are given. */
  readonly fund: (units?: bigint) => Promise<Hex>
  /** Somebody submits, completes or rejects it with a word, which is the hash of the act's name. Gives the transaction. */
  readonly act: (by: Account, fn: "submit" | "complete" | "reject") => Promise<Hex>
}

/** The budget of a job, if no other is given: 100 dollars. */
export const budget = 100_000_000n

/** Opens a job whose time ends after so many seconds. */
export const openJob = async (chain: EscrowChain, wanted: Wanted, seconds = 86_400): Promise<ChainJob> => {
  const { client, provider, evaluator = client.address, description = "4 units" } = wanted
  const contract = getAddress(wanted.at ?? chain.deployed.erc8183.escrow)
  const send = (by: Account, fn: string, args: ReadonlyArray<unknown>) =>
    chain.send(by, "JobEscrow", contract, fn, args)
  const { timestamp } = await chain.client.getBlock()
  const nobody = `0x${"0".repeat(40)}`
  const members = [provider.address, evaluator, timestamp + BigInt(seconds), description, nobody, 0n]
  await send(client, "createJob", members)
  const id = String(await chain.read("JobEscrow", contract, "jobCounter"))
  const network = `eip155:${base.id}`
  return {
    contract,
    id,
    place: `${network}:${contract}/${id}`,
    piece: JSON.stringify({ network, contract, jobId: id }),
    fund: async (units = budget) => {
      await chain.fund(contract, units, client)
      await send(provider, "setBudget", [BigInt(id), chain.token, units, "0x"])
      return send(client, "fund", [BigInt(id), units, "0x"])
    },
    act: (by, fn) => send(by, fn, [BigInt(id), Payout.keccak(fn), "0x"]),
  }
}
