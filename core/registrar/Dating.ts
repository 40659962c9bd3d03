/** Versions of instruments, put in force by the Registrar (Rule 8.1). */
import { Effect, Either, Option, Schema } from "effect"
import { registrarOnly } from "../agents/Own.ts"
import * as Changed from "../Change.ts"
import { command } from "../Command.ts"
import { firstOf, when } from "../Refusal.ts"
import { needInstrument } from "../rulebook/Rulebook.ts"
import { bounds } from "../Schedule.ts"
import { DateTime, format } from "../Time.ts"
import { effectiveFrom, InstrumentVersions, notBefore, Reasons, versionId } from "./Amendment.ts"
import { versionAt } from "./InForce.ts"

/** The body of `POST /registrar/instruments/{id}`. */
export const InstrumentDating = Schema.Struct({
  version: Schema.String.pipe(
    Schema.maxLength(bounds.versionCharsMax),
    Schema.pattern(/^\d+(?:\.\d+){0,3}$/, { message: () => "must be a version, for example 1.10" }),
  ),
  inForceFrom: DateTime,
  reasons: Schema.optional(Reasons),
}).annotations({ identifier: "InstrumentDating" })
export type InstrumentDating = typeof InstrumentDating.Type

/** Puts a version of an instrument in force from an instant on: `POST /registrar/instruments/{id}`. */
export const dateInstrument = command({
  name: "date-instrument",
  sections: ["Rule 8.1", "Constitution 2.1", "PD14 §7"],
  gather: ({ id, version }: InstrumentDating & { readonly id: string }, _context, reader) =>
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
