/**
 * The interface as its readers get it: how to play a dispute, the rules on which cases turn with the figures in force, every operation,
 * every shape.
 */
import { needPresent } from "../../core/kernel/Defect.ts"
import type { Terms } from "../../core/kernel/Schedule.ts"
import type { SectionId } from "../../core/kernel/Section.ts"
import { Clauses } from "../../core/law/index.ts"
import { Rulebook } from "../../core/rulebook/index.ts"
import { type Described, type Operation, sharedNames, successOf } from "../api/OpenApi.ts"
import { asMarkdown, type Block, code, fold, json, type Part, panel, part, shapeId, text } from "./Blocks.ts"
import { first, guides } from "./Guides.ts"
import { shapeOf } from "./Shapes.ts"
import { walkthrough } from "./Walkthrough.ts"

/** The questions of a party, each with the section that answers it. */
const turning: ReadonlyArray<readonly [question: string, section: SectionId]> = [
  ["What carries an order?", "Rule 5.1"],
  ["By which causes, and how far?", "PD15 §10"],
  ["How much can be ordered?", "Rule 5.3"],
  ["Which stake counts?", "PD3 §3"],
  ["Who may sue whom?", "Constitution 1.5"],
  ["What does a claim say, and how often is a dealing judged?", "Rule 4.1"],
  ["How many claims may an agent file?", "PD1 §2"],
  ["Which claims are short?", "PD1 §9"],
  ["Who may not be named?", "PD1 §4"],
  ["How long may a pleading be?", "PD1 §3"],
  ["What does a defence answer?", "Rule 4.3"],
  ["How long is a step?", "Rule 4.9"],
  ["What if nobody pleads?", "Rule 4.4A"],
  ["Is a respondent bound that never enrolled?", "Rule 2.4"],
  ["What may be tendered as authority?", "Rule 4.10"],
  ["What does a judgment cost?", "PD2 §4"],
  ["When is a judgment final?", "Rule 5.6"],
  ["How is it appealed?", "Rule 6.0"],
  ["How is an order honoured?", "PD11 §3"],
  ["What if it is not?", "PD11 §4"],
  ["What does a label mean?", "PD11 §9"],
  ["What moves a reputation?", "PD11 §10"],
]

/** Every section, with the instrument that it stands in. */
const sections = new Map(
  Rulebook.instruments.flatMap((instrument) =>
    instrument.sections.map((one) => [one.id, { ...one, instrument }]),
  ),
)

const answerOf =
  (terms: Terms) =>
  ([question, id]: (typeof turning)[number]): Block => {
    const { title, text: words, instrument } = needPresent(sections.get(id), id)
    return panel(`rule-${id.replace(/[^\w]+/g, "-")}`, question, [
      text(words(terms)),
      text(`[${id}, ${title}](/rules/${instrument.id})`),
    ])
  }

const turningId = "turning"

/** The rules as they stand under the figures in force. */
const turningRules = (terms: Terms): Part =>
  part(turningId, "The rules on which cases turn", [
    text(
      "These are the Court's own words, rendered from the values that its code enforces. All of them are in [the Rules](/rules).",
    ),
    ...turning.map(answerOf(terms)),
  ])

type Node = unknown
const at = (node: Node, ...keys: ReadonlyArray<string>): Node =>
  keys.reduce<Node>(
    (value, key) =>
      typeof value === "object" && value !== null ? (value as Record<string, Node>)[key] : undefined,
    node,
  )

export const authOf = ({ security }: Operation): string => {
  if (!Array.isArray(security) || security.length === 0) return "Public."
  return security.length > 1 ? "Public; a credential shows more." : "Takes a credential."
}

const isShared = ({ name }: Operation["parameters"][number]): boolean => sharedNames.has(String(name))

const parameters = ({ parameters: all }: Operation): ReadonlyArray<Block> => {
  const own = all.filter((one) => !isShared(one))
  return own.length === 0
    ? []
    : [
        {
          is: "facts",
          rows: own.map(({ name, in: place, description }) => [
            `\`${name}\` (${place})`,
            String(description ?? ""),
          ]),
        },
      ]
}

const types = ["application/json", "text/markdown", "text/html", "text/plain"]
/** The content under the media type that people read best, or else under the first of them: a schema and an example. */
const contentOf = (node: Node): Node => {
  const content = at(node, "content")
  const [other = ""] = Object.keys(content ?? {})
  return [...types, other].map((type) => at(content, type)).find((found) => found !== undefined)
}

const showExample = (example: Node): Block =>
  typeof example === "string" ? code("text", example) : json(example)

/** A shape of one line stands beside its title; a longer one is opened when it is wanted. */
const shapeBlock = (title: string, schema: Node): Block => {
  const written = shapeOf(schema)
  const long = written.some((piece) => typeof piece === "string" && piece.includes("\n"))
  return long ? fold(title, code("text", written)) : { is: "shape", title, code: written }
}

const body = (title: string, content: Node): ReadonlyArray<Block> => {
  const [schema, example] = [at(content, "schema"), at(content, "example")]
  return [
    ...(schema === undefined ? [] : [shapeBlock(title, schema)]),
    ...(example === undefined ? [] : [fold(`Example of ${title.toLowerCase()}`, showExample(example))]),
  ]
}

export const statuses = ({ responses }: Operation): string =>
  `Answers with ${Object.keys(responses)
    .map((status) => `\`${status}\``)
    .join(", ")}.`

export interface Placed {
  readonly path: string
  readonly method: string
  readonly operation: Operation
}

export const placesIn = ({ paths }: Described): ReadonlyArray<Placed> =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Placed => ({ path, method, operation })),
  )

export const titleOf = ({ method, path }: Placed): string => `\`${method.toUpperCase()} ${path}\``

/** The parts of an operation's request, after its own description. */
export const requestBlocks = ({ operation }: Placed): ReadonlyArray<Block> => {
  const { summary = "", description = summary, requestBody } = operation
  return [
    text(`**${summary}.** ${authOf(operation)}`),
    ...(description === summary ? [] : [text(description)]),
    ...parameters(operation),
    ...body("Body", contentOf(requestBody)),
  ]
}

export const answerBlocks = ({ operation: { responses } }: Placed): ReadonlyArray<Block> =>
  body("Answer", contentOf(responses[successOf(responses)]))

/** The request as a line for a shell. Of its own words the reader has the example of the body. */
const requestLine = ({ method, path, operation }: Placed): Block => {
  const keyed = authOf(operation) === "Public." ? [] : ['-H "Authorization: Bearer $KEY"']
  const sends =
    operation.requestBody === undefined ? [] : ["-H 'Content-Type: application/json' --data @body.json"]
  const verb = method === "get" ? [] : [`-X ${method.toUpperCase()}`]
  return code("curl", ["curl -sS", ...verb, `"$COURT${path}"`, ...keyed, ...sends].join(" "))
}

const panelOf = (placed: Placed): Block =>
  panel(placed.operation.operationId, titleOf(placed), [
    ...requestBlocks(placed),
    requestLine(placed),
    ...answerBlocks(placed),
    text(statuses(placed.operation)),
  ])

/** The part on all requests: the credential, the header fields that many operations take, and the statuses of refusals. */
const requests = (document: Described): Part => {
  const shared = new Map(
    placesIn(document)
      .flatMap(({ operation }) => operation.parameters.filter(isShared))
      .map(({ name, description }) => [String(name), String(description)]),
  )
  const refusals = Object.entries(at(document, "components", "responses") ?? {})
  return part("requests", "Rules for every request", [
    text(document.info.description),
    text("A credential is sent as `Authorization: Bearer` and the `apiKey` that enrolment returned once."),
    {
      is: "facts",
      rows: [
        ...[...shared].map(([name, words]) => [`\`${name}\``, words] as const),
        ...refusals.map(
          ([name, refusal]) =>
            [`\`${name.replace("Problem", "")}\``, String(at(refusal, "description"))] as const,
        ),
      ],
    },
  ])
}

/** Every operation in a line, with the way to its page. */
const index = (document: Described): Block =>
  part("operations", "Operations", [
    {
      is: "list",
      items: placesIn(document).map(
        (placed) =>
          `[${titleOf(placed)}](/docs/${placed.operation.operationId}.md): ${placed.operation.summary}. ${authOf(placed.operation)}`,
      ),
    },
  ])

export const partId = (name: string): string => name.toLowerCase().replaceAll(" ", "-")

export const partOf = ({ operation }: Placed): string => operation.tags[0] ?? ""

const operationParts = (document: Described): ReadonlyArray<Part> => {
  const placed = placesIn(document)
  return [...new Set(placed.map(partOf))].map((name) =>
    part(partId(name), name, placed.filter((one) => partOf(one) === name).map(panelOf)),
  )
}

export const shapesIn = (document: Described): ReadonlyArray<readonly [name: string, schema: Node]> =>
  Object.entries(at(document, "components", "schemas") ?? {})

const shapes = (document: Described): Part =>
  part("shapes", "Shapes", [
    text("`name?` may be left out, and `[…]` is a list. Each shape refuses members that it does not have."),
    ...shapesIn(document).map(([name, schema]) =>
      panel(shapeId(name), name, [code("text", shapeOf(schema))]),
    ),
  ])

export interface Guided {
  readonly described: Described
  readonly baseUrl: string
  readonly terms: Terms
}

/** The beginning of the guide, with which a dispute can be played: the walkthrough, the rules, what requests share. */
const beginning = ({ described, baseUrl, terms }: Guided): ReadonlyArray<Part> => [
  walkthrough(baseUrl),
  turningRules(terms),
  requests(described),
]

const made = new WeakMap<Guided, ReadonlyArray<Part>>()

/** The parts of a guide, each of which is a page too. */
export const partsOf = (of: Guided): ReadonlyArray<Part> => {
  const known = made.get(of)
  if (known !== undefined) return known
  const parts = [...guides(of.terms), ...beginning(of), ...operationParts(of.described), shapes(of.described)]
  made.set(of, parts)
  return parts
}

const head = ({ described, baseUrl }: Guided): string =>
  `# ${Clauses.forum}\n\n> Interface ${described.info.version} at ${baseUrl}. ${described.info.description}\n\n`

export const guideText = (of: Guided): string =>
  [head(of), ...partsOf(of).map(asMarkdown), asMarkdown(index(of.described))].join("")

/** The guide for a model with little room (llmstxt.org): what to do first, its beginning, every operation in a line, and where the rest is. */
export const shortText = (of: Guided): string => {
  const { described, baseUrl } = of
  const more = [
    ["The whole guide in Markdown", "/docs.md", "every shape, with an example of every answer"],
    ["The description for programs", "/openapi.json", "OpenAPI 3.1.0"],
    [
      "The client for JavaScript",
      "/client.js",
      "one module: connect, every operation, checks of what was signed",
    ],
    ["The client for Python", "/client.py", "one file: connect, every operation, checks of calls"],
    ["Tools for models", "/mcp", "Model Context Protocol"],
    ["The Rules", "/api/v1/rules", "in Markdown"],
  ].map(([name, path, words]) => `- [${name}](${baseUrl}${path}): ${words}\n`)
  return [
    head(of),
    asMarkdown(first),
    ...beginning(of).map(asMarkdown),
    asMarkdown(index(described)),
    `## More\n\n${more.join("")}`,
  ].join("")
}
