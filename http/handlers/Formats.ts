/** The handlers for the formats of other protocols: the documents that name the court, and judgments in their forms, which nobody signs. */
import { Effect } from "effect"
import { Keys } from "../../adapters/keys/Keys.ts"
import { type Ruling, readRuling } from "../../core/docket/index.ts"
import { Host } from "../../core/kernel/Host.ts"
import { refusal } from "../../core/kernel/Refusal.ts"
import type { FormatsGroup } from "../api/Formats.ts"
import { type Format, type Given, type Named, nameCourt } from "../formats/index.ts"
import { reply } from "../server/Answer.ts"
import type { Mounted } from "../server/App.ts"
import { type AnyRequest, ask, type Handlers } from "../server/Handler.ts"
import { Faulted } from "../server/Problem.ts"
import { publicRead } from "../server/PublicRead.ts"
import { clausesOf } from "./Law.ts"

interface FormatsOptions {
  readonly baseUrl: string
  readonly contact: string
  readonly formats: ReadonlyArray<Format>
}

const itemOf = ({ name, title, specification, read, wellKnown, names, given, renders, reads }: Format) => ({
  format: name,
  title,
  specification,
  read,
  wellKnown,
  names: names !== null,
  renders: renders !== null,
  reads: reads ?? null,
  given: given.map(({ name: member, description, otherwise }) => ({
    name: member,
    description,
    required: otherwise === undefined,
  })),
})

type GivenValues = ReadonlyArray<{ readonly name: string; readonly value: string }>

/** The values that a rendering needs, each as its format wants it; or each place that is wrong. */
const readGiven = (wanted: ReadonlyArray<Given>, given: GivenValues) => {
  const errors = given.flatMap(({ name }, n) => {
    const path = `given[${n}].name`
    if (!wanted.some((one) => one.name === name))
      return [{ path, message: "is not asked for by this format" }]
    return given.findIndex((one) => one.name === name) === n ? [] : [{ path, message: "is given twice" }]
  })
  const values: Record<string, string> = {}
  for (const { name, pattern, otherwise, description } of wanted) {
    const value = given.find((one) => one.name === name)?.value ?? otherwise
    if (value === undefined) errors.push({ path: "given", message: `needs ${name}: ${description}` })
    else if (!pattern.test(value))
      errors.push({ path: `given ${name}`, message: `does not fit: ${description}` })
    else values[name] = value
  }
  return errors.length > 0
    ? Effect.fail(new Faulted({ code: "invalid_request", errors }))
    : Effect.succeed(values)
}

const termsAt = (now: number) =>
  Effect.map(
    Effect.flatMap(Host, ({ schedule }) => schedule),
    (all) => all.at(now),
  )

const namedAt = (options: FormatsOptions, now: number) =>
  Effect.gen(function* () {
    return nameCourt({ ...options, clauses: clausesOf(options.baseUrl) }, yield* Keys, yield* termsAt(now))
  })

const renderedOf = (
  format: Format,
  ruling: Ruling,
  values: { readonly [name: string]: string },
  named: Named,
) => {
  const { citation } = ruling.disposition
  const rendered = format.renders?.(ruling, values, named) ?? { why: "This format renders no judgments." }
  return "why" in rendered
    ? Effect.fail(refusal("not_rendered", { citation, format: format.name, why: rendered.why }))
    : Effect.succeed(rendered.document)
}

type Asked = AnyRequest & {
  readonly path: { readonly citation: string; readonly format: string }
  readonly payload: { readonly given: GivenValues }
}

export const formats = (options: FormatsOptions): Handlers<typeof FormatsGroup> => {
  const need = (name: string) => {
    const found = options.formats.find((one) => one.name === name)
    return found === undefined ? Effect.fail(refusal("unknown_format", { name })) : Effect.succeed(found)
  }
  return {
    listFormats: () => Effect.succeed(reply({ items: options.formats.map(itemOf) })),
    readFormat: ({ path, now }) =>
      Effect.gen(function* () {
        const { names } = yield* need(path.format)
        if (names === null) return yield* Effect.fail(refusal("unknown_format", { name: path.format }))
        return reply(names(yield* namedAt(options, now)))
      }),
    renderJudgment: (request: Asked) =>
      Effect.gen(function* () {
        const format = yield* need(request.path.format)
        const { value: ruling } = yield* ask(readRuling, { citation: request.path.citation }, request)
        const values = yield* readGiven(format.given, request.payload.given)
        const named = yield* namedAt(options, request.now)
        const document = yield* renderedOf(format, ruling, values, named)
        const { citation, finality, asOf } = ruling.disposition
        const { name, specification, read } = format
        const disposition = `${options.baseUrl}/api/v1/judgments/${encodeURIComponent(citation)}/disposition`
        return reply({ format: name, specification, read, citation, finality, document, disposition, asOf })
      }),
  }
}

/** The documents that other protocols look for at a path of their own. */
export const mountFormats = (options: FormatsOptions): ReadonlyArray<readonly [path: string, Mounted]> =>
  options.formats.flatMap(({ wellKnown, names }) =>
    wellKnown === null || names === null
      ? []
      : [
          [
            wellKnown,
            publicRead(() =>
              Effect.gen(function* () {
                const now = yield* (yield* Host).now
                return {
                  status: 200,
                  headers: {
                    "content-type": "application/json; charset=utf-8",
                    "cache-control": "public, max-age=3600",
                    "access-control-allow-origin": "*",
                  },
                  body: JSON.stringify(names(yield* namedAt(options, now))),
                }
              }),
            ),
          ] as const,
        ],
  )
