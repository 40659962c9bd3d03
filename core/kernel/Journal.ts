/** The public journal as its readers have it. */
import type { Json } from "./Json.ts"
import type { Instant } from "./Time.ts"

/** An item of the public journal, as `GET /journal` gives it or as a store keeps it. */
export interface PublicItem {
  readonly at: Instant
  readonly type: string
  readonly subject: string
  readonly rules: ReadonlyArray<string>
  readonly data: Json
}
