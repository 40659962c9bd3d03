/** The serif in which the pages set the law: Crimson Pro, Latin alone, under the licence that lies beside its files. */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import { etagOf, type Reply } from "../server/Answer.ts"
import type { Face } from "./Style.ts"

const { resolve } = createRequire(import.meta.url)

export const fontFile = (face: Face): Reply<Uint8Array> => {
  const body = readFileSync(
    join(dirname(resolve("agent-court/package.json")), `http/pages/fonts/${face}.woff2`),
  )
  const headers = { "content-type": "font/woff2" }
  return { value: body, headers, rendered: { body, etag: etagOf(body.toString("base64")) } }
}
