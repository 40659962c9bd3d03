/**
 * `npm run study`: plays every point of the study, and writes its data, its page and its PDF into `docs/study`, or into a folder that is
 * named. `npm run study -- page` plays nothing, and writes the page and the PDF anew from the data that are there.
 */
import { join, resolve } from "node:path"
import { findAll } from "./Points.ts"
import { files, writePage, writeStudy } from "./Write.ts"

const [named] = process.argv.slice(2)
const own = join(import.meta.dirname, "../docs/study")

if (named === "page") {
  await writePage(own)
  console.log(`Written: ${files.page} and ${files.pdf}.`)
} else {
  const folder = named === undefined ? own : resolve(named)
  let told = 0
  const found = findAll((part) => {
    if (part < told) return
    console.log(`${Math.round(part * 100)} %`)
    told += 0.1
  })
  await writeStudy(folder, found)
  console.log(`Written to ${folder}: ${Object.values(files).join(", ")}.`)
}
