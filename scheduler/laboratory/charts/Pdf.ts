/**
 * A drawing as PDF, for journals: one page of paths. It is made from the SVG into which resvg resolves a drawing, where texts are outlines
 * already, so that no font has to be embedded and the page looks like the picture everywhere. Nothing is compressed, since compressors differ
 * from machine to machine.
 */

type Attributes = Readonly<Record<string, string>>
interface Tag {
  readonly name: string
  readonly attributes: Attributes
  readonly closes: boolean
  readonly isEmpty: boolean
}

const tags = function* (svg: string): Generator<Tag> {
  for (const [, slash, name = "", text = "", end] of svg.matchAll(
    /<(\/?)([a-zA-Z]+)((?:\s+[\w:-]+="[^"]*")*)\s*(\/?)>/g,
  )) {
    const attributes = Object.fromEntries(
      [...text.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, key = "", value = ""]) => [key, value]),
    )
    yield { name, attributes, closes: slash === "/", isEmpty: end === "/" }
  }
}

const decimals = 3
const numberText = (value: number): string => String(Number(value.toFixed(decimals)))
const numbersIn = (text: string): ReadonlyArray<number> =>
  (text.match(/-?\d*\.?\d+(?:e[-+]?\d+)?/gi) ?? []).map(Number)

/** Pixels of a picture are 1/96 inch, points 1/72. */
const pointsOfPixel = 0.75

/** The operators of a path. Quadratic curves become cubic ones, which PDF has. */
const pathText = (d: string): string => {
  const out: Array<string> = []
  let [x, y] = [0, 0]
  for (const [, command = "", rest = ""] of d.matchAll(/([MLQCZ])([^MLQCZ]*)/g)) {
    const at = numbersIn(rest)
    const [a = 0, b = 0, c = 0, e = 0] = at
    const points =
      command === "Q"
        ? [x + (2 / 3) * (a - x), y + (2 / 3) * (b - y), c + (2 / 3) * (a - c), e + (2 / 3) * (b - e), c, e]
        : at
    const operator = { M: "m", L: "l", Q: "c", C: "c", Z: "h" }[command] ?? ""
    out.push([...points.map(numberText), operator].join(" "))
    if (command !== "Z") [x, y] = [points.at(-2) ?? x, points.at(-1) ?? y]
  }
  return out.join("\n")
}

const colourText = (colour: string): string =>
  [1, 3, 5].map((at) => numberText(Number.parseInt(colour.slice(at, at + 2), 16) / 255)).join(" ")

const caps: Readonly<Record<string, number>> = { butt: 0, round: 1, square: 2 }
const joins: Readonly<Record<string, number>> = { miter: 0, round: 1, bevel: 2 }

/** The states of opacity that a page uses, by their names. */
class Opacities {
  readonly names = new Map<string, string>()
  use(fill: number, stroke: number): string {
    const key = `/ca ${numberText(fill)} /CA ${numberText(stroke)}`
    const name = this.names.get(key) ?? `G${this.names.size}`
    this.names.set(key, name)
    return `/${name} gs`
  }
}

const isDrawn = (colour: string | undefined): colour is string => colour?.startsWith("#") === true

const drawPath = (of: Attributes, opacity: number, opacities: Opacities): string => {
  const { fill = "#000000", stroke, d = "" } = of
  const [fills, strokes] = [isDrawn(fill), isDrawn(stroke)]
  const alpha = (name: string) => opacity * Number(of[name] ?? 1)
  const rule = of["fill-rule"] === "evenodd" ? "*" : ""
  const paint = fills ? (strokes ? `B${rule}` : `f${rule}`) : strokes ? "S" : "n"
  return [
    opacities.use(alpha("fill-opacity"), alpha("stroke-opacity")),
    ...(fills ? [`${colourText(fill)} rg`] : []),
    ...(strokes
      ? [
          `${colourText(String(stroke))} RG ${of["stroke-width"] ?? 1} w ${caps[of["stroke-linecap"] ?? ""] ?? 0} J ${joins[of["stroke-linejoin"] ?? ""] ?? 0} j ${of["stroke-miterlimit"] ?? 4} M`,
          `[${numbersIn(of["stroke-dasharray"] ?? "")
            .map(numberText)
            .join(" ")}] ${numberText(Number(of["stroke-dashoffset"] ?? 0))} d`,
        ]
      : []),
    pathText(d),
    paint,
  ].join("\n")
}

const matrixText = (transform: string | undefined): ReadonlyArray<string> =>
  transform === undefined ? [] : [`${numbersIn(transform).map(numberText).join(" ")} cm`]

/** The operators that draw the page, and the clip paths by their names. */
const contentOf = (svg: string, opacities: Opacities): string => {
  const out: Array<string> = []
  const clips = new Map<string, Array<string>>()
  const groups: Array<number> = [1]
  let clip: Array<string> | null = null
  const begin = ({ transform, "clip-path": clipped }: Attributes) => {
    out.push("q", ...matrixText(transform))
    const paths = clips.get(/#([^)]*)/.exec(clipped ?? "")?.[1] ?? "") ?? []
    if (paths.length > 0) out.push(...paths, "W n")
  }
  for (const { name, attributes, closes, isEmpty } of tags(svg)) {
    if (name === "clipPath") {
      clip = closes ? null : []
      if (clip !== null) clips.set(attributes.id ?? "", clip)
    } else if (name === "path" && clip !== null) {
      clip.push(pathText(attributes.d ?? ""))
    } else if (name === "g" && clip === null) {
      if (closes) {
        groups.pop()
        out.push("Q")
      } else if (!isEmpty) {
        groups.push((groups.at(-1) ?? 1) * Number(attributes.opacity ?? 1))
        begin(attributes)
      }
    } else if (name === "path") {
      begin(attributes)
      out.push(drawPath(attributes, (groups.at(-1) ?? 1) * Number(attributes.opacity ?? 1), opacities), "Q")
    } else if (!["svg", "defs"].includes(name) && clip === null) {
      throw new Error(`a drawing has ${name}, which the writer of PDF does not draw`)
    }
  }
  return out.join("\n")
}

/** A title as a text of PDF: in UTF-16, so that it may have any letter. */
const titleText = (title: string): string =>
  `<FEFF${[...new Array(title.length).keys()].map((i) => title.charCodeAt(i).toString(16).padStart(4, "0")).join("")}>`

export const pdf = (svg: string, title: string): Uint8Array => {
  const [root] = [...tags(svg)]
  const [width = 0, height = 0] = ["width", "height"].map(
    (side) => Number(root?.attributes[side]) * pointsOfPixel,
  )
  const opacities = new Opacities()
  const drawn = contentOf(svg, opacities)
  const content = `${pointsOfPixel} 0 0 -${pointsOfPixel} 0 ${numberText(height)} cm\n${drawn}`
  const states = [...opacities.names].map(([key, name]) => `/${name} << ${key} >>`).join(" ")
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${numberText(width)} ${numberText(height)}] /Contents 4 0 R /Resources << /ExtGState << ${states} >> >> >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    `<< /Title ${titleText(title)} /Producer (agent-court) >>`,
  ]
  let file = "%PDF-1.4\n"
  const offsets = objects.map((object, i) => {
    const at = file.length
    file += `${i + 1} 0 obj\n${object}\nendobj\n`
    return at
  })
  const places = offsets.map((at) => `${String(at).padStart(10, "0")} 00000 n \n`).join("")
  const tail = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 5 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
  return new TextEncoder().encode(file + tail)
}
