/**
 * The cost of a signed request beside a request with a bearer credential, in processor time of all threads:
 * `node http/server/SignedRequest.bench.ts`. The figure: at most 1.4 times, for an act and for a read. Requests are served over connections
 * from SQLite, and without a socket from memory, so that nothing but the court itself is measured. The verification alone is measured in
 * the same turns: no signed request can cost less than it and the same request with a bearer credential.
 */
import { fork } from "node:child_process"
import { createPrivateKey } from "node:crypto"
import { once } from "node:events"
import { Agent, request as send } from "node:http"
import { Context, Effect, Exit, Layer, ManagedRuntime, Scope } from "effect"
import { checkerOf } from "../../adapters/keys/httpSignature/Verify.ts"
import { needPresent } from "../../core/kernel/Defect.ts"
import * as MemoryStore from "../../core/store/MemoryStore.ts"
import { type Driver, Store } from "../../core/store/Store.ts"
import * as Serve from "../Serve.ts"
import { open } from "../testing/OpenedStores.ts"
import { provenKey, type SigningKey, signedHeaders } from "../testing/Signing.ts"
import { enrolled, services, startCourt } from "../testing/TestCourt.ts"
import type { Incoming } from "./Incoming.ts"
import { read } from "./SignedRequest.ts"

const baseUrl = "http://court.test"
const curves = ["ed25519", "P-256"] as const
const callers = ["bearer", ...curves] as const
type Caller = (typeof callers)[number]
type Method = "POST" | "GET"
const targets = [
  ["POST", "/api/v1/notarise"],
  ["GET", "/api/v1/account"],
] as const
const body = JSON.stringify({ sha256: "ab".repeat(32) })
const requests = 400
const rounds = 9
const connections = 8

interface Asked {
  readonly method: Method
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
}
interface Callers {
  readonly bearer: string
  readonly keys: Readonly<Record<(typeof curves)[number], SigningKey>>
}

let named = 0
const asking = ({ bearer, keys }: Callers, caller: Caller, method: Method, target: string): Asked => {
  const acting = { "idempotency-key": `act-${++named}`, "content-type": "application/json" }
  const given: Record<string, string> = method === "POST" ? acting : {}
  const signed = { headers: given, ...(method === "POST" ? { body } : {}) }
  const headers =
    caller === "bearer"
      ? { ...given, authorization: `Bearer ${bearer}` }
      : signedHeaders(keys[caller], method, target, signed)
  return {
    method,
    target,
    headers: method === "POST" ? { ...headers, "content-length": String(body.length) } : headers,
  }
}

const spent = (): number => {
  const { user, system } = process.cpuUsage()
  return user + system
}

const bytes = Buffer.from(body)
const incoming = ({ method, target, headers }: Asked): Incoming => ({
  method,
  target,
  header: (name) => headers[name],
  address: "192.0.2.1",
  body: () => Effect.succeed(bytes),
})

/** The processor time that verifying the signatures of these requests takes, and nothing else. */
const verifying = (asked: ReadonlyArray<Asked>, key: SigningKey): number => {
  const { check } = needPresent(key.proof.jwk && checkerOf(key.proof.jwk), "a key that is read")
  const heads = asked.map((one) => {
    const acts = one.method === "POST"
    const found = read({ ...incoming(one), acts, carries: acts }, baseUrl, Date.now())
    return needPresent(found._tag === "Right" ? found.right : null, "a signature")
  })
  const before = spent()
  for (const { base, signature } of heads) if (!check(base, signature)) throw new Error("a wrong signature")
  return spent() - before
}

/** The round that other work on the machine has disturbed least. */
const least = (values: ReadonlyArray<number>): number => Math.min(...values)

/** A court under measure: its callers, and the processor time in microseconds that it takes for requests. */
interface Measured {
  readonly callers: Callers
  readonly serve: (asked: ReadonlyArray<Asked>) => Promise<number>
}

const compare = async (where: string, { callers: who, serve }: Measured) => {
  for (const [method, target] of targets) {
    const times: Record<Caller, Array<number>> = { bearer: [], ed25519: [], "P-256": [] }
    const alone: Record<Caller, Array<number>> = { bearer: [], ed25519: [], "P-256": [] }
    // In turns, so that what else the machine does falls on all. The first round warms up.
    for (let round = 0; round <= rounds; round++)
      for (const caller of callers) {
        const asked = Array.from({ length: requests }, () => asking(who, caller, method, target))
        globalThis.gc?.()
        const verified = caller === "bearer" ? 0 : verifying(asked, who.keys[caller])
        const time = await serve(asked)
        if (round === 0) continue
        times[caller].push(time / requests)
        alone[caller].push(verified / requests)
      }
    const plain = least(times.bearer)
    console.log(`${method} ${target} ${where}: ${plain.toFixed(0)} µs with a bearer`)
    for (const curve of curves) {
      const [whole, floor] = [least(times[curve]), plain + least(alone[curve])]
      const ratios = `${(whole / plain).toFixed(2)} times; with the verification alone ${(floor / plain).toFixed(2)} times`
      console.log(`  signed by ${curve.padEnd(8)} ${whole.toFixed(0)} µs, ${ratios}`)
    }
  }
}

/** A court on this store, with an agent that has both kinds of credential. */
const opened = async (driver: Driver) => {
  const store = Layer.succeed(Store, driver)
  const court = await startCourt({ store, realTime: true })
  const bearer = await enrolled(court, "seller")
  const ed25519 = await provenKey(driver, court, "seller")
  return { court, store, bearer, ed25519, p256: await provenKey(driver, court, "seller", "P-256") }
}

const inMemory = async (): Promise<Measured> => {
  const { store, bearer, ed25519, p256 } = await opened(await Effect.runPromise(MemoryStore.make))
  const runtime = ManagedRuntime.make(services({ store, realTime: true }).layer)
  const app = Serve.app({ baseUrl, contact: null, rateLimit: null, sandbox: false, mail: false })
  return {
    callers: { bearer, keys: { ed25519, "P-256": p256 } },
    serve: async (asked) => {
      const given = asked.map(incoming)
      const before = spent()
      const answers = await runtime.runPromise(Effect.forEach(given, app))
      const time = spent() - before
      const failed = answers.find(({ status }) => status !== 200)
      if (failed !== undefined) throw new Error(`${failed.status} ${failed.body}`)
      return time
    },
  }
}

/** The message in which the process of a served court tells of a key: its proof, and its private key as PKCS #8. */
interface Told {
  readonly proof: SigningKey["proof"]
  readonly pem: string
}
const telling = ({ proof, privateKey }: SigningKey): Told => ({
  proof,
  pem: String(privateKey.export({ format: "pem", type: "pkcs8" })),
})
const keyOf = ({ proof, pem }: Told): SigningKey => ({ proof, privateKey: createPrivateKey(pem) })

const ask = (url: string, agent: Agent, { method, target, headers }: Asked): Promise<void> =>
  new Promise((resolve, reject) => {
    const sent = send(`${url}${target}`, { method, headers, agent }, (answer) => {
      answer.resume()
      answer.on("end", () =>
        answer.statusCode === 200
          ? resolve()
          : reject(new Error(`${method} ${target}: ${answer.statusCode}`)),
      )
    })
    sent.on("error", reject)
    sent.end(method === "POST" ? body : undefined)
  })

/** A court in a process of its own, over connections that stay open. */
const served = async (): Promise<Measured> => {
  const child = fork(import.meta.filename, ["court"])
  const [{ url, bearer, ed25519, p256 }] = await once(child, "message")
  const cpu = async (): Promise<number> => {
    child.send("cpu")
    return (await once(child, "message"))[0]
  }
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  return {
    callers: { bearer, keys: { ed25519: keyOf(ed25519), "P-256": keyOf(p256) } },
    serve: async (asked) => {
      const before = await cpu()
      await Promise.all(asked.map((one) => ask(url, agent, one)))
      return (await cpu()) - before
    },
  }
}

const court = async () => {
  const store = await needPresent(open.sqlite, "SQLite")()
  const scope = Effect.runSync(Scope.make())
  const context = await Effect.runPromise(Layer.buildWithScope(store.layer, scope))
  const { court, bearer, ed25519, p256 } = await opened(Context.get(context, Store))
  process.on("message", () => process.send?.(spent()))
  process.once("disconnect", async () => {
    await court.stop()
    await Effect.runPromise(Scope.close(scope, Exit.void))
    process.exit(0)
  })
  process.send?.({ url: court.url, bearer, ed25519: telling(ed25519), p256: telling(p256) })
}

if (process.argv[2] === "court") await court()
else {
  await compare("served from SQLite", await served())
  await compare("without a socket", await inMemory())
  process.exit(0)
}
