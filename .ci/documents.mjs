// Writes what schemas, commands, queries and operations say of themselves into the built declarations, so that an editor shows it.
// Ends where a command, a query or an operation of the package says nothing.
import { globSync, readFileSync, writeFileSync } from "node:fs"
import { dirname, join, relative, resolve } from "node:path"
import { pathToFileURL } from "node:url"
import { Schema, SchemaAST } from "effect"
import { addComments, Dictionary, wordsIn } from "../http/docs/Declarations.ts"

const dist = resolve(import.meta.dirname, "../dist")
const load = (file) => import(pathToFileURL(join(dist, file)).href)
const files = globSync(["core/**/*.d.ts", "http/{api,client,tools}/*.d.ts", "http/*.d.ts"], { cwd: dist })
const texts = new Map(files.map((file) => [file, readFileSync(join(dist, file), "utf8")]))
const modules = new Map()
for (const file of files) modules.set(file, await load(file.replace(/\.d\.ts$/, ".js")))

const isNode = (value) => typeof value === "object" && value !== null && "_tag" in value
/** The words of the project about a schema. Those of the library begin with a small letter. */
const wordsOf = ({ annotations }) => {
  const words = annotations[SchemaAST.DescriptionAnnotationId]
  return typeof words === "string" && /^[A-Z`]/.test(words) ? words : null
}
const parts = (ast) => (SchemaAST.isUnion(ast) ? ast.types : [ast])
const isInstant = (type) =>
  parts(SchemaAST.typeAST(type)).some((it) => it.annotations[SchemaAST.IdentifierAnnotationId] === "Instant")
const isStamp = (type) =>
  parts(type).some((it) => it.annotations[SchemaAST.IdentifierAnnotationId] === "Timestamp")
const unitless = /^(?:Milliseconds since|RFC 3339)/

const memberOf = ({ type, annotations }) => {
  const words =
    wordsOf({ annotations }) ??
    parts(type)
      .map(wordsOf)
      .find((it) => it !== null && !unitless.test(it))
  return { words: words ?? null, ms: isInstant(type) || isStamp(type) }
}

/** Every struct within a schema, with what is known of its members. */
const structsIn = (ast, seen = new Set()) => {
  if (!isNode(ast) || seen.has(ast)) return []
  seen.add(ast)
  const inner = (...asts) => asts.flatMap((one) => structsIn(one, seen))
  if (SchemaAST.isTypeLiteral(ast)) {
    const members = new Map(ast.propertySignatures.map((it) => [String(it.name), memberOf(it)]))
    return [members, ...inner(...ast.propertySignatures.map(({ type }) => type))]
  }
  if (SchemaAST.isUnion(ast)) return inner(...ast.types)
  if (SchemaAST.isRefinement(ast)) return inner(ast.from)
  if (SchemaAST.isTransformation(ast)) return inner(ast.from, ast.to)
  if (SchemaAST.isTupleType(ast)) return inner(...[...ast.elements, ...ast.rest].map(({ type }) => type))
  // The only schema that refers to itself is that of any JSON value.
  return []
}

const schemasOf = (value) => {
  if (Schema.isSchema(value)) return [value]
  if (value === null || (typeof value !== "object" && typeof value !== "function")) return []
  if ("decide" in value && Schema.isSchema(value.input)) return [value.input]
  if (!("endpoints" in value)) return []
  return Object.values(value.endpoints).flatMap((endpoint) => [
    ...["pathSchema", "urlParamsSchema", "payloadSchema"].flatMap((name) =>
      endpoint[name]._tag === "Some" ? [endpoint[name].value] : [],
    ),
    endpoint.successSchema,
  ])
}

const any = new Dictionary()
const owns = new Map()
for (const [file, text] of texts) {
  const own = new Dictionary()
  const schemas = Object.values(modules.get(file)).flatMap(schemasOf)
  const found = [...schemas.flatMap(({ ast }) => structsIn(ast)), ...wordsIn(text.split("\n"))]
  for (const members of found) for (const dictionary of [own, any]) dictionary.add(members)
  owns.set(file, own)
}

/** The comment above a declaration of this name, as it stands there; null if the declaration has no comment. */
const commentAbove = (text, name) =>
  new RegExp(String.raw`(/\*\*(?:(?!\*/)[\s\S])*\*/)\nexport declare const ${name}\b`).exec(text)?.[1] ?? null

const indented = (comment) => comment.replaceAll(/\n *\*/g, "\n     *")

const isNamed = (value) => typeof value === "object" && value !== null && typeof value.name === "string"
const isCommand = (value) => isNamed(value) && typeof value.decide === "function"
const isQuery = (value) => isNamed(value) && typeof value.read === "function"

/** A comment with the sections of a command at its end. */
const citing = (comment, sections) => {
  const cited = `(${sections.join(", ")})`
  return comment.replace(/(\n)? \*\/$/, (_, line = "") =>
    line === "" ? ` ${cited} */` : `\n * ${cited}\n */`,
  )
}

/** The commands and queries of a module: each says what it is, and a command says under which sections. */
const withSections = (file, text) =>
  Object.entries(modules.get(file)).reduce((written, [name, value]) => {
    if (!isCommand(value) && !isQuery(value)) return written
    if (!written.includes(`export declare const ${name}:`)) return written
    const comment = commentAbove(written, name)
    if (comment === null) missing.push(`${file} ${name}`)
    return comment === null || !(value.sections?.length > 0)
      ? written
      : written.replace(
          `${comment}\nexport declare const ${name}:`,
          () => `${citing(comment, value.sections)}\nexport declare const ${name}:`,
        )
  }, text)

/** The members of `records` of an area: what each says of itself, and where it is, instead of its whole type. */
const withRecords = (file, text) => {
  const area = dirname(file)
  const others = files.filter((one) => one.startsWith("core/") && !one.endsWith("/index.d.ts"))
  const beside = others.sort((a, b) => Number(dirname(b) === area) - Number(dirname(a) === area))
  /** The file and the name by which a module exports a value: one beside, if there is one. */
  const homeOf = (value) => {
    for (const one of beside)
      for (const [name, found] of Object.entries(modules.get(one))) if (found === value) return [one, name]
    return null
  }
  return text.replaceAll(/^export declare const records: \{\n(?: {4}.*\n)*\};$/gm, () => {
    const rows = Object.entries(modules.get(file).records).map(([name, value]) => {
      const home = homeOf(value)
      if (home === null) throw new Error(`${file}: nothing exports records.${name}`)
      const path = relative(area, home[0].replace(/\.d\.ts$/, ".ts"))
      const from = path.startsWith(".") ? path : `./${path}`
      const comment = commentAbove(texts.get(home[0]), home[1])
      return `${comment ? `    ${indented(comment)}\n` : ""}    readonly ${name}: typeof import("${from}").${home[1]};\n`
    })
    return `export declare const records: {\n${rows.join("")}};`
  })
}

/** The types of schemas say what their schemas say. */
const withTypes = (text) =>
  text.replaceAll(
    /(^|\n)(export type (\w+) = (?:typeof \3\.Type|Named<typeof \w+\.Type>);)/g,
    (whole, before, line, name, at) => {
      const comment = /\*\/$/.test(text.slice(0, at)) ? null : commentAbove(text, name)
      return comment === null ? whole : `${before}${comment}\n${line}`
    },
  )

/** The operations of the client, each by its name. A type that maps over the definitions would carry no comment. */
const withOperations = (text, operations) => {
  const groups = Map.groupBy(operations, ({ group }) => group)
  const row = ({ group, id, method, path, summary, description, conditions }) => {
    const words = description === summary ? `${summary}.` : `${summary}. ${description}`
    const refused =
      conditions.refusals.length > 0 ? ` May be refused with ${conditions.refusals.join(", ")}.` : ""
    const comment = `${words} \`${method} ${path}\`.${refused}`.replaceAll("*/", "*\\/")
    return `        /** ${comment} */\n        readonly ${id}: Mapped["${group}"]["${id}"];\n`
  }
  const members = [...groups].map(
    ([group, of]) => `    /** ${of[0].tag}. */\n    readonly ${group}: {\n${of.map(row).join("")}    };\n`,
  )
  const mapped = /^export type Client = (\{[\s\S]*?^\});$/m
  if (!mapped.test(text)) throw new Error("the type of the client is declared in another way")
  return text.replace(
    mapped,
    (_, type) => `export interface Client {\n${members.join("")}}\ntype Mapped = ${type};`,
  )
}

const isSection = (value) => typeof value?.text === "function" && typeof value.status === "string"
const isKind = (value) =>
  isNamed(value) && typeof value.decode === "function" && typeof value.encode === "function"
const listOf = (values) => [...new Set(values)].join(", ")
/** The words of a value that carries its own: a section of law, a kind of record, or a table of either. Null for any other value. */
const wordsOfValue = (value) => {
  if (isSection(value))
    return `${value.id}, ${value.title}. \`text\` gives its words with the figures of an instant.`
  if (isKind(value)) return `The records \`${value.name}\` of a store.`
  if (typeof value !== "object" || value === null) return null
  const rows = Object.values(value)
  if (rows.length > 0 && rows.every(isSection))
    return `The sections of law of this area: ${listOf(rows.map(({ id }) => id))}.`
  if (rows.length > 0 && rows.every(isKind))
    return `The kinds of record of this area: ${listOf(rows.map(({ name }) => name))}.`
  return null
}
/** A value that carries its own words says them, if no comment stands at it. */
const withValues = (file, text) =>
  text.replaceAll(/(^|\n)(export declare const (\w+):)/g, (whole, before, line, name, at) => {
    const words = /\*\/$/.test(text.slice(0, at)) ? null : wordsOfValue(modules.get(file)[name])
    return words === null ? whole : `${before}/** ${words.replaceAll("*/", "*\\/")} */\n${line}`
  })

const missing = []
const { operations } = await load("http/api/Operations.js")
const written = new Map()
for (const [file, text] of texts) {
  const listed = /^core\/\w+\/index\.d\.ts$/.test(file) ? withRecords(file, text) : withSections(file, text)
  const expanded = file === "http/client/Client.d.ts" ? withOperations(listed, operations) : listed
  written.set(file, addComments(withTypes(withValues(file, expanded)), owns.get(file), any))
}
if (missing.length > 0) throw new Error(`nothing is said of ${missing.join(", ")}`)
let comments = 0
for (const [file, text] of written) {
  comments += text.split("/**").length - texts.get(file).split("/**").length
  writeFileSync(join(dist, file), text)
}
console.log(`${comments} comments added to the declarations, ${operations.length} operations among them`)
