/** A court whose answers are recorded: the first answer of each operation that a play asks for. */

import { Effect, Layer } from "effect"
import { freshSeed } from "../../../adapters/host/Hosts.ts"
import { collection } from "../../../adapters/law/collection/index.ts"
import { loadAll } from "../../../adapters/law/Loading.ts"
import { Host } from "../../../core/kernel/Host.ts"
import { published } from "../../../core/kernel/Schedule.ts"
import { type Driver, Store } from "../../../core/store/Store.ts"
import { nothingSealed } from "../../../core/testing/NothingSealed.ts"
import { type Input, type OperationId, operationOf, partsOf, targetOf } from "../../api/Operations.ts"
import { formats } from "../../formats/index.ts"
import type { Body } from "../Dispute.ts"
import { accounts, answers, base, freshStore } from "../Rails.ts"
import { send, startCourt, type TestCourt } from "../TestCourt.ts"
import { verifying } from "../Verifying.ts"

const baseUrl = "https://court.example"

/** The instant at which the court begins; the library is loaded then too. */
const begun = Date.UTC(2026, 10, 20, 9)

export interface Recorded {
  readonly court: TestCourt
  readonly driver: Driver
  readonly keys: Record<string, string>
  /** Calls an operation as somebody, or as nobody, and gives its answer. */
  readonly ask: (id: OperationId, as: string | null, input?: Input) => Promise<Body>
  readonly answers: ReadonlyMap<string, unknown>
}

/** A text is shown up to the line in which it passes this length. */
const textChars = 400

const shown = (id: OperationId, answer: unknown): unknown => {
  if (typeof answer === "string") {
    // A proof is of keys and ids that are new in each play.
    const end = answer.indexOf("\n", answer.startsWith("c2sp.org/tlog-proof") ? 0 : textChars)
    return end === -1 ? answer : `${answer.slice(0, end)}\n…`
  }
  // The description is not shown within itself.
  if (id === "openapi") return { openapi: (answer as Body).openapi, info: (answer as Body).info }
  // The machine's clock made it.
  return id === "readyz" ? { ...(answer as Body), lastCommitAt: new Date(begun).toISOString() } : answer
}

/** Loads the free collection of law into the court's library, as its operator does. */
const loadLaw = (driver: Driver): Promise<unknown> =>
  Effect.runPromise(
    Effect.provide(
      loadAll(collection),
      Layer.mergeAll(
        Layer.succeed(Store, driver),
        nothingSealed,
        Layer.succeed(Host, {
          now: Effect.succeed(begun),
          seed: freshSeed,
          schedule: Effect.succeed(published),
        }),
      ),
    ),
  )

export const startRecording = async (): Promise<Recorded> => {
  const driver = freshStore()
  await loadLaw(driver)
  const store = Layer.succeed(Store, driver)
  const court = await startCourt({
    sandbox: true,
    formats: formats.map(({ name }) => name),
    store,
    accounts,
    baseUrl,
    verifiers: verifying(),
    contact: "mailto:registrar@court.example",
  })
  await answers(driver, court.clock.now, base)
  const recorded = new Map<string, unknown>()
  const keys: Record<string, string> = { registrar: court.registrar, judge: court.judge }
  const ask: Recorded["ask"] = async (id, as, input = {}) => {
    const operation = operationOf(id)
    const { path, query, headers, body } = partsOf(operation, input)
    const key = as === null ? undefined : keys[as]
    const response = await send(court, operation.method, targetOf(operation, path, query), {
      ...(key === undefined ? {} : { key }),
      // The header fields of the interface are texts.
      headers: headers as Record<string, string>,
      ...(operation.method === "GET" ? {} : { body }),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${id} as ${as}: ${text}`)
    const json = response.headers.get("content-type")?.includes("json") ?? false
    const answer: unknown = json ? JSON.parse(text) : text
    if (!recorded.has(id)) recorded.set(id, shown(id, answer))
    // The play reads on only from members of an object.
    return (json ? answer : {}) as Body
  }
  return { court, driver, keys, ask, answers: recorded }
}
