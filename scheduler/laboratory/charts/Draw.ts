/** Draws charts as SVG, PDF and PNG, without a browser. This module loads large libraries, so it is imported only to draw. */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { initWasm, Resvg } from "@resvg/resvg-wasm"
import * as vega from "vega"
import { compile } from "vega-lite"
import { type Chart, config, family, fonts } from "./Chart.ts"
import { pdf } from "./Pdf.ts"

export interface Drawn {
  readonly svg: string
  readonly png: Uint8Array
  /** Its texts are outlines, as journals want that take no fonts. */
  readonly pdf: Uint8Array
}

/** The pixels of the PNG for each pixel of the chart. */
const zoom = 2

/** Approximate widths of Inter's letters in parts of the font size. Vega needs them to leave room for text. */
const widths: ReadonlyArray<readonly [letters: RegExp, width: number]> = [
  [/[ijl.,:;'|!()[\] ]/, 0.3],
  [/[frt/-]/, 0.4],
  [/[mwMW%@–]/, 0.9],
  [/[A-Z0-9+=]/, 0.68],
]
const otherWidth = 0.6
const textWidth = ({ fontSize = 11 }: { readonly fontSize?: number }, text: unknown): number =>
  [...String(text ?? "")].reduce(
    (sum, letter) => sum + fontSize * (widths.find(([letters]) => letters.test(letter))?.[1] ?? otherWidth),
    0,
  )

// Vega lets its measure of text widths be replaced, but its types don't have it.
Object.assign((vega as unknown as { readonly textMetrics: object }).textMetrics, { width: textWidth })
await initWasm(readFileSync(createRequire(import.meta.url).resolve("@resvg/resvg-wasm/index_bg.wasm")))

export const drawSvg = async ({ spec }: Pick<Chart, "spec">): Promise<string> => {
  const view = new vega.View(vega.parse(compile({ ...spec, config }).spec), { renderer: "none" })
  const svg = await view.toSVG()
  view.finalize()
  return svg
}

export const draw = async (chart: Chart): Promise<Drawn> => {
  const svg = await drawSvg(chart)
  const picture = new Resvg(svg, {
    fitTo: { mode: "zoom", value: zoom },
    font: {
      fontBuffers: fonts.map(({ woff2 }) => woff2),
      defaultFontFamily: family,
      sansSerifFamily: family,
    },
  })
  return { svg, png: picture.render().asPng(), pdf: pdf(picture.toString(), chart.title) }
}
