/** Writes the study: its data, and from the data its page and the PDF that a browser prints of it. */
import { execFileSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"
import { parquetWriteBuffer } from "hyparquet-writer"
import { hashBytes } from "../../../core/kernel/Hash.ts"
import { drawSvg } from "../charts/Draw.ts"
import { read } from "../Entries.ts"
import { page } from "../Html.ts"
import { chartsOf } from "./Charts.ts"
import { type Design, designNames, type Market, type UnknownName, unknownNames } from "./Model.ts"
import { bodyOf } from "./Page.ts"
import type { Found, Outcome } from "./Points.ts"

const figures = ["temptation", "sellers", "buyers", "surplus"] as const
const names = ["seller", "buyer"] as const

const columnOf = (design: Design, of: keyof Outcome): string => `${design}.${of}`

export const bytesOf = (found: ReadonlyArray<Found>): Uint8Array => {
  const whole = (name: "row" | "place") => ({
    name,
    type: "INT32" as const,
    data: Int32Array.from(found, (one) => one[name]),
  })
  const number = (name: string, of: (one: Found) => number) => ({
    name,
    type: "DOUBLE" as const,
    encoding: "BYTE_STREAM_SPLIT" as const,
    data: Float64Array.from(found, of),
  })
  return new Uint8Array(
    parquetWriteBuffer({
      statistics: false,
      columnData: [
        whole("row"),
        whole("place"),
        ...unknownNames.map((name) => number(name, ({ market }) => market[name])),
        ...designNames.flatMap((design) => [
          ...figures.map((of) => number(columnOf(design, of), ({ outcomes }) => outcomes[design][of])),
          ...names.map((of) => ({
            name: columnOf(design, of),
            type: "STRING" as const,
            data: found.map(({ outcomes }) => outcomes[design][of]),
          })),
        ]),
      ],
    }),
  )
}

const writeData = (path: string, found: ReadonlyArray<Found>): void => writeFileSync(path, bytesOf(found))

export const readData = async (path: string): Promise<ReadonlyArray<Found>> => {
  const all: Array<Found> = []
  for await (const { length, columns } of read(path)) {
    const numberAt = (name: string, i: number) => Number(columns[name]?.[i])
    for (let i = 0; i < length; i++) {
      const market: Partial<Record<UnknownName, number>> = {}
      for (const name of unknownNames) market[name] = numberAt(name, i)
      const outcomes: Partial<Record<Design, Outcome>> = {}
      for (const design of designNames) {
        const figure = (of: keyof Outcome) => numberAt(columnOf(design, of), i)
        const text = (of: keyof Outcome) => String(columns[columnOf(design, of)]?.[i])
        outcomes[design] = {
          temptation: figure("temptation"),
          sellers: figure("sellers"),
          buyers: figure("buyers"),
          surplus: figure("surplus"),
          seller: text("seller"),
          buyer: text("buyer"),
        }
      }
      all.push({
        row: numberAt("row", i),
        place: numberAt("place", i),
        market: market as Market, // every name has its value
        outcomes: outcomes as Found["outcomes"], // every design has its outcome
      })
    }
  }
  return all
}

export const files = { data: "points.parquet", page: "report.html", pdf: "report.pdf" } as const

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

export const pageFrom = async (folder: string): Promise<string> => {
  const found = await readData(join(folder, files.data))
  const drawn = await Promise.all(
    chartsOf(found).map(async (chart) => ({ ...chart, svg: await drawSvg(chart) })),
  )
  const body = bodyOf(found, dataHash(folder), drawn)
  return page(titleOf(body.text), body)
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
