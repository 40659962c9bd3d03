/** One name an operation: the name of its definition, in the style of each place. */
import { describe, expect, it } from "vitest"
import * as court from "../../core/index.ts"
import { operations } from "../api/Operations.ts"
import { tools } from "../tools/Tools.ts"
import { exported, workOf } from "./Work.ts"

const inStyle = (name: string, between: string): string =>
  name.replace(/[A-Z]/g, (letter) => `${between}${letter.toLowerCase()}`)

/** The operations that no command or query of the core has the name of, and why. */
const ofNoQuery: { readonly [reason: string]: ReadonlyArray<string> } = {
  "it is a text or a document": [
    "agentCard",
    "authorizationServer",
    "causes",
    "clauses",
    "didDocument",
    "disputeResolution",
    "docs",
    "docsPage",
    "docsText",
    "healthz",
    "jwks",
    "legalContext",
    "listInstruments",
    "llmsText",
    "notary",
    "openapi",
    "protectedResource",
    "protectedTools",
    "readClock",
    "readInstrument",
    "readyz",
    "restatement",
    "rules",
    "securityTxt",
  ],
  "it waits for a model between two commands": ["briefCounsel"],
  "it asks one of two queries": ["listDealings"],
  "its document is of another protocol": [
    "listFormats",
    "readFormat",
    "renderJudgment",
    "issueLabel",
    "readLabelStatus",
    "renderProof",
    "acceptTerms",
  ],
  "its query is kept with the answers of others": ["checkCounterparty"],
  "it is the port of the clock": ["moveClock"],
  "its query is not of an area": ["checkParties", "readJournal", "readLossRun"],
}

describe("the name of an operation", () => {
  it("is that of the command or the query which it does", () => {
    const known = new Set(exported.map(([name]) => name))
    const without = operations.flatMap(({ id }) => (known.has(id) ? [] : [id]))
    expect(without.sort()).toEqual(Object.values(ofNoQuery).flat().sort())
  })

  it("is given to one command or query alone, which has it with hyphens", () => {
    const nouns = Object.values(court).flatMap((area) =>
      Object.values(area).filter(
        (value: unknown) => Object.prototype.toString.call(value) === "[object Module]",
      ),
    )
    // A command may stand at the door of its area and in the noun that the area offers whole.
    const all = [...new Map([...exported, ...nouns.flatMap(workOf)].map((one) => [one[1], one])).values()]
    expect(all.length).toBeGreaterThan(150)
    expect(all.flatMap(([name, work]) => (work.name === inStyle(name, "-") ? [] : [name]))).toEqual([])
    const names = all.map(([name]) => name)
    expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([])
  })

  it("is known to the tool that it states", () => {
    const known = new Set(tools.map(({ name }) => name))
    const stated = operations.flatMap(({ conditions: { tool } }) => tool ?? [])
    expect(stated.length).toBeGreaterThan(90)
    expect(stated.filter((tool) => !known.has(tool))).toEqual([])
  })

  it("is that of its tool, or of its action without the noun of the tool", () => {
    for (const { name, acts } of tools)
      for (const { action, operation } of acts) {
        const full = inStyle(operation, "_")
        const noun = name.split("_").at(-1)?.replace(/s$/, "") ?? ""
        const expected = full
          .split("_")
          .filter((word) => !name.includes("_") || word.replace(/s$/, "") !== noun)
          .join("_")
        expect([operation, action ?? name]).toEqual([operation, action === null ? full : expected])
      }
  })
})
