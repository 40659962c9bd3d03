/** The public journal as its readers have it. */
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
