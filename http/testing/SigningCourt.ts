/** A court with an agent that has proven a key, to which tests send signed requests. */
import { Effect, Layer } from "effect"
import * as MemoryStore from "../../core/store/MemoryStore.ts"
import { Store } from "../../core/store/Store.ts"
import { type Asked, provenKey, type Spoiled, sendSigned } from "./Signing.ts"
import { enrolled, startCourt } from "./TestCourt.ts"

export const lodgement = { sha256: "ab".repeat(32) }

export const signingCourt = async () => {
  const driver = await Effect.runPromise(MemoryStore.make)
  const court = await startCourt({ store: Layer.succeed(Store, driver) })
  const bearer = await enrolled(court, "seller")
  const key = await provenKey(driver, court, "seller")
  return {
    driver,
    court,
    bearer,
    key,
    lodging: (asked: Asked = {}, spoiled: Spoiled = {}, by = key) =>
      sendSigned(court, by, "POST", "/api/v1/notarise", { body: lodgement, ...asked }, spoiled),
    reading: (spoiled: Spoiled = {}, by = key) =>
      sendSigned(court, by, "GET", "/api/v1/account?limit=5", {}, spoiled),
  }
}
export type SigningCourt = Awaited<ReturnType<typeof signingCourt>>

/** The status of an answer, its code, and the place of the first error. */
export const told = async (answer: Response) => {
  const { code, errors = [] } = (await answer.json()) as {
    readonly code?: string
    readonly errors?: ReadonlyArray<{ readonly path: string }>
  }
  return [answer.status, code, errors[0]?.path]
}
