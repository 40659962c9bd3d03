/** Figures and versions that the Registrar varies, and from when they are in force. */
import { Either, ParseResult, Schema } from "effect"
import * as fc from "fast-check"
import { describe, expect, it } from "vitest"
import { needPresent } from "../kernel/Defect.ts"
import { publication } from "../kernel/Instrument.ts"
import { bounds, published, versionAt, versionsOf } from "../kernel/Schedule.ts"
import { format } from "../kernel/Time.ts"
import { Rulebook } from "../rulebook/index.ts"
import { agent } from "../testing/Agents.ts"
import { contextFor, start } from "../testing/Context.ts"
import { codeOf, eventsOf, putsOf } from "../testing/Decisions.ts"
import { atLeast, effectiveFrom, InstrumentVersions, scheduleOf, VariedFigures } from "./Amendment.ts"
import { dateInstrument, Parameters, varyParameters } from "./Commands.ts"

const registrar = contextFor({ role: "registrar" })
const soonest = effectiveFrom(undefined, start, bounds)
const reasons = "Most matters are worth less."
const vary = (input: Omit<Parameters, "reasons">, context = registrar) =>
  varyParameters.decide([], { reasons, ...input }, context)
const PD14 = needPresent(Rulebook.instrument("PD14"), "an instrument")
const facts = (recorded = false) => ({ instrument: PD14, recorded })
const dating = { id: "PD14", version: "1.10", inForceFrom: soonest }

describe("parameters that the Registrar varies", () => {
  it("Rule 8.1 new figures apply to matters filed from their instant on, and the journal has the reasons", () => {
    // given a threshold that is raised from the earliest possible instant
    const { changes, reply } = Either.getOrThrow(vary({ summaryThresholdCents: 100_000 }))
    const figures = putsOf(VariedFigures, changes)
    const schedule = scheduleOf(figures, [])
    // then the old figure applies to a matter filed a millisecond before, and the new one to a matter filed at that instant
    expect(schedule.at(soonest - 1).summaryThresholdCents).toBe(bounds.summaryThresholdCents)
    expect(schedule.at(soonest).summaryThresholdCents).toBe(100_000)
    expect(reply).toMatchObject({
      inForceFrom: format(soonest),
      parameters: [{ name: "summaryThresholdCents", value: 100_000, previous: bounds.summaryThresholdCents }],
    })
    expect(eventsOf(changes)).toMatchObject([{ type: "registrar.parameters_varied", data: { reasons } }])
  })

  it("Rule 8.1 no figure changes for the past, nor before every process can know of it", () => {
    expect(codeOf(vary({ holdCapCents: 1, inForceFrom: start - 1 }))).toBe("in_force_past")
    const past = { ...dating, inForceFrom: start - 1 }
    expect(codeOf(dateInstrument.decide(facts(), past, registrar))).toBe("in_force_past")
    expect(codeOf(dateInstrument.decide(facts(true), past, registrar))).toBe("version_recorded")
    expect(codeOf(dateInstrument.decide(facts(), past, contextFor({ role: "judge" })))).toBe("registrar_only")
    const from = (inForceFrom: number) =>
      Either.getOrThrow(vary({ holdCapCents: 1, inForceFrom })).reply.inForceFrom
    for (const asked of [start, soonest - 1, soonest]) expect(from(asked)).toBe(format(soonest))
    expect(from(soonest + 1)).toBe(format(soonest + 1))
    const dated = dateInstrument.decide(facts(), { ...dating, inForceFrom: start }, registrar)
    expect(Either.getOrThrow(dated).reply.inForceFrom).toBe(format(soonest))
  })

  it.each([
    { role: "judge" },
    { role: "public" },
    { role: "agent", id: "a", handle: agent("seller").handle },
  ] as const)("Constitution 2.1 $role may neither vary a parameter nor date an instrument", (actor) => {
    expect(codeOf(vary({ listCapacity: 1 }, contextFor(actor)))).toBe("registrar_only")
    expect(codeOf(dateInstrument.decide(facts(), dating, contextFor(actor)))).toBe("registrar_only")
  })

  it("Rule 8.1 every parameter is a figure of the schedule, each on its own", () => {
    const input = { summaryThresholdCents: 1, holdCapCents: 2, listCapacity: 3, withdrawalWindowHours: 4 }
    const { changes } = Either.getOrThrow(vary(input))
    expect(scheduleOf(putsOf(VariedFigures, changes), []).at(soonest)).toEqual({
      ...bounds,
      summaryThresholdCents: 1,
      holdCapCents: 2,
      listCapacityMatters: 3,
      appealWithdrawalHours: 4,
    })
  })

  it("Rule 8.1 a body that names no parameter, or gives no reasons, is malformed", () => {
    const decode = Schema.decodeUnknownEither(Parameters, { onExcessProperty: "error" })
    for (const body of [
      { reasons },
      { listCapacity: 5 },
      { listCapacity: 0, reasons },
      { holdCap: 1, reasons },
    ])
      expect(Either.isLeft(decode(body))).toBe(true)
    const found = decode({ reasons })
    expect(Either.isLeft(found) && ParseResult.TreeFormatter.formatErrorSync(found.left)).toContain(
      "names no parameter",
    )
  })
})

describe("versions of instruments", () => {
  it("Rule 8.1 a version comes into force at its instant, and is recorded once", () => {
    const { changes, reply } = Either.getOrThrow(dateInstrument.decide(facts(), dating, registrar))
    expect(reply).toMatchObject({ instrument: "PD14", version: "1.10", previous: PD14.version })
    const schedule = scheduleOf([], putsOf(InstrumentVersions, changes))
    expect(versionAt(schedule, PD14, soonest - 1)).toBe(PD14.version)
    expect(versionAt(schedule, PD14, soonest)).toBe("1.10")
    expect(versionsOf(schedule, PD14)).toEqual([
      { version: PD14.version, inForceFrom: null },
      { version: "1.10", inForceFrom: format(soonest) },
    ])
    expect(codeOf(dateInstrument.decide(facts(true), dating, registrar))).toBe("version_recorded")
  })

  it("PD14 §7 quotes carry terms from the instant at which version 1.10 is in force, and not under an earlier one", () => {
    const dated = (version: string, inForceFrom: number) => ({ instrument: "PD14", version, inForceFrom })
    const carried = (versions: ReadonlyArray<ReturnType<typeof dated>>, at: number) =>
      scheduleOf([], versions).at(at).quoteTermsInForce
    expect(carried([dated("1.10", soonest)], soonest - 1)).toBe(0)
    expect(carried([dated("1.10", soonest)], soonest)).toBe(1)
    expect(carried([dated("1.9.1", soonest)], soonest)).toBe(0)
    expect(carried([dated("2", soonest)], soonest)).toBe(1)
    expect(carried([{ ...dated("1.10", soonest), instrument: "PD11" }], soonest)).toBe(0)
    // when an earlier version comes into force again
    expect(carried([dated("1.10", soonest), dated("1.9.2", soonest + 1)], soonest + 1)).toBe(0)
  })

  it("Rule 8.1 a publication bears the version in force, and says so if its words are those of another version", () => {
    const carried = publication(PD14, { ...bounds, quoteTermsInForce: 1 }, "1.10")
    expect(carried.version).toBe("1.10")
    expect(carried.text).toContain("Version 1.10\n")
    expect(carried.text).toContain("A quote may carry the supplier's standard terms")
    expect(carried.text).not.toContain("These are the words")
    const other = publication(PD14, bounds, "3.0")
    expect(other.text).toContain("> Version 3.0 is in force. These are the words of version 1.9.1.")
    for (const one of Rulebook.instruments) expect(versionsOf(published, one)).toHaveLength(1)
  })
})

describe("the order of versions", () => {
  it.each([
    ["1.10", "1.9", true],
    ["1.9", "1.10", false],
    ["1.9", "1.9", true],
    ["2", "1.10", true],
    ["1", "1.1", false],
    ["1", "1.0", true],
    ["1.0", "1", true],
    ["1.0.1", "1", true],
  ])("Rule 8.1 version %s is at least %s: %j", (version, other, expected) => {
    expect(atLeast(version, other)).toBe(expected)
  })

  it("Rule 8.1 versions are in a total order", () => {
    const version = fc.array(fc.nat(12), { minLength: 1, maxLength: 4 }).map((parts) => parts.join("."))
    fc.assert(
      fc.property(version, version, version, (a, b, c) => {
        expect(atLeast(a, b) || atLeast(b, a)).toBe(true)
        if (atLeast(a, b) && atLeast(b, c)) expect(atLeast(a, c)).toBe(true)
      }),
    )
  })
})
