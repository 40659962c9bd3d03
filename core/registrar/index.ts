/** What the Registrar varies: figures and versions, each from an instant on (Rule 8.1); and the court that a store belongs to. */
import { InstrumentVersions, VariedFigures } from "./Amendment.ts"
import { dateInstrument, varyParameters } from "./Commands.ts"
import { Foundings } from "./Founding.ts"
import { LastEvents } from "./LastEvent.ts"

export const records = { VariedFigures, InstrumentVersions, Foundings, LastEvents }
export const commands = { varyParameters, dateInstrument }

export * as Amendment from "./Amendment.ts"
export * as Commands from "./Commands.ts"
export * as Founding from "./Founding.ts"
export * as LastEvent from "./LastEvent.ts"
