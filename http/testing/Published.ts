/** Blocks of a page that a test makes: compared with what stands there, and written anew where `TELEMETRY_PAGE=write` asks for it. */
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

const page = join(import.meta.dirname, "../docs/telemetry.md")

/** What stands under a mark `<!-- name -->` up to the next empty line. */
export const published = (name: string, made: string): string => {
  const text = readFileSync(page, "utf8")
  const mark = `<!-- ${name} -->\n`
  const from = text.indexOf(mark)
  if (from < 0) throw new Error(`the page has no mark ${name}`)
  const to = text.indexOf("\n\n", from)
  if (process.env.TELEMETRY_PAGE === "write")
    writeFileSync(page, `${text.slice(0, from)}${mark}${made}${text.slice(to)}`)
  return (
    readFileSync(page, "utf8")
      .slice(from + mark.length)
      .split("\n\n", 1)[0] ?? ""
  )
}

/** Lines as the page shows them. */
export const fenced = (lines: ReadonlyArray<string>): string => ["```text", ...lines, "```"].join("\n")
