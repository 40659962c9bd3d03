import { createPublicClient, createWalletClient, getContract, http } from "viem"
import { mnemonicToAccount } from "viem/accounts"
import { foundry } from "viem/chains"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type Anvil, mnemonic, startAnvil } from "./Anvil.ts"
import { compiled } from "./Solc.ts"

const listed = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"

describe("the local EVM for tests", () => {
  let anvil: Anvil
  beforeAll(async () => {
    anvil = await startAnvil({ chainId: 31_337 })
  })
  afterAll(() => anvil.stop())

  it("runs a compiled token at a listed address, and undoes a transfer that a reorganisation drops", async () => {
    const token = compiled("TestToken")
    await anvil.setCode(listed, token.deployedBytecode)
    const account = mnemonicToAccount(mnemonic)
    const transport = http(anvil.url)
    const wallet = createWalletClient({ account, chain: foundry, transport })
    const client = createPublicClient({ chain: foundry, transport })
    const contract = getContract({ abi: token.abi, address: listed, client: { public: client, wallet } })
    const hash = await wallet.writeContract({
      abi: token.abi,
      address: listed,
      functionName: "mint",
      args: [account.address, 5_000_000n],
    })
    const { status, blockNumber } = await client.waitForTransactionReceipt({ hash, pollingInterval: 20 })
    expect(status).toBe("success")
    expect(await contract.read.balanceOf?.([account.address])).toBe(5_000_000n)
    const before = await client.getBlock({ blockNumber })
    await anvil.mine(3)
    expect(await client.getBlockNumber({ cacheTime: 0 })).toBe(blockNumber + 3n)
    await anvil.reorganise(4)
    expect((await client.getBlock({ blockNumber })).hash).not.toBe(before.hash)
    expect(await contract.read.balanceOf?.([account.address])).toBe(0n)
  })
})
