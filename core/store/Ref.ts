/** The names of records. */

/** The name of a record: its kind and its id within that kind. */
export interface Ref {
  readonly kind: string
  readonly id: string
}

/** The name of a record as one text. */
export const refKey = (ref: Ref): string => `${ref.kind}/${ref.id}`
