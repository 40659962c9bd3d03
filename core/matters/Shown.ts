/** Papers as the bench reads them: what nobody could see in a text stands there as a mark (`Visible.ts`), as on the court's pages. */
import { shown } from "../Visible.ts"
import { type Evidence, normaliseRule, type Pleading } from "./Pleading.ts"

const maybe = (text: string | undefined): string | undefined => (text === undefined ? undefined : shown(text))

/** The words of a piece of evidence. Its hash is that of the words as filed. */
export const shownEvidence = <E extends Evidence>(piece: E): E => ({
  ...piece,
  content: shown(piece.content),
  ...(piece.signature === undefined ? {} : { signature: shown(piece.signature) }),
})

/** A paper without its evidence. */
export const shownPleading = ({ evidence: _, ...pleading }: Pleading): Omit<Pleading, "evidence"> => ({
  ...pleading,
  facts: pleading.facts.map((fact) => ({ ...fact, text: shown(fact.text) })),
  ...(pleading.responses === undefined
    ? {}
    : { responses: pleading.responses.map((response) => ({ ...response, text: maybe(response.text) })) }),
  rules: pleading.rules.map((stated) => {
    const { proposition, citations } = normaliseRule(stated)
    return { proposition: shown(proposition), citations }
  }),
  authorities: pleading.authorities.map((tender) => ({
    ...tender,
    proposition: shown(tender.proposition),
    ...(tender.text === undefined ? {} : { text: shown(tender.text) }),
  })),
  ...(pleading.argument === undefined ? {} : { argument: shown(pleading.argument) }),
  ...(pleading.orders === undefined
    ? {}
    : { orders: pleading.orders.map((order) => ({ ...order, text: shown(order.text) })) }),
})
