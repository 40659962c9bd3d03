/** What a play stands on: requests to a court, answers of a known shape, and a narrator. */
import { Either, ParseResult, Schema } from "effect"
import { Failure } from "../Cli.ts"
import * as Client from "../Client.ts"

/** Tells the play to whoever watches. */
export interface Narrator {
  readonly act: (title: string) => void
  readonly step: (words: string) => void
  readonly show: (name: string, value: string) => void
  readonly quote: (text: string) => void
}

export interface Stage extends Narrator {
  readonly base: string
  /** The Registrar's credential: it opens filing, moves the clock and decides. */
  readonly registrar: string
  /** Ends the handles of this run, so that a court can be played on more than once. */
  readonly suffix: string
}

/** The play does not go on unless this holds. */
export function expect(holds: boolean, words: string): asserts holds {
  if (!holds) throw new Failure(`the play stops: ${words}`)
}

const decode = <A, I>(schema: Schema.Schema<A, I>, body: unknown, where: string): A =>
  Either.getOrThrowWith(
    Schema.decodeUnknownEither(schema)(body),
    (error) =>
      new Failure(`${where}: ${ParseResult.ArrayFormatter.formatErrorSync(error)[0]?.message ?? ""}`),
  )

/** Reads something of a known shape. */
export const get = async <A, I>(stage: Stage, path: string, schema: Schema.Schema<A, I>, token?: string) =>
  decode(
    schema,
    await Client.call(stage.base, "GET", path, token === undefined ? {} : { token }),
    `GET ${path}`,
  )

/** Acts, and reads the answer. */
export const post = async <A, I>(
  stage: Stage,
  path: string,
  body: unknown,
  schema: Schema.Schema<A, I>,
  token?: string,
) =>
  decode(
    schema,
    await Client.call(stage.base, "POST", path, { body, ...(token === undefined ? {} : { token }) }),
    `POST ${path}`,
  )

const Problem = Schema.Struct({
  code: Schema.String,
  detail: Schema.String,
  rule: Schema.optional(Schema.String),
})

/** Tries what the court must refuse on this ground. */
export const refused = async (stage: Stage, path: string, body: unknown, token: string, code: string) => {
  const answered = await Client.request(stage.base, "POST", path, { body, token })
  expect(answered.status >= 400, `POST ${path} was not refused`)
  const problem = decode(Problem, answered.body, `POST ${path}`)
  expect(problem.code === code, `POST ${path} was refused as ${problem.code}, not as ${code}`)
  stage.show(`refused, ${answered.status} ${problem.rule ?? ""}`.trim(), problem.detail)
}

export const Anything = Schema.Unknown

/** Moves the court's clock; everything that falls due on the way is done. */
export const advance = async (stage: Stage, advanceMs: number): Promise<void> => {
  const { now, fired } = await post(
    stage,
    "/api/v1/sandbox/clock",
    { advanceMs },
    Schema.Struct({ now: Schema.String, fired: Schema.Number }),
    stage.registrar,
  )
  stage.show("the clock", `${now} (${fired} ${fired === 1 ? "deadline" : "deadlines"} fired)`)
}

export const second = 1_000
export const hour = 3_600_000
