/**
 * Charts as SVG and PNG, without a browser. The libraries are loaded when a chart is drawn and not before: a court that
 * serves never loads them, and may be installed without them (`npm install --omit=optional`).
 */
import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { type Chart, config } from "./Chart.ts"

export interface Drawn {
  readonly svg: string
  readonly png: Uint8Array
}

const require = createRequire(import.meta.url)
const fonts = ["400", "600"].map((weight) => `@fontsource/inter/files/inter-latin-${weight}-normal.woff2`)
/** Pixels of the picture for each of the chart. */
const zoom = 2

/** Widths of Inter's letters, roughly, in parts of the size of the font: room must be left for text before it is drawn. */
const widths: ReadonlyArray<readonly [letters: RegExp, width: number]> = [
  [/[ijl.,:;'|!()[\] ]/, 0.3],
  [/[frt/-]/, 0.4],
  [/[mwMW%@–]/, 0.9],
  [/[A-Z0-9+=]/, 0.68],
]
const ordinary = 0.6
const textWidth = ({ fontSize = 11 }: { readonly fontSize?: number }, text: unknown): number =>
  [...String(text ?? "")].reduce(
    (sum, letter) => sum + fontSize * (widths.find(([letters]) => letters.test(letter))?.[1] ?? ordinary),
    0,
  )

/** The libraries, or null where they are not installed. */
const load = async () => {
  try {
    const [vega, vegaLite, resvg] = await Promise.all([
      import("vega"),
      import("vega-lite"),
      import("@resvg/resvg-wasm"),
    ])
    await resvg.initWasm(readFileSync(require.resolve("@resvg/resvg-wasm/index_bg.wasm")))
    // Vega's types leave out that its measure of text may be replaced.
    Object.assign((vega as unknown as { readonly textMetrics: object }).textMetrics, { width: textWidth })
    const fontBuffers = fonts.map((path) => new Uint8Array(readFileSync(require.resolve(path))))
    return { vega, vegaLite, resvg, fontBuffers }
  } catch (error) {
    if (error instanceof Error && "code" in error && String(error.code).endsWith("MODULE_NOT_FOUND"))
      return null
    throw error
  }
}
let loaded: ReturnType<typeof load> | undefined

/** Draws a chart; null where the libraries are not installed. */
export const draw = async ({ spec }: Chart): Promise<Drawn | null> => {
  loaded ??= load()
  const libraries = await loaded
  if (libraries === null) return null
  const { vega, vegaLite, resvg, fontBuffers } = libraries
  const view = new vega.View(vega.parse(vegaLite.compile({ ...spec, config }).spec), { renderer: "none" })
  const svg = await view.toSVG()
  view.finalize()
  const picture = new resvg.Resvg(svg, {
    fitTo: { mode: "zoom", value: zoom },
    font: { fontBuffers, defaultFontFamily: "Inter", sansSerifFamily: "Inter" },
  })
  return { svg, png: picture.render().asPng() }
}
