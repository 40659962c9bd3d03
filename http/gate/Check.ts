/** The facts that the gate learns of a party before money moves. */

/** The court's answer to `GET /check`, as far as the gate reads it; a list says the same of a name. */
export interface Check {
  readonly party: string
  readonly agent: string | null
  readonly label: string | null
  readonly stakeCents: number | null
  readonly cap: number | null
  readonly advice: string
  readonly why: ReadonlyArray<string>
}
