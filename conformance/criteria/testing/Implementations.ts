import * as criteria from "../../../core/criteria/index.ts"
import * as reference from "./Reference.ts"
import type { Attested, Evaluation, Implementation, Problem } from "./Vector.ts"

/** An implementation, whatever it makes of a document. */
export interface Sealed {
  readonly read: (document: unknown) =>
    | { readonly problems: ReadonlyArray<Problem> }
    | {
        readonly evaluate: (bytes: Uint8Array | null, attested?: ReadonlyArray<Attested>) => Evaluation
      }
  readonly digest: (document: unknown) => string
}

export const seal = <C>({ read, evaluate, digest }: Implementation<C>): Sealed => ({
  read: (document) => {
    const result = read(document)
    if ("problems" in result) return result
    return { evaluate: (bytes, attested) => evaluate(result.criteria, bytes, attested) }
  },
  digest,
})

/** Each implementation that must agree with the vectors, and with the others over random pairs. */
export const implementations: Readonly<Record<string, Sealed>> = {
  reference: seal(reference),
  criteria: seal(criteria),
}
