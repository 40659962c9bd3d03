/** Payment rails for tests, without a chain: a test itself reports what a reader of a chain would report. */

import { HDKey } from "@scure/bip32"
import { Effect, Either, Option } from "effect"
import { type AccountKeys, noKeys } from "../../adapters/chains/addresses/Derivation.ts"
import { Price, Reading, type Transfer } from "../../core/chains/index.ts"
import { type Command, command } from "../../core/kernel/Command.ts"
import * as Court from "../../core/kernel/Court.ts"
import type { Json } from "../../core/kernel/Json.ts"
import { published } from "../../core/kernel/Schedule.ts"
import type { Instant } from "../../core/kernel/Time.ts"
import { Account, creditTransfer, type records as ledgerRecords } from "../../core/ledger/index.ts"
import * as MemoryStore from "../../core/store/MemoryStore.ts"
import { type Driver, Store } from "../../core/store/Store.ts"
import { anything } from "../../core/testing/Anything.ts"
import { nothingSealed } from "../../core/testing/NothingSealed.ts"

type LedgerEntry = typeof ledgerRecords.LedgerEntries.schema.Type

const root = HDKey.fromMasterSeed(new Uint8Array(32).fill(1))
/** Accounts on EVM chains and bitcoin, derived from a fixed seed. */
export const accounts: AccountKeys = {
  ...noKeys,
  evm: root.derive("m/44'/60'/0'").wipePrivateData(),
  bitcoin: root.derive("m/84'/0'/0'").wipePrivateData(),
}

export const base = "eip155:8453"
export const bitcoin = "bip122:000000000019d6689c085ae165831e93"
export const usdc = "eip155:8453/erc20:0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"

let executed = 0

/** Runs a command as the court's readers of chains do. */
export const asReader = <I, F, R extends Json>(
  driver: Driver,
  now: Instant,
  command: Command<I, F, R>,
  input: I,
): Promise<R> => {
  executed += 1
  const seed = String(executed).padStart(20, "0")
  const envelope = { actor: { role: "chain" }, now, seed, schedule: published } as const
  return Effect.runPromise(
    Court.execute(command, input, envelope).pipe(
      Effect.map(({ reply }) => reply),
      Effect.provideService(Store, driver),
      Effect.provide(nothingSealed),
    ),
  )
}

/** Records that a network answered, and the height of its tip. */
export const answers = (driver: Driver, now: Instant, network: string, height = 100) =>
  asReader(driver, now, Reading.recordLook, { network, tip: { height, hash: `0x${height}` }, marks: [] })

export const priced = (driver: Driver, now: Instant, symbol: "BTC" | "ADA", microUsd: string) =>
  asReader(driver, now, Price.recordPrice, { symbol, microUsd })

/** Credits a confirmed transfer of USDC on Base, in the block after the tip that `answers` records by default. */
export const arrives = (
  driver: Driver,
  now: Instant,
  changes: Partial<Transfer.Transfer> & Pick<Transfer.Transfer, "to" | "units">,
) =>
  asReader(driver, now, creditTransfer, {
    network: base,
    asset: usdc,
    txid: "0xaa",
    index: 0,
    height: 101,
    blockHash: "0x101",
    blockAt: now,
    confirmations: 20,
    confirmedAt: now,
    ...changes,
  })

const postEntry = command({
  name: "enter",
  sections: [],
  input: anything<LedgerEntry>(),
  gather: ({ agentId }: LedgerEntry, _context, reader) =>
    Effect.map(
      reader.find(Account.Balances, agentId),
      Option.getOrElse(() => Account.makeBalance(agentId)),
    ),
  decide: (balance, entry) => Either.right({ changes: Account.post(balance, entry), reply: {} }),
})

export const freshStore = (): Driver => Effect.runSync(MemoryStore.make)

/** Charges the Magistrate's fee of the n-th judgment to an agent. */
export const charge = (driver: Driver, now: Instant, agentId: string, n: number, cents: number) => {
  const entry: LedgerEntry = {
    id: `00000000-0000-7000-8000-${String(n).padStart(12, "0")}`,
    agentId,
    kind: "charge",
    cents,
    reason: "magistrate_fee",
    rule: "PD2 §4",
    subject: `judgment/[2026] MC ${n}`,
    at: now + n,
  }
  const seed = String(n).padStart(20, "0")
  const executing = Court.execute(postEntry, entry, {
    actor: { role: "judge" },
    now,
    seed,
    schedule: published,
  })
  return Effect.runPromise(
    executing.pipe(Effect.provideService(Store, driver), Effect.provide(nothingSealed)),
  )
}
