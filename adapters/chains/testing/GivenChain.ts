import { afterAll, beforeAll } from "vitest"
import { type EscrowChain, startEscrowChain } from "./EscrowChain.ts"

/** A local chain with escrows for all tests of a file or of a block: it starts before them, and stops after them. */
export const givenEscrowChain = (...given: Parameters<typeof startEscrowChain>): EscrowChain => {
  const chain = {} as EscrowChain
  beforeAll(async () => {
    Object.assign(chain, await startEscrowChain(...given))
  }, 120_000)
  afterAll(() => chain.anvil?.stop())
  return chain
}
