/** The documents that were fetched for the artifacts in some papers, as the parties read them: they may have changed or vanished since. */
import { utf8ToBytes } from "@noble/hashes/utils.js"
import { base64 } from "@scure/base"
import { Effect, Schema } from "effect"
import { needPresent } from "../kernel/Defect.ts"
import { nameSchema } from "../kernel/Json.ts"
import type { Reader } from "../kernel/Reader.ts"
import { readText } from "../kernel/Text.ts"
import { Stamp } from "../kernel/Time.ts"
import type { StoreUnavailable } from "../store/Store.ts"
import { Findings } from "./Findings.ts"

const Shown = nameSchema(
  "KeptDocument",
  Schema.Struct({ url: Schema.String, sha256: Schema.String, fetchedAt: Stamp, bytes: Schema.String }),
)
/** A document with its bytes, in base64. Their SHA-256 is `sha256`. */
export const KeptDocumentView = Schema.encodedBoundSchema(Shown)
export type KeptDocumentView = typeof KeptDocumentView.Type

const encode = Schema.encodeSync(Shown)

/** The documents of the findings under these hashes, each once, in the order of the papers. */
export const readDocuments = (
  reader: Reader,
  findings: ReadonlyArray<string>,
): Effect.Effect<ReadonlyArray<KeptDocumentView>, StoreUnavailable> =>
  Effect.gen(function* () {
    const all = yield* Effect.forEach(findings, (sha256) => readText(reader, Findings, sha256))
    const listed = new Map(
      all.flatMap(({ documents }) => documents).map((one) => [`${one.sha256} ${one.url}`, one]),
    )
    return yield* Effect.forEach([...listed.values()], (one) =>
      Effect.map(reader.blob(one.sha256), (text) =>
        encode({
          ...one,
          bytes: base64.encode(utf8ToBytes(needPresent(text, "the text of a document that was kept"))),
        }),
      ),
    )
  })
