/** The texts of the tools that a model reads, compared with the schemas. No model is needed. */
import { describe, expect, it } from "vitest"
import { Agent } from "../../core/agents/index.ts"
import { Determined, sections } from "../../core/bench/index.ts"
import { needPresent } from "../../core/kernel/Defect.ts"
import { bounds, published } from "../../core/kernel/Schedule.ts"
import { keysWithin } from "../testing/Members.ts"
import { conventions, plainWordsMax } from "./Brief.ts"
import { bindTools, listTools } from "./Listing.ts"
import type { Shape } from "./Operations.ts"

const bound = bindTools()
const listed = listTools(bound, published.at(Date.UTC(2026, 10, 20)))

/**
 * The greatest lengths in characters: of a description, of an argument's description, of a tool, and of the whole list, which a host
 * gives to its model before every answer. 4.1 characters are a token (o200k), so the list has less than 10,000 of them.
 */
const textMax = 1_600
const argumentTextMax = 260
const toolMax = 6_000
const listMax = 41_100

interface Argument {
  readonly path: string
  readonly name: string
  readonly shape: Shape
}

/** The alternatives of a schema: the branches of `anyOf`, at any depth, or the schema itself. */
const branches = (shape: Shape): ReadonlyArray<Shape> =>
  Array.isArray(shape.anyOf) ? shape.anyOf.flatMap((branch: Shape) => branches(branch)) : [shape]

const argumentsWithin = (shape: Shape, path = ""): ReadonlyArray<Argument> =>
  branches(shape).flatMap((branch) => [
    ...Object.entries(branch.properties ?? {}).flatMap(([name, member]) => [
      { path: `${path}${name}`, name, shape: member },
      ...argumentsWithin(member, `${path}${name}.`),
    ]),
    ...(branch.items === undefined ? [] : argumentsWithin(branch.items as Shape, `${path}`)),
  ])

/** The schemas of the values and elements of an argument. Members count as arguments of their own. */
const leaves = (shape: Shape): ReadonlyArray<Shape> =>
  branches(shape).flatMap((branch) =>
    branch.items === undefined ? [branch] : [branch, ...leaves(branch.items as Shape)],
  )

const tools = listed.map((tool) => {
  const schema = tool.inputSchema as Shape
  return {
    name: tool.name,
    title: tool.title,
    text: needPresent(tool.description, "a description"),
    schema,
    all: argumentsWithin(schema),
  }
})
/** Every argument as the interface describes it, before it is shortened for a model. */
const every = [...bound.values()].flatMap(({ name, acts }) =>
  acts.flatMap(({ action, operation }) =>
    argumentsWithin(operation.input).map((argument) => ({
      tool: action === null ? name : `${name} ${action}`,
      ...argument,
    })),
  ),
)
const shown = tools.flatMap(({ name, all }) => all.map((argument) => ({ tool: name, ...argument })))
const at = ({ tool, path }: { readonly tool: string; readonly path: string }) => `${tool}: ${path}`
const said = ({ shape }: Argument): string => shape.description ?? ""

const enumerated = (shape: Shape): ReadonlyArray<string> =>
  leaves(shape).flatMap(({ enum: values }) => (Array.isArray(values) ? values.map(String) : []))

/** Names that only programs use: in backquotes, with an underscore, or with a capital inside. */
const codes = (text: string): ReadonlyArray<string> =>
  [...text.matchAll(/`([^`]+)`|\b([a-z]+(?:_[a-z0-9]+)+|[a-z][a-z0-9]+[A-Z]\w*)\b/g)].map(
    ([, quoted, bare]) => needPresent(quoted ?? bare, "a name"),
  )

/** The members of every answer, and the values that they may have. */
const answered = (name: string): ReadonlyArray<string> =>
  needPresent(bound.get(name), "a tool").acts.flatMap(({ operation }) => {
    const output = operation.output()
    return output === null ? [] : [...keysWithin(output), ...codes(JSON.stringify(output))]
  })

describe("the text of a tool", () => {
  it("PD2 §2 describes every argument, at any depth", () => {
    expect(every.length).toBeGreaterThan(200)
    expect(every.filter((argument) => said(argument).length < 10).map(at)).toEqual([])
  })

  it("PD2 §2 says of every id what it is the id of", () => {
    const ids = every.filter(({ name }) => /^id$|Id$/.test(name) && name !== "chainId")
    expect(ids.length).toBeGreaterThan(15)
    expect(ids.filter((argument) => !/[Tt]he id of (?:the|an?) \w+/.test(said(argument))).map(at)).toEqual([])
  })

  it.each(tools)("PD2 §2 $name mentions no argument, action, tool or value that does not exist", (tool) => {
    const known = new Set([
      ...tool.all.map(({ name }) => name),
      ...tool.all.flatMap(({ shape }) => enumerated(shape)),
      ...tools.flatMap((other) => [other.name, ...enumerated(other.schema.properties?.action ?? {})]),
      ...answered(tool.name),
      // Words that may stand for a handle, and headers that a host sends by itself.
      ...Agent.reservedHandles,
      "apiKey",
    ])
    const texts = [tool.text, ...tool.all.map(said)]
    expect(texts.flatMap(codes).filter((code) => !known.has(code))).toEqual([])
  })

  it("PD2 §2 explains every value of an enumeration, except plain words", () => {
    const found = shown.flatMap((argument) =>
      argument.name === "action" || said(argument) === ""
        ? []
        : enumerated(argument.shape)
            .filter((value) => !/^[a-z]+$/.test(value) && !said(argument).includes(value))
            .map((value) => `${at(argument)} ${value}`),
    )
    expect(found).toEqual([])
    for (const { name, text, schema } of tools)
      for (const value of enumerated(schema.properties?.action ?? {}))
        expect(text, name).toContain(`- ${value} (`)
  })

  it("PD2 §2 gives the length of every text and list, or the size of the paper that it is part of", () => {
    const sized = tools.filter(({ text }) => /\d kB/.test(text)).map(({ name }) => name)
    const unbounded = every.filter(
      ({ tool, shape }) =>
        !sized.some((name) => tool.startsWith(name)) &&
        leaves(shape).some(
          ({ type, maxLength, maxItems, pattern, format, items, enum: values }) =>
            (type === "string" && (maxLength ?? pattern ?? format ?? values) === undefined) ||
            // There are as many numbers as facts.
            (type === "array" && maxItems === undefined && (items as Shape).type !== "integer"),
        ),
    )
    expect(unbounded.map(at)).toEqual([])
    // An argument of a paper has its own bound wherever the rules give it one.
    const argument = shown.find(({ tool, path }) => tool === "plead" && path === "argument")
    expect(argument?.shape.maxLength).toBe(bounds.argumentCharsMax)
  })

  it("PD2 §2 gives the unit of every sum and every time", () => {
    const units = [
      [/Cents$|^amount$/, /\bcents\b/],
      [/[hH]ours$/, /\bhours\b/],
      [/^sha256$/, /SHA-256.*hexadecimal/],
    ] as const
    for (const [name, unit] of units) {
      const found = every.filter((argument) => name.test(argument.name))
      expect(found.length).toBeGreaterThan(1)
      expect(found.filter((argument) => !unit.test(said(argument))).map(at)).toEqual([])
    }
    const instants = every.filter(({ name }) => /(?:At|dueBy|date)$/.test(name))
    expect(instants.length).toBeGreaterThan(4)
    for (const { shape, path } of instants) expect(shape.format, path).toBe("date-time")
  })

  it("PD2 §2 is within the greatest lengths", () => {
    for (const { name, text } of tools) expect(text.length, name).toBeLessThanOrEqual(textMax)
    for (const argument of shown)
      expect(said(argument).length, at(argument)).toBeLessThanOrEqual(argumentTextMax)
    for (const tool of listed) expect(JSON.stringify(tool).length, tool.name).toBeLessThanOrEqual(toolMax)
    expect(JSON.stringify(listed).length).toBeLessThanOrEqual(listMax)
  })

  it("PD2 §2 leaves out only words that the name says, that the instructions say, or that another tool says", () => {
    // Nobody needs these here, and the interface describes them.
    const omitted = new Set([...bound.values()].flatMap(({ omits }) => omits))
    const long = new Map(
      every
        .filter((argument) => said(argument).length > plainWordsMax && !omitted.has(argument.name))
        .map((argument) => [said(argument), at(argument)]),
    )
    const told = [...shown.map(said), ...conventions.values()].join(" ")
    const missing = [...long].filter(
      ([words, place]) =>
        !told.includes(words) && !/: (?:limit|cursor|after|dryRun|Idempotency-Key)$/.test(place),
    )
    expect(missing).toEqual([])
    for (const { tool, name, shape } of shown.filter(({ name }) => /^id$|Id$/.test(name)))
      expect([tool, name, shape.enum === undefined && said({ shape, name, path: "" }) === ""]).toEqual([
        tool,
        name,
        false,
      ])
  })

  it("PD2 §2 explains the members of a pleading once, and the other tools name the tool that does", () => {
    const orders = (name: string) =>
      shown
        .filter(({ tool, path }) => tool === name && /(?:^|\.)orders\.(?:kind|restsOn)$/.test(path))
        .map(said)
    expect(orders("file_matter").every((words) => words.length > plainWordsMax)).toBe(true)
    // A defence and a reply seek no orders, so the tool does not offer any.
    expect(orders("plead")).toEqual([])
    const offered = tools.find(({ name }) => name === "conduct_matter")?.schema.properties?.orders?.items
    expect(offered).toEqual({ type: "object" })
    for (const name of ["plead", "conduct_matter"]) {
      expect(tools.find((tool) => tool.name === name)?.text).toContain("file_matter explains")
    }
  })

  it("Rule 5.1 the tool that files a claim says what carries an order", () => {
    const { text } = needPresent(
      tools.find(({ name }) => name === "file_matter"),
      "a tool",
    )
    expect(text).toContain(Determined.whatCarries)
    expect(sections.decisionOnThePapers.text(bounds)).toContain(Determined.whatCarries)
  })
})

describe("credentials", () => {
  const taken = /^(?:apiKey|key|token|secret|password|credential|invitation|x-court-install-approval)$/i
  const given = /^(?:apiKey|key|token|secret|password|credential)$/i
  const acts = [...bound.values()].flatMap((tool) => tool.acts)

  it("Rule 2.6 no tool takes one", () => {
    expect(shown.filter(({ name }) => taken.test(name)).map(at)).toEqual([])
    expect(every.filter(({ name }) => taken.test(name)).map(at)).toEqual([])
  })

  it("Rule 2.6 no operation behind a tool answers with one", () => {
    const answers = acts.flatMap(({ byHost, operation }) =>
      byHost === null ? keysWithin(operation.output()).filter((key) => given.test(key)) : [],
    )
    // A judgment gives the address of the court's public key, and an artifact names the keys that signed it. These are not credentials.
    expect([...new Set(answers)]).toEqual(["key"])
  })

  it("Rule 2.6 only the host performs the operations that take one or answer with one", () => {
    const found = acts.flatMap(({ byHost, whole }) => {
      const names = Object.keys(whole.input.properties ?? {}).filter((name) => taken.test(name))
      const answers = keysWithin(whole.output()).filter((key) => given.test(key))
      return byHost === null ? [] : [[whole.id, ...names, ...answers]]
    })
    expect(found).toEqual([
      ["enrol", "x-court-install-approval", "invitation", "apiKey"],
      ["rotateKey", "apiKey"],
      ["issueApproval", "token"],
      ["acceptAgent", "token"],
    ])
  })
})
