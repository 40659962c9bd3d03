// Looks at every name that an entry point of the package exports, as an editor shows it: whether it has a comment, and a type that can be
// read. The counts may only fall. `node .ci/package/documented.mjs list` prints the names that lack either in the built package.
import { globSync, readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join, resolve } from "node:path"

const ts = createRequire(import.meta.url)("typescript")
/** Nobody reads a longer type in the window of an editor, in characters. */
const most = 400
/**
 * The number of names that may lack a comment, and of names that may have a longer type. Lower a ceiling when its count has fallen. 21 of
 * the long types are schemas within nouns that areas offer whole (`Hold.facts`, `Library.LibraryInstrument`).
 */
export const ceilings = { silent: 0, long: 49 }

/** The files of declarations of all entry points, by the names under which programs import them. */
const entriesIn = (folder) => {
  const { exports } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"))
  return Object.entries(exports).flatMap(([path, { types }]) =>
    types === undefined
      ? []
      : globSync(types, { cwd: folder }).map((file) => ({
          name: path.replace("*", dirname(file).split("/").at(-1)).replace(/^\./, "agent-court"),
          file: join(folder, file),
        })),
  )
}

/** Every exported name of a module and of the modules that it exports as names, with its symbol. Each symbol is given once. */
const namesOf = (checker, module, prefix, seen) =>
  checker.getExportsOfModule(module).flatMap((exported) => {
    const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
    const name = `${prefix}.${exported.name}`
    if (seen.has(symbol)) return []
    seen.add(symbol)
    return symbol.flags & ts.SymbolFlags.ValueModule
      ? namesOf(checker, symbol, name, seen)
      : [{ name, exported, symbol }]
  })

const flags = ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseAliasDefinedOutsideCurrentScope
const typeOf = (checker, symbol) => {
  const [declaration] = symbol.declarations ?? []
  if (
    declaration === undefined ||
    ts.isInterfaceDeclaration(declaration) ||
    ts.isClassDeclaration(declaration)
  )
    return ""
  const isType = ts.isTypeAliasDeclaration(declaration)
  const type = isType
    ? checker.getDeclaredTypeOfSymbol(symbol)
    : checker.getTypeOfSymbolAtLocation(symbol, declaration)
  return checker.typeToString(type, declaration, isType ? flags | ts.TypeFormatFlags.InTypeAlias : flags)
}

/** The exported names of the package in a folder: their number, the names without a comment, and the names with a long type. */
export const examined = (folder) => {
  const entries = entriesIn(folder)
  const options = {
    strict: true,
    skipLibCheck: true,
    module: ts.ModuleKind.NodeNext,
    target: ts.ScriptTarget.ES2022,
  }
  const program = ts.createProgram(
    entries.map(({ file }) => file),
    options,
  )
  const checker = program.getTypeChecker()
  const seen = new Set()
  const names = entries.flatMap(({ name, file }) => {
    const module = checker.getSymbolAtLocation(program.getSourceFile(file))
    if (module === undefined) throw new Error(`${name} exports nothing`)
    return namesOf(checker, module, name, seen)
  })
  const says = (symbol) => symbol.getDocumentationComment(checker).length > 0
  return {
    names: names.length,
    silent: names
      .filter(({ exported, symbol }) => !says(exported) && !says(symbol))
      .map(
        ({ name, symbol }) =>
          `${name} (${symbol.declarations?.[0]?.getSourceFile().fileName.replace(/.*\/dist\//, "")})`,
      ),
    long: names
      .map(({ name, symbol }) => ({ name, length: typeOf(checker, symbol).length }))
      .filter(({ length }) => length > most)
      .map(({ name, length }) => `${name}: ${length}`),
  }
}

if (process.argv[2] === "list") {
  const { names, silent, long } = examined(resolve(import.meta.dirname, "../.."))
  console.log(
    [...silent.map((name) => `no comment: ${name}`), ...long.map((name) => `long: ${name}`)].join("\n"),
  )
  console.log(
    `${names} names: ${silent.length} without a comment, ${long.length} with a type of over ${most} characters`,
  )
}
