/** A court in memory, whose readers and clock a test moves by hand, and an agent that asks for invoices. */

import { HDKey } from "@scure/bip32"
import { Effect, Either, Layer, Logger } from "effect"
import { Networks, Reading } from "../../../core/chains/index.ts"
import type { Command } from "../../../core/kernel/Command.ts"
import type * as Court from "../../../core/kernel/Court.ts"
import { ask } from "../../../core/kernel/Court.ts"
import { Host, perform } from "../../../core/kernel/Host.ts"
import type { Json } from "../../../core/kernel/Json.ts"
import * as Reader from "../../../core/kernel/Reader.ts"
import { published } from "../../../core/kernel/Schedule.ts"
import { Addresses, readAccount, readInvoice, requestInvoice } from "../../../core/ledger/index.ts"
import * as MemoryStore from "../../../core/store/MemoryStore.ts"
import { type Driver, Store } from "../../../core/store/Store.ts"
import { nothingSealed } from "../../../core/testing/NothingSealed.ts"
import { freshSeed } from "../../host/Hosts.ts"
import { make as addressesOf } from "../addresses/Derivation.ts"
import { readCardano } from "../addresses/ExtendedKey.ts"
import type { Chain, ChainFault } from "../Chain.ts"
import * as Round from "../Round.ts"

const root = HDKey.fromMasterSeed(new Uint8Array(32).fill(1))
/** The extended public key of the account that CIP-19's examples use. */
const acctXvk =
  "acct_xvk1eq6sddwe8z6wacc02prws0lznl62q8lgwnlxw7n5sdewar30tesx5fs8dms8zrnmpdpq0su7u822mmmkxvcqqaz057s8yed98k9v4fc5c9nj4"
const addresses = addressesOf({
  evm: root.derive("m/44'/60'/0'").wipePrivateData(),
  bitcoin: root.derive("m/84'/0'/0'").wipePrivateData(),
  cardano: Either.getOrElse(readCardano(acctXvk), () => null),
})

const agent = { role: "agent", id: "agent-1", handle: "payer" } as const

export const court = (startAt: number, driver: Driver = Effect.runSync(MemoryStore.make)) => {
  const clock = { now: startAt }
  const services = Layer.mergeAll(
    Layer.succeed(Store, driver),
    nothingSealed,
    Layer.succeed(Addresses, addresses),
    Layer.succeed(Host, {
      now: Effect.sync(() => clock.now),
      seed: freshSeed,
      schedule: Effect.succeed(published),
    }),
    Logger.remove(Logger.defaultLogger),
  )
  const run = <A, E>(work: Effect.Effect<A, E, Court.Ports | Host | Addresses>) =>
    Effect.runPromise(Effect.provide(work, services))
  const { reader } = Reader.make(driver)
  const asking = () => ({ actor: agent, now: clock.now, schedule: published })
  return {
    clock,
    driver,
    run,
    act: <I, F, R extends Json>(command: Command<I, F, R>, input: I) =>
      run(Effect.map(perform(command, input, { actor: { role: "chain" } }), ({ reply }) => reply)),
    /** Gives a function that runs one round on a network. Its result says why the round failed, or is null. */
    rounds: (chain: Chain) => {
      const network = Networks.all.find(({ id }) => id === chain.network)
      if (network === undefined) throw new Error(`no network ${chain.network}`)
      const round = Round.make(chain, network)
      return () =>
        run(
          round.pipe(
            Effect.as(null),
            Effect.catchTag("ChainFault", (fault: ChainFault) => Effect.succeed(fault.why)),
          ),
        )
    },
    invoice: (network: string, asset: string, amount: number) =>
      run(
        Effect.map(
          perform(requestInvoice, { network, asset, amount }, { actor: agent }),
          ({ reply }) => reply,
        ),
      ),
    read: (id: string) => run(ask(readInvoice, { id }, asking())),
    balance: async () =>
      (await run(ask(readAccount, { page: { after: null, limit: 1 } }, asking()))).balanceCents,
    reading: async (network: string) => {
      const [found] = await run(reader.findAll(Reading.Readings, [network]))
      return found?._tag === "Some" ? found.value : null
    },
  }
}
