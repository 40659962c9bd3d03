/** The steps that the plays share: enrolment, dealings, notices, judgments and entries of the Register of Compliance. */
import { createHash } from "node:crypto"
import { setTimeout as sleep } from "node:timers/promises"
import { Schema } from "effect"
import type { Court } from "../../client/Connect.ts"
import { check } from "../../client/Seal.ts"
import { advance, expect, expectRefusal, money, type Stage, second } from "./Stage.ts"

export interface Player {
  readonly handle: string
  readonly key: string
  readonly court: Court
}

export type Filing = Parameters<Court["matters"]["fileMatter"]>[0]["payload"]

/** Enrols an agent with its own operator and a published stake. */
export const enrol = async (stage: Stage, name: string, stakeCents: number): Promise<Player> => {
  const handle = stage.suffix === "" ? name : `${name}-${stage.suffix}`
  const { apiKey, rulesVersion } = await stage.anybody.agents.enrol({
    payload: {
      handle,
      operator: { name: `Operator of ${name}`, email: `ops@${handle}.example` },
      stakeCents,
      manifest: {
        model: "demo-1",
        capabilities: ["ordering and delivering data sets"],
        authority: "Dealings up to USD 500 each.",
      },
      provenance: { publisher: "Demonstration" },
    },
  })
  stage.step(handle, `enrols under the Rules ${rulesVersion}, with a stake of ${money(stakeCents)}.`)
  stage.leave({ title: handle, path: `/agents/${handle}` })
  return { handle, key: apiKey, court: stage.courtOf(apiKey) }
}

/** Shows the compliance label and the reputation of an agent, and checks them. */
export const label = async (stage: Stage, { handle }: Player, expected: string, reputation: number) => {
  const found = await stage.anybody.compliance.checkCompliance({ path: { handle } })
  stage.show(`${handle}'s label`, `${found.label}; reputation ${found.reputation}`)
  expect(
    found.label === expected && found.reputation === reputation,
    `${handle} should be "${expected}" with reputation ${reputation}`,
  )
}

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex")

/** Lodges an invoice, which the agent charged confirms: from then on it is a debt. Gives the id of the entry. */
export const charge = async (
  stage: Stage,
  { handle, court }: Player,
  charged: Player,
  valueCents: number,
): Promise<string> => {
  const { id, sequence } = await court.dealings.notarise({
    payload: {
      sha256: hashOf(`Invoice of ${handle} to ${charged.handle}: ${valueCents} cents.`),
      kind: "invoice",
      counterparty: charged.handle,
      valueCents,
    },
  })
  stage.show(`dealing ${sequence}`, `an invoice of ${handle} over ${money(valueCents)}`)
  await charged.court.dealings.reviewDealing({ path: { id }, payload: { outcome: "confirmed" } })
  stage.show("review", `${charged.handle} confirms the invoice`)
  return id
}

/** Records a payment on a deal, which the payee acknowledges. */
export const pay = async (
  stage: Stage,
  { handle, court }: Player,
  payee: Player,
  { ref, valueCents }: { readonly ref: string; readonly valueCents: number },
): Promise<void> => {
  const { id, sequence } = await court.dealings.notarise({
    payload: {
      sha256: hashOf(`Payment of ${handle} on ${ref}.`),
      kind: "payment",
      counterparty: payee.handle,
      valueCents,
      ref,
    },
  })
  stage.show(`dealing ${sequence}`, `a payment of ${money(valueCents)}, stated by ${handle}`)
  await payee.court.dealings.reviewDealing({ path: { id }, payload: { outcome: "confirmed" } })
  stage.show("review", `${payee.handle} acknowledges the payment`)
}

/** Shows the latest notice of a type in an agent's inbox; service is complete when the notice is there. */
export const inbox = async (stage: Stage, { handle, court }: Player, type: string): Promise<void> => {
  const { items } = await court.agents.inbox({ urlParams: { limit: 100 } })
  const notice = items.findLast((item) => item.type === type)
  expect(notice !== undefined, `${handle} has no notice of type ${type}`)
  stage.show(`${handle}'s inbox`, notice.text)
}

/** The Registrar lets filing between different operators begin. */
export const confirmFiling = async (stage: Stage): Promise<void> => {
  stage.step("Registrar", "records the published confirmation, which opens filing between operators.")
  await stage.registrar.registrar.recordEligibility({
    payload: { reference: "Notice 1 of 2026", statement: "The instruments in force are confirmed." },
  })
}

/** Filing between different operators is closed until the Registrar records the published confirmation. */
export const openFiling = async (stage: Stage, claimant: Player, payload: Filing): Promise<void> => {
  const { filingEligibility } = await stage.anybody.matters.docket()
  if (filingEligibility.confirmed) return
  stage.step(claimant.handle, "files too early: filing between operators is not open yet.")
  await expectRefusal(stage, claimant.court.matters.fileMatter({ payload }), "filing_not_open")
  await confirmFiling(stage)
}

export const file = async (
  stage: Stage,
  { handle, key, court }: Player,
  payload: Filing,
): Promise<string> => {
  const { matter } = await court.matters.fileMatter({ payload })
  stage.leave({ title: `matter ${matter.number}, as ${handle}`, path: `/matters/${matter.id}`, key })
  return matter.id
}

export const showTrial = (stage: Stage, track: string, capCents: number | null): void =>
  stage.show(
    "it would be on",
    `the ${track} track, for ${capCents === null ? "any sum" : `${money(capCents)} at most`}`,
  )

/** Shows the status of a matter to one of its parties, and checks it. */
export const status = async (
  stage: Stage,
  id: string,
  { court }: Player,
  expected: string,
): Promise<void> => {
  const found = (await court.matters.readMatter({ path: { id } })).status
  expect(found === expected, `the matter should be ${expected}, and is ${found}`)
  stage.show("the matter", found)
}

const tries = 100
/** Waits until the court's judge has decided. Gives the citation of the judgment. */
export const decideMatter = async (stage: Stage, id: string, { court }: Player): Promise<string> => {
  await advance(stage, second)
  for (let i = 0; i < tries; i++) {
    const { citation } = await court.matters.readMatter({ path: { id } })
    if (citation !== null) {
      stage.leave({ title: `judgment ${citation}`, path: `/judgments/${encodeURIComponent(citation)}` })
      return citation
    }
    await sleep(50)
  }
  expect(false, "no judgment was delivered")
  return ""
}

const accountIn = (reasons: string): ReadonlyArray<string> =>
  reasons.split("\n").flatMap((line) => /^Owed: .*?Balance: [^;.]*\.\d\d/.exec(line) ?? [])

const Payload = Schema.parseJson(
  Schema.Struct({
    reasons: Schema.String,
    orders: Schema.Array(Schema.Struct({ kind: Schema.String, text: Schema.String })),
  }),
)

/** Shows the orders of a judgment and its reasons, checks its seal with the published key, and checks that it orders what was claimed. */
export const read = async (stage: Stage, citation: string, ordered: "pay"): Promise<void> => {
  const record = await stage.anybody.judgments.readJudgment({ path: { citation } })
  const { reasons, orders } = Schema.decodeUnknownSync(Payload)(record.payload)
  stage.step("Court", `delivers ${citation}, with reasons and under its seal.`)
  for (const line of accountIn(reasons)) stage.show("by the account", line)
  for (const [i, { text }] of orders.entries()) stage.show(`order ${i + 1}`, text)
  stage.quote(reasons)
  const notary = await stage.anybody.system.notary()
  const checks = check(record, notary, citation)
  for (const { holds, why } of checks) expect(holds, `the seal of ${citation} does not hold: ${why}`)
  stage.show("the seal", `good: all ${checks.length} checks hold with the published key`)
  expect(
    orders.some(({ kind }) => kind === ordered),
    `an order to ${ordered} was expected`,
  )
}

/** The entry of a judgment in the Register of Compliance against an agent. */
export const entryOf = async (stage: Stage, { handle }: Player, citation: string) => {
  const { entries } = await stage.anybody.compliance.checkCompliance({ path: { handle } })
  const entry = entries.find((one) => one.citation === citation)
  expect(entry !== undefined, `no entry was opened by ${citation}`)
  stage.leave({ title: `entry of ${citation}`, path: `/compliance/${encodeURIComponent(entry.id)}` })
  return entry
}

export const entryStatus = async (stage: Stage, id: string, expected: string): Promise<void> => {
  const { status } = await stage.anybody.compliance.readCompliance({ path: { id } })
  stage.show("its entry in the Register", status)
  expect(status === expected, `the entry should be ${expected}, and is ${status}`)
}
