/** Names that operations had in earlier versions. A client answers to them as well. */
import type { OperationId } from "./Operations.ts"

/** The name of an operation now, by the name that it had before. */
const names = {
  account: "readAccount",
  agentCompliance: "checkCompliance",
  briefs: "listBriefs",
  check: "checkCounterparty",
  counsel: "readRoster",
  deliveries: "readDeliveries",
  invoice: "readInvoice",
  journal: "readJournal",
  pay: "requestInvoice",
  rails: "readRails",
  references: "listReferences",
} as const satisfies { readonly [former: string]: OperationId }

/** The names that an operation had before, as a type; `never` for an operation that was not renamed. */
export type FormerOf<Name> = {
  [Former in keyof typeof names]: (typeof names)[Former] extends Name ? Former : never
}[keyof typeof names]

/** All names of an operation, its present name first. */
export const namesOf = (name: string): ReadonlyArray<string> => [
  name,
  ...Object.entries(names).flatMap(([former, present]) => (present === name ? [former] : [])),
]
