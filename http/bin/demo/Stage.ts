/** The stage of a play: the court as each caller sees it, a narrator, the sandbox's clock, and what a play expects. */
import { type Court, connect } from "../../client/Connect.ts"
import { type Code, isRefused } from "../../client/Failure.ts"
import { Failure } from "../Cli.ts"

export interface Narrator {
  readonly act: (title: string) => void
  readonly step: (words: string) => void
  readonly show: (name: string, value: string) => void
  readonly quote: (text: string) => void
}

export interface Setting extends Narrator {
  readonly base: string
  /** The Registrar's credential: it opens filing, moves the clock and decides. */
  readonly registrar: string
  /** The end of every handle of this run, so that several plays can use one court. */
  readonly suffix: string
}

export interface Stage extends Narrator {
  readonly suffix: string
  readonly courtOf: (apiKey: string) => Court
  readonly anybody: Court
  readonly registrar: Court
}

/** A court with a rate limit may ask for a pause more often than a usual client would wait. */
const retry = { attempts: 20 }

export const stageOf = ({ base, registrar, ...setting }: Setting): Stage => {
  const courtOf = (apiKey: string) => connect({ baseUrl: base, apiKey, retry })
  return { ...setting, courtOf, anybody: connect({ baseUrl: base, retry }), registrar: courtOf(registrar) }
}

/** The play does not go on unless this holds. */
export function expect(holds: boolean, words: string): asserts holds {
  if (!holds) throw new Failure(`the play stops: ${words}`)
}

/** Waits for a request that the court must refuse with this code. */
export const expectRefusal = async (stage: Stage, request: Promise<unknown>, code: Code): Promise<void> => {
  const error = await request.then(
    () => "the request was not refused",
    (found: unknown) => found,
  )
  expect(isRefused(error, code), `a refusal as ${code} was expected: ${error}`)
  stage.show(`refused, ${error.status} ${error.rule ?? ""}`.trim(), error.detail)
}

export const clock = async ({ anybody }: Stage): Promise<string> => (await anybody.sandbox.readClock()).now

/** Moves the court's clock. Every deadline that falls due on the way is carried out. */
export const advance = async (stage: Stage, advanceMs: number): Promise<void> => {
  const { now, fired } = await stage.registrar.sandbox.moveClock({ payload: { advanceMs } })
  stage.show("the clock", `${now} (${fired} ${fired === 1 ? "deadline" : "deadlines"} fired)`)
}

export const second = 1_000
export const minute = 60_000
export const hour = 3_600_000
