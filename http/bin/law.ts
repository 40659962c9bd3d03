/** `agent-court law`: loads documents into the library of international law. */
import { existsSync, statSync } from "node:fs"
import { Either } from "effect"
import { collection } from "../../adapters/law/collection/index.ts"
import { problemLine, readFolder } from "../../adapters/law/Folder.ts"
import { type Counts, loadAll, type What } from "../../adapters/law/Loading.ts"
import { Stores } from "../../adapters/stores/index.ts"
import { count } from "../../core/kernel/Section.ts"
import type { Loadable } from "../../core/law/index.ts"
import { configuration, runOn } from "../operate/Running.ts"
import { Failure, print, style } from "../terminal/Terminal.ts"
import { type CliCommand, exitCodes, type Given, UsageError } from "./Cli.ts"

/** How many problems are printed; the rest are only counted. */
const problemsShown = 50

const documentsOf = (folder: string | undefined): ReadonlyArray<Loadable.Loadable> => {
  if (folder === undefined) return collection
  if (!existsSync(folder) || !statSync(folder).isDirectory()) throw new Failure(`${folder} is not a folder`)
  return Either.getOrThrowWith(readFolder(folder), (problems) => {
    for (const problem of problems.slice(0, problemsShown)) print(problemLine(problem))
    if (problems.length > problemsShown) print(`… and ${problems.length - problemsShown} more`)
    return new Failure(`${count(problems.length, "problem")} found; nothing was loaded`)
  })
}

const contents = (documents: ReadonlyArray<Loadable.Loadable>): string => {
  const instruments = documents.flatMap((of) => (of.type === "instrument" ? [of] : []))
  const articles = instruments.reduce((sum, of) => sum + (of.articles?.length ?? 0), 0)
  const research = documents.length - instruments.length
  return `${count(instruments.length, "instrument")} with ${count(articles, "article")}, ${count(research, "record")} of research`
}

const load = async (documents: ReadonlyArray<Loadable.Loadable>, what: What): Promise<Counts> => {
  const config = configuration()
  if (!Stores.kindOf(config.store).lasts)
    throw new Failure("COURT_STORE=memory: keeps nothing after the command ends; name the store of the court")
  const tellLoading = (of: Loadable.Loadable, loaded: keyof Counts) => {
    if (loaded !== "unchanged") print(`${loaded.padEnd(9)}  ${of.id}  ${style("dim", of.title)}`)
  }
  return runOn(config, loadAll(documents, what, tellLoading))
}

const run = async (given: Given): Promise<number> => {
  const [act, folder] = given.positionals
  if (act !== "import") throw new UsageError("law takes one act: import [<folder>]")
  const documents = documentsOf(folder)
  if (given.on("check")) {
    print(`No problem was found: ${contents(documents)}. Nothing was written.`)
    return exitCodes.done
  }
  const counts = await load(documents, folder === undefined ? "missing" : "all")
  print(
    `${contents(documents)}: ${counts.new} new, ${counts.changed} changed, ${counts.unchanged} unchanged.`,
  )
  return exitCodes.done
}

const example = `---
id: example-convention-2020
title: Convention on Examples
category: treaty
names:
  - 1 XTS 1
madeOn: 2020-05-01
officialUrl: https://example.org/convention
edition:
  name: Official text
  language: en
  source: The depositary
  url: https://example.org/convention.pdf
---
## Article 1: Scope
This Convention applies to examples.`

export const command: CliCommand = {
  usage: "import [<folder>] [--check]",
  takes: [1, 2],
  flags: { check: { help: "read and check everything, and write nothing" } },
  help: [
    "Loads a folder of documents into the library of international law of the court whose store the environment names (COURT_STORE, COURT_DATA), whether or not that court runs. Without a folder it loads those documents of the shipped collection that the library lacks. A new court has them already, and they replace nothing that you have loaded.",
    "Every .json and .md file in the folder and its subfolders is read, but no README.md. A .json file has one document or an array of them. A .md file is one document: its facts between two lines ---, then an article under each heading ##, or for research the summary.",
    `An instrument:\n\n${example.replace(/^/gm, "  ")}`,
    "Research has type: case or type: commentary, with id, title, source and optionally citation, by, date, about and url. category is treaty, charter, model law, rules, principles, declaration or recommendation.",
    "Loading may be repeated: an unchanged document stays, and a changed document replaces its earlier edition as a whole. If any document has a problem, all problems are shown with their file and place, and nothing is loaded. Loaded documents appear in the public journal; load only what you may publish.",
  ],
  run,
}
