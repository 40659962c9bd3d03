/** A court that a play leaves open: the addresses of what was played, until its reader presses Ctrl-C. */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { Schema } from "effect"
import { call, decode } from "../../audit/Client.ts"
import { print, style } from "../../terminal/Terminal.ts"
import type { Page } from "./Stage.ts"

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
