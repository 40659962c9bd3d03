/** The rulebook: the instruments of the court, with the words that stand beside the rules of each area. */
import { Layer } from "effect"
import { needPresent } from "../kernel/Defect.ts"
import { type Instrument, type InstrumentId, names } from "../kernel/Instrument.ts"
import type { Section, SectionId } from "../kernel/Section.ts"
import { holdLaw, OwnLaw } from "../law/index.ts"
import { CodeOfDealings, Constitution, DealingsAct } from "./Acts.ts"
import { PD1, PD2, PD3, PD4, PD11, PD14, PD17 } from "./PracticeDirections.ts"
import { Rules } from "./Rules.ts"

const written: ReadonlyMap<InstrumentId, Instrument> = new Map(
  [Constitution, Rules, DealingsAct, PD1, PD2, PD3, PD4, PD11, PD14, PD17, CodeOfDealings].map((of) => [
    of.id,
    of,
  ]),
)

/** Every instrument, in the order in which they are listed. */
export const instruments: ReadonlyArray<Instrument> = names.map(({ id }) => needPresent(written.get(id), id))

const byId = new Map(instruments.map((instrument) => [instrument.id.toLowerCase(), instrument]))
const sections = new Map(
  instruments.flatMap((instrument) => instrument.sections.map((section) => [section.id, section] as const)),
)

/** The instrument of an address such as `rules` or `PD11`, in any case of letters. */
export const instrument = (id: string): Instrument | undefined => byId.get(id.toLowerCase())

/** The provision of an id such as `PD11 §4`. */
export const section = (id: SectionId): Section | undefined => sections.get(id)

/** The law of these instruments, as the rules read it. */
export const ownLaw = holdLaw(instruments)

/** Provides the rulebook to the commands and queries that read the court's own law. */
export const layer: Layer.Layer<OwnLaw> = Layer.succeed(OwnLaw, ownLaw)
