import { describe, expect, it } from "vitest"
import { needPresent } from "../../core/kernel/Defect.ts"
import { published } from "../../core/kernel/Schedule.ts"
import { type Operation, operations, readsOnly } from "../api/Operations.ts"
import { keysWithin } from "../testing/Members.ts"
import { bindTools, listTools } from "./Listing.ts"
import { tools } from "./Tools.ts"

const officialTags = new Set(["Registrar", "Sandbox", "Discovery", "Service", "Formats"])
/**
 * Operations that only a program calls: to compute a judgment again, of which a model would read bytes alone, and to reckon a premium
 * from sums, and to see how judges fared, for which the list of tools has no room.
 */
const forPrograms = new Set([
  "readBundle",
  "readBundlePart",
  "readAppealBundle",
  "readAppealBundlePart",
  "readLossRun",
  "listJudges",
  "readJudge",
])
/** Whether an operation is for the court's officers, for operators or for machines: no agent's act, and no tool. */
const isOfficial = ({ id, tag, summary }: Operation): boolean =>
  forPrograms.has(id) || officialTags.has(tag) || /\((?:Judge|Registrar)\)$/.test(summary)

const bound = bindTools()
const terms = published.at(Date.UTC(2026, 10, 20))
const listed = listTools(bound, terms)
const named = (name: string) =>
  needPresent(
    listed.find((tool) => tool.name === name),
    `the tool ${name}`,
  )
const actsOf = (name: string) => needPresent(bound.get(name), `the tool ${name}`).acts

describe("the tools", () => {
  it("cover every operation that is not an officer's, each once; a new operation needs a line in the table of its area", () => {
    const wanted = operations.filter((operation) => !isOfficial(operation)).map(({ id }) => id)
    const covered: Array<string> = tools.flatMap(({ acts }) => acts.map(({ operation }) => operation))
    expect(covered.sort()).toEqual(wanted.sort())
  })

  it("leave out the operations of officers", () => {
    const covered = new Set<string>(tools.flatMap(({ acts }) => acts.map(({ operation }) => operation)))
    for (const official of ["deliverJudgment", "putQuestions", "openList", "moveClock", "healthz"])
      expect(covered).not.toContain(official)
  })

  it("begin with the check that a model makes before each deal", () => {
    expect(listed[0]?.name).toBe("check_counterparty")
  })

  it("are few enough to choose from, have different names, and include the four of the specification", () => {
    const names = listed.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    expect(names.length).toBeLessThanOrEqual(27)
    for (const name of ["attest_compliance", "confirm_compliance", "dispute_compliance", "check_compliance"])
      expect(names).toContain(name)
  })

  it.each(listed)(
    "$name has as its schema one object without references, with names that every host takes",
    (tool) => {
      const { inputSchema } = tool
      expect(inputSchema.type).toBe("object")
      // The hosts of several models drop a tool with any of these at the root, or refuse all tools.
      for (const choice of ["oneOf", "anyOf", "allOf", "not", "if", "then", "else", "enum", "$defs"])
        expect(inputSchema).not.toHaveProperty(choice)
      expect(keysWithin(inputSchema)).not.toContain("$ref")
      for (const name of Object.keys(inputSchema.properties ?? {})) expect(name).toMatch(/^[\w.-]{1,64}$/)
      for (const name of inputSchema.required ?? []) expect(inputSchema.properties).toHaveProperty([name])
    },
  )

  it.each(listed)("$name describes what it does, and each of its actions", ({ name, description = "" }) => {
    expect(description.length).toBeGreaterThan(60)
    // A model that reads about a path or a header would try to build one.
    expect(description).not.toMatch(/\/api\/|percent-encoded|GET |POST /)
    for (const { action } of actsOf(name)) if (action !== null) expect(description).toContain(`- ${action} (`)
  })

  it("no tool has both reads and acts, so a host needn't ask its user before a read", () => {
    for (const { name, annotations } of listed) {
      const acts = actsOf(name)
      const reads = acts.filter(({ operation, byHost }) => readsOnly(operation) || byHost !== null)
      expect([0, acts.length], name).toContain(reads.length)
      const readOnlyHint = reads.length > 0
      expect(annotations?.readOnlyHint ?? false, name).toBe(readOnlyHint)
    }
    const readers = listed.filter(({ annotations }) => annotations?.readOnlyHint === true)
    expect(readers.map(({ name }) => name).sort()).toEqual([
      "check_compliance",
      "check_counterparty",
      "check_evidence",
      "credentials",
      "inbox",
      "read_account",
      "read_counsel",
      "read_holds",
      "read_judgment",
      "read_law",
      "read_matter",
      "read_quotes",
      "read_register",
    ])
  })

  it("a tool with an act that can't be undone is marked as destructive, and a tool that only adds is not", () => {
    const harmless = listed.filter(({ annotations }) => annotations?.destructiveHint === false)
    expect(harmless.map(({ name }) => name).sort()).toEqual(["request_invoice"])
    expect(named("file_matter").annotations).toEqual({ destructiveHint: true })
    expect(named("confirm_compliance").annotations).toMatchObject({
      destructiveHint: true,
      idempotentHint: true,
    })
  })

  it("the figures in a description are those in force", () => {
    const shorter = listTools(bound, { ...terms, stepHours: 7, openMattersMax: 1 })
    const words = shorter.find(({ name }) => name === "file_matter")?.description
    expect(words).toContain("7 hours to plead")
    expect(words).toContain("1 matter open")
  })

  it("what each action requires stands in the description, where a host that reads no schema finds it", () => {
    for (const { name, description = "" } of listed)
      for (const { action, operation } of actsOf(name)) {
        const line = description.split("\n").find((one) => one.startsWith(`- ${action} (`)) ?? ""
        const optional = [...line.matchAll(/([\w-]+)\?[,)]/g)].map(([, argument]) => argument)
        expect(optional.filter((argument) => operation.input.required?.includes(`${argument}`))).toEqual([])
      }
  })

  it("of an action gives its arguments, by name or by naming the action that takes them too", () => {
    expect(named("plead").description).toContain("- file_defence (id, facts, responses?,")
    expect(named("plead").description).toContain("- file_reply (as file_defence)")
    expect(named("manage_hold").description).toContain(
      "- name_on_matter (as name_on_quote, purpose, securesCitation?",
    )
  })
})
