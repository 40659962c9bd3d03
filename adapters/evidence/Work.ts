/** What the court's thread and a verifying thread say to each other. Both sides have only plain data. */
import type { Examined, Format } from "../../core/evidence/index.ts"
import type { Document } from "./Verifier.ts"

export interface Asked {
  readonly text: string
  readonly now: number
  /** Null if the addresses of the documents are asked for. */
  readonly documents: ReadonlyArray<readonly [string, Document]> | null
}

export type Answered =
  /** It has none of the formats. */
  | { readonly kind: "none" }
  /** It needs these documents first. */
  | { readonly kind: "needs"; readonly format: Format; readonly urls: ReadonlyArray<string> }
  | { readonly kind: "examined"; readonly examined: Omit<Examined, "documents"> }
