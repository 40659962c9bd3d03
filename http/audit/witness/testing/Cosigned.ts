/** A court whose log has a policy of witnesses, and witnesses over real HTTP that may misbehave. Each round is driven by hand. */
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { createServer, type Server } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Effect, Layer, Logger } from "effect"
import { MemoryKeys } from "../../../../adapters/keys/index.ts"
import { Keys } from "../../../../adapters/keys/Keys.ts"
import { Witnesses } from "../../../../adapters/outbound/index.ts"
import { needPresent } from "../../../../core/kernel/Defect.ts"
import { Host } from "../../../../core/kernel/Host.ts"
import { published } from "../../../../core/kernel/Schedule.ts"
import { Checkpoint, Note, Policy, Proof, Records } from "../../../../core/log/index.ts"
import { empty } from "../../../../core/store/ChangeSet.ts"
import * as MemoryStore from "../../../../core/store/MemoryStore.ts"
import { Store } from "../../../../core/store/Store.ts"
import { start } from "../../../../core/testing/Context.ts"
import * as Cosigning from "../../../../scheduler/Cosigning.ts"
import * as Integrator from "../../../../scheduler/Integrator.ts"
import * as LogPolicy from "../../../../scheduler/LogPolicy.ts"
import { makeKeys, readKeys } from "../Keys.ts"
import { makeMemory, openMemory } from "../Memory.ts"
import { witnessServer } from "../Server.ts"

const folder = mkdtempSync(join(tmpdir(), "agent-court-cosigning-"))
export const origin = "court.example/log"
const { keys: courtKeys } = MemoryKeys.make()
export const logKey = Records.keyOf(origin, courtKeys.log.publicKey)
const closing: Array<() => void> = []
let made = 0

/** A witness that works, or that does something else with a request. It tells what it was asked. */
export const witness = async (name: string) => {
  const file = (kind: string) => join(folder, `${++made}.${kind}`)
  const [key, state] = [file("key"), file("state")]
  makeKeys(key, `${name}.example`)
  makeMemory(state)
  const [keys, memory] = [readKeys(key), openMemory(state)]
  const real = witnessServer({ keys, logs: [logKey], memory, now: Date.now }, () => {})
  const own = {
    name,
    vkey: Note.formatVerifierKey(needPresent(keys[0], "a key").key),
    vkeys: keys.map(({ key }) => Note.formatVerifierKey(key)),
    url: "",
    asked: [] as number[],
    does: "signs" as "signs" | "hangs" | "garbage" | "redirects" | "names ever other sizes",
    before: async () => {},
  }
  const answers = {
    hangs: () => {},
    garbage: (...[, response]) => response.end(`— ${name}.example AAAAAAAAAAAAAAAA\n`),
    redirects: (...[, response]) => response.writeHead(307, { location: `${own.url}/add-checkpoint` }).end(),
    "names ever other sizes": (...[, response]) => response.writeHead(409).end(`${own.asked.length % 2}\n`),
    signs: (request, response) => own.before().then(() => real.emit("request", request, response)),
  } satisfies Record<
    typeof own.does,
    (...given: Parameters<Parameters<typeof createServer>[1] & {}>) => unknown
  >
  const server: Server = createServer((request, response) => {
    own.asked.push(own.asked.length)
    answers[own.does](request, response)
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  own.url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`
  closing.push(() => {
    server.close()
    server.closeAllConnections()
    memory.close()
  })
  return own
}
type Witness = Awaited<ReturnType<typeof witness>>

export const policyOf = (witnesses: ReadonlyArray<Witness>, atLeast: number): Policy.Policy => {
  const lines = witnesses.map(({ name, vkey, url }) => `witness ${name} ${vkey} ${url}/\n`)
  const group = `group some ${atLeast} ${witnesses.map(({ name }) => name).join(" ")}\n`
  const parsed = Policy.parse(`log ${Note.formatVerifierKey(logKey)}\n${lines.join("")}${group}quorum some\n`)
  if (parsed._tag === "Left") throw new Error(parsed.left.problem)
  return parsed.right
}

const world = Layer.mergeAll(
  Layer.succeed(Keys, courtKeys),
  Layer.succeed(Host, {
    now: Effect.succeed(start),
    seed: Effect.succeed("00000000000000000001"),
    schedule: Effect.succeed(published),
  }),
)
const limits = { timeoutMs: 20_000, graceMs: 50 }

/** A court whose log has a policy. `another` is another process of it. */
export const courtOf = (policy: Policy.Policy, given = limits) => {
  const driver = Effect.runSync(MemoryStore.make)
  const lines: Array<string> = []
  const logger = Logger.replace(
    Logger.defaultLogger,
    Logger.make(({ message }) => lines.push(String(message))),
  )
  const run = <A, E>(effect: Effect.Effect<A, E, Store | Keys | Host>) =>
    effect.pipe(
      Effect.provideService(Store, driver),
      Effect.provide(Layer.merge(world, logger)),
      Effect.runPromise,
    )
  const another = () => {
    const round = Cosigning.make(Witnesses.make(policy), given)
    return () => run(round)
  }
  let count = 0
  const grow = async (events: number, witnessed = true) => {
    const happened = Array.from({ length: events }, () => ({
      id: `event-${++count}`,
      at: start,
      type: "test.told",
      subject: `test/${count}`,
      rules: [],
      data: { count },
    }))
    await Effect.runPromise(driver.commit({ ...empty(start), events: happened }))
    await run(Integrator.look({ origin, policy: witnessed ? Policy.state(policy) : null }))
  }
  const state = async () => {
    const [found] = await Effect.runPromise(
      driver.read([{ kind: Records.LogStates.name, id: Records.stateId }]),
    )
    return Records.LogStates.decode(needPresent(found, "the log").body)
  }
  const checkpoint = async () =>
    needPresent(Checkpoint.parseSigned((await state()).checkpoint), "a checkpoint")
  const read = async () => {
    const { size, published } = await state()
    const signed = await checkpoint()
    return {
      size,
      published,
      signers: signed.signatures.map(({ name }) => name),
      verdict: Proof.checkCheckpoint(signed, { logs: [logKey], policy }),
    }
  }
  /** Starts as a process does that has this policy, or another policy. */
  const adopt = (other = policy) => run(LogPolicy.make(Policy.state(other)))
  return { lines, grow, read, checkpoint, another, adopt, round: another() }
}

const three = () => Promise.all(["a", "b", "c"].map(witness))
type Three = readonly [Witness, Witness, Witness]
export const quorum = async (atLeast = 2, given = limits) => {
  const [a, b, c] = await three()
  const witnesses: Three = [needPresent(a, "a"), needPresent(b, "b"), needPresent(c, "c")]
  return {
    witnesses,
    policy: policyOf(witnesses, atLeast),
    court: courtOf(policyOf(witnesses, atLeast), given),
  }
}

export const closeWitnesses = (): void => {
  for (const close of closing.splice(0)) close()
}
/** Removes the keys and the memories of all witnesses. */
export const removeFiles = (): void => rmSync(folder, { recursive: true })
