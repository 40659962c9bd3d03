/** Artifacts that libraries of others made. `testing/outside` has the scripts that made them, and their versions. */
import { readFileSync } from "node:fs"
import { Schema } from "effect"
import { describe, expect, it } from "vitest"
import { examine } from "./Formats.ts"
import { documents } from "./testing/Artifacts.ts"

const read = <A>(name: string, schema: Schema.Schema<A>): A =>
  Schema.decodeUnknownSync(Schema.parseJson(schema))(
    readFileSync(new URL(`./testing/outside/${name}.json`, import.meta.url), "utf8"),
  )
const Made = Schema.Struct({
  source: Schema.String,
  at: Schema.Number,
  payTo: Schema.String,
  didDocument: Schema.Struct({ url: Schema.String, document: Schema.Unknown }),
  artifacts: Schema.Array(
    Schema.Struct({ name: Schema.String, format: Schema.String, artifact: Schema.Unknown }),
  ),
})
const Mandates = Schema.Struct({
  source: Schema.String,
  at: Schema.Number,
  documents: Schema.Record({ key: Schema.String, value: Schema.Unknown }),
  artifact: Schema.Record({ key: Schema.String, value: Schema.String }),
})

const textOf = (artifact: unknown) => (typeof artifact === "string" ? artifact : JSON.stringify(artifact))
const failed = (found: ReturnType<typeof examine>) =>
  found?.checks.filter(({ holds }) => !holds).map(({ check }) => check)

/** A signature with one other byte, in hexadecimal digits or base64. The last character of base64 may have no byte of its own. */
const alter = (signature: string): string => {
  const at = signature.length - 10
  return `${signature.slice(0, at)}${signature[at] === "1" ? "2" : "1"}${signature.slice(at + 1)}`
}
/** The text of an artifact with one byte of its signature changed: the last long run of it. */
const altered = (text: string): string => {
  const runs = [...text.matchAll(/[A-Za-z0-9_+/=-]{64,}/g)]
  const last = runs.at(-1)
  if (last === undefined) throw new Error("an artifact without a signature")
  return `${text.slice(0, last.index)}${alter(last[0])}${text.slice(last.index + last[0].length)}`
}

describe.each(["X402", "Python"])("the artifacts of %s", (name) => {
  const { artifacts, at, didDocument, payTo } = read(name, Made)
  const kept = documents({ [didDocument.url]: JSON.stringify(didDocument.document) })
  const look = (text: string) => examine(text, kept, at * 1000)

  it.each(artifacts)(
    "Rule 4.11 $name verifies, and does not with one byte changed",
    ({ artifact, format }) => {
      const text = textOf(artifact)
      const found = look(text)
      expect(found?.format).toBe(format)
      expect(failed(found)).toEqual([])
      const typed = text.includes("eip712")
      expect(found?.signers).toMatchObject([
        typed
          ? { valid: true, key: `eip155:8453:${payTo}`, entitled: text.includes("payTo") ? "pay_to" : null }
          : { valid: true, key: expect.stringMatching(/^did:web:api\.example\.com#/) },
      ])
      const broken = look(altered(text))
      // Another signature over typed data is the signature of another address, or of no address.
      expect(broken?.signers.some(({ key, valid }) => valid && key === found?.signers[0]?.key)).toBe(false)
    },
  )
})

describe("the mandates of AP2's own SDK", () => {
  const { artifact, at, documents: keys } = read("Mandates", Mandates)
  const kept = documents(
    Object.fromEntries(Object.entries(keys).map(([url, document]) => [url, JSON.stringify(document)])),
  )
  const look = (bundle: unknown) => examine(JSON.stringify(bundle), kept, at * 1000 + 5000)
  const untold = ["constraint payment.agent_recurrence", "constraint payment.budget"]

  it("Rule 4.11 a whole purchase verifies, but for what depends on earlier payments", () => {
    const found = look(artifact)
    expect(found?.format).toBe("ap2")
    expect(failed(found)).toEqual(untold)
    expect(found?.signers.map(({ role, valid }) => [role, valid])).toEqual([
      ["user", true],
      ["agent", true],
      // The order does not say when it was signed, and the receipt does.
      ["merchant", true],
      ["merchant", true],
      ["processor", true],
    ])
  })

  it.each(Object.keys(artifact))("Rule 4.11 one byte changed in the signature of %s is noticed", (part) => {
    const text = artifact[part] ?? ""
    // A mandate has its signatures before its disclosures; the last token is the closed mandate.
    const token = text.split("~~").at(-1) ?? ""
    const [jwt = ""] = token.split("~")
    const changed = text.replace(jwt, alter(jwt))
    const checks = failed(look({ ...artifact, [part]: changed }))
    expect(checks?.some((check) => check.endsWith(": signature"))).toBe(true)
  })
})
