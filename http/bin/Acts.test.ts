/** The commands `registrar`, `replay`, `keys` and `conformance`, run as the command line runs them. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { Layer } from "effect"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { Store } from "../../core/store/Store.ts"
import { operations } from "../api/Operations.ts"
import * as Client from "../audit/Client.ts"
import { agents, decided, done, draft, notice } from "../testing/Dispute.ts"
import { accounts, answers, arrives, base, freshStore } from "../testing/Rails.ts"
import { enrolled, enrolmentBody, startCourt, type TestCourt } from "../testing/TestCourt.ts"
import { command as conformance } from "./conformance.ts"
import { command as keys } from "./keys.ts"
import { acts, formerActs, command as registrar } from "./registrar.ts"
import { command as replay } from "./replay.ts"
import { holdOutput } from "./testing/Output.ts"

const folder = mkdtempSync(join(tmpdir(), "agent-court-acts-"))
let court: TestCourt
beforeAll(async () => {
  court = await startCourt()
  writeFileSync(join(folder, "registrar.key"), `${court.registrar}\n`)
  await enrolled(court, "seller")
})
afterAll(async () => {
  await court.stop()
  rmSync(folder, { recursive: true })
})

const shown = holdOutput()

const given = (positionals: ReadonlyArray<string>, flags: Readonly<Record<string, string | true>> = {}) => ({
  positionals,
  text: (name: string) => (typeof flags[name] === "string" ? flags[name] : undefined),
  on: (name: string) => flags[name] === true,
})
const refused = (
  positionals: ReadonlyArray<string>,
  flags: Readonly<Record<string, string | true>>,
  said: RegExp,
) => expect(registrar.run(given(positionals, flags))).rejects.toThrow(said)
const office = () => ({ url: court.url, key: join(folder, "registrar.key") })

describe("agent-court registrar", () => {
  it("Constitution 11.4 records the confirmation that opens filing, once", async () => {
    const act = { ...office(), reference: "Notice 1", statement: "Confirmed." }
    expect(await registrar.run(given(["record-eligibility"], act))).toBe(0)
    const docket = await Client.call(court.url, "GET", "/api/v1/docket")
    expect(docket).toMatchObject({ filingEligibility: { confirmed: true, reference: "Notice 1" } })
    await refused(["record-eligibility"], act, /409, eligibility_recorded/)
  })

  it("PD3 §2 proves the operator of an agent, and Rule 2.6 revokes an agent's keys", async () => {
    expect(await registrar.run(given(["prove-operator", "seller"], office()))).toBe(0)
    expect(shown.text).toContain("seller")
    expect(await registrar.run(given(["revoke-keys", "seller"], { ...office(), reasons: "Leaked." }))).toBe(0)
    expect(shown.text).toContain('"revoked": 1')
  })

  it("PD3 §4 asks the court to end the proof of a key of an agent, which names its agent", async () => {
    const act = { ...office(), handle: "seller", reasons: "Stolen." }
    await refused(["end-proof", "proof-1"], act, /404, unknown_proof/)
    await refused(["end-proof", "proof-1"], office(), /--handle/)
  })

  it("Rule 8.1 puts a version of an instrument in force from a future instant, and varies parameters", async () => {
    const from = new Date(court.clock.now + 3_600_000).toISOString()
    const dated = { ...office(), version: "1.10", "in-force-from": from, reasons: "Published." }
    expect(await registrar.run(given(["date-instrument", "pd14"], dated))).toBe(0)
    expect(shown.text).toContain('"previous": "1.9.1"')
    const varied = {
      ...office(),
      "summary-threshold-cents": "90000",
      "list-capacity": "7",
      reasons: "Tried.",
    }
    expect(await registrar.run(given(["vary-parameters"], varied))).toBe(0)
    // the instrument lists both versions, each with its instant
    const pd14 = async () => {
      const { items } = (await Client.call(court.url, "GET", "/api/v1/instruments")) as {
        readonly items: ReadonlyArray<{ readonly id: string; readonly version: string }>
      }
      return items.find(({ id }) => id === "PD14")
    }
    const versions = [
      { version: "1.9.1", inForceFrom: null },
      { version: "1.10", inForceFrom: from },
    ]
    expect(await pd14()).toMatchObject({ version: "1.9.1", versions: [versions[0]] })
    court.clock.now += 3_600_000
    expect(await pd14()).toMatchObject({ version: "1.10", versions })
    expect(await Client.call(court.url, "GET", "/api/v1/docket")).toMatchObject({ list: { capacity: 7 } })
    expect(String(await Client.call(court.url, "GET", "/api/v1/instruments/PD1"))).toContain("USD 900.00")
    await refused(["vary-parameters"], { ...office(), reasons: "x" }, /names no parameter/)
    await refused(["date-instrument", "PD14"], dated, /409, version_recorded, Rule 8.1/)
    const slip = { ...varied, "list-capacity": "seven" }
    await refused(["vary-parameters"], slip, /--list-capacity is a whole number/)
  })

  it("Constitution 2.1 the journal has every act of the Registrar with the reasons given", async () => {
    await Client.call(court.url, "POST", "/api/v1/enrol", { body: enrolmentBody("buyer") })
    expect(
      await registrar.run(given(["prove-operator", "buyer"], { ...office(), reasons: "Seen on paper." })),
    ).toBe(0)
    const { items } = (await Client.call(court.url, "GET", "/api/v1/journal?limit=100")) as {
      readonly items: ReadonlyArray<{ readonly type: string; readonly data: { readonly reasons?: string } }>
    }
    const reasonsOf = (wanted: string) =>
      items.filter(({ type }) => type === wanted).map(({ data }) => data.reasons)
    expect(reasonsOf("agent.identity_proven")).toEqual([null, "Seen on paper."])
    expect(reasonsOf("registrar.parameters_varied")).toEqual(["Tried."])
    expect(reasonsOf("registrar.instrument_dated")).toEqual(["Published."])
  })

  it("PD11 §6 reports a refusal of the court with its status, code and rule", async () => {
    const act = { ...office(), status: "satisfied", reasons: "On the papers." }
    await refused(["decide-compliance", "no-such-entry"], act, /\(4\d\d, /)
    await refused(["open-list"], office(), /409, list_not_full, PD1 §5/)
    await refused(["revoke-payout", "no-such-hold"], act, /404, unknown_hold, PD2 §6B/)
    await refused(["revoke-payout"], act, /revoke-payout <hold>/)
    await refused(["prove-operator", "seller", "buyer"], act, /takes one of/)
  })

  it("Rule 7.4 asks to vacate by citation and for leave by the id of an appeal; unknown ones are refused", async () => {
    const act = { ...office(), reasons: "On the papers." }
    const vacating = { ...act, ground: "fraud", rehear: true } as const
    const said = /\/judgments\/%5B2026%5D%20MC%209\/vacate was refused \(404, /
    await refused(["vacate-judgment", "[2026] MC 9"], vacating, said)
    await refused(["decide-leave", "none"], { ...act, granted: true }, /\(404, /)
    for (const said of [{}, { granted: true, refused: true } as const])
      await refused(["decide-leave", "none"], { ...act, ...said }, /--granted or/)
  })

  it("PD2 §5 states what the hearing of an appeal is expected to cost, once, in whole cents", async () => {
    const other = await startCourt()
    writeFileSync(join(folder, "other.key"), `${other.registrar}\n`)
    const dealingAt = new Date(other.clock.now).toISOString()
    const dispute = await decided(other, draft(), await agents(other), { dealingAt })
    const { appealId } = await notice(other, dispute, "seller")
    const act = (cents: string) =>
      registrar.run(
        given(["estimate-appeal", String(appealId)], {
          url: other.url,
          key: join(folder, "other.key"),
          "cost-cents": cents,
          reasons: "Like appeals cost as much.",
        }),
      )
    await expect(act("1.5")).rejects.toThrow(/--cost-cents is a whole number/)
    expect(await act("120")).toBe(0)
    expect(shown.text).toContain('"status": "stated"')
    const { statement } = await done(other, "GET", `/matters/${dispute.matterId}/fee`, {
      key: dispute.keys.buyer,
    })
    expect(statement).toMatchObject({ estimatedAppealCostCents: 120 })
    await expect(act("120")).rejects.toThrow(/409, appeal_state, /)
    await other.stop()
  })

  it("PD2 §9 lists the transfers that need the Registrar's attention, page by page", async () => {
    const driver = freshStore()
    const other = await startCourt({ store: Layer.succeed(Store, driver), accounts })
    const key = join(folder, "transfers.key")
    writeFileSync(key, `${other.registrar}\n`)
    await answers(driver, other.clock.now, base)
    const payer = await enrolled(other, "payer")
    const body = { network: "base", asset: "USDC", amount: 500 }
    const { address } = await done(other, "POST", "/account/pay", { key: payer, body })
    const asset = "eip155:8453/erc20:0xfde4C96c8593536E31F229EA8f37b2ADa2699bb2"
    for (const txid of ["0x01", "0x02"])
      await arrives(driver, other.clock.now, { to: String(address), units: "5000000", asset, txid })
    const list = async (flags: Readonly<Record<string, string>> = {}) => {
      shown.clear()
      expect(await registrar.run(given(["list-transfers"], { url: other.url, key, ...flags }))).toBe(0)
      return JSON.parse(shown.text)
    }
    expect((await list()).items).toMatchObject([{ txid: "0x01", why: "other_asset" }, { txid: "0x02" }])
    const { items, nextCursor } = await list({ limit: "1" })
    expect(items).toMatchObject([{ txid: "0x01" }])
    expect((await list({ cursor: nextCursor })).items).toMatchObject([{ txid: "0x02" }])
    await expect(list({ limit: "0" })).rejects.toThrow(/--limit is a whole number from 1/)
    await other.stop()
  })

  it("PD2 §6B decides an objection that an instruction was spent, and Rule 5.1A assigns a matter", async () => {
    const act = { ...office(), reasons: "On the papers." }
    await refused(["decide-unspent", "no-such-hold"], { ...act, unspent: true }, /404, unknown_hold/)
    await refused(["assign-matter", "no-such-matter"], { ...act, to: "papers" }, /404, unknown_matter/)
    expect(Object.keys(registrar.flags)).toEqual(expect.arrayContaining(["unspent", "to", "refused"]))
  })

  it("has an act for each operation of the office, under its name, and takes the earlier names as before", async () => {
    const named = operations.filter(({ group }) => group === "registrar").map(({ id }) => id)
    expect(Object.keys(acts)).toHaveLength(named.length + 2)
    for (const present of Object.values(formerActs)) expect(acts).toHaveProperty([present])
    for (const former of Object.keys(formerActs)) expect(acts).not.toHaveProperty([former])
    const act = { ...office(), reasons: "Tried." }
    await refused(["hold", "revoke", "no-such-hold"], act, /404, unknown_hold/)
    await refused(["hold", "revoke"], act, /revoke-payout <hold>/)
    await refused(["decide", "x"], office(), /needs --/)
    await refused(["toString"], office(), /takes one of/)
  })

  it("says what an act needs before anything is sent", async () => {
    await refused(["decide-compliance", "x"], office(), /needs --/)
    await refused(["decide-compliance"], office(), /usage: .*decide-compliance <entry>/)
    await refused(["pardon"], office(), /takes one of record-eligibility/)
    const nowhere = { ...office(), key: join(folder, "absent") }
    await refused(["open-list"], nowhere, /can't be read/)
  })
})

describe("agent-court replay", () => {
  it("PD17 §1 gives the registers of a journal that is kept in a file, in each of three forms", async () => {
    const page = await Client.call(court.url, "GET", "/api/v1/journal?limit=100")
    const { items } = page as { readonly items: ReadonlyArray<unknown> }
    const forms = [
      JSON.stringify(page),
      JSON.stringify(items),
      items.map((item) => JSON.stringify(item)).join("\n"),
    ]
    const file = join(folder, "journal")
    for (const text of forms) {
      writeFileSync(file, text)
      shown.clear()
      expect(await replay.run(given([file]))).toBe(0)
      expect(shown.text).toContain("seller: no record, reputation 0")
    }
    writeFileSync(file, JSON.stringify(items.slice(0, 1)))
    shown.clear()
    expect(await replay.run(given([file]))).toBe(0)
    expect(shown.text).toContain("1 event of the journal: 1 agent, 0 dealings, 0 judgments, 0 entries of the")
    writeFileSync(file, "not json")
    await expect(replay.run(given([file]))).rejects.toThrow(/not JSON/)
  })

  it("PD17 §1 lists where a court serves other registers than its journal gives", async () => {
    const honest = globalThis.fetch
    vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
      const response = await honest(input, init)
      if (!String(input).includes("/seller/compliance")) return response
      const body = (await response.json()) as object
      return Response.json({ ...body, label: "good", reputation: 5 })
    })
    expect(await replay.run(given([court.url]))).toBe(1)
    expect(shown.text).toContain('seller: label is "no record" by the journal and "good" as served')
    expect(shown.text).toContain("seller: reputation is 0 by the journal and 5 as served")
    expect(shown.text).toContain("2 differences.")
  })
})

describe("agent-court keys", () => {
  const kept = join(folder, "keys")
  const flags = { keys: kept }

  it("Rule 5.4 rotates the seal's key, lists the one before as retired, and shows no secret", async () => {
    expect(await keys.run(given(["list"], flags))).toBe(0)
    const before = /notary\s+([0-9a-f]{64})/.exec(shown.text)?.[1]
    const at = "2026-12-01T00:00:00.000Z"
    expect(await keys.run(given(["rotate", "notary"], { ...flags, at }))).toBe(0)
    shown.clear()
    expect(await keys.run(given(["list"], flags))).toBe(0)
    expect(shown.text).toContain(`${before}  retired at ${at}`)
    expect(/notary\s+([0-9a-f]{64})/.exec(shown.text)?.[1]).not.toBe(before)
  })

  it("Rule 2.6 gives an office a new credential without showing it", async () => {
    const file = join(kept, "registrar.key")
    const before = readFileSync(file, "utf8").trim()
    expect(await keys.run(given(["rotate", "registrar"], flags))).toBe(0)
    const after = readFileSync(file, "utf8").trim()
    expect(after).not.toBe(before)
    expect(await keys.run(given(["paths"], flags))).toBe(0)
    expect(shown.text).toContain(file)
    expect(shown.text).not.toContain(after)
    expect(shown.text).not.toMatch(/adc_/)
  })

  it("refuses an unknown key, an unknown action and an instant that it can't read", async () => {
    await expect(keys.run(given(["rotate", "addresses"], flags))).rejects.toThrow(/rotate takes/)
    await expect(keys.run(given(["burn"], flags))).rejects.toThrow(/keys takes/)
    await expect(keys.run(given(["rotate", "jwks"], { ...flags, at: "soon" }))).rejects.toThrow(/RFC 3339/)
  })
})

describe("agent-court conformance", () => {
  const store = join(import.meta.dirname, "../../conformance/stores/memory.ts")

  it("examines the store of a module, and is refused without one", async () => {
    vi.spyOn(console, "log").mockImplementation((text) => {
      shown.text += String(text)
    })
    const flags = { store, only: "receipts", runs: "1", json: true as const }
    expect(await conformance.run(given([], flags))).toBe(0)
    expect(JSON.parse(shown.text)).toMatchObject({ store })
    await expect(conformance.run(given([], {}))).rejects.toThrow(/--store/)
  })

  it("lists the cases with the time that each takes, and runs none", async () => {
    expect(await conformance.run(given([], { list: true, only: "durable." }))).toBe(0)
    expect(shown.text).toMatch(
      /durable\.killed +[\d.]+ s {2}a process that .* \(only if the store is durable\)/,
    )
    expect(shown.text).toContain("5 cases.")
    expect(shown.text).not.toContain("holder.taken")
  })

  it("writes a store to begin with, and overwrites no file", async () => {
    const init = join(folder, "begun.ts")
    expect(await conformance.run(given([], { init }))).toBe(0)
    expect(shown.text).toContain(`agent-court conformance --store ${init}`)
    const written = readFileSync(init, "utf8")
    expect(written).toContain('from "agent-court"')
    await expect(conformance.run(given([], { init }))).rejects.toThrow(/begun\.ts is there already, and no/)
    expect(readFileSync(init, "utf8")).toBe(written)
    const nowhere = join(folder, "none", "begun.ts")
    await expect(conformance.run(given([], { init: nowhere }))).rejects.toThrow(/its folder doesn't exist/)
    await expect(conformance.run(given([], { init: "a.js" }))).rejects.toThrow(/must end with \.ts/)
    await expect(conformance.run(given([], { init, store }))).rejects.toThrow(/one of them at a time/)
  })
})
