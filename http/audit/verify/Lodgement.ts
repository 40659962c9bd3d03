/** The check of the receipt of a lodgement: of an entry that was lodged alone, or with others (Dealings Act 1.1, 1.1B). */
import { Schema } from "effect"
import { Lodged } from "../../../core/log/index.ts"
import type { EntryReceipt } from "../../client/Verify.ts"
import { Failure, print } from "../../terminal/Terminal.ts"
import { signatureRules } from "./Compliance.ts"
import { type Checked, decode, plain } from "./Source.ts"

const Entry = Schema.Struct({
  id: Schema.String,
  sequence: Schema.Int,
  sha256: Schema.String,
  lodgedAt: Schema.String,
})
const Alone = Schema.Struct({ ...Entry.fields, receipt: Schema.String })
const Together: Schema.Schema<EntryReceipt> = Schema.Struct({
  ...Entry.fields,
  batch: Schema.Struct({
    id: Schema.String,
    lodger: Schema.String,
    lodgedAt: Schema.String,
    size: Schema.Int,
    root: Schema.String,
    receipt: Schema.String,
    index: Schema.Int,
    path: Schema.Array(Schema.String),
  }),
})

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null
const isTogether = (value: object): value is { readonly batch: object } =>
  "batch" in value && isObject(value.batch) && "receipt" in value.batch

export const isLodgement = (value: unknown): value is object =>
  isObject(value) && "sha256" in value && ("receipt" in value || isTogether(value))

const tell = ({ id, sequence, sha256, lodgedAt }: typeof Entry.Type): void => {
  print(`Entry ${sequence} of the Register of Dealings`)
  print(`  id         ${plain(id)}`)
  print(`  sha256     ${plain(sha256)}`)
  print(`  lodged at  ${plain(lodgedAt)}`)
}

/** The rules of an entry that was lodged with others: those of its batch, and that it stands under the root of the batch. */
const rulesTogether = (value: { readonly batch: object }, document: unknown) => {
  const { batch, ...entry } = decode(Together, value, "the receipt of an entry that was lodged with others")
  const { index, path, size, root } = batch
  const holds = batch.lodgedAt === entry.lodgedAt && Lodged.isInBatch(entry, { index, path, size, root })
  // The court signed every member of its receipt, and so members too that this version does not know.
  const { index: _index, path: _path, ...signed } = value.batch as EntryReceipt["batch"]
  return [
    ...signatureRules(signed, "receipt", document),
    {
      rule: "3. the entry stands in its place under the root that was signed",
      holds,
      why: holds ? "" : "the path from this entry does not lead to the root of the receipt",
    },
  ]
}

/** Checks the receipt of a lodgement, by the keys in a file or at an address. */
export const checkLodgement = (value: object, key: string | undefined): Checked => {
  const entry = decode(Entry, value, "the receipt of a lodgement")
  if (key === undefined)
    throw new Failure(
      "a receipt is trusted only by keys that you name; give --key with the court's jwks.json",
    )
  return {
    keys: key,
    asked: `the lodgement that the receipt states, ${plain(entry.id)}`,
    tell: () => tell(entry),
    rules: (document) =>
      isTogether(value)
        ? rulesTogether(value, document)
        : signatureRules(decode(Alone, value, "the receipt of a lodgement"), "receipt", document),
    good: "The receipt is good: the court lodged this hash at that time.",
    bad: "The receipt is NOT good for this entry.",
  }
}
