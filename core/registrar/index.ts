/** The variations of the Registrar: figures and versions, each from an instant on (Rule 8.1); and the court that a store belongs to. */
import { amendments, InstrumentVersions, VariedFigures } from "./Amendment.ts"
import { Foundings } from "./Founding.ts"
import { LastEvents } from "./LastEvent.ts"

/** The kinds of records of the Registrar: varied figures, versions in force, and the founding; each is a view for SQL clients. */
export const records = { VariedFigures, InstrumentVersions, Foundings, LastEvents }
/** The section on amendments, which the rulebook lists with those of every other area. */
export const sections = { amendments }

export { readSchedule } from "./Amendment.ts"
export { dateInstrument, InstrumentDating, Parameters, varyParameters } from "./Commands.ts"
export * as Founding from "./Founding.ts"
export * as LastEvent from "./LastEvent.ts"
