/** Provisions as addresses: the anchors of an instrument's sections, and links to them where a text of the Court cites one. */
import { Rulebook } from "../../core/rulebook/index.ts"
import { Html } from "./Html.ts"

/** `PD11 §14` stands at `pd11-14`. */
const anchorOf = (id: string): string => id.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")

/** Where each section and each Practice Direction is read. */
const addresses: ReadonlyMap<string, string> = new Map(
  Rulebook.instruments.flatMap(({ id, sections }) => [
    [id, `/rules/${id}`] as const,
    ...sections.map((section) => [section.id, `/rules/${id}#${anchorOf(section.id)}`] as const),
  ]),
)

const citations =
  /\b(?:(?:Constitution|Rule|Dealings Act|Code of Dealings) \d+(?:\.\d+[A-Z]?)?|PD\d+(?: §\d+[A-Z]{0,2})?)/g
const tags = /(<[^>]*>)/

const ids = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g

const annotate = (part: string): string =>
  part
    .replace(citations, (cited) => {
      const address = addresses.get(cited)
      return address === undefined ? cited : `<a href="${address}">${cited}</a>`
    })
    .replace(ids, (id) => `<span class="id">${id}</span>`)

/** Links each provision that is cited outside a link, a heading or a piece of code. Ids of records are set small. The words stay as they are. */
export const linkProvisions = ({ text }: Html): Html => {
  let within = 0
  const parts = text.split(tags).map((part, i) => {
    if (i % 2 === 1) {
      if (/^<(?:a|code|pre|h\d)\b/.test(part)) within++
      else if (/^<\/(?:a|code|pre|h\d)>/.test(part)) within--
      return part
    }
    return within > 0 ? part : annotate(part)
  })
  return new Html(parts.join(""))
}

const heading =
  /<(h[2-4])>((?:Constitution|Rule|Dealings Act|Code of Dealings|PD\d+) §?[\d.]+[A-Z]{0,2})(?= )/g

/** Gives each section of an instrument its anchor, once. */
export const anchorSections = ({ text }: Html): Html => {
  const given = new Set<string>()
  return new Html(
    text.replace(heading, (whole, tag: string, id: string) => {
      if (!addresses.has(id) || given.has(id)) return whole
      given.add(id)
      return `<${tag} id="${anchorOf(id)}">${id}`
    }),
  )
}
