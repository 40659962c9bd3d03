import { Predicate } from "effect"
import { canonical, type Json } from "./Json.ts"
import { format, type Instant } from "./Time.ts"

/** An item of the public journal, as `GET /journal` gives it or as a store keeps it. */
export interface PublicItem {
  readonly at: Instant
  readonly type: string
  readonly subject: string
  readonly rules: ReadonlyArray<string>
  readonly data: Json
}

/** The RFC 8785 text of an item as `GET /journal` gives it, without its cursor: the leaf of the item in the court's log. */
export const itemText = ({ at, type, subject, rules, data }: PublicItem): string =>
  canonical({ at: format(at), type, subject, rules, data })

/** The members of the data of an item, as a public register shows them. */
export type Row = { readonly [member: string]: Json }

/** The members of an item's data; empty if the data are not an object. The cast is needed since the guard gives members of type unknown. */
export const rowOf = (data: Json): Row => (Predicate.isReadonlyRecord(data) ? (data as Row) : {})

/** A text among the members of an item's data; empty if there is no such text. */
export const textIn = (data: Json, member: string): string => {
  const found = rowOf(data)[member]
  return typeof found === "string" ? found : ""
}
