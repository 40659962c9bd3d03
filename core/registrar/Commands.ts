/** The acts by which the Registrar varies a figure of the schedule or puts a version of an instrument in force (Rule 8.1). */
import { Effect, Either, Option, Schema } from "effect"
import { Reasons, registrarOnly } from "../agents/index.ts"
import * as Changed from "../kernel/Change.ts"
import { command } from "../kernel/Command.ts"
import { ById } from "../kernel/Id.ts"
import { needInstrument } from "../kernel/Instrument.ts"
import { needsOneOf } from "../kernel/Json.ts"
import type { Named } from "../kernel/Named.ts"
import { firstOf, when } from "../kernel/Refusal.ts"
import { bounds, versionAt } from "../kernel/Schedule.ts"
import { DateTime, format } from "../kernel/Time.ts"
import { serveFrom } from "../matters/index.ts"
import {
  effectiveFrom,
  figureId,
  InstrumentVersions,
  notBefore,
  type Variable,
  type VariedFigure,
  VariedFigures,
  versionId,
} from "./Amendment.ts"

/** The body by which the Registrar says from when a version of an instrument is in force. */
export const InstrumentDating = Schema.Struct({
  version: Schema.String.pipe(
    Schema.maxLength(bounds.versionCharsMax),
    Schema.pattern(/^\d+(?:\.\d+){0,3}$/, { message: () => "must be a version, for example 1.10" }),
  ),
  inForceFrom: DateTime,
  reasons: Schema.optional(Reasons),
}).annotations({ identifier: "InstrumentDating" })
export type InstrumentDating = typeof InstrumentDating.Type

const instrumentDatingInputSchema = Schema.Struct({ ...ById.fields, ...InstrumentDating.fields })
export interface InstrumentDatingInput extends Schema.Schema.Type<typeof instrumentDatingInputSchema> {}
const InstrumentDatingInput: Schema.Schema<
  InstrumentDatingInput,
  typeof instrumentDatingInputSchema.Encoded
> = instrumentDatingInputSchema

/** Puts a version of an instrument in force from an instant on: `POST /registrar/instruments/{id}`. */
export const dateInstrument = command({
  name: "date-instrument",
  sections: ["Rule 8.1", "Constitution 2.1", "PD14 §7"],
  input: InstrumentDatingInput,
  gather: ({ id, version }, _context, reader) =>
    Effect.gen(function* () {
      const instrument = yield* needInstrument(id)
      const found = yield* reader.find(InstrumentVersions, versionId(instrument.id, version))
      return { instrument, recorded: Option.isSome(found) }
    }),
  decide: (
    { instrument, recorded },
    { version, inForceFrom: asked, reasons },
    { actor, now, terms, schedule },
  ) => {
    const inForceFrom = effectiveFrom(asked, now, terms)
    const refused = firstOf([
      registrarOnly(actor),
      when(recorded, "version_recorded", { version }),
      notBefore(asked, now),
    ])
    return Either.map(refused, () => {
      const dated = {
        instrument: instrument.id,
        version,
        inForceFrom: format(inForceFrom),
        previous: versionAt(schedule, instrument, inForceFrom),
        reasons: reasons ?? null,
      }
      return {
        changes: [
          Changed.put(InstrumentVersions, {
            id: versionId(instrument.id, version),
            instrument: instrument.id,
            version,
            inForceFrom,
            recordedAt: now,
            reasons: reasons ?? null,
          }),
          Changed.event(
            "registrar.instrument_dated",
            `instrument/${instrument.id}`,
            ["Rule 8.1", "Constitution 2.1"],
            dated,
          ),
        ],
        reply: dated,
      }
    })
  },
})

const cents = Schema.Int.pipe(Schema.between(0, bounds.dealingValueCentsMax))

/** The most matters of one list, and the longest window in hours: a larger figure is taken for a mistake. */
const most = { listCapacity: 1_000_000, withdrawalWindowHours: bounds.periodHoursMax }

const parametersSchema = Schema.Struct({
  summaryThresholdCents: Schema.optional(cents),
  holdCapCents: Schema.optional(cents.pipe(Schema.positive())),
  listCapacity: Schema.optional(Schema.Int.pipe(Schema.between(1, most.listCapacity))),
  withdrawalWindowHours: Schema.optional(Schema.Int.pipe(Schema.between(1, most.withdrawalWindowHours))),
  inForceFrom: Schema.optional(DateTime),
  reasons: Reasons,
})
  .pipe(
    Schema.filter(
      ({ inForceFrom: _, reasons: __, ...figures }) =>
        Object.values(figures).every((value) => value === undefined)
          ? "names no parameter: give summaryThresholdCents, holdCapCents, listCapacity or withdrawalWindowHours"
          : true,
      { [needsOneOf]: ["summaryThresholdCents", "holdCapCents", "listCapacity", "withdrawalWindowHours"] },
    ),
  )
  .annotations({ identifier: "Parameters" })

export type Parameters = Named<typeof parametersSchema.Type>
export type ParametersJson = Named<typeof parametersSchema.Encoded>

/** The body of `POST /registrar/parameters`: what changes, from when, and why. */
export const Parameters: Schema.Schema<Parameters, ParametersJson> = parametersSchema

/** The figure of the schedule for each parameter. The interface gives some of them shorter names. */
const figureOf = {
  summaryThresholdCents: "summaryThresholdCents",
  holdCapCents: "holdCapCents",
  listCapacity: "listCapacityMatters",
  withdrawalWindowHours: "appealWithdrawalHours",
} as const satisfies { readonly [parameter: string]: typeof Variable.Type }

type Parameter = keyof typeof figureOf

// `Object.keys` widens the keys of the table above to strings.
const parameters = Object.keys(figureOf) as ReadonlyArray<Parameter>

/**
 * Varies parameters for matters filed from an instant on: `POST /registrar/parameters`. If the capacity of the list changes, matters that
 * wait are served from that instant on while there is room (PD1 §5).
 */
export const varyParameters = command({
  name: "vary-parameters",
  sections: ["Rule 8.1", "Constitution 2.1", "PD1 §5", "PD1 §9", "PD2 §5A"],
  input: Parameters,
  gather: (input, { now, terms }, reader) => {
    const from = effectiveFrom(input.inForceFrom, now, terms)
    // A correction replaces the record of the same figure and instant, so that record is read first.
    return Effect.forEach(parameters, (name) => reader.find(VariedFigures, figureId(figureOf[name], from)))
  },
  decide: (_earlier, input, { actor, now, terms, schedule }) => {
    const from = effectiveFrom(input.inForceFrom, now, terms)
    const before = schedule.at(from)
    return Either.map(firstOf([registrarOnly(actor), notBefore(input.inForceFrom, now)]), () => {
      const given = parameters.flatMap((name) => {
        const value = input[name]
        return value === undefined ? [] : [{ name, value, previous: before[figureOf[name]] }]
      })
      const { reasons } = input
      const inForceFrom = format(from)
      return {
        changes: [
          ...given.map(({ name, value }) => {
            const figure = figureOf[name]
            const varied: VariedFigure = {
              id: figureId(figure, from),
              name: figure,
              value,
              from,
              recordedAt: now,
              reasons,
            }
            return Changed.put(VariedFigures, varied)
          }),
          ...(input.listCapacity === undefined ? [] : [serveFrom(from)]),
          Changed.event(
            "registrar.parameters_varied",
            "registrar/parameters",
            ["Rule 8.1", "Constitution 2.1"],
            {
              parameters: given,
              inForceFrom,
              reasons,
            },
          ),
        ],
        reply: { parameters: given, inForceFrom, reasons },
      }
    })
  },
})
