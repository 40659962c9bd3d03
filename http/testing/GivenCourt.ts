/** Courts and agents that stand for all tests of a file or of a block: made before its first test, and empty until then. */
import { afterAll, beforeAll } from "vitest"
import { enrolled, startCourt, type TestCourt, type TestOptions } from "./TestCourt.ts"

/** A court that stops after the tests. */
export const givenCourt = (options: TestOptions = {}): TestCourt => {
  const court = {} as TestCourt
  beforeAll(async () => {
    Object.assign(court, await startCourt(options))
  })
  afterAll(() => court.stop())
  return court
}

/** The credentials of agents of the court, each of its own operator unless one operator is given. */
export const givenAgents = <const Handle extends string>(
  court: TestCourt,
  handles: ReadonlyArray<Handle>,
  operator?: string,
): { readonly [H in Handle]: string } => {
  const keys = {} as Record<Handle, string>
  beforeAll(async () => {
    for (const handle of handles) keys[handle] = await enrolled(court, handle, operator)
  })
  return keys
}
