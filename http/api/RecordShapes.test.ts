/** The answers of acts and reads: one shape for a record, and the acts whose answer is another one, each with its reason. */
import { readFile } from "node:fs/promises"
import { describe, expect, it } from "vitest"
import { describe as described, successOf } from "./OpenApi.ts"
import { type OperationId, operationOf, operations, readsOnly } from "./Operations.ts"

type Schema = { readonly [key: string]: unknown }
const document = described({ baseUrl: "http://court.test", sandbox: true, formats: true })
const { schemas } = document.components as unknown as {
  readonly schemas: { readonly [name: string]: Schema }
}

const resolved = (schema: Schema): Schema => {
  const name = typeof schema.$ref === "string" ? schema.$ref.split("/").at(-1) : undefined
  return name === undefined ? schema : (schemas[name] ?? {})
}
/** The members of an object by name, each with its schema. */
const membersOf = (schema: Schema): { readonly [name: string]: Schema } =>
  (resolved(schema).properties ?? {}) as { readonly [name: string]: Schema }

const answerOf = (id: OperationId): Schema => {
  const { method, path } = operationOf(id)
  const responses = document.paths[path.replace(/:(\w+)/g, "{$1}")]?.[method.toLowerCase()]?.responses ?? {}
  const answer = responses[successOf(responses)] as unknown as {
    readonly content: {
      readonly "application/json": { readonly schema: Schema & { readonly anyOf?: ReadonlyArray<Schema> } }
    }
  }
  const { schema } = answer.content["application/json"]
  // An act that can be tried answers with what it did, or with what it would do.
  const [acted = schema] = schema.anyOf ?? []
  return acted
}

/** A record of the interface. `within`: answers have it in this member, and lists have all in `<within>s`. */
interface Row {
  readonly record: string
  readonly within?: string
  readonly list: OperationId | null
  readonly one: OperationId | null
  readonly acts: ReadonlyArray<OperationId>
  /** The acts that answer with something else, and why. */
  readonly others: { readonly [Id in OperationId]?: string }
}

const delivered = "`{citation, matterId, deliveredAt}` of the judgment to read"

const table: ReadonlyArray<Row> = [
  {
    record: "AgentRecord",
    list: null,
    one: "readAgent",
    acts: [],
    others: {
      enrol: "the enrolment, with `apiKey`, once",
      patchManifest: "what was recorded",
      publishStake: "what was recorded",
      setService: "where notices go, which is nobody else's to read",
      rotateKey: "the key, once",
      vouch: "what is proven now",
      acceptAgent: "what is proven now",
      heartbeat: "when, and where the inbox is",
      issueApproval: "the token, once",
      proveOperator: "the handles that are proven now",
      revokeKeys: "how many keys ended",
    },
  },
  {
    record: "HeldKeyProof",
    list: "findProofs",
    one: null,
    acts: ["answerProof", "endProof"],
    others: { requestProof: "the challenge, which the key is to sign" },
  },
  {
    record: "Dealing",
    list: "listDealings",
    one: "readDealing",
    acts: ["reviewDealing"],
    others: {
      notarise: "a receipt, in which `receipt` signs the other members",
      notariseBatch: "for each item the entry or a problem, and one receipt for all entries",
    },
  },
  {
    record: "Quote",
    list: "listQuotes",
    one: "readQuote",
    acts: ["offerQuote", "acceptQuote", "declineQuote", "withdrawQuote", "closeQuote", "setQuoteRail"],
    others: {
      discloseArtifact: "what was disclosed, which the quote has as `disclosure`",
      attestDelivery: "what was attested, which the quote has as `attested`",
    },
  },
  {
    record: "Hold",
    within: "hold",
    list: "listHoldsOnQuote",
    one: "readHold",
    acts: [
      "nameHoldOnQuote",
      "nameHoldOnMatter",
      "confirmHold",
      "proveHold",
      "requestPayout",
      "revokePayout",
      "sayUnspent",
      "objectUnspent",
      "decideUnspent",
    ],
    others: { reportPaidOut: "when it was paid, and which orders that met" },
  },
  {
    record: "Matter",
    list: "listMatters",
    one: "readMatter",
    acts: [
      "fileDefence",
      "fileReply",
      "disputeTender",
      "admitTender",
      "putQuestions",
      "answerQuestions",
      "setPeriod",
      "offerConsent",
      "callForJudgment",
      "discontinue",
    ],
    others: {
      fileMatter: "the record in `{matter}`",
      assignMatter: "to which judge it is assigned, and until when",
    },
  },
  {
    record: "JudgmentItem",
    list: "listJudgments",
    one: null,
    acts: [],
    others: {
      acceptConsent: delivered,
      deliverJudgment: delivered,
      deliverAppeal: delivered,
      vacateJudgment: "what was vacated, and whether it is heard again",
    },
  },
  {
    record: "Appeal",
    list: null,
    one: "readAppeal",
    acts: [],
    others: {
      appeal: "`{appealId, court}`",
      seekLeave: "`{appealId, court}`",
      withdrawAppeal: "`appealId`, the fee, which is nothing, and the judgment that stands",
      decideLeave: "`appealId`, and what was decided",
      estimateAppeal: "`appealId`, and its status",
    },
  },
  {
    record: "ComplianceEntry",
    list: "listCompliance",
    one: "readCompliance",
    acts: [
      "attestCompliance",
      "confirmCompliance",
      "disputeCompliance",
      "setComplianceAddress",
      "decideCompliance",
    ],
    others: {},
  },
  { record: "Invoice", list: null, one: "invoice", acts: ["pay"], others: {} },
  {
    record: "AdvisoryReference",
    list: "references",
    one: "readReference",
    acts: ["refer", "giveOpinion"],
    others: {},
  },
  {
    record: "Retainer",
    list: "briefs",
    one: null,
    acts: [],
    others: { endBrief: "`{id, endedAt}`" },
  },
]

/** Acts on no record that is read by itself. */
const elsewhere: ReadonlyArray<OperationId> = [
  "briefCounsel",
  "recordEligibility",
  "openList",
  "dateInstrument",
  "varyParameters",
  "recordWork",
  "moveClock",
]

/** The types of a value, whatever words it may have: an act may answer with fewer of them than the record has. */
const typesOf = (schema: Schema): ReadonlyArray<Schema> => {
  if (schema.anyOf !== undefined) return (schema.anyOf as ReadonlyArray<Schema>).flatMap(typesOf)
  const { enum: _, ...type } = schema
  return [type]
}

const recordIn = (schema: Schema, within: string | undefined): Schema =>
  within === undefined ? schema : (membersOf(schema)[within] ?? {})

const itemOf = ({ list, within }: Row): Schema | null => {
  if (list === null) return null
  const items = membersOf(answerOf(list))[within === undefined ? "items" : `${within}s`]
  return (items as { readonly items: Schema }).items
}

/** The members of a record as its act answers with them. */
const shapeOf = ({ record }: Row) => membersOf({ $ref: `#/components/schemas/${record}` })

const placeOf = (id: OperationId): string => {
  const { method, path } = operationOf(id)
  return `\`${method} ${path.replace("/api/v1", "").replace(/:(\w+)/g, "{$1}")}\``
}

/** The members that a reading of one record adds, in words. */
const addedBy = (row: Row): ReadonlyArray<string> =>
  row.one === null
    ? []
    : Object.keys(membersOf(recordIn(answerOf(row.one), row.within))).filter(
        (name) => !(name in shapeOf(row)),
      )

const cells = (row: Row): ReadonlyArray<string> => {
  const { record, within, list, one, acts, others } = row
  const read = [list, one].flatMap((id) => (id === null ? [] : [placeOf(id)]))
  const added = addedBy(row)
  const adds = added.length === 0 ? "" : ` (adds ${added.map((name) => `\`${name}\``).join(", ")})`
  const answered = acts.length === 0 ? "no act" : within === undefined ? "the record" : `\`{${within}}\``
  const reasons = new Map<string, ReadonlyArray<string>>()
  for (const [id, why] of Object.entries(others))
    reasons.set(why, [...(reasons.get(why) ?? []), placeOf(id as OperationId)])
  const other = [...reasons].map(([why, places]) => `${places.join(", ")}: ${why}`)
  return [record, `${read.join("<br>")}${adds}`, answered, other.join("<br>") || "no act"]
}

const rendered = [
  "| record | read at | acts on it answer with | acts that answer otherwise |",
  "|---|---|---|---|",
  ...table.map((row) => `| ${cells(row).join(" | ")} |`),
].join("\n")

describe("the shapes of answers", () => {
  it("stand in the table for every act of the interface, once", () => {
    const listed = [
      ...table.flatMap(({ acts, others }) => [...acts, ...Object.keys(others)]),
      ...elsewhere,
    ].sort()
    const acting = operations.filter((operation) => !readsOnly(operation)).map(({ id }) => id)
    expect(listed).toEqual(acting.sort())
  })

  it.each(table.map((row) => [row.record, row] as const))(
    "%s is the same record in every answer that has it: in lists, alone, and after an act on it",
    (_, row) => {
      const members = shapeOf(row)
      expect(Object.keys(members).length).toBeGreaterThan(3)
      const item = itemOf(row)
      if (item !== null) expect(membersOf(item)).toEqual(members)
      for (const id of [...row.acts, ...(row.one === null ? [] : [row.one])])
        expect(membersOf(recordIn(answerOf(id), row.within)), id).toMatchObject(members)
      // Only a reading of one record may add to it, and the offer of consent, whose id the other party needs.
      for (const id of row.acts) {
        const more = Object.keys(membersOf(recordIn(answerOf(id), row.within))).filter(
          (name) => !(name in members),
        )
        expect(more, id).toEqual(id === "offerConsent" ? ["offerId"] : [])
      }
    },
  )

  it.each(table.map((row) => [row.record, row] as const))(
    "%s has its names and types in the answers that have only part of it",
    (_, row) => {
      const members = shapeOf(row)
      // Enrolment answers with what was filed, and notes on it, under the names of what the record has.
      const partly = (Object.keys(row.others) as ReadonlyArray<OperationId>).filter((id) => id !== "enrol")
      for (const id of partly) {
        const answer = recordIn(answerOf(id), id === "fileMatter" ? "matter" : undefined)
        for (const [name, schema] of Object.entries(membersOf(answer))) {
          const own = members[name]
          if (own !== undefined)
            expect(typesOf(own), `${name} of ${id}`).toEqual(expect.arrayContaining([...typesOf(schema)]))
        }
      }
    },
  )

  it("are listed in the page on calling a court", async () => {
    const page = await readFile(new URL("../docs/calling.md", import.meta.url), "utf8")
    expect(page.slice(page.indexOf("| record |")).slice(0, rendered.length)).toBe(rendered)
  })
})
