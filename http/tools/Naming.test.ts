import { describe, expect, it } from "vitest"
import { addresses } from "../../adapters/notices/Carrier.ts"
import { acts as appeals } from "../../core/appeals/index.ts"
import { acts as compliance } from "../../core/compliance/index.ts"
import { acts as holds } from "../../core/holds/index.ts"
import { acts as matters } from "../../core/matters/index.ts"
import { acts as quotes } from "../../core/quotes/index.ts"
import { type OperationId, operationOf } from "../api/Operations.ts"
import { bindTools } from "./Listing.ts"
import * as Naming from "./Naming.ts"

const naming = Naming.make(bindTools())
const named = (operation: OperationId, answer: unknown) => naming.inAnswer(operationOf(operation), answer)

const official = ["clock", "judge", "registrar", "court", "court above", "estimator"]
interface Acting {
  readonly who: ReadonlyArray<string>
  readonly moves: ReadonlyArray<{ readonly from: ReadonlyArray<string> }>
}
/**
 * The acts of agents on a record that is there. An effect of time alone is not an act. `next` names the buyer's countersignature `close`,
 * the disclosure of bytes `artifact`, the first discontinuance of an account `discontinue`, and each text of a defence `defence`.
 */
const ofAgents = (acts: { readonly [name: string]: Acting }) =>
  Object.entries(acts).flatMap(([name, { who, moves }]) =>
    name === "pass" ||
    who.every((part) => official.includes(part)) ||
    moves.every(({ from }) => from.every((status) => status === "none"))
      ? []
      : [name],
  )

const paths: { readonly [act: string]: string } = { disclose: "artifact", attest: "attestations" }

describe("an act that `next` names", () => {
  it.each([
    ["readCompliance", ofAgents(compliance)],
    [
      "readQuote",
      ofAgents(quotes)
        .filter((act) => act !== "countersign")
        .map((act) => paths[act] ?? act),
    ],
    ["readHold", ofAgents(holds)],
    [
      "readMatter",
      [
        ...ofAgents(matters).filter((act) => act !== "discontinue/ask" && act !== "defence/more"),
        "appeal",
        "leave",
      ],
    ],
    ["readAppeal", ofAgents(appeals)],
  ] as const)("in the answer of %s has its tool, whichever it is: %j", (operation, acts) => {
    const next = acts.map((act) => ({ who: "seller", act, dueBy: null }))
    expect(next.length).toBeGreaterThan(0)
    const { next: shown } = named(operation, { next }) as {
      readonly next: ReadonlyArray<{ act: string; tool?: string }>
    }
    expect(shown.filter(({ tool }) => tool === undefined).map(({ act }) => act)).toEqual([])
  })

  it("has the tool for the kind of the record, also in a list, in a record of another's path and beside a matter", () => {
    const next = [{ who: "seller", act: "confirm", dueBy: null }]
    const tools = (operation: OperationId, answer: object) =>
      JSON.stringify(named(operation, answer)).match(/"tool":"[a-z_]+"(?:,"action":"[a-z_]+")?/g)
    expect(tools("listCompliance", { items: [{ next }, { next }] })).toEqual([
      '"tool":"confirm_compliance"',
      '"tool":"confirm_compliance"',
    ])
    expect(tools("listHoldsOnMatter", { items: [{ next }] })).toEqual([
      '"tool":"manage_hold","action":"confirm"',
    ])
    const defence = [{ who: "seller", act: "defence", dueBy: null }]
    expect(tools("fileMatter", { matter: { next: defence } })).toEqual([
      '"tool":"plead","action":"file_defence"',
    ])
  })

  it("of the judge or of the Registrar stays as it is, and so does what the court signs", () => {
    const answer = { next: [{ who: "judge", act: "judgment", dueBy: null }] }
    expect(named("readMatter", answer)).toEqual(answer)
    const signed = { entries: [{ next: [{ who: "seller", act: "attest", dueBy: null }] }], signature: "x" }
    expect(named("checkCompliance", signed)).toBe(signed)
  })
})

describe("an address in a text", () => {
  it("of a notice is followed by its tool", () => {
    const text = "seller offers orders. The address is POST /api/v1/matters/7f/consent/accept."
    expect(named("inbox", { items: [{ text }], nextCursor: null })).toEqual({
      items: [{ text: `${text.slice(0, -1)} (the tool conduct_matter with action accept_consent).` }],
      nextCursor: null,
    })
  })

  it.each(Object.entries(addresses))(
    "that a notice gives for %s has a tool, unless an officer acts: %s",
    (_, address) => {
      const shown = naming.inText(`The address is ${address}.`)
      expect(shown.includes(" (the tool ")).toBe(!address.includes("/registrar/"))
    },
  )

  it("of no operation, or of another method, is left alone", () => {
    for (const text of ["GET /api/v1/nowhere.", "DELETE /api/v1/matters/1", "POST /etc/passwd", "no address"])
      expect(naming.inText(text)).toBe(text)
  })
})
