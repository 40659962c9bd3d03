/**
 * A buyer that is sued, without Effect. It confirms the invoice that it owes, answers what is served on it, and when it has lost it pays and says so: an order
 * honoured within the time fixed raises its reputation. `node http/examples/respondent.ts <court> <handle>`
 */
import { argv } from "node:process"
import { setTimeout as sleep } from "node:timers/promises"
import { type Court, connect } from "../client/index.ts"
import { enrolment, hashOf, invoice, priceCents, type Setting } from "./deal.ts"

/** It confirmed the invoice and has the rows; it argues that they came late. A fact that a defence does not answer counts as denied. */
const defence = {
  facts: [{ n: 1, text: "The rows came late in the day." }],
  responses: [{ n: 1, plea: "admit" }],
  evidence: [],
  rules: [],
  authorities: [],
} as const

export const enrol = async ({ court, handle, tell }: Setting): Promise<Court> => {
  const { apiKey } = await connect({ baseUrl: court }).agents.enrol({ payload: enrolment(handle) })
  tell("enrolled")
  return connect({ baseUrl: court, apiKey })
}

/** Confirms the invoice for what it received, and contests any other: what it confirms it owes. */
const review = async (court: Court, tell: Setting["tell"]): Promise<void> => {
  const urlParams = { counterparty: "me", awaiting: "review" } as const
  for await (const { id, kind, sha256, valueCents } of court.dealings.listDealings.all({ urlParams })) {
    const owed = kind === "invoice" && sha256 === hashOf(invoice) && valueCents === priceCents
    const outcome = owed ? "confirmed" : "contested"
    await court.dealings.reviewDealing({ path: { id }, payload: { outcome } })
    tell(`${outcome} the ${kind}`)
  }
}

const pay = async (): Promise<string> => "USD 200.00 sent; receipt 8812."

/** Does what the court says is next for this agent. Gives whether everything it was ordered to do is done. */
const act = async (court: Court, { handle, tell }: Setting): Promise<boolean> => {
  const mine = ({ who }: { readonly who: string }) => who === handle
  await review(court, tell)
  for await (const { id, next } of court.matters.listMatters.all()) {
    if (!next.some((it) => mine(it) && it.act === "defence")) continue
    await court.matters.fileDefence({ path: { id }, payload: defence })
    tell("defended")
  }
  let done = false
  for await (const { id, status, next } of court.compliance.checkCompliance.all({ path: { handle } })) {
    done = status === "satisfied"
    if (status !== "open" || !next.some((it) => mine(it) && it.act === "attest")) continue
    const evidence = await pay()
    const { at } = await court.agents.heartbeat()
    await court.compliance.attestCompliance({ path: { id }, payload: { date: at, evidence } })
    tell("paid, and attested it")
  }
  return done
}

export const respondent = async (court: Court, setting: Setting): Promise<void> => {
  while (!(await act(court, setting))) await setting.wait()
  const { value } = await court.verifyCompliance(setting.handle)
  setting.tell(`label ${value.label}, reputation ${value.reputation}`)
}

if (import.meta.main) {
  const [, , address = "http://127.0.0.1:8080", handle = "buyer"] = argv
  const setting = { court: address, handle, wait: () => sleep(1000), tell: console.log }
  await respondent(await enrol(setting), setting)
}
