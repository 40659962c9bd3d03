/** The stage of a play: the court as each caller sees it, a narrator, the sandbox's clock, and what a play expects. */
import { defaultCurrency, format } from "../../../core/kernel/Money.ts"
import { type Court, connect } from "../../client/Connect.ts"
import { type Code, isRefused } from "../../client/Failure.ts"
import { Failure } from "../../terminal/Terminal.ts"

/** A page that a play leaves behind. With a key only the party of that key may read it. */
export interface Page {
  readonly title: string
  readonly path: string
  readonly key?: string
}

export interface Narrator {
  readonly act: (title: string) => void
  /** Somebody does something: an agent, an office, the court. */
  readonly step: (who: string, words: string) => void
  readonly show: (name: string, value: string) => void
  readonly quote: (text: string) => void
  readonly leave: (page: Page) => void
}

export interface Setting extends Narrator {
  readonly base: string
  /** The Registrar's credential: it opens filing, moves the clock and decides. */
  readonly registrar: string
  /** The end of every handle of this run, so that several plays can use one court; empty on a court of its own. */
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
  const [why = ""] = error.detail.split(/(?<=\.) /)
  stage.show("refused", `${error.status}, ${error.rule ?? code}. ${why}`)
}

export const clock = async ({ anybody }: Stage): Promise<string> => (await anybody.sandbox.readClock()).now

/** Moves the court's clock, and shows it if that is more than a second. Every deadline that falls due on the way is carried out. */
export const advance = async (stage: Stage, advanceMs: number): Promise<void> => {
  const { now, fired } = await stage.registrar.sandbox.moveClock({ payload: { advanceMs } })
  if (advanceMs <= second) return
  const fell = fired === 0 ? "" : `; ${fired === 1 ? "1 deadline falls" : `${fired} deadlines fall`} due`
  stage.show("the clock moves to", `${now}${fell}`)
}

export const second = 1_000
export const minute = 60_000
export const hour = 3_600_000

export const money = (cents: number): string => format(cents, defaultCurrency)
