/**
 * Both example agents at a sandbox court, whose clock this program moves as its Registrar:
 * `COURT_SANDBOX=1 npm start`, then `node http/examples/play.ts <court> <file of the registrar's key>`.
 */
import { readFileSync } from "node:fs"
import { argv } from "node:process"
import { setTimeout as sleep } from "node:timers/promises"
import { Effect } from "effect"
import { connect } from "../client/index.ts"
import { claimant } from "./claimant.ts"
import type { Setting } from "./deal.ts"
import { enrol, respondent } from "./respondent.ts"

const minute = 60_000

export const play = async (
  court: string,
  registrarKey: string,
  suffix: string,
  tell: (words: string) => void,
): Promise<void> => {
  const registrar = connect({ baseUrl: court, apiKey: registrarKey })
  const wait = async () => {
    await registrar.sandbox.moveClock({ payload: { advanceMs: minute } })
    await sleep(20)
  }
  const as = (name: string): Setting => ({
    court,
    handle: `${name}-${suffix}`,
    wait,
    tell: (words) => tell(`${name}: ${words}`),
  })
  const { filingEligibility } = await registrar.matters.docket()
  if (!filingEligibility.confirmed)
    await registrar.registrar.recordEligibility({
      payload: { reference: "[2026] FB 1", statement: "The instruments in force are confirmed." },
    })
  const [seller, buyer] = [as("seller"), as("buyer")]
  const bought = await enrol(buyer)
  await Promise.all([Effect.runPromise(claimant(seller, buyer.handle)), respondent(bought, buyer)])
}

if (import.meta.main) {
  const [, , court = "http://127.0.0.1:8080", keyFile = "court-data/keys/registrar.key"] = argv
  await play(court, readFileSync(keyFile, "utf8").trim(), Date.now().toString(36), console.log)
}
