/** A court in which one agent is in default, one has honoured an order, and one is new: for whatever asks it before a deal. */
import { Effect, Layer } from "effect"
import { Agent, Standing } from "../../core/agents/index.ts"
import { Entry } from "../../core/compliance/index.ts"
import { confirm, having, openedAs } from "../../core/compliance/testing/Given.ts"
import * as Changed from "../../core/kernel/Change.ts"
import { published } from "../../core/kernel/Schedule.ts"
import { ProvenKey } from "../../core/proofs/index.ts"
import * as MemoryStore from "../../core/store/MemoryStore.ts"
import { type Driver, Store } from "../../core/store/Store.ts"
import { start } from "../../core/testing/Context.ts"
import { put } from "../../core/testing/Put.ts"
import { judge, stage } from "../../core/testing/Stage.ts"
import { provenKey } from "./Signing.ts"
import { enrolled, startCourt, type TestCourt, type TestOptions } from "./TestCourt.ts"

/** The names of an agent: its handle, the address that it is paid at, and the place of its document. */
export interface Named {
  readonly handle: string
  readonly address: string
  readonly place: string
}

const named = (handle: string, digit: string): Named => ({
  handle,
  address: `0x${digit.repeat(40)}`,
  place: `https://${handle}.example/`,
})

export const debtor = named("debtor", "1")
/** It has honoured an order in favour of an agent whose operator is proven. */
export const seller = named("seller", "2")
/** Nothing was ever ordered against it, and it has proven nothing. */
export const newcomer = named("newcomer", "3")

export interface GateCourt {
  readonly court: TestCourt
  readonly driver: Driver
  readonly bearer: string
  readonly change: (...changes: ReadonlyArray<Changed.Change>) => Promise<void>
  readonly agentOf: (handle: string) => Promise<Agent.Agent>
}

const prove = async (driver: Driver, court: TestCourt, { handle, address }: Named) => {
  await provenKey(driver, court, handle, "ed25519", {
    method: "evm",
    name: `eip155:8453:${address}`,
    address,
    jwk: null,
    fingerprint: ProvenKey.fingerprintOf({ address }),
  })
  await provenKey(driver, court, handle, "ed25519", {
    method: "did_web",
    name: `did:web:${handle}.example#key`,
  })
}

/** The standing of an agent with one entry against it. */
export const standingWith = ({ id, handle }: Agent.Agent, status: Standing.EntryStatus): Changed.Change => {
  const begun = Standing.make(id, handle)
  return Changed.put(Standing.Standings, { ...begun, counts: { ...begun.counts, [status]: 1 } })
}

/** An order that an agent has honoured, and the proof of the operator of whoever it favoured. */
const honoured = (bound: Agent.Agent, favoured: Agent.Agent): ReadonlyArray<Changed.Change> => [
  standingWith(bound, "satisfied"),
  Changed.put(Agent.Agents, { ...favoured, identity: { status: "proven", by: "registrar", at: start } }),
  Changed.put(Entry.Entries, {
    ...having(openedAs("honoured"), [confirm, start + 1]),
    bound: { id: bound.id, handle: bound.handle, operatorId: bound.operatorId },
    favoured: { id: favoured.id, handle: favoured.handle, operatorId: favoured.operatorId },
  }),
]

export const startGateCourt = async (options: TestOptions = {}): Promise<GateCourt> => {
  const driver = await Effect.runPromise(MemoryStore.make)
  const court = await startCourt({ ...options, store: Layer.succeed(Store, driver) })
  const { act, read } = stage(published, { driver, now: court.clock.now })
  const agentOf = (handle: string) => read((reader) => Effect.flatten(Agent.findByHandle(reader, handle)))
  const change: GateCourt["change"] = async (...changes) => {
    await act(put, changes, judge)
  }
  const bearer = await enrolled(court, debtor.handle)
  for (const { handle } of [seller, newcomer]) await enrolled(court, handle)
  for (const one of [debtor, seller]) await prove(driver, court, one)
  await change(standingWith(await agentOf(debtor.handle), "unsatisfied"))
  await change(...honoured(await agentOf(seller.handle), await agentOf(newcomer.handle)))
  return { court, driver, bearer, change, agentOf }
}
