/** The check of an agent's compliance record: whether the court signed every member of it (PD17 §1). */
import { Schema } from "effect"
import { type JwsCheck, jwsFailures } from "../../../core/kernel/Notary.ts"
import type { RuleChecked } from "../../client/Seal.ts"
import { signedBy } from "../../client/Verify.ts"
import { Failure, print } from "../../terminal/Terminal.ts"
import { type Checked, decode, isAddress, nameIn, plain } from "./Source.ts"

/** The members that are shown. The signature covers all the others too, whatever they are. */
const Record = Schema.Struct({
  handle: Schema.String,
  operatorIdentity: Schema.String,
  label: Schema.String,
  reputation: Schema.Int,
  counts: Schema.Record({ key: Schema.String, value: Schema.Int }),
  entries: Schema.Array(Schema.Unknown),
  asOf: Schema.String,
  signature: Schema.String,
})
const Jwks = Schema.Struct({
  keys: Schema.Array(Schema.Record({ key: Schema.String, value: Schema.String })),
})

const failures: Readonly<Record<JwsCheck | "unsigned", string>> = {
  unsigned: "it has no signature",
  ...jwsFailures,
}

/** The rules on the signature of the court that a value carries in one of its members, by a key document. */
export const signatureRules = <A extends object, K extends keyof A & string>(
  value: A,
  member: K,
  document: unknown,
): ReadonlyArray<RuleChecked> => {
  const { failed } = signedBy(value, member, decode(Jwks, document, "a JWK set"))
  const rule = (words: string, broken: ReadonlyArray<keyof typeof failures>): RuleChecked => {
    const found = broken.filter((check) => failed.includes(check))
    return { rule: words, holds: found.length === 0, why: found.map((check) => failures[check]).join(", ") }
  }
  return [
    rule("1. the signature is by a key of the court", ["unsigned", "form", "algorithm", "key", "signature"]),
    rule("2. it covers every member", ["unsigned", "form", "content"]),
  ]
}

/** Whether a value is a compliance record and not a judgment. */
export const isCompliance = (value: unknown): value is object =>
  typeof value === "object" && value !== null && "handle" in value && "entries" in value

const tell = ({ handle, operatorIdentity, label, reputation, counts, entries, asOf }: typeof Record.Type) => {
  const all = Object.values(counts).reduce((sum, count) => sum + count, 0)
  print(`The compliance record of ${plain(handle)}, as of ${plain(asOf)}`)
  print(`  operator    ${plain(operatorIdentity)}`)
  print(`  label       ${plain(label)}`)
  print(`  reputation  ${reputation}`)
  print(`  entries     ${entries.length} of ${all}`)
}

/** Checks a compliance record, by the keys at an address or in a file. */
export const checkCompliance = (value: object, source: string, key: string | undefined): Checked => {
  const record = decode(Record, value, "a compliance record")
  if (key === undefined && !isAddress(source))
    throw new Failure("a compliance record names no address of keys; give --key with the court's jwks.json")
  const asked = nameIn(source, /\/agents\/([^/]+)\/compliance\/?$/)
  return {
    keys: key ?? new URL("/.well-known/jwks.json", source).href,
    asked: asked ?? `no agent; the record says ${plain(record.handle)}`,
    tell: () => tell(record),
    rules: (document) => {
      const own = asked === null || asked === record.handle
      return [
        ...signatureRules(value as { readonly signature: string }, "signature", document),
        {
          rule: "3. it is the record of the agent that was asked for",
          holds: own,
          why: own ? "" : "a true record of another agent is not this one's",
        },
      ]
    },
    good: "The signature is good, and the record is this agent's.",
    bad: "The signature is NOT good for this agent's record.",
  }
}
