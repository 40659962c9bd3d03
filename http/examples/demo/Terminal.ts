/** A play as people read it in a terminal of 80 columns: who acts, what it does, and what came of it. */

import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { Schema } from "effect"
import { call, decode } from "../../audit/Client.ts"
import { print, style, wrap } from "../../terminal/Terminal.ts"
import type { Narrator, Page } from "./Stage.ts"

const columns = 80
const whoWidth = 11
const margin = " ".repeat(whoWidth + 1)

const months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ")
const instant = /(\d{4})-(\d\d)-(\d\d)T(\d\d:\d\d):[\d.]+Z/g
const long = /\b(?:0x)?[0-9a-f]{40,}\b/gi

/** Instants to the minute, and the ends of hashes and addresses: a reader compares them, and does not copy them. */
const shorten = (text: string): string =>
  text
    .replace(
      instant,
      (_, year, month, day, time) => `${Number(day)} ${months[Number(month) - 1]} ${year} ${time} UTC`,
    )
    .replace(long, (hex) => `${hex.slice(0, 10)}…${hex.slice(-4)}`)

/** Prints lines of which the first begins with a mark. */
const hang = (mark: string, shown: string, text: string): void => {
  const lines = wrap(shorten(text), columns - mark.length)
  const indent = " ".repeat(mark.length)
  for (const [i, line] of lines.entries()) print(`${i === 0 ? shown : indent}${line}`)
}

/** Tells a play, and keeps the pages that it leaves. The reasons of judgments are told if `reasons` says so. */
export const tellOnTerminal = (
  reasons: boolean,
): { readonly narrator: Narrator; readonly pages: ReadonlyArray<Page> } => {
  const pages: Array<Page> = []
  let acts = 0
  return {
    pages,
    narrator: {
      act: (title) => {
        acts += 1
        const head = `${acts}. ${title}`
        print(`\n${style("bold", `${head} ${"─".repeat(Math.max(0, columns - 1 - head.length))}`)}`)
      },
      step: (who, words) => {
        const mark = `${who.padEnd(whoWidth)} `
        print()
        hang(mark, style("cyan", mark), words)
      },
      show: (name, value) => {
        const mark = `${margin}${name}: `
        hang(mark.length > columns / 2 ? margin : mark, `${margin}${style("dim", `${name}:`)} `, value)
      },
      quote: (text) => {
        if (!reasons) return
        print()
        for (const line of text.trim().split("\n")) {
          const lines = line === "" ? [""] : wrap(line, columns - margin.length - 2)
          for (const one of lines) print(`${margin}${style("dim", "│")} ${one}`.trimEnd())
        }
      },
      leave: (page) => void pages.push(page),
    },
  }
}

const Link = Schema.Struct({ url: Schema.String })

/** The address of a page. That of a page for one party is a link for one use, which its key asks for. */
const addressOf = async (url: string, { path, key }: Page): Promise<string> =>
  key === undefined
    ? `${url}${path}`
    : decode(
        Link,
        await call(url, "POST", `${path.replace("/matters/", "/open/")}/link`, { token: key }),
        "the link",
      ).url

/** Prints where the pages of a play are, and how another link to a matter is made. The keys of its players stand in the court's folder. */
export const showPages = async (url: string, data: string, pages: ReadonlyArray<Page>): Promise<void> => {
  print(`\n${style("bold", "The court stays open until you press Ctrl-C; then its records are deleted.")}`)
  const all: ReadonlyArray<Page> = [{ title: "the first page", path: "/" }, ...pages]
  const width = Math.max(...all.map(({ title }) => title.length))
  for (const page of all) print(`  ${page.title.padEnd(width)}  ${await addressOf(url, page)}`)
  const last = all.findLast(({ key }) => key !== undefined)
  if (last?.key === undefined) return
  const file = join(data, "party.key")
  writeFileSync(file, last.key, { mode: 0o600 })
  const id = last.path.replace("/matters/", "")
  print(`\nThe link to a matter serves once, within ten minutes. For another one:`)
  print(`  agent-court open ${id} --url ${url} --key ${file}`)
}
