/** Writes the study: its data, and from the data its page and the PDF that a browser prints of it. */
import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import { hashBytes } from "../../../core/kernel/Hash.ts"
import { drawSvg } from "../charts/Draw.ts"
import { page } from "../Html.ts"
import { chartsOf } from "./Charts.ts"
import { readData, writeData } from "./Data.ts"
import { bodyOf } from "./Page.ts"
import type { Found } from "./Points.ts"

/** The names of the files of the study. */
export const files = { data: "points.parquet", page: "report.html", pdf: "report.pdf" } as const

/** The SHA-256 of the data in a folder. */
export const dataHash = (folder: string): string =>
  bytesToHex(hashBytes(readFileSync(join(folder, files.data))))

/** The words of a page, with all of its numbers: without styles, drawings and tags. */
export const wordsOf = (html: string): string =>
  html
    .replaceAll(/<(style|svg)[\s>][\s\S]*?<\/\1>/g, " ")
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim()

const name = "Which remedy stops a lie"
/** The title of a page and of its PDF. It has a hash of the page's words, so that a PDF says of which page it is. */
export const titleOf = (body: string): string =>
  `${name}, ${bytesToHex(hashBytes(utf8ToBytes(wordsOf(body)))).slice(0, 16)}`

/** The page of the data in a folder. */
export const pageFrom = async (folder: string): Promise<string> => {
  const found = await readData(join(folder, files.data))
  const drawn = await Promise.all(
    chartsOf(found).map(async (chart) => ({ ...chart, svg: await drawSvg(chart) })),
  )
  const body = bodyOf(found, dataHash(folder), drawn)
  return page(titleOf(body), body)
}

/** The page as it is printed. A browser would write its links to files beside it with the path of this machine. */
const withoutLinks = (html: string): string => html.replace(/<a href="(?!https?:|#)[^"]*">(.*?)<\/a>/gs, "$1")

/** Prints a page by a browser. The environment variable CHROMIUM names another one than Debian's. */
const printPdf = (html: string, pdf: string): void => {
  const profile = mkdtempSync(join(tmpdir(), "court-study-"))
  const printed = join(profile, files.page)
  writeFileSync(printed, withoutLinks(html))
  try {
    execFileSync(
      process.env.CHROMIUM ?? "/usr/bin/chromium",
      [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        `--user-data-dir=${profile}`,
        "--no-pdf-header-footer",
        `--print-to-pdf=${pdf}`,
        pathToFileURL(printed).href,
      ],
      { stdio: "ignore" },
    )
  } finally {
    rmSync(profile, { recursive: true, force: true })
  }
}

/** Writes the page of the data in a folder, and the PDF of the page. */
export const writePage = async (folder: string): Promise<void> => {
  const html = await pageFrom(folder)
  writeFileSync(join(folder, files.page), html)
  printPdf(html, join(folder, files.pdf))
}

/** Writes the data of these points into a folder, and from the data the page and its PDF. */
export const writeStudy = async (folder: string, found: ReadonlyArray<Found>): Promise<void> => {
  mkdirSync(folder, { recursive: true })
  writeData(join(folder, files.data), found)
  await writePage(folder)
}
