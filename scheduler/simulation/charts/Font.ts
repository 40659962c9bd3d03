/** The one font of charts and reports, so that what is drawn for its widths is shown in them on every machine. */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"

const require = createRequire(import.meta.url)

export const family = "Inter"
export const fonts = [400, 600].map((weight) => ({
  weight,
  woff2: new Uint8Array(
    readFileSync(require.resolve(`@fontsource/inter/files/inter-latin-${weight}-normal.woff2`)),
  ),
}))
